"""The decision of a round, as data: every wager, every refusal, every claim, the totals."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from pitboss.cards import UNKNOWN, PokerHand, best_hand
from pitboss.jackpot import Award, MeterTerms, PoolClaim, award_round, fixed_prizes
from pitboss.jackpot.awards import Prize, is_share
from pitboss.law.rules import Rules
from pitboss.messages import say
from pitboss.money import EMPTY, dollars
from pitboss.play import Round, Step, codec, irregularity, totals, view
from pitboss.play.acts import Act
from pitboss.play.events import Event, IrregularityRuled, JackpotClaimed, WagerTakenBack
from pitboss.play.poker.names import JACKPOT
from pitboss.play.round import PUBLIC
from pitboss.play.wager import HOUSE_AREA, Claim, Refusal, Settlement
from pitboss.report import narration, record
from pitboss.report.acts import IRREGULARITY
from pitboss.report.irregularity import irregularity_data
from pitboss.report.settlements import grounds, place_on_area
from pitboss.value import Value, log_name


def settlement_data(round: Round, done: Settlement) -> dict[str, Any]:
    """One settlement of a round, with the hand of its area that the wager is on, counted from 1; 0 for none."""
    hand = round.wagers[done.wager].hand
    return plain_settlement(round.game.rules, done) | {"hand": place_on_area(round, hand) if hand > 0 else 0}


def plain_settlement(rules: Rules, done: Settlement) -> dict[str, Any]:
    """One settlement by itself. Amounts are cents; `exact_cents` is a fraction where it is not whole."""
    exact = done.exact
    return {
        "wager": done.wager,
        "player": done.patron,
        "area": done.area,
        "spot": done.spot,
        "result": done.result.value,
        "stake_cents": done.stake.cents,
        "odds": str(done.odds) if done.odds is not None else None,
        "exact_cents": f"{exact.numerator}/{exact.denominator}" if isinstance(exact, Fraction) else exact,
        "cap_cents": done.cap,
        "pays_cents": done.pays,
        "returned_cents": done.returned.cents,
        "taken_cents": done.taken.cents,
        "returned_tokens_cents": done.returned.tokens_cents,
        "taken_tokens_cents": done.taken.tokens_cents,
        "clauses": list(rules.cite(done.because)),
        "because": grounds(rules, done.because),
    }


def prize_of(round: Round, claim: Claim) -> dict[str, Any]:
    """The prize that the book gives for a claimed hand: its basis and figures, and the clause."""
    jackpot = round.game.terms.jackpot
    option = jackpot.option - 1 if jackpot is not None else 0
    row = next(row for row in round.game.rules.game.data["prize"] if row["line"] == claim.line)
    prize: dict[str, Any] = row["options"][option] | {"clause": row["clause"]}
    return prize


def claim_data(round: Round, claim: Claim) -> dict[str, Any]:
    """One jackpot claim, with the prize that the book gives for the hand; the meter decides the amount."""
    rules = round.game.rules
    return {
        "wager": claim.wager,
        "player": claim.patron,
        "area": claim.area,
        "hand": claim.line,
        "cards": [str(card) for card in claim.cards],
        "prize": prize_of(round, claim),
        "clauses": list(rules.cite(claim.because)),
        "because": grounds(rules, claim.because),
    }


def refusal_data(rules: Rules, no: Refusal) -> dict[str, Any]:
    """One refusal, in words and with its clauses."""
    return {"words": no.words, "clauses": list(rules.cite(no.because)), "because": grounds(rules, no.because)}


def prize_words(round: Round, claim: Claim) -> str:
    """The prize of a claimed hand as the book has it, in dollars where it does not depend on the meter."""
    match prize_of(round, claim):
        case {"basis": "fixed", "cents": cents}:
            return dollars(cents)
        case {"basis": "for", "odds": odds}:
            amount = dollars(odds * round.wagers[claim.wager].stake.cents)
            return say("{odds} for 1, {amount}", odds=odds, amount=amount)
        case {"basis": "share", "percent": percent, "least_cents": least}:
            return say("{percent}% of the jackpot, at least {least}", percent=percent, least=dollars(least))
        case {"basis": "share", "percent": percent}:
            return say("{percent}% of the jackpot", percent=percent)
        case _:
            return ""


def _hands_read(round: Round) -> dict[int, PokerHand]:
    """The poker hands that lie face up, as the dealer declares them."""
    board = round.game.board(round)
    read: dict[int, PokerHand] = {}
    for hand in view(round, PUBLIC).hands:
        cards = hand.cards + board
        if hand.says and 5 <= len(cards) <= 7 and UNKNOWN not in cards and hand.says == best_hand(cards).describe():
            read[hand.id] = best_hand(cards)
    return read


def hands_data(round: Round) -> list[dict[str, Any]]:
    """The hands as all at the table see them in the end: cards that lie face down are `??`. Where a player's hand
    and the dealer's are declared alike, the side cards that decide are said."""
    read = _hands_read(round)
    house = [hand for number, hand in read.items() if round.hands[number].area == HOUSE_AREA]
    theirs = [hand for number, hand in read.items() if round.hands[number].area != HOUSE_AREA]
    sides = {number: theirs if round.hands[number].area == HOUSE_AREA else house for number in read}
    says = {number: hand.describe_beside(sides[number]) for number, hand in read.items()}
    return [
        {
            "area": hand.area,
            "hand": hand.kind,
            "number": place_on_area(round, hand.id),
            "cards": [str(card) for card in hand.cards],
            "says": says.get(hand.id, hand.says) if hand.kind != "community" else "",
            "status": hand.status,
        }
        for hand in view(round, PUBLIC).hands
    ]


