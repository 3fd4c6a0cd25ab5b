"""A table as its viewer sees it, one value for the API and for pages: the felt, what its viewer may do there and for
how much, with the reason for what they may not, their money, and what became of their wagers in the round before."""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from pitboss import law, ledger
from pitboss.floor.people.permission import PATRON
from pitboss.floor.service.commands import Actor, FloorTable
from pitboss.floor.store import Store
from pitboss.floor.tables.players import still_to_decide
from pitboss.floor.tables.state import FinishedRound, IrregularityStated, OpenState, TableState, players_of
from pitboss.law.rules import Rules
from pitboss.messages import capital, message, phrase, say, translate
from pitboss.money import Stake, dollars
from pitboss.play import Refused, Round, apply, events, fold, irregularity, refusal, terms
from pitboss.play.acts import Call, Decide, Lapse, Place, Sit
from pitboss.play.needs import CallNeed, CardsNeed, DecisionNeed, Option, WagersNeed
from pitboss.play.round import Viewer
from pitboss.play.view import HandView, view
from pitboss.play.wager import Refusal, box_of, seat_of
from pitboss.report.narration import audience_at_table, tell_round
from pitboss.report.settlements import area_of, net_cents
from pitboss.value import Value
from pitboss.web import access, meter_view
from pitboss.web.api import table_data
from pitboss.web.pages.felt import FeltSeen, felt, tell_felt, tone_of

QUICK = (1, 2, 3)
"""Of a stake with a range these multiples of the least are a tap away, where they span it; else the most is."""
GIVES_UP = frozenset({"fold", "surrender", "concede", "forfeit"})
"""The options that end a hand for its player: they look like no other choice."""
USUAL: Mapping[str, tuple[str, ...]] = {"pontoon": ("stand", "draw", "double", "split")}
"""What players look for in a game at every turn, so that what is not offered now says why."""


class WhyNot(Value):
    """Why a person may not do something, in words, with the clauses."""

    words: str
    clauses: tuple[str, ...] = ()
    short: bool = False
    """Whether it is their chips that do not reach."""


def say_refusal(rules: Rules, no: Refusal | None) -> WhyNot | None:
    """A refusal in words, with its clauses."""
    return None if no is None else WhyNot(translate(no.words), rules.cite(rules.only(no.because)))


def _short_of(cents: int, free: int) -> WhyNot | None:
    return (
        None
        if cents <= free
        else WhyNot(say("This takes {amount} and you have {free} in chips.", amount=dollars(cents), free=dollars(free)))
    )


# A patron's decisions.


class Button(Value):
    """A button for a choice and its amount, or why it may not be chosen."""

    option: str
    cents: int
    label: str
    clauses: tuple[str, ...]
    refused: WhyNot | None
    declines: bool = False
    gives_up: bool = False
    """Whether it ends the hand for its player."""
    key: str = ""
    """The key that presses it."""


class MoveSeen(Value):
    """A decision of a player, with a button for each thing that may be done."""

    need: str
    patron: str
    area: int
    title: str
    optional: bool
    declined: bool
    buttons: tuple[Button, ...]
    ranges: tuple[Option, ...]
    """The options whose amounts are free within limits."""
    may_lapse: bool
    stays: str = ""
    """How long an offer that need not be answered stays open."""

    @property
    def only_gives_up(self) -> bool:
        """Whether the player can only end the hand, and the round does not wait for it."""
        return self.optional and all(button.gives_up for button in self.buttons)


def see_move(round: Round, need: DecisionNeed, hands: Sequence[HandView], free: int) -> MoveSeen:
    """A decision, for a player who has so many chips, beside the hands as they are seen."""
    says = hands[need.hand].says if 0 <= need.hand < len(hands) else ""
    rules, buttons = round.game.rules, []
    for option in need.options:
        clauses = rules.cite(option.because)
        for cents in _amounts(round, need, option):
            no = say_refusal(rules, refusal(round, Decide(need.id, need.patron, option.name, Stake.of(cents))))
            label = (
                say("No thanks") if option.declines else phrase(option.name) + (f" {dollars(cents)}" if cents else "")
            )
            no = no or _short_of(cents, free)
            buttons.append(Button(option.name, cents, label, clauses, no, option.declines, option.name in GIVES_UP))
    stays = ""
    if need.optional and not need.declined:
        is_practice = not round.game.terms.money
        stays = say("The dealer waits for your answer.") if is_practice else say("Open until the dealer closes it.")
    return MoveSeen(
        need=need.id,
        patron=need.patron,
        area=need.area,
        title=say("Area {area}", area=need.area) + (f", {says}" if says else ""),
        optional=need.optional,
        declined=need.declined,
        buttons=tuple(_with_keys([*buttons, *_not_offered(round, need)])),
        ranges=tuple(o for o in need.options if o.most_cents > o.least_cents and not o.amounts),
        may_lapse=refusal(round, Lapse(need.id)) is None,
        stays=stays,
    )


