"""Asking the person at the keyboard, and explaining. What is offered comes from a need, and an answer that the gate
turns down is answered with the gate's own words and clauses; what comes back can be applied."""

from collections.abc import Mapping, Sequence
from functools import partial

from rich.console import Console
from rich.text import Text

from pitboss.cli.keyboard import (
    ALL_LEAVE,
    BUY,
    DECLINE,
    ENTER,
    IN_FULL,
    LEAVE,
    OPENED,
    SIT,
    SIT_OUT,
    TURN,
    WHY,
    GotUp,
    Keyboard,
    Left,
    bets_words,
    decision_line,
    keys_line,
    offers_line,
    option_keys,
    option_name,
    option_words,
    parse_wagers,
)
from pitboss.cli.results import document_name, opening_lines, pay_table, reasons
from pitboss.cli.shoe import Opened
from pitboss.cli.table import Bet, Seat
from pitboss.law import Because
from pitboss.law.rules import Rules
from pitboss.money import Stake, dollars, parse_dollars
from pitboss.play import Refused, Round, fold, refusal
from pitboss.play.acts import Call, Decide, Lapse, Place, Rule, Sit, Turn
from pitboss.play.box import box_of
from pitboss.play.needs import (
    CallNeed,
    CardsNeed,
    CutNeed,
    DecisionNeed,
    Offer,
    Option,
    RulingNeed,
    TurnNeed,
    WagersNeed,
)
from pitboss.play.round import Game
from pitboss.play.terms import spot_words
from pitboss.report.settlements import is_shared, phrase

LEAVING = f"{LEAVE} leaves: the rules decide for players who are gone, and the dealer plays the round to its end."


class Explaining:
    """Explains on the screen, and refuses where errors are said."""

    def __init__(self, screen: Console, rules: Rules, *, errors: Console) -> None:
        self.screen = screen
        self.rules = rules
        self.errors = errors
        self.opened: Opened | None = None
        """The shuffle that was opened last."""

    def refuse(self, no: ValueError | Refused) -> None:
        """Say why something is not taken, in the gate's words and with its clauses."""
        text = Text(str(no), "yellow")
        cited = self.cited(no.because) if isinstance(no, Refused) else ""
        self.errors.print(text.append(f" ({cited})" if cited else ""))

    def cited(self, because: Because) -> str:
        """The clauses behind something, with the document; nothing where there are none."""
        cited = self.rules.cite(because)
        return f"{document_name(self.rules)} {', '.join(cited)}" if cited else ""

    def ground(self, what: str, because: Because) -> None:
        """Say the rules behind something."""
        self.screen.print(Text(what, "bold"))
        self.screen.print(reasons(self.rules, because))

    def options(self, options: Sequence[Option]) -> None:
        """Say what each option is, and what becomes of a player who leaves."""
        for option in options:
            self.ground(option_name(option), option.because)
        self.screen.print(LEAVING, style="dim")

    def table(self, round: Round, offers: Sequence[Offer], last: Round | None) -> None:
        """How wagers are typed, what they pay, and why the last round went as it did."""
        first, others = offers[0].spot, [offer.spot for offer in offers[1:]]
        more = f"; {' or '.join(others)} by name, as in 50 {others[0].split('-')[-1]}" if others else ""
        more += " 5" if others and offers[1].least_cents < offers[1].most_cents else ""
        self.screen.print(Text(f"Type an amount for the {first}, as in 50 or {first} 50{more}."))
        self.screen.print(Text(f"For another area add @ and its number, as in 50 @{round.game.terms.areas} 25."))
        if is_shared(round):
            self.screen.print(Text(f"{SIT} 4 takes the seat at area 4, if nobody has it."))
        if self.opened is not None:
            self.screen.print(Text(f"{OPENED} shows the shuffle that was opened last."))
        self.screen.print(Text(f"{LEAVE} leaves, and {ALL_LEAVE} leaves with everybody."))
        self.screen.print(pay_table(self.rules))
        for settled in last.settlements if last else ():
            what = f"{settled.patron}'s {spot_words(settled.spot)} {settled.result.value}, because"
            self.ground(what, settled.because)

    def shuffle(self) -> None:
        """Show the shuffle that was opened last, whole."""
        if self.opened is None:
            self.screen.print("No shuffle has been opened yet: an order is shown when none of it is still to come.")
        else:
            self.screen.print(opening_lines(self.opened, whole=True))


