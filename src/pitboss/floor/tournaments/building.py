"""The conditions of a tournament, built part by part, checked and published (Star Pontoon 20.4, Crown 14.2 and 14.4),
and the people who run it."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from pitboss import law
from pitboss.floor.operators import house_games
from pitboss.floor.people import permission, staff
from pitboss.floor.service.clock import is_stamp
from pitboss.floor.service.commands import Actor, CommandNeeds, Decision, Order, World, check_said, refuse
from pitboss.floor.service.forms import AMOUNTS, MOMENT, CommandForm, FieldPrompt
from pitboss.floor.tournaments import state as tournaments
from pitboss.law.edition import ReadingEntry
from pitboss.messages import message, say
from pitboss.play.wager import Refused
from pitboss.tournament.conditions import (
    MOST_SEATS,
    SECOND_CHANCES,
    Conditions,
    LimitStep,
    SecondChance,
    SessionPlan,
    check_conditions,
    has_tournaments,
    items_of,
)
from pitboss.value import log_name

BUILDER, DESK, FRONT = "tournament-builder", "tournament-desk", "tournaments"
"""The places of forms: the conditions while they are built, the director's desk, the list of tournaments."""
PARTS = message("Conditions")
PEOPLE = message("People")


def _games(who: Actor, _: Any) -> Mapping[str, str]:
    return {name: title for name, title in house_games(who.operator).items() if has_tournaments(law.Rules.of(name))}


class ConditionsSet(tournaments.TournamentEvent, tag="ConditionsSet"):
    """The conditions of a tournament were set, while they are not published."""

    conditions: Conditions
    part: str

    def change(self, state: tournaments.TournamentState, at: str) -> tournaments.TournamentState:
        return state._replace(conditions=self.conditions, status=tournaments.DRAFT)


class ConditionsPublished(tournaments.TournamentEvent, tag="ConditionsPublished"):
    """The conditions were published; from now on entries are taken."""

    rules: ClassVar[law.Because] = (law.TERMS_PUBLISHED,)
    version: str

    def change(self, state: tournaments.TournamentState, at: str) -> tournaments.TournamentState:
        return state._replace(
            status=tournaments.PUBLISHED, version=self.version, wager_seconds=state.given.wager_seconds
        )


class HeadAppointed(tournaments.TournamentEvent, tag="HeadAppointed"):
    """A person was put in charge of the tournament, or made a deputy."""

    person: str
    is_deputy: bool
    because: law.Because

    def change(self, state: tournaments.TournamentState, at: str) -> tournaments.TournamentState:
        if self.is_deputy:
            return state._replace(deputies=(*state.deputies, self.person))
        present = tuple(name for name in state.present if name in (self.person, *state.deputies))
        return state._replace(director=self.person, present=present)


class HeadPresent(tournaments.TournamentEvent, tag="HeadPresent"):
    """The director or a deputy came to the tournament, or left it."""

    person: str
    is_there: bool

    def change(self, state: tournaments.TournamentState, at: str) -> tournaments.TournamentState:
        others = tuple(name for name in state.present if name != self.person)
        return state._replace(present=(*others, self.person) if self.is_there else others)


class DraftTournament(tournaments.TournamentCommand, tag="DraftTournament"):
    """Begin to build the conditions of a tournament."""

    takes: ClassVar = CommandNeeds(seen="the page of tournaments")
    forms: ClassVar = (CommandForm("New tournament", "Begin", places=(FRONT,)),)
    tournament: Annotated[str, FieldPrompt("Short name", "letters, figures and dashes; the log shows it")]
    game: Annotated[str, FieldPrompt("Game", among=_games)]
    title: str

    def decide(self, world: World, order: Order) -> Decision:
        permission.check_id(self.tournament)
        if " " in self.tournament or "/" in self.tournament:
            raise refuse("Choose a name without spaces.", law.ID_RESERVED)
        if tournaments.load_tournament(world.store, order.actor.operator, self.tournament).status:
            raise refuse("There is a tournament of this name. Choose another name.", law.ONCE)
        if self.game not in _games(order.actor, None):
            words = say("The documents of this house have no rules for tournaments of {game}.", game=self.game)
            raise refuse(words, law.TERMS)
        check_said(self.title, "Give the tournament a title.", law.TERMS_PUBLISHED)
        return self.note(order, ConditionsSet(Conditions(self.game, self.title), "title"))