def _with_keys(buttons: Sequence[Button]) -> Iterator[Button]:
    """Buttons with the keys that press them: the first letter of each that no other has, else a number."""
    taken: set[str] = set()
    for place, button in enumerate(buttons, start=1):
        letters = [letter for letter in button.label.upper() if letter.isalpha() and letter.isascii()]
        again = any(other.option == button.option for other in buttons[: place - 1])
        key = next((letter for letter in letters if letter not in taken and not again), str(place))
        taken.add(key)
        yield button._replace(key=key)


def _amounts(round: Round, need: DecisionNeed, option: Option) -> Sequence[int]:
    """The stakes that an option has a button for."""
    if option.amounts:
        return option.amounts
    if option.least_cents == option.most_cents:
        return (option.least_cents,)
    near = option.most_cents <= option.least_cents * QUICK[-1]
    tried = [option.least_cents * times for times in QUICK] if near else [option.most_cents]
    acts = [(cents, Decide(need.id, need.patron, option.name, Stake.of(cents))) for cents in tried]
    return [cents for cents, act in acts if refusal(round, act) is None]


def _not_offered(round: Round, need: DecisionNeed) -> Iterator[Button]:
    """What players look for at their turn and are not offered, with what the gate says to it."""
    offered = {option.name for option in need.options}
    usual = USUAL.get(round.game.rules.game.engine, ())
    if not usual or usual[0] not in offered:
        return  # a share in what another calls, not a turn of one's own
    for name in usual:
        if name not in offered:
            no = say_refusal(round.game.rules, refusal(round, Decide(need.id, need.patron, name)))
            yield Button(name, 0, phrase(name), (), no)


# A patron's wagers.


class LaidWager(Value):
    """A wager that lies on a spot, or might."""

    patron: str
    area: int
    spot: str
    words: str
    cents: int


class OfferSeen(Value):
    """A spot that takes wagers, with its limits in words."""

    spot: str
    words: str
    says: str
    least_cents: int
    matches: str = ""
    """The spot whose wager it must equal."""


class Hint(Value):
    """What the wagers on the layout still lack, and the one of their own that can be added at once."""

    words: str
    clauses: tuple[str, ...]
    add: LaidWager | None = None


class RepeatWagers(Value):
    """The wagers of the round before, once more or doubled; or why not."""

    label: str
    area: int
    amounts: tuple[tuple[str, int], ...]
    refused: WhyNot | None
    key: str
    """The key that presses it."""


class Betting(Value, kw_only=True):
    """The opening wagers: where they may go, what they may be, and what of theirs lies there."""

    open: bool
    why: WhyNot | None
    down: tuple[LaidWager, ...]
    staked: int
    need: str = ""
    areas: tuple[WhyNot | None, ...] = ()
    """Of each area, why nothing can be wagered there if so."""
    backs: tuple[str, ...] = ()
    """Of each area where others have wagers, what it means to wager there too."""
    warnings: tuple[WhyNot, ...] = ()
    """Where another player is going to decide for an area that this one came to first."""
    shut: Mapping[str, WhyNot | None] = {}
    """The spots of the layout that no opening wager goes to, each with the reason."""
    at: int = 0
    """The area where they are, else the one nearest the middle at which there is no other player."""
    seat: int = 0
    may_sit: bool = False
    offers: tuple[OfferSeen, ...] = ()
    hint: Hint | None = None
    again: tuple[RepeatWagers, ...] = ()
    here: bool = False