Bets = tuple[Bet, ...]


class Asking:
    """Puts what the rules await to the person at the keyboard, and explains it when asked."""

    def __init__(self, screen: Console, keyboard: Keyboard, rules: Rules, *, errors: Console) -> None:
        self.screen = screen
        self.keyboard = keyboard
        self.errors = errors
        self.explains = Explaining(screen, rules, errors=errors)

    def _read(self) -> str:
        """What is typed; a player may always leave, and so may all."""
        typed = self.keyboard.read().lower()
        if typed == ALL_LEAVE:
            raise Left
        if typed == LEAVE:
            raise GotUp
        return typed

    # Wagers.

    def wagers(self, seat: Seat, round: Round, need: WagersNeed, *, last: Round | None) -> tuple[Place, ...] | Sit:
        """The opening wagers of a player, none if they sit the round out; or the seat that they go to first."""
        least = tuple(Bet(area, need.offers[0].spot, need.offers[0].least_cents) for area in seat.areas)
        usual = seat.again or _completed(seat, round, need, least)
        while True:
            self.screen.print(offers_line(seat, round, need.offers, self.screen.width))
            self._say({ENTER: bets_words(usual, seat.area), SIT_OUT: "sit out", BUY: "rebuy", WHY: "help"})
            typed = self._read()
            if typed == SIT_OUT:
                return ()
            if typed == BUY:
                self._buy_in(seat)
            elif typed == WHY:
                self.explains.table(round, need.offers, last)
            elif typed == OPENED:
                self.explains.shuffle()
            else:
                try:
                    if typed.split()[:1] == [SIT] and is_shared(round):
                        return _sit(seat, round, need, typed)
                    bets = parse_wagers(typed, need.offers, seat.area) if typed else usual
                    return self._place(seat, round, need, _completed(seat, round, need, bets))
                except (ValueError, Refused) as no:
                    self.explains.refuse(no)

    def _place(self, seat: Seat, round: Round, need: WagersNeed, bets: Bets) -> tuple[Place, ...]:
        acts = _places(seat, need, bets)
        after = fold(round, acts)
        if not _is_ready(after) and (no := refusal(after, Call("no-more-bets"))) is not None:
            raise Refused(no)
        _check_purse(seat, round, sum(bet.cents for bet in bets))
        seat.again = bets
        return acts

    # The cut.

    def cut(self, seat: Seat, need: CutNeed) -> int | Lapse | None:
        """How deep a player cuts, nothing for wherever chance has it; or that they do not."""
        cited = self.explains.cited(need.because)
        while True:
            self.screen.print(Text().append(seat.name, "bold").append(f" is to cut the cards ({cited})."))
            anywhere = {ENTER: "anywhere", f"{need.least} to {need.most}": "cards deep"}
            self._say(anywhere | {DECLINE: "decline", WHY: "why"})
            typed = self._read()
            if not typed:
                return None
            if typed == DECLINE:
                return Lapse(need.id, "refuses")
            if typed == WHY:
                self.explains.ground("The cut", need.because + need.depth)
            elif typed.isdecimal() and need.least <= int(typed[:9]) <= need.most:
                return int(typed)
            else:
                said = f"The cutting card goes {need.least} to {need.most} cards deep."
                self.explains.refuse(ValueError(f"{said} ({self.explains.cited(need.depth)})"))

    # Decisions.

    def decision(
        self, seat: Seat, round: Round, need: DecisionNeed, turn: TurnNeed | None = None
    ) -> Decide | Turn | None:
        """What a player decides, or that they turn their cards up first; nothing if they let it pass."""
        keys = option_keys(need.options)
        while True:
            usual = partial(_usual_cents, round.game, seat.free_cents(round))
            offered = option_words(keys, usual)
            offered |= {TURN: "turn the cards up, to play on"} if turn is not None else {}
            offered |= {ENTER: "go on"} if need.optional and ENTER not in keys else {}
            self._say(offered | {WHY: "why"}, lead=decision_line(seat, round, need))
            key, _, rest = self._read().partition(" ")
            option = keys.get(key) or next((o for o in need.options if len(key) > 1 and o.name.startswith(key)), None)
            if key == ENTER and option is None and need.optional:
                return None
            if key == BUY:
                self._buy_in(seat)
            elif key == TURN and turn is not None:
                return Turn(turn.id)
            elif key == WHY:
                self.explains.options(need.options)
            elif option is None:
                known = ", ".join(key or "Enter" for key in keys)
                self.explains.refuse(ValueError(f"Type one of {known}; {WHY} says what each is."))
            else:
                try:
                    return _decide(seat, round, need, option, rest)
                except (ValueError, Refused) as no:
                    self.explains.refuse(no)

    def ruling(self, need: RulingNeed) -> Rule:
        """A ruling: nobody of rank is at a practice table, so the person at the keyboard rules for them."""
        keys = option_keys(need.options)
        while True:
            self.screen.print(Text(f"{phrase(need.rank)}: {need.question}", "bold"))
            self._say(option_words(keys, lambda option: option.least_cents))
            typed = self._read()
            if typed in keys:
                return Rule(need.id, need.rank, keys[typed].name)
            self.explains.options(need.options)

    def _say(self, keys: Mapping[str, str], *, lead: Text | None = None) -> None:
        """Say what may be typed, each key with what it does, after a few words if there are some."""
        keys = {**keys, LEAVE: "leave"}
        self.screen.print(keys_line(keys, self.screen.width, lead=lead))

    def _buy_in(self, seat: Seat) -> None:
        seat.buy_in()
        self.screen.print(f"{dollars(seat.buy_in_cents)} more in practice chips for {seat.name}.", markup=False)