class BuildCommand(tournaments.TournamentCommand):
    """A command that sets a part of the conditions while they are not published."""

    part: ClassVar[str] = ""

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load(world, order)
        if state.status != tournaments.DRAFT:
            raise refuse("The conditions are published: they stand as they are.", law.TERMS_PUBLISHED)
        return self.note(order, ConditionsSet(self.build(state.given, state.rules), self.part))

    def build(self, given: Conditions, rules: law.Rules) -> Conditions:
        """The conditions with this part."""
        said = {name: getattr(self, name) for name in self._fields if name != "tournament"}
        return given._replace(**said)


def _conditions(state: tournaments.TournamentState) -> Conditions:
    return state.given


def check_start(starts_at: str, rules: law.Rules) -> None:
    """Refuse a start that is no time."""
    if not is_stamp(starts_at):
        because: law.Because = rules.only((law.SESSION_STARTS, law.TERMS_START_MOVES))
        raise refuse("Enter a day and a time.", *because)


class SetEntryTerms(BuildCommand, tag="SetEntryTerms"):
    """Set who may enter, when, where, and for which fee."""

    part: ClassVar[str] = "entry"
    forms: ClassVar = (CommandForm("Entry", "Set", places=(BUILDER,), group=PARTS, starts_from=_conditions),)
    starts_at: Annotated[str, FieldPrompt("Starts at", kind=MOMENT)]
    place: Annotated[str, FieldPrompt("Where")]
    entry_fee_cents: Annotated[int, FieldPrompt("Entry fee")] = 0
    house_fee_cents: Annotated[int, FieldPrompt("Of which the house keeps")] = 0
    least_players: Annotated[int, FieldPrompt("Least players")] = 2
    most_players: Annotated[int, FieldPrompt("Most players")] = MOST_SEATS
    withdraw_hours: Annotated[int, FieldPrompt("Withdrawal until", "hours before the start; 0 for no refund")] = 0
    substitutes: Annotated[bool, FieldPrompt("Substitutes are allowed")] = False
    agree: Annotated[bool, FieldPrompt("Players agree in writing")] = True
    may_refuse: Annotated[bool, FieldPrompt("The house may refuse any entry")] = False
    criteria: Annotated[str, FieldPrompt("Criteria of selection", "leave empty if there are none")] = ""
    notice_minutes: Annotated[int, FieldPrompt("Reasonable notice", "in minutes")] = 30

    def build(self, given: Conditions, rules: law.Rules) -> Conditions:
        check_start(self.starts_at, rules)
        return super().build(given, rules)


class SetChipTerms(BuildCommand, tag="SetChipTerms"):
    """Set the chips that players begin with, what they cost and what they are redeemed for."""

    part: ClassVar[str] = "chips"
    forms: ClassVar = (CommandForm("Chips", "Set", places=(BUILDER,), group=PARTS, starts_from=_conditions),)
    chips_cents: Annotated[int, FieldPrompt("Chips at the start of a session")]
    buy_in_cents: Annotated[int, FieldPrompt("Price of these chips", "0 if they are allotted")] = 0
    redeem_percent: Annotated[int, FieldPrompt("Cash value", "per cent of the face; 0 for none")] = 0
    denominations: Annotated[
        tuple[int, ...], FieldPrompt("Chips of the tournament", "in dollars, as in 5, 25, 100", kind=AMOUNTS)
    ] = Conditions._field_defaults["denominations"]


class SetWagerTerms(BuildCommand, tag="SetWagerTerms"):
    """Set the limits, the order of wagering, pass cards and undisclosed wagers."""

    part: ClassVar[str] = "wagers"
    forms: ClassVar = (CommandForm("Wagers", "Set", places=(BUILDER,), group=PARTS, starts_from=_conditions),)
    minimum_cents: Annotated[int, FieldPrompt("Minimum")]
    maximum_cents: Annotated[int, FieldPrompt("Maximum")]
    wager_seconds: Annotated[int, FieldPrompt("Seconds for a wager", "0 for no limit")] = 0
    pass_cards: Annotated[int, FieldPrompt("Pass cards", "for each player in a session")] = 0
    undisclosed: Annotated[int, FieldPrompt("Undisclosed wagers", "for each player in a session")] = 0
    in_turn: Annotated[bool, FieldPrompt("Players wager in order, from the marker")] = False
    from_marker: Annotated[bool, FieldPrompt("Cards are dealt from the marker")] = False


