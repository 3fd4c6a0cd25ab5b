"""Asking the person at the keyboard. What is offered comes from a need, and an answer that the gate turns down is
answered with the gate's own words and clauses; what comes back can be applied."""

from collections.abc import Mapping, Sequence

from rich.console import Console
from rich.text import Text

from pitboss.cli import felt
from pitboss.cli.keyboard import BUY, GET_UP, LEAVE, SIT_OUT, WHY, Keyboard, Left, amount, option_keys, parse_wagers
from pitboss.cli.seat import Seat
from pitboss.law import Because
from pitboss.law.rules import Rules
from pitboss.money import Stake, dollars, parse_dollars
from pitboss.play import Refused, Round, fold, refusal
from pitboss.play.acts import Call, Decide, Place, Rule
from pitboss.play.needs import CallNeed, CardsNeed, DecisionNeed, Offer, Option, RulingNeed, WagersNeed
from pitboss.play.terms import spot_words
from pitboss.report.acts import write_dollars
from pitboss.report.words import phrase

Wagers = tuple[tuple[str, int], ...]
LEAVING = f"{LEAVE} leaves: the rules decide for players who are gone, and the dealer plays the round to its end."


class GotUp(Exception):
    """One player leaves between rounds; the others go on."""


class Asking:
    """Puts what the rules await to the person at the keyboard, and explains it when asked."""

    def __init__(self, screen: Console, keyboard: Keyboard, rules: Rules, *, errors: Console) -> None:
        self.screen = screen
        self.keyboard = keyboard
        self.rules = rules
        self.errors = errors

    def wagers(
        self, seat: Seat, round: Round, need: WagersNeed, *, several: bool, last: Round | None
    ) -> tuple[Place, ...]:
        """The opening wagers of a player; none if they sit the round out."""
        while True:
            usual = seat.again or _completed(seat, round, need, ((need.offers[0].spot, need.offers[0].least_cents),))
            self._say_offers(seat, round, need.offers, usual, several=several)
            typed = self.keyboard.read().lower()
            if typed == LEAVE:
                raise Left
            if typed == GET_UP and several:
                raise GotUp
            if typed == SIT_OUT:
                return ()
            if typed == BUY:
                self._buy_in(seat)
            elif typed == WHY:
                self._explain_table(need.offers, last)
            else:
                try:
                    wagers = parse_wagers(typed, need.offers) if typed else usual
                    return self._place(seat, round, need, _completed(seat, round, need, wagers))
                except (ValueError, Refused) as no:
                    self._refuse(no)

    def _place(self, seat: Seat, round: Round, need: WagersNeed, wagers: Wagers) -> tuple[Place, ...]:
        acts = _places(seat, need, wagers)
        after = fold(round, acts)
        if not _is_ready(after) and (no := refusal(after, Call("no-more-bets"))) is not None:
            raise Refused(no)
        _check_purse(seat, round, sum(cents for _, cents in wagers))
        seat.again = wagers
        return acts

    def decision(self, seat: Seat, round: Round, need: DecisionNeed) -> Decide | None:
        """What a player decides; nothing if the decision is optional and they let it pass."""
        keys = option_keys(need.options)
        while True:
            self._say_options(seat, round, keys, optional=need.optional)
            key, _, rest = self.keyboard.read().lower().partition(" ")
            option = keys.get(key) or next((o for o in need.options if o.name == key), None)
            if not key and need.optional:
                return None
            if key == LEAVE:
                raise Left
            if key == BUY:
                self._buy_in(seat)
            elif key == WHY:
                self._explain_options(need.options)
                self.screen.print(LEAVING, style="dim")
            elif option is None:
                self._refuse(ValueError(f"Type one of {', '.join(keys)}; {WHY} says what each is."))
            else:
                try:
                    return _decide(seat, round, need, option, rest)
                except (ValueError, Refused) as no:
                    self._refuse(no)

    def ruling(self, need: RulingNeed) -> Rule:
        """A ruling: nobody of rank is at a practice table, so the person at the keyboard rules for them."""
        keys = option_keys(need.options)
        while True:
            self.screen.print(Text(f"{phrase(need.rank)}: {need.question}", "bold"))
            self.screen.print(_keys_line(_option_words(keys)))
            typed = self.keyboard.read().lower()
            if typed == LEAVE:
                raise Left
            if typed in keys:
                return Rule(need.id, need.rank, keys[typed].name)
            self._explain_options(need.options)

    # What is said.

    def _say_offers(self, seat: Seat, round: Round, offers: Sequence[Offer], usual: Wagers, *, several: bool) -> None:
        line = Text(seat.name, "bold").append(f" has {dollars(seat.free_cents(round))} in practice chips.", "not bold")
        for offer in offers:
            line.append(f"  {spot_words(offer.spot)} {amount(offer.least_cents, offer.most_cents)}", "not bold")
        same = ", ".join(f"{spot_words(spot)} {dollars(cents)}" for spot, cents in usual)
        keys = {"Enter": same, SIT_OUT: "sit out", BUY: "rebuy", WHY: "help", LEAVE: "leave"}
        if several:
            keys |= {GET_UP: "get up", LEAVE: "all leave"}
        self.screen.print(line)
        self.screen.print(_keys_line(keys))

    def _say_options(self, seat: Seat, round: Round, keys: Mapping[str, Option], *, optional: bool) -> None:
        words = _option_words(keys) | ({"Enter": "go on"} if optional else {})
        line = Text(seat.name, "bold").append(f" has {dollars(seat.free_cents(round))} left.  ", "not bold")
        self.screen.print(line.append_text(_keys_line(words | {WHY: "why", LEAVE: "leave"})))

    def _refuse(self, no: ValueError | Refused) -> None:
        """Say why something is not taken, in the gate's words and with its clauses."""
        text = Text(str(no), "yellow")
        if isinstance(no, Refused):
            cited = self.rules.cite(no.because)
            text.append(f" ({felt.document_name(self.rules)} {', '.join(cited)})" if cited else "")
        self.errors.print(text)

    def _explain(self, what: str, because: Because) -> None:
        self.screen.print(Text(what, "bold"))
        for reason in felt.reasons(self.rules, because):
            self.screen.print(reason)

    def _explain_options(self, options: Sequence[Option]) -> None:
        for option in options:
            self._explain(_option(option), option.because)

    def _explain_table(self, offers: Sequence[Offer], last: Round | None) -> None:
        """How wagers are typed, what they pay, and why the last round went as it did."""
        first, others = offers[0].spot, [offer.spot for offer in offers[1:]]
        more = f"; {' or '.join(others)} by name, as in 50 {others[0]}" if others else ""
        self.screen.print(Text(f"Type an amount for the {first}, as in 50 or {first} 50{more}."))
        self.screen.print(felt.pay_table(self.rules))
        for settled in last.settlements if last else ():
            what = f"{settled.patron}'s {spot_words(settled.spot)} {settled.result.value}, because"
            self._explain(what, settled.because)

    def _buy_in(self, seat: Seat) -> None:
        seat.buy_in()
        self.screen.print(f"{dollars(seat.buy_in_cents)} more in practice chips for {seat.name}.", markup=False)