def _betting(state: OpenState, me: str, free_cents: int) -> Betting:
    round = state.round
    need = next((need for need in round.needs if isinstance(need, WagersNeed)), None)
    game, rules, limits = round.game, round.game.rules, round.game.terms.limits
    down = tuple(laid_wagers(round, me))
    staked = sum(wager.cents for wager in down)
    if need is None:
        first = next(iter(limits), "ante")
        no = refusal(round, Place("wagers", me, 1, first, Stake.of(limits[first].minimum_cents)))
        return Betting(open=False, why=say_refusal(rules, no), down=down, staked=staked)
    lowest, least = need.offers[0].spot, Stake.of(need.offers[0].least_cents)

    def why_not(area: int, spot: str) -> WhyNot | None:
        return say_refusal(rules, refusal(round, Place(need.id, me, area, spot, least)))

    areas = tuple(
        None if any(w.area == area and w.spot == lowest for w in down) else why_not(area, lowest)
        for area in range(1, game.terms.areas + 1)
    )
    at = next((player.area for player in state.players if player.patron == me), 0)
    mine = {wager.area for wager in down}
    free = [area for area, refused in enumerate(areas, start=1) if refused is None]
    theirs = {player.area for player in state.players if player.patron != me}
    theirs |= {wager.area for wager in round.wagers if wager.live and wager.patron != me}
    middle = min(free, key=lambda area: (area in theirs, abs(2 * area - game.terms.areas - 1)), default=0)
    offered = {offer.spot for offer in need.offers}
    return Betting(
        open=not state.closing,
        why=WhyNot(say("This table is closing: no more wagers are taken.")) if state.closing else None,
        down=down,
        staked=staked,
        need=need.id,
        areas=areas,
        backs=tuple(
            _backs(round, me, need.id, area) if area in theirs - mine and areas[area - 1] is None else ""
            for area in range(1, game.terms.areas + 1)
        ),
        warnings=tuple(_explain_lost_control(round, down)),
        shut={spot: why_not(1, spot) for spot in game.spots if spot not in offered},
        at=at if at in free else middle,
        seat=seat_of(round.boxes, me),
        may_sit=refusal(round, Sit(need.id, me, at or (free[0] if free else 1))) is None,
        offers=see_offers(need, game.spots),
        hint=_hint(round, need, down, me) if down else None,
        again=() if down else tuple(_repeat_wagers(state, need, me, free_cents)),
        here=bool(at),
    )


def _backs(round: Round, me: str, need: str, area: int) -> str:
    """What it means to wager on an area where others are: who decides, as the wagers would lie."""
    game = round.game
    before = [name for name in game.deciders(round, area) if name != me]
    if not before:
        return ""
    spot, limits = next(iter(game.terms.limits.items()))
    name, most = before[0], max(w.left.cents for w in round.wagers if w.area == area and w.spot == spot)

    def decides(cents: int) -> bool:
        act = Place(need, me, area, spot, Stake.of(cents))
        return refusal(round, act) is None and game.deciders(apply(round, act).round, area)[0] == me

    if decides(limits.minimum_cents):
        return say("{name} is on area {area}. You would decide for it, and {name} is told.", name=name, area=area)
    words = say("You back {name}'s hand on area {area}; {name} decides.", name=name, area=area)
    if decides(most + (limits.unit_cents or 100)):
        words += " " + say(
            "With more than {amount} you would decide, and {name} is told.", amount=dollars(most), name=name
        )
    return words


def _explain_lost_control(round: Round, down: Sequence[LaidWager]) -> Iterator[WhyNot]:
    """Where a player who came later is going to decide (Pontoon 5.6), told while wagers can still be changed."""
    rules = round.game.rules
    for area in dict.fromkeys(wager.area for wager in down):
        first = next(w.patron for w in round.wagers if w.area == area and w.live)
        decider = round.game.deciders(round, area)[0]
        if first != down[0].patron or decider == first:
            continue
        is_seated = box_of(round.boxes, area).seated == decider
        because = law.CONTROL_SEATED if is_seated else law.CONTROL_HIGHEST
        words = say("{name} is going to decide for area {area}.", name=decider, area=area) + " "
        if is_seated:
            words += say("{name} is seated there: back that hand, or take your wager back.", name=decider)
        else:
            most = max(w.left.cents for w in round.wagers if w.area == area and w.patron == decider)
            words += say(
                "To make the decisions yourself, bet more than {amount}; or take your wager back.", amount=dollars(most)
            )
        yield WhyNot(words, rules.cite(rules.only((law.CONTROLLING_PLAYER, because))))


