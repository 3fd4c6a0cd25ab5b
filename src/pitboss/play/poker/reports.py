"""The irregularities of a poker game against the house: the facts, the fields of their reports, and which reports
cannot be true."""

from collections import Counter
from collections.abc import Callable
from typing import cast

from pitboss import law
from pitboss.cards import UNKNOWN
from pitboss.messages import say
from pitboss.play.irregularity import Irregularity
from pitboss.play.needs import DecisionNeed
from pitboss.play.poker import names
from pitboss.play.poker.table import PokerTable, ante_of
from pitboss.play.provisions import Fact, State
from pitboss.play.round import OVER, Draft, Round, refuse_cards
from pitboss.play.wager import Hand, Refusal

# The facts, and the remedies by name.

EXPOSED, MISDEALT, NO_ANTE = "card-exposed", "dealt-wrong", "no-ante"
PLAYER_COUNT, DEALER_COUNT, COMMUNITY_COUNT = "player-count", "dealer-count", "community-count"
DEALER_SHOWN, COMMUNITY_SHOWN, SPREAD = "dealer-shown", "community-shown", "community-spread"
TAKEN, MISSING, FOREIGN_CARD = "cards-taken", "card-missing", "foreign-card"
JAM, FAILED, UNVERIFIED = "shuffle-jam", "device-failed", "deck-unverified"
JACKPOT_STARTED = "jackpot-started"

MISDEAL, VOID_ROUND, VOID_HAND, VOID_UNDECIDED = "misdeal", "void-round", "void-hand", "void-undecided"
TURN_DOWN, LEAVE_UP, GO_ON, DISCARD, RECONSTRUCT = "turn-down", "leave-up", "go-on", "discard", "reconstruct"
RETURN_CARDS, LEAVE_CARDS, RESHUFFLE = "return-cards", "leave-cards", "reshuffle"
CANCEL_JACKPOT = "cancel-jackpot"

TOP_OF_RACK, ONLY_CARDS = "top-of-rack", "only-cards"
_TAKEN_STATES = (
    State(TOP_OF_RACK, "Do the cards that the player names lie on top in the discard rack?"),
    State(ONLY_CARDS, "Are they the only cards in the discard rack?"),
)
_OF_DECK = (MISSING, FOREIGN_CARD, JAM, FAILED, UNVERIFIED, JACKPOT_STARTED)
"""The facts about the deck, the device or the jackpot, not about a hand."""
FILL = "fill"
"""The need for a card that a hand of the house is short of."""

_FACTS = (
    Fact(EXPOSED, "A card was exposed during the deal", ("hand", "places", "cards", "looked")),
    Fact(MISDEALT, "The cards were dealt in a wrong order or to a wrong place", ("looked",)),
    Fact(PLAYER_COUNT, "A player's hand has a wrong number of cards", ("hand", "extra", "count", "looked")),
    Fact(DEALER_COUNT, "The dealer's hand has a wrong number of cards", ("extra", "count", "laid")),
    Fact(COMMUNITY_COUNT, "There is a wrong number of community cards", ("extra", "count", "laid")),
    Fact(NO_ANTE, "Cards were dealt to an area without an Ante", ("area", "extra", "looked")),
    Fact(DEALER_SHOWN, "The dealer's cards were shown before all players had decided", ("places", "cards")),
    Fact(
        COMMUNITY_SHOWN,
        "Community cards were shown before all players had decided",
        ("places", "cards", "extra", "players"),
    ),
    Fact(SPREAD, "The community cards were spread wrongly", ("laid",)),
    Fact(TAKEN, "The dealer took a player's cards by mistake", ("hand", "cards", "looked", "states"), _TAKEN_STATES),
    Fact(MISSING, "A card is missing from the shoe, the device or the deck"),
    Fact(FOREIGN_CARD, "A card was found that does not belong to the deck", ("cards",)),
    Fact(JAM, "The shuffling device jammed or did not finish its shuffle"),
    Fact(FAILED, "The shuffling device no longer works as it should"),
    Fact(UNVERIFIED, "The shuffling device does not confirm the number of cards", ("count",)),
    Fact(JACKPOT_STARTED, "The jackpot game was started wrongly"),
)
_OF_HAND = {
    DEALER_COUNT: names.DEALER,
    DEALER_SHOWN: names.DEALER,
    COMMUNITY_COUNT: names.COMMUNITY,
    COMMUNITY_SHOWN: names.COMMUNITY,
    SPREAD: names.COMMUNITY,
}
"""The hand of the house that a fact is about."""