def _places(seat: Seat, need: WagersNeed, wagers: Wagers) -> tuple[Place, ...]:
    return tuple(Place(need.id, seat.name, seat.area, spot, Stake.of(cents)) for spot, cents in wagers)


def _is_ready(round: Round) -> bool:
    """Whether the dealer may go on from the wagers as they lie."""
    return any(isinstance(need, CallNeed | CardsNeed) for need in round.needs)


def _completed(seat: Seat, round: Round, need: WagersNeed, wagers: Wagers) -> Wagers:
    """The wagers in the order of the layout, for some need another to be there first.

    Where the rules want one more beside them and it is plain which, as a Blind equals the Ante, it is among them.
    """
    order = [offer.spot for offer in need.offers]
    wagers = tuple(sorted(wagers, key=lambda wager: order.index(wager[0])))
    named = [spot for spot, _ in wagers]
    for more in ((), *((spot,) for spot in order if wagers and spot not in named)):
        tried = tuple(sorted((*wagers, *((spot, wagers[0][1]) for spot in more)), key=lambda w: order.index(w[0])))
        try:
            if _is_ready(fold(round, _places(seat, need, tried))):
                return tried
        except Refused:
            continue
    return wagers


def _decide(seat: Seat, round: Round, need: DecisionNeed, option: Option, typed: str) -> Decide:
    cents = parse_dollars(typed) if typed else option.least_cents
    act = Decide(need.id, seat.name, option.name, Stake.of(cents))
    fold(round, (act,))
    _check_purse(seat, round, cents)
    return act


def _check_purse(seat: Seat, round: Round, cents: int) -> None:
    free = seat.free_cents(round)
    if cents > free:
        words = f"{seat.name} has {dollars(free)} and that takes {dollars(cents)}: {BUY} buys more practice chips."
        raise ValueError(words)


def _option(option: Option) -> str:
    """An option with what it takes: `Bet $50`, `Bet $25 to $75`, `Bet $75 or $100`."""
    if option.amounts:
        return f"{phrase(option.name)} {' or '.join(dollars(cents) for cents in option.amounts)}"
    stake = f" {amount(option.least_cents, option.most_cents)}" if option.most_cents else ""
    return phrase(option.name) + stake


def _option_words(keys: Mapping[str, Option]) -> dict[str, str]:
    """What to type for each option: its key takes the least there is, and an amount after it another."""
    words: dict[str, str] = {}
    for key, option in keys.items():
        name = phrase(option.name)
        if option.least_cents == option.most_cents:
            words[key] = _option(option)
            continue
        words[key] = f"{name} {dollars(option.least_cents)}"
        upto = "" if option.amounts else "up to "
        for cents in option.amounts[1:] or (option.most_cents,):
            words[f"{key} {write_dollars(cents)}"] = f"{name} {upto}{dollars(cents)}"
    return words


def _keys_line(keys: Mapping[str, str]) -> Text:
    """`[b] Bet $50   [f] Fold`."""
    line = Text()
    for key, words in keys.items():
        line.append("   " if line else "").append(f"[{key}]", "bold cyan").append(f" {words}")
    return line
