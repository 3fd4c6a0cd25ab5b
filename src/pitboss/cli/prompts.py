"""Questions to the person at the keyboard, and explanations: the lines that ask, a key for each option, amounts for
spots.

A need says what is offered. An answer that the rules refuse is shown the refusal with its clauses; an answer that comes
back can be applied.
"""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from functools import partial

from rich.console import Console
from rich.text import Text

from pitboss.cli.output import OPENED, document_name, pay_table, print_opening, reasons
from pitboss.cli.table import Bet, PracticeSeat
from pitboss.law import Because, Rules
from pitboss.messages import message, phrase, say, translate
from pitboss.money import Stake, dollars, parse_dollars
from pitboss.play import Refused, Round, fold, needs, refusal, terms, view
from pitboss.play.acts import Call, Decide, Lapse, Place, Sit, Turn
from pitboss.play.round import PUBLIC, Game
from pitboss.play.wager import box_of
from pitboss.report.acts import write_dollars
from pitboss.report.settlements import is_shared, result_words
from pitboss.virtual_table import PublishedShuffle

LEAVE, ALL_LEAVE, BUY, WHY, SIT_OUT, SIT, DECLINE, TURN = "q", "quit", "r", "?", "s", "sit", "n", "t"
ENTER = ""
"""An empty line: the usual choice, or no change."""
ENTER_KEY = message("Enter")
USUAL_KEYS = {"double": "o", "split": "p", "surrender": "u", "pass": ENTER, "stay": ENTER, "keep": ENTER}
"""Keys that an option always has, so that no key means two things within a round."""


class SittingEnded(Exception):
    """All players leave, or the input has ended."""


class PlayerGotUp(Exception):
    """One player leaves, and the others go on."""