def facts_for(*house: str) -> tuple[Fact, ...]:
    """The facts of a game whose house holds these hands."""
    return tuple(fact for fact in _FACTS if _OF_HAND.get(fact.name, house[0]) in house)


def poker_of(game: object) -> PokerTable:
    """A game of this module as what it is."""
    return cast(PokerTable, game)


def hand_meant(round: Round | Draft, report: Irregularity) -> int:
    """The number of the hand that a report is about: the house's by its kind, another as the report says."""
    kind = _OF_HAND.get(report.fact)
    return poker_of(round.game).house.index(kind) if kind else report.hand


# Who has acted.


def find_acted(game: PokerTable, round: Round) -> frozenset[str]:
    """The players who have decided on their hands, and so have had their cards in hand."""
    if round.phase in (names.WAGERS, names.DEAL, OVER):
        return frozenset()
    asked = {need.hand for need in find_undecided(round)} if round.phase == game.stages[0].phase else set()
    acted = [h for h in round.hands[len(game.house) :] if h.id not in asked and h.status != names.VOIDED]
    return frozenset(round.wagers[ante_of(round, hand)].patron for hand in acted)


def find_undecided(round: Round | Draft) -> list[DecisionNeed]:
    """The questions of the stage that are still open, also those put off until other answers are in."""
    stage = poker_of(round.game).stage_of.get(round.phase)
    needs = (*round.needs, *round.irregular.waits)
    return [need for need in needs if isinstance(need, DecisionNeed) and stage is not None and need.kind == stage.asks]


def supervisor_rules(round: Round) -> bool:
    """Whether a supervisor rules on hands that a community card shown too early may void (reading M4)."""
    return round.game.rules.reading("earlyCommunityCard", otherwise="supervisor-rules") == "supervisor-rules"


# Reports that cannot be true.


def refuse_report(game: PokerTable, round: Round, report: Irregularity) -> Refusal | None:
    """Refuse a report that does not fit the hands and cards of the round."""
    if report.fact not in _OF_DECK and round.need(FILL) is not None:
        return Refusal((law.CARDS_FROM_DEVICE,), "A hand of the house lacks a card: deal that card first.")
    check = _CHECKS.get(report.fact)
    if check is None or (report.fact in _OF_HAND and not round.hands):  # no clause speaks of a hand before the deal
        return None
    return check(game, round, report)


def _refuse_exposed(game: PokerTable, round: Round, report: Irregularity) -> Refusal | None:
    hand = round.hands[report.hand]
    if not report.places:
        return Refusal((law.NOT_AN_OPTION,), "Say which cards of the hand were exposed.")
    if any(hand.up >> place & 1 for place in report.places):
        return Refusal((law.NOT_AN_OPTION,), "That card lies face up as it should: it was not exposed in error.")
    return _refuse_names(round, report, must=report.remedy == LEAVE_UP)


def _refuse_names(round: Round, report: Irregularity, *, must: bool) -> Refusal | None:
    """Refuse other names than those of the cards shown that were not known; they are needed if the cards stay up."""
    hand = round.hands[hand_meant(round, report)]
    places = report.places or tuple(range(len(hand.cards)))
    unknown = hand.count_unknown(places)
    if UNKNOWN in report.cards or len(report.cards) not in ({unknown} if must else {0, unknown}):
        words = say("Name the {unknown} cards that were shown and not known before.", unknown=unknown)
        return Refusal((law.CARD_UNSEEN,), words)
    return refuse_cards(round, report.cards) if report.cards else None