def _sit(seat: Seat, round: Round, need: WagersNeed, typed: str) -> Sit:
    """Read `sit 4`."""
    number = typed.removeprefix(SIT).strip()
    if not number.isdecimal() or not 0 < int(number[:9]) <= round.game.terms.areas:
        raise ValueError(f"Type {SIT} and an area from 1 to {round.game.terms.areas}.")
    if box_of(round.boxes, int(number)).seated == seat.name:
        raise ValueError(f"{seat.name} sits there already.")
    act = Sit(need.id, seat.name, int(number))
    fold(round, (act,))
    return act


def _places(seat: Seat, need: WagersNeed, bets: Bets) -> tuple[Place, ...]:
    return tuple(Place(need.id, seat.name, bet.area, bet.spot, Stake.of(bet.cents)) for bet in bets)


def _is_ready(round: Round) -> bool:
    """Whether the dealer may go on from the wagers as they lie."""
    return any(isinstance(need, CallNeed | CardsNeed) for need in round.needs)


def _completed(seat: Seat, round: Round, need: WagersNeed, bets: Bets) -> Bets:
    """The wagers in the order of the layout, for some need another to be there first.

    Where the rules want one more beside the first and it is plain which, as a Blind equals the Ante, it is among them.
    """
    order = [offer.spot for offer in need.offers]
    bets = tuple(sorted(bets, key=lambda bet: order.index(bet.spot)))
    opener = next((bet for bet in bets if bet.spot == order[0]), None)
    named = [bet.spot for bet in bets]
    for more in ((), *((spot,) for spot in order if opener and spot not in named)):
        added = (opener._replace(spot=spot) for spot in more) if opener else ()
        tried = tuple(sorted((*bets, *added), key=lambda bet: order.index(bet.spot)))
        try:
            if _is_ready(fold(round, _places(seat, need, tried))):
                return tried
        except Refused:
            continue
    return bets


def _usual_cents(game: Game, free: int, option: Option) -> int:
    """What an option takes where nothing is said: the least; of what goes beside a wager all, or what there is."""
    if option.name not in IN_FULL:
        return option.least_cents
    cents = min(option.most_cents, free)
    while cents > option.least_cents and not game.terms.chips.pays_exactly(cents):
        cents -= cents % 100 or 100
    return cents if cents >= option.least_cents else option.most_cents


def _decide(seat: Seat, round: Round, need: DecisionNeed, option: Option, typed: str) -> Decide:
    cents = parse_dollars(typed) if typed else _usual_cents(round.game, seat.free_cents(round), option)
    act = Decide(need.id, seat.name, option.name, Stake.of(cents))
    fold(round, (act,))
    _check_purse(seat, round, cents)
    return act


def _check_purse(seat: Seat, round: Round, cents: int) -> None:
    free = seat.free_cents(round)
    if cents > free:
        said = f"{seat.name} has {dollars(free)} and that takes {dollars(cents)}: {BUY} buys more practice chips."
        raise ValueError(said)
