"""The places of a table and what became of the wagers there, in words: the second hand of area 3; won and for what,
lost, stood off, surrendered or forfeited, with the amounts."""

from typing import Any

from pitboss import law
from pitboss.games.pontoon.law import line_name
from pitboss.games.pontoon.names import ON_HAND
from pitboss.messages import message, say, translate
from pitboss.money import Stake, dollars
from pitboss.play import HOUSE_AREA, Result, Round, Settlement, box_of, spot_words

NTH = (message("first hand"), message("second hand"), message("third hand"))
"""How the hands of one area are counted."""
HOUSE = {"dealer": message("the dealer"), "community": message("the community")}
"""The hands of the house, by their kinds."""

# Places.


def words_of_kind(kind: str) -> str:
    """The kind of an event in words: `notice posted`."""
    return "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in kind).strip()


def is_shared(round: Round) -> bool:
    """Whether several players may be on one area of this game, and one player on several."""
    return any(spot.bettors > 1 for spot in round.game.spots.values())


def people(round: Round, area: int) -> tuple[str, ...]:
    """The players with wagers on an area: in the order of control where there is one, then as the wagers came."""
    there = [w.patron for w in round.wagers if w.area == area and (w.stake.pieces or w.face_down)]
    line = [name for name in box_of(round.boxes, area).line if name in there]
    return tuple(dict.fromkeys((*line, *there)))


def hand_name(round: Round, hand: int, *, by_player: bool = False) -> str:
    """A hand by its place: the dealer's by its kind, a player's by its area, or by the player who calls its decisions,
    and by its turn where the area was split."""
    held = round.hands[hand]
    if held.area == HOUSE_AREA:
        return translate(HOUSE[held.kind])
    caller = next(iter(people(round, held.area)), "") if by_player else ""
    if not caller:
        return say("area {area}", area=held.area) + nth_words(round, hand)
    nth = hand_place(round, hand)
    return say("{player}'s {hand}", player=caller, hand=nth) if nth else caller


def hand_place(round: Round, hand: int) -> str:
    """Which of several hands of an area a hand is; nothing where it is the only one."""
    if hand < 0 or count_hands(round, round.hands[hand].area) < 2:
        return ""
    return translate(NTH[place_on_area(round, hand) - 1])


def nth_words(round: Round, hand: int) -> str:
    """Which of the hands of its area a hand is, after the name of the area."""
    place = hand_place(round, hand)
    return f", {place}" if place else ""


def place_on_area(round: Round, hand: int) -> int:
    """Which of the hands of its area a hand is, counted from 1 in the order in which they are played."""
    area = round.hands[hand].area
    return 1 + sum(each.area == area and each.id < hand for each in round.hands)


def count_hands(round: Round, area: int) -> int:
    """How many hands an area has."""
    return sum(hand.area == area for hand in round.hands)


def where_of(round: Round, wager: int) -> str:
    """Where a wager lies, at the end of a sentence; nothing where each player has one area for themselves."""
    if not is_shared(round):
        return ""
    return " " + say("on {area}", area=area_of(round, wager))


def area_of(round: Round, wager: int) -> str:
    """The area of a wager, and which of its hands if the wager is on one of several."""
    found = round.wagers[wager]
    return say("area {area}", area=found.area) + (nth_words(round, found.hand) if found.spot in ON_HAND else "")


def place_of(round: Round, wager: int) -> str:
    """Where a wager lies, in the middle of a sentence."""
    said = where_of(round, wager)
    return f"{said}," if "," in said else said


# Amounts and settlements.

