"""What all can read at a table: the cloth with its lines and inscriptions, and what the signs say (Pontoon 6.1, 6.5.3,
10.5, 15.3, 15.4.2; Crown 5.1, 7.1): limits, payouts, notices. One function says all of it, so that the page, the API
and the tests read the same signs."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pitboss import law, money
from pitboss.floor.tables.limits_sign import KEPT, KEPT_ENDS, LIMITS, LINK, UNLINK
from pitboss.floor.tables.state import CLOSE, OpenState
from pitboss.games.pontoon.names import PAIRS
from pitboss.messages import message, say, translate
from pitboss.play.poker.table import keeps_jackpot_on_fold
from pitboss.play.round import Game
from pitboss.play.terms import JackpotTerms, Limits, Pay, schedule, spot_words
from pitboss.value import Value

CIRCLE, BOX = "circle", "box"
INSURANCE, JACKPOT = "insurance", "jackpot"


class Mark(Value):
    """An area on the cloth: its full name, the short one where room is scarce, its shape, and the rules behind it."""

    words: str
    short: str
    shape: str = CIRCLE
    because: law.Because = (law.LAYOUT, law.AREAS_NAMED, law.AREA_SHAPES)


class Places(Value):
    """The places of the cards of a house's hand, and what is written under each where something is."""

    kind: str
    cards: int
    names: tuple[str, ...] = ()
    because: law.Because = ()


class Cloth(Value):
    """The cloth of a game."""

    areas: Mapping[str, Mark]
    """What is marked at every playing area, from the dealer's side to the player's."""
    places: tuple[Places, ...]
    inscriptions: Callable[[Mapping[str, Any]], tuple[str, ...]]
    lines: Mapping[str, Mark] = {}
    """What is marked once for the whole table, between the dealer and the players."""


def _pontoon(book: Mapping[str, Any]) -> tuple[str, ...]:
    pontoon = next(row["odds"] for row in book["pay"] if row["line"] == "pontoon")
    stands = book["dealer-stands"]
    return (
        say("Pontoon pays {odds}", odds=money.ToOne.parse(pontoon)),
        say("Dealer stands on hard {hard} or soft {soft}", hard=stands["hard"], soft=stands["soft"]),
        say("Insurance pays {odds}", odds=money.ToOne.parse(book["insurance"]["odds"])),
    )


QUALIFIERS = {"ace-king": message("ace and king"), "pair": message("a pair")}


def _qualifies(book: Mapping[str, Any]) -> tuple[str, ...]:
    hand = str(book["qualifier"]["hand"])
    return (say("Dealer plays with {hand} or better", hand=translate(QUALIFIERS.get(hand, hand))),)


def _streets(book: Mapping[str, Any]) -> tuple[str, ...]:
    street = book["street"]
    lowest = next(row["line"] for row in reversed(book["pay"]) if row["wager"] == book["pay"][0]["wager"])
    words = translate(str(lowest).replace("-", " "))
    return (
        say("{hand} pays", hand=words[:1].upper() + words[1:]),
        say("Each street {least} to {most} times the Ante", least=street["least"], most=street["most"]),
    )


_STREETS = {"3rd-street": "3rd", "4th-street": "4th", "5th-street": "5th"}
_FLOP = message("Flop")
_JACKPOT = Mark("Jackpot", "J", because=(law.LAYOUT, law.JACKPOT_AREA, law.AREA_SHAPES))
_ANTE = Mark("Ante", "A")

CLOTHS: Mapping[str, Cloth] = {
    "pontoon": Cloth(
        {
            "perfect-pairs": Mark("Perfect Pairs", "Pairs", because=(law.LAYOUT, law.PAIRS_AREA)),
            "wager": Mark("Wager", "W"),
        },
        (Places("dealer", 2),),
        _pontoon,
        {INSURANCE: Mark("Insurance", "Insurance", BOX, (law.LAYOUT, law.INSURANCE_AREA))},
    ),
    "caribbean-stud": Cloth(
        {JACKPOT: _JACKPOT, "ante": _ANTE, "bet": Mark("Bet", "Bet", BOX)}, (Places("dealer", 5),), _qualifies
    ),
    "mississippi-stud": Cloth(
        {
            JACKPOT: _JACKPOT,
            **{spot: Mark(f"{short} Street", short) for spot, short in _STREETS.items()},
            "ante": _ANTE,
        },
        (Places("community", 3, tuple(f"{short} Street" for short in _STREETS.values()), (law.COMMUNITY_AREA,)),),
        _streets,
    ),
    "ultimate-texas-holdem": Cloth(
        {
            JACKPOT: _JACKPOT,
            "trips": Mark("Trips", "Trips"),
            "ante": _ANTE,
            "blind": Mark("Blind", "B"),
            "play": Mark("Play", "Play"),
        },
        (Places("community", 5, (_FLOP, _FLOP, _FLOP, message("Turn"), message("River"))), Places("dealer", 2)),
        _qualifies,
    ),
}
BARE = Cloth({}, (), lambda _: ())
"""A cloth with nothing on it, for a game that is not drawn here yet."""