def _refuse_shown(game: PokerTable, round: Round, report: Irregularity) -> Refusal | None:
    hand = round.hands[hand_meant(round, report)]
    if any(not 0 <= place < len(hand.cards) for place in report.places) or not (hand.cards or report.extra):
        words = say("There are {held} cards: say which of them were shown.", held=len(hand.cards))
        return Refusal((law.NOT_AN_OPTION,), words)
    if UNKNOWN in report.extra:
        return Refusal((law.CARD_UNSEEN,), "This card was shown: name it.")
    if report.extra and (game.plan.in_packets or report.places or report.cards):
        return Refusal((law.NOT_AN_OPTION,), "These cards lie on the table: say which of them were shown.")
    if len(hand.cards) + len(report.extra) > game.board_size and report.extra:
        return Refusal((law.COMMUNITY_CARDS,), "This game has fewer community cards: name those that came out.")
    if report.players and (not supervisor_rules(round) or not round.game.rules.applies(law.EARLY_COMMUNITY_VOIDS)):
        return Refusal((law.NOT_AN_OPTION,), "No player is asked to agree here: leave the players out.")
    if report.extra:
        return None
    places = report.places or tuple(range(len(hand.cards)))
    if all(hand.up >> place & 1 for place in places):
        return Refusal((law.NOT_AN_OPTION,), "Those cards lie face up as they should.")
    return _refuse_names(round, report, must=report.remedy == GO_ON)


def _refuse_count(game: PokerTable, round: Round, report: Irregularity) -> Refusal | None:
    number = hand_meant(round, report)
    hand = round.hands[number] if number < len(round.hands) else None
    if hand is None or (report.fact == PLAYER_COUNT and not hand.area):
        return Refusal((law.NOT_AN_OPTION,), "Say which player's hand it is.")
    if hand.area and hand.status not in (names.LIVE, names.IN, names.FOLDED):
        return Refusal((law.NOT_AN_OPTION,), "That hand is out of the round.")
    held, count = len(hand.cards), report.count
    if report.extra and count not in (-1, held + len(report.extra)):
        words = say(
            "With the extra cards the hand holds {held}: leave the number out, or correct it.",
            held=held + len(report.extra),
        )
        return Refusal((law.NOT_AN_OPTION,), words)
    if not report.extra and not 0 <= count < held:
        words = say(
            "The hand should hold {held}: name the extra cards, or say how many it holds if it is fewer.", held=held
        )
        return Refusal((law.NOT_AN_OPTION,), words)
    return _refuse_laid(round, report) if report.laid else None


def _refuse_laid(round: Round, report: Irregularity) -> Refusal | None:
    """Refuse an order that has other cards than the hands have, or gives a hand more than it should hold."""
    number = hand_meant(round, report)
    piles = {pile.hand: pile.cards for pile in report.laid}
    if len(piles) < len(report.laid) or number not in piles:
        return Refusal((law.NOT_AN_OPTION,), "Give each hand once, and the hand that is wrong among them.")
    if any(round.hands[hand].area and round.hands[hand].status not in (names.LIVE, names.IN) for hand in piles):
        return Refusal((law.NOT_AN_OPTION,), "Only hands that are still in the round are put in order.")
    there = Counter(card for hand in piles for card in round.hands[hand].cards) + Counter(report.extra)
    if not report.extra and report.count >= 0:
        there -= Counter(round.hands[number].cards[report.count :])
    if Counter(card for cards in piles.values() for card in cards) - there:
        return Refusal((law.NOT_AN_OPTION,), "List the cards that came out, each once.")
    if any(len(cards) > len(round.hands[hand].cards) for hand, cards in piles.items()):
        return Refusal((law.NOT_AN_OPTION,), "No hand gets more cards than it should hold.")
    if any(
        card == UNKNOWN and round.hands[hand].up >> place & 1
        for hand, cards in piles.items()
        for place, card in enumerate(cards)
    ):
        return Refusal((law.CARD_UNSEEN,), "A card that lies face up now was shown: name it.")
    short = sum(len(round.hands[hand].cards) - len(cards) for hand, cards in piles.items())
    if short and sum(there.values()) > sum(len(cards) for cards in piles.values()):
        return Refusal(
            (law.NOT_AN_OPTION,), "A card is left over only when every hand has all its cards: fill the hands first."
        )
    return None