def laid_wagers(round: Round, patron: str = "") -> Iterator[LaidWager]:
    """The wagers that lie on the layout face up, of a player or of all."""
    for w in round.wagers:
        if w.live and not w.face_down and patron in ("", w.patron):
            yield LaidWager(w.patron, w.area, w.spot, terms.spot_words(w.spot), w.left.cents)


def see_offers(need: WagersNeed, spots: Mapping[str, terms.Spot] = MappingProxyType({})) -> tuple[OfferSeen, ...]:
    """The spots that take opening wagers."""
    found = []
    for offer in need.offers:
        if offer.spot in spots and spots[offer.spot].face_down:  # it is written on a form of the tournament
            continue
        least, most = offer.least_cents, offer.most_cents
        limits = dollars(least) if least == most else terms.Limits(least, most, offer.unit_cents).words
        matches = spots[offer.spot].matches if offer.spot in spots else ""
        found.append(OfferSeen(offer.spot, terms.spot_words(offer.spot), limits, least, matches))
    return tuple(found)


def _hint(round: Round, need: WagersNeed, down: Sequence[LaidWager], me: str) -> Hint | None:
    """The wagers that are missing before the dealer may close them."""
    if _is_ready(round):
        return None
    no = say_refusal(round.game.rules, refusal(round, Call("no-more-bets")))
    if no is None:
        return None
    for wager in down:
        for offer in need.offers:
            act = Place(need.id, me, wager.area, offer.spot, Stake.of(wager.cents))
            if refusal(round, act) is None and _is_ready(apply(round, act).round):
                cents, spot = dollars(wager.cents), terms.spot_words(offer.spot)
                add = LaidWager(me, wager.area, offer.spot, spot, wager.cents)
                return Hint(
                    say(
                        "Add a {amount} {spot}: it must match your {wager}.", amount=cents, spot=spot, wager=wager.words
                    ),
                    no.clauses,
                    add,
                )
    return Hint(no.words, no.clauses)


def _is_ready(round: Round) -> bool:
    """Whether the dealer may go on from the wagers as they lie."""
    return any(isinstance(need, CallNeed | CardsNeed) for need in round.needs)


def place_acts(need: str, patron: str, area: int, amounts: Sequence[tuple[str, int]]) -> list[Place]:
    """Wagers as acts."""
    return [Place(need, patron, area, spot, Stake.of(cents)) for spot, cents in amounts]


def first_refusal(round: Round, acts: Sequence[Any]) -> Refusal | None:
    """Why acts are not taken one after the other; nothing if they all are."""
    try:
        for act in acts:
            round = apply(round, act).round
    except Refused as no:
        return no.refusal
    return None


def _repeat_wagers(state: OpenState, need: WagersNeed, me: str, free_cents: int) -> Iterator[RepeatWagers]:
    last, round = last_round(state), state.round
    if last is None:
        return
    spots = last.game.spots
    mine = [w for w in last.wagers if w.patron == me and spots[w.spot].opening and w.stake.pieces]
    if not mine or any(w.area != mine[0].area for w in mine):
        return
    offered = {offer.spot for offer in need.offers}
    for label, times, key in ((say("Repeat"), 1, "R"), (say("Double"), 2, "X")):
        amounts = tuple((w.spot, w.stake.cents * times) for w in mine if w.spot in offered)
        total = sum(cents for _, cents in amounts)
        no = say_refusal(round.game.rules, first_refusal(round, place_acts(need.id, me, mine[0].area, amounts)))
        yield RepeatWagers(f"{label} {dollars(total)}", mine[0].area, amounts, no or _short_of(total, free_cents), key)


# The round before.


class SettlementLine(table_data.SettlementSeen):
    """A settlement, and what it nets; with its area where a reader has wagers on several."""

    net_cents: int
    where: str