def round_data(round: Round) -> dict[str, Any]:
    """Everything decided in a round."""
    rules = round.game.rules
    return {
        "game": rules.game.name,
        "edition": rules.edition.name,
        "version": rules.edition.version,
        "content_hash": rules.edition.content_hash,
        "round": round.number,
        "over": round.is_over,
        "waits_for": [need.id for need in round.needs],
        "wagers": [settlement_data(round, done) for done in round.settlements],
        "claims": [claim_data(round, claim) for claim in round.claims],
        "hands": hands_data(round),
        "totals": [
            {
                "player": total.patron,
                "staked_cents": total.staked,
                "returned_cents": total.returned,
                "won_cents": total.won,
                "carried_cents": total.carried,
                "net_cents": total.net,
                "tokens_net_cents": total.tokens_net,
            }
            for total in totals(round)
        ],
    }


def awards_data(played: record.PlayedRecord) -> list[dict[str, Any]]:
    """The awards of a record's jackpot hands, in dollars, where the record gives the value of the meter."""
    round, jackpot = played.round, played.game.terms.jackpot
    if played.meter_cents is None or jackpot is None or not round.is_over:
        return []
    rules, chips = played.game.rules, played.game.terms.chips
    price, option = jackpot.price_cents, jackpot.option
    meter = MeterTerms((rules.game.name,), price, 0, played.reset_cents, 0, option=option, method=jackpot.method)
    bettors = {(w.patron, w.area) for w in round.wagers if w.spot == JACKPOT and w.stake.pieces}
    shares = [claim for claim in round.claims if is_share(rules, option, claim.line)]
    pool = tuple(PoolClaim(claim.patron, claim.area, claim.line) for claim in shares)
    paid = fixed_prizes(rules, jackpot, round.claims, tuple(sorted(bettors)), chips)
    awards: list[Prize | Award] = [*paid, *award_round(rules, meter, played.meter_cents, pool, chips).awards]
    return [
        {
            "player": each.patron,
            "area": each.area,
            "hand": each.line,
            "award_cents": each.cents,
            "clauses": list(rules.cite(each.because)),
            "because": grounds(rules, each.because),
        }
        for each in awards
    ]