class AddLimitStep(BuildCommand, tag="AddLimitStep"):
    """Say that the limits move after a number of rounds of each session."""

    part: ClassVar[str] = "limits"
    forms: ClassVar = (CommandForm("Higher limits", "Add", places=(BUILDER,), group=PARTS),)
    after_rounds: int
    minimum_cents: Annotated[int, FieldPrompt("Minimum")]
    maximum_cents: Annotated[int, FieldPrompt("Maximum")]

    def build(self, given: Conditions, rules: law.Rules) -> Conditions:
        step = LimitStep(self.after_rounds, self.minimum_cents, self.maximum_cents)
        others = (each for each in given.steps if each.after_rounds != step.after_rounds)
        return given._replace(steps=tuple(sorted((*others, step), key=lambda each: each.after_rounds)))


class PlanSession(BuildCommand, tag="PlanSession"):
    """Plan a session; one of the same number is replaced."""

    part: ClassVar[str] = "sessions"
    forms: ClassVar = (CommandForm("Session", "Plan", places=(BUILDER,), group=PARTS),)
    number: int
    name: str
    rounds: Annotated[int, FieldPrompt("Rounds", "0 if it lasts by the clock")] = 0
    minutes: Annotated[int, FieldPrompt("Minutes", "0 if it lasts by rounds")] = 0
    tables: int = 1
    seats: Annotated[int, FieldPrompt("Seats at a table")] = MOST_SEATS
    advance: Annotated[int, FieldPrompt("Players of each table who go on", "of the last session: places")] = 1
    best_losers: Annotated[int, FieldPrompt("More players who go on", "by their chips")] = 0

    def build(self, given: Conditions, rules: law.Rules) -> Conditions:
        if not 1 <= self.number <= len(given.sessions) + 1:
            raise refuse("Plan the sessions in their order.", law.TERMS_STRUCTURE)
        said = {name: getattr(self, name) for name in SessionPlan._fields}
        plans = [*given.sessions]
        plans[self.number - 1 : self.number] = [SessionPlan(**said)]
        return given._replace(sessions=tuple(plans))


class OfferSecondChance(BuildCommand, tag="OfferSecondChance"):
    """Let players buy back in, or buy more chips where the rules leave that to the terms."""

    part: ClassVar[str] = "second chances"
    forms: ClassVar = (CommandForm("Buy-back, re-buy, add-on", "Offer", places=(BUILDER,), group=PARTS),)
    kind: Annotated[str, FieldPrompt("Kind", among=SECOND_CHANCES)]
    price_cents: Annotated[int, FieldPrompt("Price")]
    chips_cents: Annotated[int, FieldPrompt("Chips")]
    most: Annotated[int, FieldPrompt("How often")] = 1
    until: Annotated[int, FieldPrompt("Up to session")] = 1

    def build(self, given: Conditions, rules: law.Rules) -> Conditions:
        said = {name: getattr(self, name) for name in SecondChance._fields}
        others = (chance for chance in given.chances if chance.kind != self.kind)
        return given._replace(chances=(*others, SecondChance(**said)))


def _parts(_: Actor, state: Any) -> dict[str, str]:
    """The parts of conditions that can be taken out again."""
    given: Conditions = state.given
    last = {f"session {len(given.sessions)}": given.sessions[-1].name} if given.sessions else {}
    chances = {f"chance {each.kind}": SECOND_CHANCES.get(each.kind, each.kind) for each in given.chances}
    steps = {
        f"limits {each.after_rounds}": say("The limits after {rounds} rounds", rounds=each.after_rounds)
        for each in given.steps
    }
    return {**last, **chances, **steps}


