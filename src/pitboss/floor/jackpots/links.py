"""Tables that join a meter, leave it or change to another (Crown 11.2.1(c), (f); Mississippi Stud 15.1.2.2): where the
document has it so, 20 minutes after a sign at the table; else from the next round on."""

from typing import Annotated, ClassVar

from pitboss import law, money
from pitboss.floor.jackpots.meters import MeterOpened, MeterState, load_meter, meters_of, terms_of
from pitboss.floor.service import CommandForm, CommandNeeds, Decision, FieldPrompt, Order, TableCommand, World, refuse
from pitboss.floor.store import Store, Stream, table_stream
from pitboss.floor.store.rows import meter_stream
from pitboss.floor.tables import jackpots, limits_sign, log
from pitboss.floor.tables.state import OpenState, TableOpened, TableState, TermsChanged, UnopenedState
from pitboss.jackpot import MeterTerms
from pitboss.law.edition import edition_of
from pitboss.law.rules import Rules
from pitboss.messages import say
from pitboss.play.terms import JackpotTerms
from pitboss.value import log_name


def _may_link(_: object, state: object) -> bool:
    return isinstance(state, OpenState) and state.unit.is_money and state.table.game.rules.applies(law.JACKPOT_OFFERED)


def _check_table(state: OpenState) -> None:
    if not _may_link(None, state):
        raise refuse("A jackpot is offered at a money table of a game that has one.", law.METER_NAMED)
    if any(notice.what in (limits_sign.LINK, limits_sign.UNLINK) for notice in state.notices):
        raise refuse("A sign about the jackpot is up at this table already.", law.METER_NAMED)


class LinkTable(TableCommand, tag="LinkTable"):
    """Link a table to a meter, or to another than it has: after a sign where the document has it so."""

    takes: ClassVar = CommandNeeds(seen="the sign of the table, the jackpot wall")
    forms: ClassVar = (CommandForm("Link to a meter", "Link", group=jackpots.JACKPOTS, needs=_may_link),)
    meter: Annotated[str, FieldPrompt("Meter", among=())]

    def decide(self, world: World, order: Order) -> Decision:
        state = world.table.open_state
        _check_table(state)
        rules, operator = state.table.game.rules, order.actor.operator
        now = state.terms.jackpot
        if now is not None and now.meter == self.meter:
            raise refuse("This table is linked to this meter already.", *rules.only((law.ONE_METER,)), law.METER_NAMED)
        meter = load_meter(world.store, operator, self.meter)
        if not meter.is_open or meter.terms is None:
            raise refuse(say("No meter {meter} is in operation.", meter=self.meter), law.METER_NAMED)
        jackpot = meter.terms.offer(self.meter)
        check_offer(world.store, operator, rules.game.name, jackpot)
        at_once = begins_with(world.store, world.table.stream, self.meter, meter)
        return _change(world, order, state, jackpot, at_once=at_once)


class UnlinkTable(TableCommand, tag="UnlinkTable"):
    """Take a table off its meter: after a sign where the document has it so."""

    takes: ClassVar = CommandNeeds(seen="the sign of the table, the jackpot wall")
    forms: ClassVar = (
        CommandForm(
            "Take the table off its meter",
            "Take off",
            group=jackpots.JACKPOTS,
            needs=lambda _, state: isinstance(state, OpenState) and state.terms.jackpot is not None,
        ),
    )

    def decide(self, world: World, order: Order) -> Decision:
        state = world.table.open_state
        if state.terms.jackpot is None:
            raise refuse("This table is linked to no meter.", law.METER_NAMED)
        _check_table(state)
        return _change(world, order, state, None, at_once=False)