class Keyboard:
    """Reads a line at a time, from a terminal or from a pipe (whose lines are repeated, so that a transcript reads)."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.live = sys.stdin.isatty()
        if self.live:
            with suppress(ImportError):
                import readline  # noqa: F401, PLC0415  lines can then be edited and called back

    def read(self) -> str:
        """The next line typed."""
        if self.live and self.console.file is sys.stdout:
            try:
                return input("> ").strip()
            except EOFError:
                self.console.print()
                raise SittingEnded from None
        self.console.print(Text("> "), end="")
        line = sys.stdin.readline()
        if not line:
            self.console.print()
            raise SittingEnded
        if not self.live:
            self.console.print(Text(line.strip()))
        return line.strip()


def option_keys(options: Sequence[needs.Option]) -> dict[str, needs.Option]:
    """A key for each option: the one it always has, else the first letter of its name that is free, else a number."""
    keys: dict[str, needs.Option] = {}
    taken = {LEAVE, BUY, *(key for name, key in USUAL_KEYS.items() if any(o.name == name for o in options))}
    for place, option in enumerate(options, start=1):
        letters = [letter for letter in option.name.lower() if letter.isalpha()]
        free = (letter for letter in letters if letter not in taken)
        usual = ENTER if option.declines else USUAL_KEYS.get(option.name)
        key = usual if usual is not None else next(free, str(place))
        taken.add(key)
        keys[key] = option
    return keys


def parse_wagers(text: str, offers: Sequence[needs.Offer], area: int) -> tuple[Bet, ...]:
    """Read `50`, `50 jackpot`, `ante 50 j` or `50 pairs 5 @2 25`: `@2` goes on to area 2, the first area being `area`.

    An amount goes to the spot named before it, else to the next one; a spot that takes only one amount needs none.
    The rules check the amounts later.
    """
    bets: list[Bet] = []
    named: needs.Offer | None = None
    for word in text.replace(",", " ").split():
        spot, at, number = word.partition("@")
        if at:
            bets += _close(named, area)
            named = None
            if not number.isdecimal() or len(number) > 3:
                words = "@{number} is not an area: type @2 for area 2, and what goes on it."
                raise ValueError(say(words, number=number))
            area = int(number)
        if not spot:
            continue
        if spot[0].isalpha():
            bets += _close(named, area)
            named = _offer(spot, offers)
            continue
        taken = [bet.spot for bet in bets if bet.area == area]
        free = [offer for offer in offers if offer.spot not in taken]
        offer = named or (free[0] if free else None)
        if offer is None:
            raise ValueError(say("There are more amounts than spots."))
        bets.append(Bet(area, offer.spot, parse_dollars(spot)))
        named = None
    bets += _close(named, area)
    return tuple({(bet.area, bet.spot): bet for bet in bets}.values())


def _offer(word: str, offers: Sequence[needs.Offer]) -> needs.Offer:
    """The spot that a word stands for: its name, a part of its name or how those begin, or its first letters."""
    for offer in offers:
        parts = offer.spot.split("-")
        if any(part.startswith(word.lower()) for part in (offer.spot, *parts, "".join(part[0] for part in parts))):
            return offer
    known = ", ".join(offer.spot for offer in offers)
    raise ValueError(say("There is no spot called {word}: the spots are {known}.", word=word, known=known))


def _close(named: needs.Offer | None, area: int) -> list[Bet]:
    """The wager on a spot that was named without an amount: right only where the spot takes one amount."""
    if named is None:
        return []
    if named.least_cents != named.most_cents:
        asked = amount(named.least_cents, named.most_cents)
        raise ValueError(say("Type an amount for the {spot}: {asked}.", spot=named.spot, asked=asked))
    return [Bet(area, named.spot, named.least_cents)]


def amount(least: int, most: int) -> str:
    """An amount that is asked for: `$50`, or `$25 to $500`."""
    if least == most:
        return dollars(least)
    return say("{least} to {most}", least=dollars(least), most=dollars(most))


# The lines that a question is made of.


IN_FULL = ("double", "insure")
"""Options up to an amount whose usual amount is all of it."""


def keys_line(keys: Mapping[str, str], width: int, *, lead: Text | None = None) -> Text:
    """`[b] Bet $50   [f] Fold`, after some words if there are any."""
    parts = [
        Text().append(f"[{key or translate(ENTER_KEY)}]", "bold cyan").append(f" {translate(said)}")
        for key, said in keys.items()
    ]
    return _flow(lead, parts, width, gap=3)


def offers_line(seat: PracticeSeat, round: Round, offers: Sequence[needs.Offer], width: int) -> Text:
    """The player who is asked, what they have, and what the sign takes."""
    seated = box_of(round.boxes, seat.area).seated
    chips = dollars(seat.free_cents(round))
    if seated and seated != seat.name:
        has = say(", standing behind {player}, has {amount} in practice chips.", player=seated, amount=chips)
    else:
        has = say(" has {amount} in practice chips.", amount=chips)
    parts = [Text(f"{terms.spot_words(offer.spot)} {amount(offer.least_cents, offer.most_cents)}") for offer in offers]
    return _flow(Text().append(seat.name, "bold").append(has), parts, width, gap=2)


def _flow(lead: Text | None, parts: Sequence[Text], width: int, *, gap: int) -> Text:
    """Words and then parts, in as many lines as they need, no part being broken."""
    line = lead.copy() if lead is not None else Text()
    used, between = line.cell_len, 2
    for part in parts:
        if used and used + between + part.cell_len > width:
            line.append("\n")
            used = 0
        line.append(" " * between if used else "").append_text(part)
        used += (between if used else 0) + part.cell_len
        between = gap
    return line


def bets_words(bets: Iterable[Bet], area: int) -> str:
    """Wagers in a line; by their areas, unless all are on the one where the player is."""
    areas: dict[int, list[str]] = {}
    for bet in bets:
        areas.setdefault(bet.area, []).append(f"{terms.spot_words(bet.spot)} {dollars(bet.cents)}")
    if set(areas) <= {area}:
        return ", ".join(said for part in areas.values() for said in part)
    return "; ".join(say("area {area} {wagers}", area=area, wagers=", ".join(part)) for area, part in areas.items())


def decision_line(seat: PracticeSeat, round: Round, need: needs.DecisionNeed) -> Text:
    """The player who decides and what they have left, with the hand where its cards are known and the area where the
    player has several."""
    hand = next((hand for hand in view(round, PUBLIC).hands if hand.id == need.hand), None)
    areas = {wager.area for wager in round.wagers if wager.patron == seat.name and wager.live}
    about = [say("area {area}", area=need.area)] if len(areas) > 1 else []
    about += [hand.says] if hand is not None and hand.says else []
    line = Text().append(seat.name, "bold").append(f" ({', '.join(about)})" if about else "")
    return line.append(say(" has {amount} left.", amount=dollars(seat.free_cents(round))))


def option_name(option: needs.Option) -> str:
    """An option with what it takes: `Bet $50`, `Bet $25 to $75`, `Bet $75 or $100`."""
    name = option_title(option)
    if option.amounts:
        return f"{name} {say(' or ').join(dollars(cents) for cents in option.amounts)}"
    return f"{name} {amount(option.least_cents, option.most_cents)}" if option.most_cents else name


def option_title(option: needs.Option) -> str:
    """The name of an option at the head of a line."""
    return phrase(translate(option.name.replace("-", " ")))


def option_words(keys: Mapping[str, needs.Option], usual: Callable[[needs.Option], int]) -> dict[str, str]:
    """What to type for each option: its key takes the usual amount, and an amount after it another."""
    said: dict[str, str] = {}
    for key, option in keys.items():
        name = option_title(option)
        if option.least_cents == option.most_cents:
            said[key] = option_name(option)
            continue
        cents = usual(option)
        said[key] = f"{name} {dollars(cents)}"
        if option.name in IN_FULL:
            if cents > option.least_cents:
                said[f"{key} {write_dollars(option.least_cents)}"] = say(
                    "or from {amount}", amount=dollars(option.least_cents)
                )
            continue
        for cents in option.amounts[1:]:
            said[f"{key} {write_dollars(cents)}"] = f"{name} {dollars(cents)}"
        if not option.amounts:
            most = option.most_cents
            said[f"{key} {write_dollars(most)}"] = say("{option} up to {amount}", option=name, amount=dollars(most))
    return said


# Explaining and asking.

LEAVING = message("{key} leaves: the rules decide for players who are gone, and the dealer plays the round to its end.")


class Explainer:
    """Shows explanations on the screen, and refusals where errors go."""

    def __init__(self, screen: Console, rules: Rules, *, errors: Console) -> None:
        self.screen = screen
        self.rules = rules
        self.errors = errors
        self.opened: PublishedShuffle | None = None
        """The shuffle that was opened last."""

    def refuse(self, no: ValueError | Refused) -> None:
        """Show a refusal with its clauses."""
        text = Text(str(no), "yellow")
        cited = self.cite(no.because) if isinstance(no, Refused) else ""
        self.errors.print(text.append(f" ({cited})" if cited else ""))

    def cite(self, because: Because) -> str:
        """The document and clauses of grounds; empty where no clause is behind them."""
        cited = self.rules.cite(because)
        return f"{document_name(self.rules)} {', '.join(cited)}" if cited else ""

    def ground(self, what: str, because: Because) -> None:
        """Show the rules behind something."""
        self.screen.print(Text(what, "bold"))
        self.screen.print(reasons(self.rules, because))

    def options(self, options: Sequence[needs.Option]) -> None:
        """Show what each option is, and what happens to a player who leaves."""
        for option in options:
            self.ground(option_name(option), option.because)
        self.screen.print(say(LEAVING, key=LEAVE), style="dim")

    def table(self, round: Round, offers: Sequence[needs.Offer], last: Round | None) -> None:
        """Show how wagers are typed, what they pay, and why the last round went as it did."""
        first, others = offers[0].spot, [offer.spot for offer in offers[1:]]
        more = ""
        if others:
            takes_amount = offers[1].least_cents < offers[1].most_cents
            example = f"50 {others[0].split('-')[-1]}{' 5' if takes_amount else ''}"
            more = say("; {spots} by name, as in {example}", spots=say(" or ").join(others), example=example)
        self.screen.print(
            Text(say("Type an amount for the {first}, as in 50 or {first} 50{more}.", first=first, more=more))
        )
        self.screen.print(
            Text(say("For another area add @ and its number, as in 50 @{areas} 25.", areas=round.game.terms.areas))
        )
        if is_shared(round):
            self.screen.print(Text(say("{key} 4 takes the seat at area 4, if it is free.", key=SIT)))
        if self.opened is not None:
            self.screen.print(Text(say("{key} shows the shuffle that was opened last.", key=OPENED)))
        self.screen.print(Text(say("{one} leaves, and {all} leaves with all players.", one=LEAVE, all=ALL_LEAVE)))
        self.screen.print(pay_table(self.rules))
        for settled in last.settlements if last else ():
            wager = {
                "player": settled.patron,
                "spot": terms.spot_words(settled.spot),
                "result": result_words(settled.result),
            }
            self.ground(say("{player}'s {spot} {result}, because", **wager), settled.because)

    def shuffle(self) -> None:
        """Show the shuffle that was opened last, whole."""
        if self.opened is None:
            self.screen.print(
                say("No shuffle has been opened yet: an order is shown when none of it is still to come.")
            )
        else:
            print_opening(self.screen, self.opened, whole=True)


Bets = tuple[Bet, ...]


class Prompter:
    """Puts what the rules await to the person at the keyboard, and explains it when asked."""

    def __init__(self, screen: Console, keyboard: Keyboard, rules: Rules, *, errors: Console) -> None:
        self.screen = screen
        self.keyboard = keyboard
        self.errors = errors
        self.explains = Explainer(screen, rules, errors=errors)

    def _read(self) -> str:
        """The line that was typed; one player or all of them may leave at any prompt."""
        typed = self.keyboard.read().lower()
        if typed == ALL_LEAVE:
            raise SittingEnded
        if typed == LEAVE:
            raise PlayerGotUp
        return typed

    # Wagers.

    def wagers(
        self, seat: PracticeSeat, round: Round, need: needs.WagersNeed, *, last: Round | None
    ) -> tuple[Place, ...] | Sit:
        """The opening wagers of a player, none if they sit the round out; or the seat that they move to first."""
        least = tuple(Bet(area, need.offers[0].spot, need.offers[0].least_cents) for area in seat.areas)
        usual = seat.again or _complete_bets(seat, round, need, least)
        while True:
            self.screen.print(offers_line(seat, round, need.offers, self.screen.width))
            self._say(
                {
                    ENTER: bets_words(usual, seat.area),
                    SIT_OUT: message("sit out"),
                    BUY: message("rebuy"),
                    WHY: message("help"),
                }
            )
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
                    return self._place(seat, round, need, _complete_bets(seat, round, need, bets))
                except (ValueError, Refused) as no:
                    self.explains.refuse(no)

    def _place(self, seat: PracticeSeat, round: Round, need: needs.WagersNeed, bets: Bets) -> tuple[Place, ...]:
        acts = _places(seat, need, bets)
        after = fold(round, acts)
        if not _is_ready(after) and (no := refusal(after, Call("no-more-bets"))) is not None:
            raise Refused(no)
        _check_purse(seat, round, sum(bet.cents for bet in bets))
        seat.again = bets
        return acts

    # The cut.

    def cut(self, seat: PracticeSeat, need: needs.CutNeed) -> int | Lapse | None:
        """The depth of a player's cut, nothing where chance decides it; or that they decline."""
        cited = self.explains.cite(need.because)
        while True:
            self.screen.print(
                Text().append(seat.name, "bold").append(say(" is to cut the cards ({cited}).", cited=cited))
            )
            anywhere = {ENTER: message("anywhere"), f"{need.least}–{need.most}": message("cards deep")}
            self._say(anywhere | {DECLINE: message("decline"), WHY: message("why")})
            typed = self._read()
            if not typed:
                return None
            if typed == DECLINE:
                return Lapse(need.id, "refuses")
            if typed == WHY:
                self.explains.ground(say("The cut"), need.because + need.depth)
            elif typed.isdecimal() and need.least <= int(typed[:9]) <= need.most:
                return int(typed)
            else:
                words = "Put the cutting card {least} to {most} cards deep. ({clauses})"
                clauses = self.explains.cite(need.depth)
                self.explains.refuse(ValueError(say(words, least=need.least, most=need.most, clauses=clauses)))

    # Decisions.

    def decision(
        self, seat: PracticeSeat, round: Round, need: needs.DecisionNeed, turn: needs.TurnNeed | None = None
    ) -> Decide | Turn | None:
        """A player's decision, or that they turn their cards up first; nothing if they pass."""
        keys = option_keys(need.options)
        while True:
            usual = partial(_usual_cents, round.game, seat.free_cents(round))
            offered = option_words(keys, usual)
            offered |= {TURN: message("turn the cards up, to play on")} if turn is not None else {}
            offered |= {ENTER: message("go on")} if need.optional and ENTER not in keys else {}
            self._say(offered | {WHY: message("why")}, lead=decision_line(seat, round, need))
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
                known = ", ".join(key or translate(ENTER_KEY) for key in keys)
                words = say("Type one of {known}; {why} says what each is.", known=known, why=WHY)
                self.explains.refuse(ValueError(words))
            else:
                try:
                    cents = parse_dollars(rest) if rest else usual(option)
                    act = Decide(need.id, seat.name, option.name, Stake.of(cents))
                    fold(round, (act,))
                    _check_purse(seat, round, cents)
                except (ValueError, Refused) as no:
                    self.explains.refuse(no)
                else:
                    return act

    def _say(self, keys: Mapping[str, str], *, lead: Text | None = None) -> None:
        """Show the keys and what each does, after a lead if there is one."""
        keys = {**keys, LEAVE: message("leave")}
        self.screen.print(keys_line(keys, self.screen.width, lead=lead))

    def _buy_in(self, seat: PracticeSeat) -> None:
        seat.buy_in()
        self.screen.print(
            say("{amount} more in practice chips for {name}.", amount=dollars(seat.buy_in_cents), name=seat.name),
            markup=False,
        )