class RoundSummary(Value):
    """A round that is over: a line for each settlement that is its reader's to know, and what they come to."""

    number: int
    lines: list[SettlementLine]
    net_cents: int
    """What they come to, with the jackpot prizes that are paid."""
    is_of_all: bool = False
    """Whether its reader is staff, who reads of all players together."""
    prizes: tuple[meter_view.JackpotPrizeSeen, ...] = ()
    """The jackpot prizes that are its reader's to know."""

    @property
    def waits_cents(self) -> int:
        """The jackpot awards that wait for their approval."""
        return sum(prize.cents for prize in self.prizes if prize.state == meter_view.PENDING)

    @property
    def tone(self) -> str:
        """The tone of it for its reader."""
        return tone_of(self.net_cents + self.waits_cents)

    @property
    def headline(self) -> str:
        """The result for its reader in a few words: a jackpot award goes before all else."""
        if self.waits_cents:
            return say("Jackpot: {amount}", amount=dollars(self.waits_cents))
        return self._result

    @property
    def says(self) -> str:
        """The result for its reader, in words."""
        if self.waits_cents:
            words = "{result}, and a jackpot award of {amount} waits for its approval"
            return say(words, result=self._result, amount=dollars(self.waits_cents))
        return self._result

    @property
    def _result(self) -> str:
        amount = dollars(abs(self.net_cents))
        if not self.net_cents:
            return say("Players break even") if self.is_of_all else say("You break even")
        if self.is_of_all:
            won = self.net_cents > 0
            return say("Players win {amount}", amount=amount) if won else say("Players lose {amount}", amount=amount)
        return say("You win {amount}", amount=amount) if self.net_cents > 0 else say("You lose {amount}", amount=amount)


def tell_settlements(round: Round, who: Actor, prizes: tuple[meter_view.JackpotPrizeSeen, ...] = ()) -> RoundSummary:
    """What became of the wagers of a round, and its jackpot prizes; a patron reads of their own."""
    rules = round.game.rules
    mine = [done for done in round.settlements if access.sees_patrons(who) or done.patron == who.person]
    areas = [area_of(round, done.wager) for done in mine]
    several = len(set(areas)) > 1
    lines = [
        SettlementLine(
            **table_data.see_settlement(rules, done), net_cents=net_cents(done), where=where if several else ""
        )
        for done, where in zip(mine, areas, strict=True)
    ]
    sees_all = access.sees_patrons(who)
    theirs = tuple(prize for prize in prizes if sees_all or prize.patron == who.person)
    paid = sum(prize.cents for prize in theirs if prize.state == meter_view.PAID)
    return RoundSummary(round.number, lines, sum(net_cents(done) for done in mine) + paid, sees_all, theirs)


@table_data.RecentCache
def fold_finished(past: FinishedRound) -> Round:
    """A finished round as its acts leave it."""
    return fold(past.opening, past.acts)


def last_round(state: TableState) -> Round | None:
    """The round before the open one, as it stands corrected."""
    return fold_finished(state.past[-1]) if state.past else None


# The table.


class PurseSeen(Value):
    """A patron's chips."""

    free_cents: int
    staked_cents: int


class TableSeen(table_data.TableRow, kw_only=True):
    """A table as its viewer sees it; the parts of a patron's own are empty for others."""

    view: table_data.RoundSeen | None = None
    waits: str = message("This table is closed.")
    """What the round waits for."""
    takes_part: bool = False
    """Whether the viewer is at the table, or had a wager in the round that lies there."""
    purse: PurseSeen | None = None
    moves: tuple[MoveSeen, ...] = ()
    betting: Betting | None = None
    felt: FeltSeen | None = None
    shows_last: bool = False
    """Whether what lies on the felt is the round before."""
    last: RoundSummary | None = None
    irregularities: tuple[str, ...] = ()
    """What went wrong in the round that lies there, and what was done about it."""
    meter: meter_view.TableMeter | None = None
    """The jackpot; nothing where the table offers none."""

    @property
    def is_open(self) -> bool:
        """Whether it is played at."""
        return self.felt is not None