_LINES = {
    "five-card-21": message("for a five card 21"),
    "six-card-21": message("for a six card 21"),
    "seven-card-21": message("for a 21 of seven or more cards"),
    "6-7-8-mixed": message("for 6, 7, 8 of mixed suits"),
    "6-7-8-suited": message("for 6, 7, 8 of one suit"),
    "6-7-8-spades": message("for 6, 7, 8 of spades"),
    "7-7-7-mixed": message("for 7, 7, 7 of mixed suits"),
    "7-7-7-suited": message("for 7, 7, 7 of one suit"),
    "7-7-7-spades": message("for 7, 7, 7 of spades"),
}
"""The lines of a table of odds for which a dealer has a name."""
_TWENTY_ONE = message("for 21")
_BY_GROUND = {
    law.PONTOON_PAID: message("for pontoon"),
    law.PAIR_MIXED: message("for a mixed pair"),
    law.PAIR_COLOURED: message("for a coloured pair"),
    law.PAIR_PERFECT: message("for a perfect pair"),
}
"""What is paid, where the ground of the payment says it."""
_LOSES = message("{patron}'s {spot} of {stake}{place} loses")
_LOST = {
    law.SURRENDER_SETTLED: message("{stake} of {patron}'s surrendered {spot}{place} is lost"),
    law.SURRENDER_LOST: message("{patron}'s surrendered {spot} of {stake}{place} loses all"),
    law.BUST_LOSES: message("{patron}'s {spot} of {stake}{place} loses: the hand is bust"),
    law.FORFEIT: message("{patron}'s {spot} of {stake}{place} is forfeited"),
}
"""The ways to lose a wager other than by the cards, by the first of these grounds."""
_ENDS = {
    Result.STOOD_OFF: message("{patron}'s {spot} of {stake}{place} stands off and goes back"),
    Result.RETURNED: message("{patron}'s {spot} of {stake}{place} goes back"),
    Result.VOID: message("{patron}'s {spot} of {stake}{place} is void and goes back"),
    Result.CLAIM: message("{patron}'s {spot} of {stake}{place} goes to the jackpot, which the hand claims"),
    Result.CARRIED: message("{patron}'s {spot} of {stake}{place} stays for the next round"),
}
"""What becomes of a stake that is neither won nor lost."""


def stake_words(stake: Stake) -> str:
    """A stake as it is said: chips, and tokens by name."""
    if not stake.tokens_cents:
        return dollars(stake.cents)
    tokens = say("{amount} in tokens", amount=dollars(stake.tokens_cents))
    chips = dollars(stake.chips_cents)
    return tokens if not stake.chips_cents else say("{chips} and {tokens}", chips=chips, tokens=tokens)


def paid_words(done: Settlement) -> str:
    """Why a win was not paid exactly; nothing if it was."""
    if done.result is not Result.WON or done.pays == done.exact:
        return ""
    whole, rest = divmod(done.exact, 1)
    exact = dollars(int(whole))
    exact = say("{amount} and {part} of a cent", amount=exact, part=rest) if rest else exact
    if done.cap is not None:
        return say("exactly {exact}, paid {pays} by the maximum payout", exact=exact, pays=dollars(done.pays))
    return say("exactly {exact}, paid {pays} up to what chips can pay", exact=exact, pays=dollars(done.pays))


def result_words(result: Result) -> str:
    """The result of a wager, in a word."""
    return translate(result.value)


def net_cents(done: Settlement) -> int:
    """What one settlement is worth to the player; a stake that stays down is neither won nor lost."""
    return 0 if done.result is Result.CARRIED else done.pays + done.returned.cents - done.stake.cents


def signed_dollars(cents: int) -> str:
    """An amount with its sign: `+$25`, `-$50`, `$0`."""
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)