class Ruling(Value):
    """What moved money or was decided by the rules, beside settlements and claims: at which step, and in words."""

    step: int
    says: str
    event: Event


def rulings(opening: Round, acts: Sequence[Act], taken: Iterable[Step] | None = None) -> list[Ruling]:
    """The rulings of a round in their order, each event that is one once; its steps are folded where none are given."""
    found: list[Ruling] = []
    for number, (act, _, told) in enumerate(narration.tell_round(opening, acts, taken=taken), start=1):
        found += [Ruling(number, str(says), event) for says, event in told if narration.is_ruling(act, event)]
    return found


def ruling_data(rules: Rules, ruling: Ruling) -> dict[str, Any]:
    """One ruling, with the player and the money that it is about, if any."""
    event, because = ruling.event, ruling.event.because
    back = event.stake if isinstance(event, WagerTakenBack) else EMPTY
    return {
        "step": ruling.step,
        "what": log_name(type(event)),
        "says": ruling.says,
        "player": getattr(event, "patron", ""),
        "wager": getattr(event, "wager", None),
        "returned_cents": back.cents,
        "returned_tokens_cents": back.tokens_cents,
        "clauses": list(rules.cite(because)),
        "because": grounds(rules, because),
    }


def decision_data(played: record.PlayedRecord) -> dict[str, Any]:
    """Everything decided in a record, the acts that were refused included."""
    rules = played.game.rules
    also = [ruling_data(rules, ruling) for ruling in rulings(played.opening, played.acts, played.steps)]
    for ruling in also:
        act = played.acts[ruling["step"] - 1]
        if isinstance(act, irregularity.Irregularity) and ruling["what"] == log_name(IrregularityRuled):
            ruling.update(irregularity_data(played.round_before(ruling["step"]), act))
        if ruling["wager"] is not None:
            wager = played.round.wagers[ruling["wager"]]
            ruling |= {"area": wager.area, "spot": wager.spot}
    refused = [
        {"line": tried.line, "after": tried.after, "act": codec.encode(tried.act)} | refusal_data(rules, tried.refusal)
        for tried in played.tried
    ]
    data = round_data(played.round) | {"rulings": also, "refusals": refused, "note": played.note, "hint": played.hint}
    data |= {"awards": awards} if (awards := awards_data(played)) else {}
    for hand in data["hands"]:
        hand["cards"] = [played.restore_written(card) for card in hand["cards"]]
        hand["says"] = "" if "??" in hand["cards"] else hand["says"]
    return data


def steps_data(played: record.PlayedRecord) -> list[dict[str, Any]]:
    """A record step by step: each act and what it led to, in words as the record has its cards; and each act that was
    refused, after the step that it followed."""
    rules = played.game.rules
    rows: list[dict[str, Any]] = []
    for number, (act, step, told) in enumerate(
        narration.tell_round(played.opening, played.acts, taken=played.steps), start=1
    ):
        events = []
        for sentence, event in told:
            prize = f", {prize_words(step.round, event.claim)}" if isinstance(event, JackpotClaimed) else ""
            because = event.because
            said = {"tells": played.restore_written(str(sentence)) + prize, "because": list(because)}
            events.append(said | {"clauses": list(rules.cite(because)), "event": codec.encode(event)})
        row = {"step": number, "refused": False, "act": codec.encode(act), "phase": step.round.phase}
        if isinstance(act, irregularity.Irregularity):
            row[IRREGULARITY] = irregularity_data(played.round_before(number), act)
        rows.append(row | {"events": events, "waits_for": [need.id for need in step.round.needs]})
    rows += [
        {"step": tried.after, "refused": True, "line": tried.line, "act": codec.encode(tried.act)}
        | refusal_data(rules, tried.refusal)
        for tried in played.tried
    ]
    return sorted(rows, key=lambda row: (row["step"], row["refused"]))