def cloth_of(rules: law.Rules) -> Cloth:
    """The cloth of a game."""
    return CLOTHS.get(rules.game.engine, BARE)


def cloth_marks(game: Game) -> dict[str, Mark]:
    """The areas on the cloth of a table: those of its game that its sign offers, each with the rules that hold here."""
    offered = set(game.terms.limits) | {name for name, spot in game.spots.items() if not spot.opening}
    if game.terms.jackpot is not None:
        offered |= {name for name, spot in game.spots.items() if spot.priced}
    areas = {name: mark for name, mark in cloth_of(game.rules).areas.items() if name in offered & set(game.spots)}
    return {name: _localise(game.rules, mark) for name, mark in areas.items()}


def lines(rules: law.Rules) -> dict[str, Mark]:
    """The lines that are marked once for the whole table."""
    return {name: _localise(rules, mark) for name, mark in cloth_of(rules).lines.items()}


def _localise(rules: law.Rules, mark: Mark) -> Mark:
    words, short = translate(mark.words), translate(mark.short)
    return mark._replace(words=words, short=short, because=rules.only(mark.because))


def inscriptions(rules: law.Rules) -> tuple[str, ...]:
    """The inscriptions of the cloth, with the figures of the rules in force."""
    return cloth_of(rules).inscriptions(rules.game.data)


class Sign(Value):
    """One sign or inscription at a table that all can read."""

    what: str
    words: str
    limits: Mapping[str, Limits] = {}
    patron: str = ""
    area: int = 0
    from_time: str = ""
    from_round: int = 0
    pays: tuple[Pay, ...] = ()
    because: law.Because = ()
    shape: str = ""
    """The shape of an area on the layout."""


def signs(state: OpenState) -> Iterator[Sign]:
    """All signs at an open table."""
    game = state.table.game
    yield from _limits(game)
    yield from _markers(state)
    yield from _terms(game)
    if game.terms.jackpot is not None:
        yield from jackpot_signs(game.rules, game.terms.jackpot)
    for notice in state.notices:
        words = say(_COMING[notice.what])
        yield Sign(notice.what, words, notice.limits, "", 0, notice.due_at, notice.due_round, because=notice.because)
    if state.closing:
        yield Sign("closing", say("This table is closing. It takes no more wagers."), because=(law.CLOSE_ON_NOTICE,))
    shown = game.rules.only((law.PAYS_SHOWN,))
    pays = tuple(pay for pay in schedule(game.rules) if pay.wager != PAIRS or PAIRS in game.terms.limits)
    yield Sign("payouts", say("Payouts of winning wagers."), pays=pays, because=shown)
    yield from _layout(game)
    if state.note:
        yield Sign("note", state.note)
    if state.suspicion.english:
        yield Sign("order", say("Players speak only English at this table."), because=(law.ENGLISH_ONLY,))
    for key in STANDING:
        if game.rules.applies(key):
            yield Sign("notice", f"{law.TITLES[key]}.", because=(key,))


STANDING: tuple[law.Key, ...] = (
    law.RULES_ON_REQUEST,
    law.SIGN_IS_THE_PLAYERS,
    law.PLACING_IS_THE_PLAYERS,
    law.TOTAL_IS_THE_PLAYERS,
    law.NO_DEVICES,
    law.NO_UNASKED_ADVICE,
    law.ONLY_FOLD_OR_BET,
    law.NO_SIDE_BETS,
    law.NO_ADVICE,
    law.GAMING_LIMIT_DISCLAIMED,
)
"""The standing notices, each shown where the document of the game has its rule."""


def _limits(game: Game) -> Iterator[Sign]:
    rules, terms = game.rules, game.terms
    shown = rules.only((law.LIMITS_SHOWN,)) or rules.only((law.SIGN_MINIMUM, law.SIGN_MAXIMUM))
    yield Sign("game", f"{rules.game.title}.", because=rules.only((law.VARIANT_SHOWN,)))
    yield Sign("limits", say("Limits of this table."), terms.limits, because=shown)
    if PAIRS in terms.limits and rules.applies(law.PAIRS_STAKE_SHOWN):
        only = {PAIRS: terms.limits[PAIRS]}
        words = say("Limits of a {spot} wager.", spot=spot_words(PAIRS))
        yield Sign("side wager", words, only, because=(law.PAIRS_STAKE_SHOWN,))