def settlement_words(done: Settlement, round: Round | None = None) -> str:
    """The result of a wager, with the amounts. With the round at hand it says on which area and hand, where areas are
    shared and hands are split, and which line of the table of odds was paid."""
    said = {
        "patron": done.patron,
        "spot": spot_words(done.spot),
        "stake": stake_words(done.stake),
        "place": place_of(round, done.wager) if round is not None else "",
    }
    match done.result:
        case Result.WON:
            won = {"pays": dollars(done.pays), "odds": done.odds, "line": _line(round, done)}
            words = say("{patron}'s {spot} of {stake}{place} wins {pays} at {odds}{line}", **said, **won)
            kept = say(", and the dealer keeps {stake}", stake=stake_words(done.taken)) if done.taken.pieces else ""
            return words + kept
        case Result.LOST:
            return say(next((words for key, words in _LOST.items() if key in done.because), _LOSES), **said)
        case Result.STOOD_OFF if law.SURRENDER_SETTLED in done.because:
            return say("{stake} of {patron}'s surrendered {spot}{place} stands off and goes back", **said)
        case Result.RESTORED:  # what was decided earlier in the round goes the other way now
            returned = said | {"stake": stake_words(done.returned)}
            return say("{stake} taken from {patron}'s {spot}{place} goes back", **returned)
        case Result.REVERSED:
            parts = []
            if done.pays:
                gives = said | {"stake": dollars(-done.pays)}
                parts.append(say("{stake} won on {patron}'s {spot}{place} is given back", **gives))
            if done.taken.pieces:
                forfeits = said | {"stake": stake_words(done.taken)}
                parts.append(say("{stake} that went back of {patron}'s {spot}{place} is forfeited", **forfeits))
            return say(" and ").join(parts)
        case Result.RETURNED if round is not None and done.stake.cents < round.wagers[done.wager].stake.cents:
            return say("{stake} of {patron}'s {spot}{place} goes back", **said)
        case Result.BONUS if law.SUPER_BONUS_OTHERS in done.because:
            words = "{patron} is paid {amount} for another player's Super Bonus"
            return say(words, patron=done.patron, amount=dollars(done.pays))
        case Result.BONUS:
            where = where_of(round, done.wager) if round is not None else ""
            words = "{patron} is paid the Super Bonus of {amount}{place}"
            return say(words, patron=done.patron, amount=dollars(done.pays), place=where)
        case _:
            return say(_ENDS[done.result], **said)


def _line(round: Round | None, done: Settlement) -> str:
    """The line of the table of odds that a win is paid by, where a dealer has a name for it."""
    for ground, words in _BY_GROUND.items():
        if ground in done.because:
            return " " + translate(words)
    if law.TWENTY_ONE_PAID not in done.because or law.DOUBLE_PAYS_EVEN in done.because:
        return ""
    name = line_name(round.hands[round.wagers[done.wager].hand].cards) if round is not None else ""
    return " " + translate(_LINES.get(name, _TWENTY_ONE))


# Grounds: what a rule says, and how an unclear clause was read at this table.


def ground_words(rules: law.Rules, ground: law.Ground) -> str:
    """What a ground says; of a reading, what was played, which need not be what the edition takes."""
    if not isinstance(ground, law.Reading):
        return translate(law.TITLES[law.Key(ground)])
    entry = rules.edition.readings[ground]
    if entry.switch and rules.reading(entry.switch) != rules.default(entry.switch):
        return say("taken the other way: {reading}", reading=translate(entry.alternative))
    return translate(entry.taken)


def grounds(rules: law.Rules, because: law.Because) -> list[dict[str, Any]]:
    """Each ground of a decision with its clauses and what it says; the case it fell under shows in the clauses."""
    return [_ground_data(rules, ground, because) for ground in because if ground not in law.CASES]


def _ground_data(rules: law.Rules, ground: law.Ground, because: law.Because) -> dict[str, Any]:
    """A ground as data: its name, what it says, its clauses; of a reading the question, the switch and the choice."""
    data: dict[str, Any] = {
        "ground": str(ground),
        "says": ground_words(rules, ground),
        "clauses": list(rules.clauses(ground, because)),
    }
    if isinstance(ground, law.Reading):
        entry = rules.edition.readings[ground]
        data["question"] = translate(entry.question)
        if entry.switch:
            data["choice"] = {"switch": entry.switch, "value": rules.reading(entry.switch)}
    return data


def say_grounds(rules: law.Rules, because: law.Because) -> str:
    """The grounds of a decision as a person reads them, each with its clauses."""
    return "; ".join(say_each_ground(rules, because))


def say_each_ground(rules: law.Rules, because: law.Because) -> list[str]:
    """Each ground of a decision as a person reads it, with its clauses."""
    said = []
    for ground in dict.fromkeys(ground for ground in because if ground not in law.CASES):
        words = ground_words(rules, ground)
        words = (
            say("reading {reading}: {words}", reading=ground, words=words) if isinstance(ground, law.Reading) else words
        )
        cited = ", ".join(rules.cite((ground,), because))
        said.append(f"{words} ({cited})" if cited else words)
    return said