def _sit(seat: PracticeSeat, round: Round, need: needs.WagersNeed, typed: str) -> Sit:
    """Read `sit 4`."""
    number = typed.removeprefix(SIT).strip()
    if not number.isdecimal() or not 0 < int(number[:9]) <= round.game.terms.areas:
        raise ValueError(say("Type {sit} and an area from 1 to {areas}.", sit=SIT, areas=round.game.terms.areas))
    if box_of(round.boxes, int(number)).seated == seat.name:
        raise ValueError(say("{player} sits there already.", player=seat.name))
    act = Sit(need.id, seat.name, int(number))
    fold(round, (act,))
    return act


def _places(seat: PracticeSeat, need: needs.WagersNeed, bets: Bets) -> tuple[Place, ...]:
    return tuple(Place(need.id, seat.name, bet.area, bet.spot, Stake.of(bet.cents)) for bet in bets)


def _is_ready(round: Round) -> bool:
    """Whether the dealer may go on with these wagers."""
    return any(isinstance(need, needs.CallNeed | needs.CardsNeed) for need in round.needs)


def _complete_bets(seat: PracticeSeat, round: Round, need: needs.WagersNeed, bets: Bets) -> Bets:
    """The wagers in the order of the layout, because some need another to be there first.

    Where the rules want one more wager and only one fits, as a Blind equals the Ante, it is added.
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


def _usual_cents(game: Game, free: int, option: needs.Option) -> int:
    """The amount of an option where none is typed: the least; for a double or insurance all of it, or what the player
    has."""
    if option.name not in IN_FULL:
        return option.least_cents
    cents = min(option.most_cents, free)
    while cents > option.least_cents and not game.terms.chips.pays_exactly(cents):
        cents -= cents % 100 or 100
    return cents if cents >= option.least_cents else option.most_cents


def _check_purse(seat: PracticeSeat, round: Round, cents: int) -> None:
    free = seat.free_cents(round)
    if cents > free:
        words = "{player} has {free}, and this takes {amount}: type {key} for more practice chips."
        raise ValueError(say(words, player=seat.name, free=dollars(free), amount=dollars(cents), key=BUY))