class TakeOutPart(BuildCommand, tag="TakeOutPart"):
    """Take the last session, a second chance or a move of the limits out of the conditions again."""

    part: ClassVar[str] = "taken out"
    forms: ClassVar = (
        CommandForm("Take out", places=(BUILDER,), group=PARTS, needs=lambda who, state: bool(_parts(who, state))),
    )
    what: Annotated[str, FieldPrompt("Session, second chance or limits", among=_parts)]

    def build(self, given: Conditions, rules: law.Rules) -> Conditions:
        kind, _, name = self.what.partition(" ")
        match kind:
            case "session" if given.sessions and name == str(len(given.sessions)):
                return given._replace(sessions=given.sessions[:-1])
            case "chance" if any(each.kind == name for each in given.chances):
                return given._replace(chances=tuple(each for each in given.chances if each.kind != name))
            case "limits" if any(str(each.after_rounds) == name for each in given.steps):
                return given._replace(steps=tuple(each for each in given.steps if str(each.after_rounds) != name))
        raise refuse("The conditions have no such part.", law.TERMS_PROVISION)


class SetPrizes(BuildCommand, tag="SetPrizes"):
    """Set how the pool is divided, and what the house guarantees and adds."""

    part: ClassVar[str] = "prizes"
    forms: ClassVar = (CommandForm("Prizes", "Set", places=(BUILDER,), group=PARTS, starts_from=_conditions),)
    shares: Annotated[tuple[int, ...], FieldPrompt("Per cent of the pool for each place", "first place first")]
    guarantee_cents: Annotated[int, FieldPrompt("Guaranteed pool")] = 0
    guarantee_players: Annotated[int, FieldPrompt("Guaranteed if at least so many enter")] = 0
    added_cents: Annotated[int, FieldPrompt("The house adds")] = 0
    goods: Annotated[str, FieldPrompt("Goods and services added")] = ""


def _provisions(_: Actor, state: Any) -> Mapping[str, str]:
    items = items_of(state.rules.edition.name)
    return {
        f"{item.rule} {choice}": f"{item.title}: {words}" for item in items for choice, words in item.offers.items()
    }


class ChooseProvision(BuildCommand, tag="ChooseProvision"):
    """Choose a provision where the rules leave something open."""

    part: ClassVar[str] = "provisions"
    forms: ClassVar = (
        CommandForm(
            "Provision",
            "Choose",
            places=(BUILDER,),
            group=PARTS,
            needs=lambda _, state: any(item.offers for item in items_of(state.rules.edition.name)),
        ),
    )
    provision: Annotated[str, FieldPrompt("Provision", among=_provisions)]

    def build(self, given: Conditions, rules: law.Rules) -> Conditions:
        rule, _, choice = self.provision.partition(" ")
        item = next((each for each in items_of(rules.edition.name) if each.rule == rule), None)
        if item is None or choice not in item.offers:
            words = "The rules leave no such provision open. Choose one of those that are offered."
            raise refuse(words, law.TERMS_PROVISION, law.TERMS_RULES_PREVAIL)
        return given._replace(provisions={**given.provisions, rule: choice})


def _switches(_: Actor, state: Any) -> Mapping[str, str]:
    return {name: entry.question for name, entry in _tournament_readings(state.rules).items()}


def _tournament_readings(rules: law.Rules) -> Mapping[str, ReadingEntry]:
    """The readings of the tournament section that have a switch."""
    section = rules.edition.clauses
    found = (entry for entry in rules.edition.readings.values() if entry.switch)
    return {entry.switch: entry for entry in found if any(section[n].topic == "tournament" for n in entry.clauses)}


class TakeReading(BuildCommand, tag="TakeReading"):
    """Take an unclear clause of the tournament rules another way."""

    part: ClassVar[str] = "readings"
    forms: ClassVar = (
        CommandForm(
            "Reading", "Take", places=(BUILDER,), group=PARTS, needs=lambda _, state: bool(_switches(_, state))
        ),
    )
    switch: Annotated[str, FieldPrompt("Unclear clause", among=_switches)]
    choice: Annotated[str, FieldPrompt("Reading")]

    def build(self, given: Conditions, rules: law.Rules) -> Conditions:
        entry = _tournament_readings(rules).get(self.switch)
        choices = {str(choice).lower(): choice for choice in entry.choices} if entry is not None else {}
        if self.choice.lower() not in choices:
            words = say("Choose one of {choices}.", choices=", ".join(choices) or "the readings that have a switch")
            raise refuse(words, law.TERMS_PROVISION)
        return given._replace(readings={**given.readings, self.switch: choices[self.choice.lower()]})


