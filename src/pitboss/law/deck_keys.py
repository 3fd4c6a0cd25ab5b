"""The rule keys of the cards before they are dealt: inspected, kept secured, shuffled by hand, riffled."""

from pitboss.law.grounds import key

DECKS_INSPECTED = key("decks-inspected", "Decks are inspected before they are used at a table")
DECKS_SECURED = key("decks-secured", "Decks that were checked or shuffled early are kept secured until they are needed")
HAND_SHUFFLE_FIRST = key(
    "hand-shuffle-first", "As play starts the cards are shuffled by hand before they go into the device"
)
HAND_SHUFFLE_ALLOWED = key("hand-shuffle-allowed", "The dealer may shuffle by hand before the cards go into the device")
RIFFLED_ON_REQUEST = key(
    "riffled-on-request", "Pre-shuffled cards are riffled if a player asks and a supervisor approves, before the cut"
)
ANGEL_RIFFLED_AT_CUT = key("angel-riffled-at-cut", "Angel pre-shuffled cards are riffled just before the cut alone")
