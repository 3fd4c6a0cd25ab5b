"""What became of a wager, in words: won and for what, lost, stood off, surrendered or forfeited, with the amounts."""

from pitboss import law
from pitboss.games.pontoon.law import line_name
from pitboss.money import Stake, dollars
from pitboss.play import Round
from pitboss.play.terms import spot_words
from pitboss.play.wager import Result, Settlement
from pitboss.report.places import place_of, where_of

_LINES = {
    "five-card-21": "a five card 21",
    "six-card-21": "a six card 21",
    "seven-card-21": "a 21 of seven or more cards",
    "6-7-8-mixed": "6, 7, 8 of mixed suits",
    "6-7-8-suited": "6, 7, 8 of one suit",
    "6-7-8-spades": "6, 7, 8 of spades",
    "7-7-7-mixed": "7, 7, 7 of mixed suits",
    "7-7-7-suited": "7, 7, 7 of one suit",
    "7-7-7-spades": "7, 7, 7 of spades",
}
"""The lines of a table of odds for which a dealer has a name."""
_BY_GROUND = {
    law.PONTOON_PAID: "pontoon",
    law.PAIR_MIXED: "a mixed pair",
    law.PAIR_COLOURED: "a coloured pair",
    law.PAIR_PERFECT: "a perfect pair",
}
"""What is paid, where the ground of the payment says it."""


def stake_words(stake: Stake) -> str:
    """A stake as it is said: chips, and tokens by name."""
    if not stake.tokens_cents:
        return dollars(stake.cents)
    tokens = f"{dollars(stake.tokens_cents)} in tokens"
    return tokens if not stake.chips_cents else f"{dollars(stake.chips_cents)} and {tokens}"


def settlement_words(round: Round, done: Settlement) -> str:
    """What became of a wager, with the amounts; where areas are shared and hands are split, on which of them."""
    name = f"{done.patron}'s {spot_words(done.spot)}"
    what = f"{name} of {stake_words(done.stake)}{place_of(round, done.wager)}"
    match done.result:
        case Result.WON:
            kept = f", and the dealer keeps {stake_words(done.taken)}" if done.taken.pieces else ""
            return f"{what} wins {dollars(done.pays)} at {done.odds}{_line(round, done)}{kept}"
        case Result.LOST:
            return _lost(round, done, what)
        case Result.STOOD_OFF if law.SURRENDER_SETTLED in done.because:
            rest = f"{stake_words(done.stake)} of {done.patron}'s surrendered {spot_words(done.spot)}"
            return f"{rest}{place_of(round, done.wager)} stands off and goes back"
        case Result.STOOD_OFF:
            return f"{what} stands off and goes back"
        case Result.CLAIM:
            return f"{what} goes to the jackpot, which the hand claims"
        case Result.CARRIED:
            return f"{what} stays for the next round"
        case Result.RESTORED | Result.REVERSED:
            return _undone(done, f"{name}{place_of(round, done.wager)}")
        case Result.VOID:
            return f"{what} is void and goes back"
        case Result.RETURNED if done.stake.cents < round.wagers[done.wager].stake.cents:
            return f"{stake_words(done.stake)} of {name}{place_of(round, done.wager)} goes back"
        case Result.RETURNED:
            return f"{what} goes back"
        case Result.BONUS:
            return _bonus(round, done)


_SHORT = {
    Result.LOST: "loses",
    Result.STOOD_OFF: "stands off and goes back",
    Result.RETURNED: "goes back",
    Result.VOID: "is void and goes back",
    Result.CLAIM: "goes to the jackpot, which the hand claims",
    Result.CARRIED: "stays for the next round",
}


def short_words(done: Settlement) -> str:
    """What became of a wager, for a list in which the round itself is not at hand."""
    name = f"{done.patron}'s {spot_words(done.spot)}"
    what = f"{name} of {stake_words(done.stake)}"
    if done.result is Result.WON:
        return f"{what} wins {dollars(done.pays)} at {done.odds}"
    if done.result is Result.BONUS:
        return f"{done.patron} is paid a bonus of {dollars(done.pays)}"
    if done.result in (Result.RESTORED, Result.REVERSED):
        return _undone(done, name)
    return f"{what} {_SHORT[done.result]}"


def _undone(done: Settlement, name: str) -> str:
    """What was decided earlier in the round and goes the other way now."""
    if done.result is Result.REVERSED:
        won = f"{dollars(-done.pays)} won on {name} is given back" if done.pays else ""
        stake = f"{stake_words(done.taken)} that went back of {name} is forfeited" if done.taken.pieces else ""
        return " and ".join(words for words in (won, stake) if words)
    return f"{stake_words(done.returned)} taken from {name} goes back"


def _lost(round: Round, done: Settlement, what: str) -> str:
    place = place_of(round, done.wager)
    surrendered = f"{done.patron}'s surrendered {spot_words(done.spot)}"
    if law.SURRENDER_SETTLED in done.because:
        return f"{stake_words(done.stake)} of {surrendered}{place} is lost"
    if law.SURRENDER_LOST in done.because:
        return f"{surrendered} of {stake_words(done.stake)}{place} loses all"
    if law.BUST_LOSES in done.because:
        return f"{what} loses: the hand is bust"
    if law.FORFEIT in done.because:
        return f"{what} is forfeited"
    return f"{what} loses"


def _bonus(round: Round, done: Settlement) -> str:
    if law.SUPER_BONUS_OTHERS in done.because:
        return f"{done.patron} is paid {dollars(done.pays)} for another player's Super Bonus"
    return f"{done.patron} is paid the Super Bonus of {dollars(done.pays)}{where_of(round, done.wager)}"


def _line(round: Round, done: Settlement) -> str:
    """The line of the table of odds that a win is paid by, where a dealer has a name for it."""
    for ground, words in _BY_GROUND.items():
        if ground in done.because:
            return f" for {words}"
    if law.TWENTY_ONE_PAID not in done.because or law.DOUBLE_PAYS_EVEN in done.because:
        return ""
    name = line_name(round.hands[round.wagers[done.wager].hand].cards)
    return f" for {_LINES[name]}" if name in _LINES else " for 21"