def see_table(store: Store, floor_table: FloorTable, who: Actor) -> TableSeen:
    """A table as a person sees it now."""
    state = floor_table.state  # one moment: the writer may put the next one in its place
    is_patron = who.role == PATRON
    row = table_data.row_of(floor_table, state, who)
    before = last_round(state)
    if before is not None:
        row["last"] = tell_settlements(before, who, meter_view.see_prizes(store, floor_table.stream, before))
    free_cents = 0
    if is_patron:
        balance = store.balance(ledger.Account(who.operator, "patron", who.person, state.unit.name))
        free_cents = balance.free
        row["purse"] = PurseSeen(free_cents, balance.held)
        wagers = (*(state.round.wagers if isinstance(state, OpenState) else ()), *(before.wagers if before else ()))
        there = {wager.patron for wager in wagers} | {player.patron for player in players_of(state)}
        row["takes_part"] = who.person in there
    if isinstance(state, OpenState):
        round, viewer = state.round, table_data.viewer_at(state, who)
        seen = view(round, viewer)
        shown = felt(round, seen, state.players)
        shows_last = shown.is_bare and before is not None
        theirs = [need for need in round.needs if isinstance(need, DecisionNeed) and need.patron == viewer.patron]
        lies = state.past[-1] if shows_last else FinishedRound(state.opening, state.acts)
        row |= {
            "view": table_data.see_round(round, seen, state.deadlines if state.matter is None else {}),
            "waits": waiting_text(round, who, state.suspicion.first),
            "irregularities": tell_irregularities(lies, table_data.viewer_of(who)),
            "moves": tuple(see_move(round, need, seen.hands, free_cents) for need in theirs if viewer.role == PATRON),
            "betting": _betting(state, who.person, free_cents) if is_patron else None,
            "felt": felt(before, view(before, table_data.viewer_of(who)))
            if shows_last and before is not None
            else shown,
            "shows_last": shows_last,
            "meter": meter_view.see_table_meter(store, floor_table, state, who)
            if state.table.game.terms.jackpot
            else None,
        }
        if state.matter is not None:
            row |= _waiting(state, state.matter, row["betting"])
    return TableSeen(**row)


def _waiting(state: OpenState, matter: IrregularityStated, betting: Betting | None) -> dict[str, Any]:
    """A table at which play stands still: no person decides or wagers before a ruling."""
    words = say("Play waits for a ruling: {matter}", matter=matter.words[0].lower() + matter.words[1:])
    rules = state.table.game.rules
    why = WhyNot(f"{words}.", rules.cite(rules.only(matter.because)))
    closed = betting._replace(open=False, why=why) if betting is not None else None
    return {"waits": words, "moves": (), "betting": closed}


def tell_irregularities(past: FinishedRound, viewer: Viewer) -> tuple[str, ...]:
    """The irregularities of a round and their remedies, in plain words; no hidden card is named."""
    if not any(isinstance(act, irregularity.Irregularity) for act in past.acts):
        return ()
    told = tell_round(past.opening, past.acts, audience_at_table(viewer))
    return tuple(
        f"{sentence}."
        for _, __, lines in told
        for sentence, event in lines
        if isinstance(event, events.IrregularityRuled)
    )


def waiting_text(round: Round, who: Actor, first: tuple[str, ...] = ()) -> str:
    """The words for a round's open needs."""
    if ahead := still_to_decide(round, first):
        if who.person in ahead:
            return say("It is your turn")
        names = say(" and ").join(ahead)
        if access.sees_patrons(who):
            return say("Before others touch their cards, waiting for {names}", names=names)
        return say("Waiting for {names}", names=names)
    decisions = [need for need in round.needs if isinstance(need, DecisionNeed)]
    awaited_now = list(dict.fromkeys(need.patron for need in decisions if not need.optional))
    if who.person in awaited_now:
        return say("It is your turn")
    if awaited_now:
        return say("Waiting for {names}", names=say(" and ").join(awaited_now))
    if any(isinstance(need, WagersNeed) for need in round.needs):
        return say("Place your bets")
    own = [option for need in decisions if not need.declined and need.patron == who.person for option in need.options]
    if offered := dict.fromkeys(translate(option.name.replace("-", " ")) for option in own if not option.declines):
        return say("{options}?", options=capital(say(" or ").join(offered)))
    return say("Dealer's turn")


def tell_table(seen: TableSeen, who: Actor) -> Iterator[str]:
    """A table in words, line by line, for a person who listens to it or reads it."""
    if seen.felt is None:
        yield translate(seen.waits)
        return
    yield say("Round {round}. {waits}.", round=seen.round, waits=seen.waits)
    yield from seen.irregularities
    if seen.shows_last:
        yield say("The layout shows round {round}, which is {ended}.", round=seen.felt.number, ended=seen.felt.ended)
    yield from tell_felt(seen.felt, who)
    if seen.meter is not None:
        yield from meter_view.tell_meter(seen.meter)
    last, own = seen.last if seen.shows_last else None, f"{who.person}'s "
    told = (last.lines, last.prizes) if last is not None else ((), ())
    for words in (*(line["words"] for line in told[0]), *(prize.words for prize in told[1])):
        yield f"{words.replace(own, 'Your ', 1) if words.startswith(own) else words}."