def _markers(state: OpenState) -> Iterator[Sign]:
    """Limits that hold for some: two sets of limits while a minimum is kept, and a marker at each player's box."""
    before = {tuple(marker.before.items()): marker.before for marker in state.markers if marker.kind == KEPT}
    for limits in before.values():
        words = say("Previous limits, for players with a marker.")
        yield Sign("previous limits", words, limits, because=(law.BOTH_LIMITS_SHOWN,))
    for marker in state.markers:
        own = state.terms.individual.get(marker.patron, {})
        words = say("This player keeps the previous minimum." if marker.kind == KEPT else "Limits of this player.")
        yield Sign(marker.kind, words, own, marker.patron, marker.area, because=marker.because)


def _terms(game: Game) -> Iterator[Sign]:
    rules, terms = game.rules, game.terms
    most = terms.maximum_payout_cents
    if most is not None and rules.applies(law.MAXIMUM_PAYOUT):
        words = say("The most that a wager marked in the schedule pays is {amount}.", amount=money.dollars(most))
        yield Sign("maximum payout", words, because=(law.MAXIMUM_PAYOUT,))
    if terms.low_limit:
        yield Sign("low limit", say("A low limit table."), because=rules.only((law.LOW_LIMIT_DEVICE,)))
    for rule in sorted(rules.granted):
        shown = rules.only((law.PAIRS_LIMIT_SHOWN,)) if rule == law.PAIRS_NEED_WAGER else ()
        yield Sign("permission", law.TITLES[rule], because=(rule, *shown))


def jackpot_signs(rules: law.Rules, jackpot: JackpotTerms) -> Iterator[Sign]:
    """The signs of a jackpot: its price, its prizes, the effect of a fold, the bonus and the meter."""
    price = say("A jackpot wager is {price}.", price=money.dollars(jackpot.price_cents))
    yield Sign("jackpot price", price, because=rules.only((law.PRICE_SHOWN, law.JACKPOT_PRICE)))
    prizes = tuple(prize for prize in schedule_prizes(rules, jackpot.option))
    shown = rules.only((law.PRIZES_SHOWN,)) or rules.only((law.PRIZES_LISTED,))
    yield Sign("jackpot prizes", say("Jackpot prizes: {prizes}.", prizes="; ".join(prizes)), because=shown)
    keeps = keeps_jackpot_on_fold(rules, jackpot.method)
    fold = (
        say("Folded hands may still take a jackpot prize.") if keeps else say("A folded hand takes no jackpot prize.")
    )
    method = say("Dealt by Method {method}.", method=jackpot.method) if jackpot.method else ""
    yield Sign("jackpot fold", f"{method} {fold}".strip(), because=rules.only((law.FOLD_SHOWN,)))
    for line, cents in jackpot.bonus_cents.items():
        hand, amount = line.replace("-", " "), money.dollars(cents)
        words = say("Bonus jackpot of {amount} for the others at a {hand}.", amount=amount, hand=hand)
        yield Sign("bonus jackpot", words, because=rules.only((law.BONUS_SHOWN,)))
    if jackpot.meter:
        words = say("The meter {meter} shows the jackpot.", meter=jackpot.meter)
        yield Sign("jackpot meter", words, because=rules.only((law.METER_SHOWN,)))


def schedule_prizes(rules: law.Rules, option: int) -> Iterator[str]:
    """The jackpot prizes of a payout option, one by one, as a sign writes them."""
    for row in rules.game.data["prize"]:
        hand, prize = str(row["line"]).replace("-", " "), row["options"][option - 1]
        match prize:
            case {"basis": "share", "percent": percent, "least_cents": least}:
                words = "{hand}: {percent}% of the jackpot, at least {least}"
                yield say(words, hand=hand, percent=percent, least=money.dollars(least))
            case {"basis": "share", "percent": percent}:
                yield say("{hand}: {percent}% of the jackpot", hand=hand, percent=percent)
            case {"basis": "fixed", "cents": cents}:
                yield say("{hand}: {amount}", hand=hand, amount=money.dollars(cents))
            case {"basis": "for", "odds": odds}:
                yield say("{hand}: {odds} for 1", hand=hand, odds=odds)


_COMING = {
    LIMITS: message("New limits."),
    KEPT_ENDS: message("Players no longer keep the previous minimum."),
    CLOSE: message("This table will close."),
    LINK: message("This table joins a jackpot."),
    UNLINK: message("The jackpot ends at this table."),
}


_PLACES = {"dealer": message("Dealer cards"), "community": message("Community cards")}


def _layout(game: Game) -> Iterator[Sign]:
    """What the felt itself shows: its inscriptions, and its areas by the names that they carry."""
    rules = game.rules
    for words in inscriptions(rules):
        yield Sign("inscription", f"{words}.", because=rules.only((law.INSCRIBED,)))
    for mark in (*lines(rules).values(), *cloth_marks(game).values()):
        yield Sign("layout", mark.words, because=mark.because, shape=mark.shape)
    for places in cloth_of(rules).places:
        yield Sign("layout", _PLACES[places.kind], because=rules.only(places.because), shape=BOX)
