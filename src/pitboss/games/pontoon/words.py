"""The names that Pontoon uses: spots, phases, needs, options, and how a hand stands."""

WAGER, DOUBLE, SPLIT, INSURANCE, PAIRS = "wager", "double", "split", "insurance", "perfect-pairs"
BASE = (WAGER, SPLIT)
"""The spots of the wager that a hand is played for."""
ON_HAND = (WAGER, SPLIT, DOUBLE)
"""The spots of wagers that a hand's total decides."""

WAGERS, DEAL, RETURN, OFFERS, PLAY, DEALER = "wagers", "deal", "return", "offers", "play", "dealer"
SHUFFLE, CUT, INSERT, BURN, NO_MORE_BETS = "shuffle", "cut", "insert", "burn", "no-more-bets"
INSURANCE_CALL, INSURANCE_CLOSED = "insurance", "insurance-closed"
SURRENDER_CALL, SURRENDER_CLOSED = "surrender", "surrender-closed"

STAND, DRAW, DOUBLES, SPLITS = "stand", "draw", "double", "split"
INSURE, SURRENDER, PASS, STAY, KEEP, FORFEIT = "insure", "surrender", "pass", "stay", "keep", "forfeit"
NO_INSURANCE, NO_SURRENDER = "no-insurance", "no-surrender"

LIVE, STOOD, DOUBLING, DOUBLED, SURRENDERED = "live", "stood", "doubling", "doubled", "surrendered"
PONTOON, MADE = "pontoon", "made"
"""A pontoon, or a 21, whose payment waits for the final settlement."""
BUST, PAID, FORFEITED, SETTLED, VOIDED = "bust", "paid", "forfeited", "settled", "void"

SUPERVISOR = "casino-supervisor"


def number(need: str) -> int:
    """The number of the hand or wager that a need is about."""
    return int(need.rpartition("-")[2])