def _change(world: World, order: Order, state: OpenState, jackpot: JackpotTerms | None, *, at_once: bool) -> Decision:
    rules = state.table.game.rules
    if rules.applies(law.LINK_ON_NOTICE) and not at_once:
        due = limits_sign.time_on_sign(world, order, "", law.LINK_ON_NOTICE)
        what = limits_sign.LINK if jackpot is not None else limits_sign.UNLINK
        return limits_sign.post_sign(world, what, law.LINK_ON_NOTICE, due_at=due, sign={"jackpot": jackpot})
    because = rules.only((law.ONE_METER, law.METER_SERVES, law.LINKED_ALIKE)) + rules.readings("K43")
    words = "linked to a meter" if jackpot is not None else "taken off its meter"
    return limits_sign.decide_with_events(world, [TermsChanged(state.terms._replace(jackpot=jackpot), words, because)])


def check_jackpot(
    store: Store, operator: str, table: str, state: TableState, rules: Rules, jackpot: JackpotTerms
) -> None:
    """Refuse to open a table with a jackpot that is not its meter's, or that the table has not joined yet."""
    check_offer(store, operator, rules.game.name, jackpot)
    meter = load_meter(store, operator, jackpot.meter)
    had = None if isinstance(state, UnopenedState) else state.table.game.terms.jackpot
    is_joined = had is not None and had.meter == jackpot.meter
    is_joined = is_joined or begins_with(store, table_stream(operator, table), jackpot.meter, meter)
    if rules.applies(law.LINK_ON_NOTICE) and not is_joined:
        words = "This table is not one of those with which the meter began. Open it without a jackpot, then link it."
        raise refuse(words, law.LINK_ON_NOTICE, *rules.readings("K43"))
    for name, each in meters_of(store, operator).items():
        if name != jackpot.meter and each.is_open and table in each.tables:
            words = say("Table {table} is linked to meter {meter}.", table=table, meter=name)
            raise refuse(words, *(rules.only((law.ONE_METER,)) or (law.METER_NAMED,)))


def begins_with(store: Store, table: Stream, name: str, meter: MeterState) -> bool:
    """Whether a table is one of those with which a meter began, and has not been linked to it yet: one that left it
    comes back after a sign, as any other."""
    if table.table not in meter.tables:
        return False
    opened = log.EventQuery(table.operator, (log_name(MeterOpened),), meter_stream(table.operator, name).name)
    (began,) = log.find_last_events(store, opened, 1)
    kinds = (log_name(TableOpened), log_name(TermsChanged))
    linked = log.EventQuery(table.operator, kinds, table.name, holding=(f'"meter":"{name}"',), after=began.position)
    return not log.find_last_events(store, linked, 1)


def check_offer(store: Store, operator: str, game: str, jackpot: JackpotTerms) -> MeterTerms:
    """Refuse a jackpot that is not that of its meter: tables on one meter offer it alike."""
    state = load_meter(store, operator, jackpot.meter) if jackpot.meter else MeterState()
    if not state.is_open:
        words = "A table with a jackpot is linked to a meter in operation. Open the meter first."
        raise refuse(words, law.METER_NAMED)
    terms = terms_of(state)
    rules = terms.rules(game) if edition_of(game) == edition_of(terms.games[0]) else terms.rules()
    if game not in terms.games:
        words = say("Meter {meter} is for {games}.", meter=jackpot.meter, games=", ".join(terms.games))
        raise refuse(words, *rules.only((law.LINKED_ALIKE, law.LINKED_PAYS)))
    offer = terms.offer(jackpot.meter)
    if offer.price_cents != jackpot.price_cents:
        words = say("A wager on this meter costs {price}.", price=money.dollars(offer.price_cents))
        raise refuse(words, *rules.only((law.LINKED_ALIKE, law.LINKED_PRICE)))
    if (offer.option, offer.bonus_cents) != (jackpot.option, dict(jackpot.bonus_cents)):
        words = say("This meter pays by option {option}.", option=offer.option)
        raise refuse(words, *rules.only((law.LINKED_ALIKE, law.LINKED_PAYS)))
    if (offer.method, offer.linked) != (jackpot.method, jackpot.linked):
        words = "Tables on this meter use the dealing method and the rate of the meter."
        raise refuse(words, *rules.only((law.LINKED_ALIKE, law.LINKED_RATE, law.METHOD_B_WHEN_LINKED)))
    return terms