def _refuse_spread(game: PokerTable, round: Round, report: Irregularity) -> Refusal | None:
    if not round.hands[hand_meant(round, report)].cards:
        return Refusal((law.NOT_AN_OPTION,), "No community card is out.")
    if report.remedy == RECONSTRUCT and not report.laid:
        return Refusal((law.RECONSTRUCTED,), "Give the community cards in the order that they should lie in.")
    return _refuse_laid(round, report) if report.laid else None


def _refuse_no_ante(game: PokerTable, round: Round, report: Irregularity) -> Refusal | None:
    if any(hand.area == report.area for hand in round.hands):
        words = say("Area {area} has an Ante and a hand: choose an area without.", area=report.area)
        return Refusal((law.NOT_AN_OPTION,), words)
    if not report.extra:
        return Refusal((law.NOT_AN_OPTION,), "Say which cards came to that area; ?? for a card that was not seen.")
    return None


def _refuse_taken(game: PokerTable, round: Round, report: Irregularity) -> Refusal | None:
    hand = round.hands[report.hand]
    if not hand.area or hand.status not in (names.LIVE, names.IN, names.FOLDED):
        return Refusal((law.NOT_AN_OPTION,), "Say which player's hand it is; one that is out of the round stays out.")
    others = list(round.seen)
    for card in hand.cards:
        if card != UNKNOWN:
            others.remove(card)
    if clash := [card for card in report.cards if card != UNKNOWN and card in others]:
        words = say("The {card} lies elsewhere: name the player's own cards.", card=clash[0])
        return Refusal((law.TAKEN_CARDS_RETURNED,), words)
    if report.remedy == RETURN_CARDS and hand.status == names.FOLDED and not _was_folded_in_stage(round, hand):
        return Refusal((law.TAKEN_CARDS_RETURNED,), "Cards have been shown since: the hand cannot come back now.")
    return None


def _was_folded_in_stage(round: Round, hand: Hand) -> bool:
    """Whether a hand was folded at the stage that is still open."""
    stage = poker_of(round.game).stage_of.get(round.phase)
    ante = ante_of(round, hand)
    grounds = [ground for done in round.settlements if done.wager == ante for ground in done.because]
    house = round.hands[: len(poker_of(round.game).house)]
    is_shown = any(h.kind == names.DEALER and h.cards and h.all_up for h in house)
    return stage is not None and set(stage.case) <= set(grounds) and not is_shown


def _refuse_foreign(game: PokerTable, round: Round, report: Irregularity) -> Refusal | None:
    return None if report.cards else Refusal((law.NOT_AN_OPTION,), "Name the card; ?? where it cannot be named.")


def _refuse_unverified(game: PokerTable, round: Round, report: Irregularity) -> Refusal | None:
    if report.count >= 0:
        return None
    return Refusal(round.game.rules.only((law.DEVICE_UNVERIFIED,)), "Count all the cards, and say how many there are.")


_CHECKS: dict[str, Callable[[PokerTable, Round, Irregularity], Refusal | None]] = {
    EXPOSED: _refuse_exposed,
    PLAYER_COUNT: _refuse_count,
    DEALER_COUNT: _refuse_count,
    COMMUNITY_COUNT: _refuse_count,
    NO_ANTE: _refuse_no_ante,
    DEALER_SHOWN: _refuse_shown,
    COMMUNITY_SHOWN: _refuse_shown,
    SPREAD: _refuse_spread,
    TAKEN: _refuse_taken,
    FOREIGN_CARD: _refuse_foreign,
    UNVERIFIED: _refuse_unverified,
}
