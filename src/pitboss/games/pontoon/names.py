"""The names of Pontoon: its spots, phases, needs, what players may do, and how a hand stands."""

WAGER, DOUBLE, SPLIT, INSURANCE, PAIRS = "wager", "double", "split", "insurance", "perfect-pairs"
UNDISCLOSED = "undisclosed"
"""The indicator of a tournament player's written wager, which is told after its round."""
BASE = (WAGER, SPLIT)
"""The spots of the wager that a hand is played for."""
ON_HAND = (WAGER, SPLIT, DOUBLE)
"""The spots of wagers that a hand's total decides."""

WAGERS, DEAL, RETURN, OFFERS, PLAY, DEALER = "wagers", "deal", "return", "offers", "play", "dealer"
SHUFFLE, CUT, INSERT, BURN, CARD, NO_MORE_BETS = "shuffle", "cut", "insert", "burn", "card", "no-more-bets"
INSURANCE_CALL, INSURANCE_CLOSED = "insurance", "insurance-closed"
SURRENDER_CALL, SURRENDER_CLOSED = "surrender", "surrender-closed"

STAND, DRAW, DOUBLES, SPLITS = "stand", "draw", "double", "split"
INSURE, SURRENDER, PASS, STAY, KEEP, FORFEIT = "insure", "surrender", "pass", "stay", "keep", "forfeit"
NO_INSURANCE, NO_SURRENDER = "no-insurance", "no-surrender"
UNDER_SHOE = "under-shoe"
"""The need for the first card of a round where it lies under the shoe."""
OFFERED_CARD, ACCEPT, REFUSE = "offered-card", "accept", "refuse"
ANNOUNCE = "announce"
CALLS = (PLAY, OFFERED_CARD)
"""What the controlling player of the hand in play is asked: its turn, or whether it takes a misdealt card."""

LIVE, STOOD, DOUBLING, DOUBLED, SURRENDERED = "live", "stood", "doubling", "doubled", "surrendered"
PONTOON, MADE = "pontoon", "made"
"""A pontoon, or a 21, whose payment waits for the final settlement."""
BUST, PAID, FORFEITED, SETTLED, VOIDED = "bust", "paid", "forfeited", "settled", "void"

SPLIT_HAND = "split"
"""The kind of a hand that was made by splitting."""

SUPERVISOR = "casino-supervisor"