class PublishConditions(tournaments.TournamentCommand, tag="PublishConditions"):
    """Publish the conditions of a tournament, once they are complete and keep to the rules."""

    takes: ClassVar = CommandNeeds(rule=law.TERMS_PUBLISHED, seen="the page of the tournament")
    forms: ClassVar = (CommandForm("Publish the conditions", "Publish", places=(BUILDER,)),)

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load(world, order)
        if state.status != tournaments.DRAFT:
            raise refuse("The conditions are published already.", law.ONCE)
        for no in check_conditions(state.given, state.rules):
            raise Refused(no)
        return self.note(order, ConditionsPublished(state.rules.edition.version))


class AppointHead(tournaments.TournamentCommand, tag="AppointHead"):
    """Put a person in charge of the tournament; a deputy acts for them where the rules have deputies."""

    takes: ClassVar = CommandNeeds(seen="the page of the tournament")
    forms: ClassVar = (
        CommandForm(
            "In charge",
            "Appoint",
            places=(BUILDER, DESK),
            group=PEOPLE,
            needs=tournaments.while_status(tournaments.DRAFT, tournaments.PUBLISHED, tournaments.RUNNING),
        ),
    )
    person: Annotated[str, FieldPrompt("Member of the staff")]
    is_deputy: Annotated[bool, FieldPrompt("As a deputy")] = False

    def decide(self, world: World, order: Order) -> Decision:
        state, operator = self.load(world, order), order.actor.operator
        role = staff.role_of(world.store, operator, self.person)[0]
        if not role or not permission.may(Actor(operator, self.person, role), log_name(NotePresence)):
            raise refuse(
                say("{person} has no rank that runs a tournament.", person=self.person),
                *tournaments.head_rules(state.rules),
            )
        because: law.Because = tournaments.head_rules(state.rules)
        if self.is_deputy:
            because = state.rules.only((law.DEPUTIES,))
            if not because:
                raise refuse("This document has no deputies: the head of the tournament acts alone.", law.MANAGER_RULES)
            tournaments.check_director(state, order)
        if self.person in (state.director, *state.deputies):
            raise refuse("This person is appointed already.", law.ONCE)
        return self.note(order, HeadAppointed(self.person, self.is_deputy, because))


class NotePresence(tournaments.TournamentCommand, tag="StandBy"):
    """Come to the tournament as its head or a deputy, or leave it."""

    forms: ClassVar = (
        CommandForm(
            "I am here",
            "Note",
            places=(DESK,),
            group=PEOPLE,
            needs=tournaments.while_status(tournaments.PUBLISHED, tournaments.RUNNING),
        ),
    )
    is_there: Annotated[bool, FieldPrompt("Present")] = True

    def decide(self, world: World, order: Order) -> Decision:
        state = self.load(world, order, tournaments.PUBLISHED, tournaments.RUNNING)
        tournaments.check_director(state, order)
        if (order.actor.person in state.present) == self.is_there:
            raise refuse("This is already noted.", law.ONCE)
        return self.note(order, HeadPresent(order.actor.person, self.is_there))


def is_headed(state: tournaments.TournamentState) -> bool:
    """Say whether the director is present, or a deputy where a deputy stands in (K50)."""
    if state.rules_as_read.reading("deputyStandsIn", otherwise=True):
        return bool(state.present)
    return state.director in state.present


def check_present(state: tournaments.TournamentState) -> None:
    """Refuse to play on while neither the director nor a deputy is there, where the rules want one to stay."""
    because = state.rules.only((law.DIRECTOR_PRESENT,))
    if because and not is_headed(state):
        grounds = (*because, law.DEPUTIES, *state.rules.readings("K50"))
        raise refuse("Neither the director nor a deputy is present. Play waits until one is.", *grounds)


def check_going(state: tournaments.TournamentState, table: str) -> None:
    """Refuse to play on at a table while a dispute waits for its ruling, or the director is away."""
    if state.open_matter(table) is not None:
        because = state.rules.only((law.MANAGER_RULES, law.TERMS_FINAL))
        raise refuse("Play waits for the ruling on a dispute.", *because)
    check_present(state)
