"""Grounds of decisions: rule keys, readings of unclear clauses; and the rule keys of the games.

A ground is a string, so that it travels in events, records and pages as it is. A key is kebab-case
(`dealer-qualifies`): one name for each rule that code enforces, whatever number a document gives it. Which clauses
stand behind a key is data: `books/<edition>/<version>/clauses.toml` says it from the clause's side, and `Rules.clauses`
turns it round for a game. A reading is the number that it has in its edition (`C5`).
"""

from typing import Final


class Ground(str):
    """A ground of a result or a refusal: a rule key or a reading."""

    __slots__ = ()


class Key(Ground):
    """A rule of play that code enforces and that each edition maps to its clauses."""

    __slots__ = ()


class Reading(Ground):
    """The number of a reading in its edition."""

    __slots__ = ()


Because = tuple[Ground, ...]

TITLES: Final[dict[Key, str]] = {}
"""Every key there is, with what it says in a line."""

HOUSE: Final[set[Key]] = set()
"""Keys of good order that no document needs to state: a closed question, a person who is not there."""


CASES: Final[dict[Key, str]] = {}
"""Keys that say which case a decision fell under (a Street, a device, whether the dealer qualifies), each with what it
is a case of. They stand for no clause themselves: a clause that speaks of one case is cited in that case alone."""

PERMISSIONS: Final[set[Key]] = set()
"""Keys that a document lets a person of rank put in force at a table: they apply where they are granted."""


TOURNAMENT: Final[set[Key]] = set()
"""Keys that a tournament puts in force at its tables, and that no other table has."""

REMEDIES: Final[set[Key]] = set()
"""Keys by which something that was forgotten or done wrong at the table is put right."""


def key(
    name: str,
    title: str,
    *,
    house: bool = False,
    permission: bool = False,
    remedy: bool = False,
    tournament: bool = False,
) -> Key:
    """Declare a rule key; a name is declared once."""
    new = Key(name)
    if new in TITLES:
        raise ValueError(f"the rule key {name} is declared twice")
    TITLES[new] = title
    if house:
        HOUSE.add(new)
    if permission:
        PERMISSIONS.add(new)
    if tournament:
        TOURNAMENT.add(new)
    if remedy:
        REMEDIES.add(new)
    return new


def case(name: str, title: str, *, of: str) -> Key:
    """Declare one of several cases of which just one holds."""
    new = key(name, title, house=True)
    CASES[new] = of
    return new


def ground(text: str) -> Ground:
    """Give back the ground that was written as text."""
    return Key(text) if text in TITLES else Reading(text)


# The cards, the shuffle and the cut.
DECK_OF_52 = key("deck-of-52", "One deck of 52 cards without jokers serves a round")
DECKS_ALTERNATE = key("decks-alternate", "A shuffling device holds a second deck while the first is in play")
DECKS_DIFFER = key("decks-differ", "The two decks of a shuffling device have backs of different colours")
CARD_RANKS = key("card-ranks", "Cards rank from the ace down to the two; suits are equal")
CARDS_FROM_DEVICE = key("cards-from-device", "Every card comes out of the shoe or the shuffling device")
SHUFFLE_FIRST = key("shuffle-first", "The cards are shuffled before each round")
DEALER_CUTS = key("dealer-cuts", "After a shuffle for the shoe the dealer cuts once")
ONLY_DEALER_CUTS = key("only-dealer-cuts", "Only the dealer cuts")
DEVICE_UNCUT = key("device-uncut", "Cards from a shuffling device are not cut")

# Wagers.
ROUND_OF_PLAY = key("round-of-play", "When a round begins and when it is over")
PLAYING_AREA = key("playing-area", "A wager goes on one of the layout's playing areas")
CHIPS_OR_TOKENS = key("chips-or-tokens", "Wagers are chips or promotional tokens")
TOKEN_WINS_CHIPS = key("token-wins-chips", "A win on a promotional token is paid in chips")
TOKEN_KEPT = key("token-kept", "The dealer keeps a winning promotional token")
ANTE_OPENS = key("ante-opens", "An Ante, down before the first card, buys a hand")
JACKPOT_OFFERED = key("jackpot-offered", "A jackpot wager may be made before the first card where the table offers it")
JACKPOT_NEEDS_ANTE = key("jackpot-needs-ante", "A jackpot wager needs an Ante")
JACKPOT_ON_ANOTHER = key("jackpot-on-another", "With approval a jackpot wager may go on another player's box")
JACKPOT_PRICE = key("jackpot-price", "A jackpot wager is exactly its price")
ONE_JACKPOT_WAGER = key("one-jackpot-wager", "One jackpot wager a hand")
METHOD_B_WHEN_LINKED = key("method-b-when-linked", "A jackpot shared by several games is dealt by Method B")
BETS_CLOSE = key("bets-close", "Opening wagers close before the first card")
WAGERS_FROZEN = key("wagers-frozen", "After the first card a wager stays as it is until it is settled")
ONE_HAND = key("one-hand", "A player wagers on one hand a round")
ONE_WAGER_PER_SPOT = key("one-wager-per-spot", "One wager on a wagering area")

# Limits and payment.
SIGN_MINIMUM = key("sign-minimum", "A wager meets the minimum on the sign")
SIGN_MAXIMUM = key("sign-maximum", "A wager keeps to the maximum on the sign")
SIGN_UNIT = key("sign-unit", "A wager is made in the unit on the sign")
INDIVIDUAL_LIMITS = key("individual-limits", "A player may have limits of their own, shown at the table")
LATE_MINIMUM_STANDS = key("late-minimum-stands", "A wager under the sign's minimum, found after the deal began, stands")
REGULATOR_MINIMUM = key(
    "regulator-minimum", "A wager under the regulator's minimum, found after the deal began, is void"
)
MAXIMUM_SETTLED = key("maximum-settled", "A wager over the maximum is settled to the maximum")
PAID_UP_TO_CHIPS = key("paid-up-to-chips", "A win that chips cannot pay is paid at the next amount they can")
MAXIMUM_PAYOUT = key("maximum-payout", "A payment keeps to the maximum payout on the notice")

# The deal.
FIVE_CARDS = key("five-cards", "A hand is five cards")
HOLE_CARDS = key("hole-cards", "Each player holds two hole cards of their own")
COMMUNITY_CARDS = key("community-cards", "The community cards belong to every hand")
THIRD_STREET_SHOWN = key("third-street-shown", "The first community card is shown when 3rd Street betting is done")
FOURTH_STREET_SHOWN = key("fourth-street-shown", "The second community card is shown when 4th Street betting is done")
FIFTH_STREET_SHOWN = key("fifth-street-shown", "The third community card is shown when 5th Street betting is done")
FLOP_SHOWN = key("flop-shown", "The Flop is shown when everyone has bet or checked")
TURN_AND_RIVER_SHOWN = key("turn-and-river-shown", "The Turn and the River are shown when everyone has bet or checked")
FACE_DOWN = key("face-down", "Cards are dealt face down unless a rule turns them")
SHOE_ORDER = key("shoe-order", "From a shoe the cards go round one at a time")
PACKET_ORDER = key("packet-order", "From a shuffling device each hand comes as a packet")
UP_CARD = key("up-card", "Which of the dealer's cards lies face up")

# Betting.
BET_OR_FOLD = key("bet-or-fold", "After the deal each player bets or folds")
BET_TWICE_ANTE = key("bet-twice-ante", "The Bet is exactly twice the Ante")
STREET_RANGE = key("street-range", "A Street wager is one to three times the Ante")
PLAY_MULTIPLE = key(
    "play-multiple", "The Play wager is a multiple of the Ante that the sign offers, lower at each stage"
)
PLAY_ONCE = key("play-once", "A player who has made a Play wager wagers no more in the round")
BET_OR_CHECK = key("bet-or-check", "Before the last card a player bets or checks")
BLIND_EQUALS_ANTE = key("blind-equals-ante", "The Blind is equal to the Ante, and both buy a hand")
TRIPS_OFFERED = key("trips-offered", "A Trips wager may be made before the first card")
VARIATION_PREVAILS = key("variation-prevails", "The rules of the game in play come before the general ones")
FOLD_LOSES = key("fold-loses", "A player who folds loses the wagers on the hand")
FOLD_FINAL = key("fold-final", "A fold is final")
TRIPS_LOST_ON_FOLD = key("trips-lost-on-fold", "A fold loses the Trips wager, whatever the hand")
TALKING_FORFEITS = key("talking-forfeits", "Exchanging cards or word of a hand may cost the player their wagers")
TALKING_COSTS_ALL = key("talking-costs-all", "Talking about a hand costs the player every wager")
FOLD_DISCARDS = key("fold-discards", "A folded hand is counted face down and discarded")
DEALER_TURNS = key("dealer-turns", "When all have acted the dealer turns the rest of the dealer's hand")

# Settlement.
BEST_HAND = key("best-hand", "The dealer declares each hand at its best value")
DEALER_QUALIFIES = key("dealer-qualifies", "The dealer's hand plays only if it reaches the qualifying hand")
ANTE_PAID_WHEN_DEALER_FAILS = key("ante-paid-when-dealer-fails", "The dealer does not qualify: the Ante is paid")
BET_RETURNED_WHEN_DEALER_FAILS = key("bet-returned-when-dealer-fails", "The dealer does not qualify: the Bet goes back")
HIGHER_HAND_WINS = key("higher-hand-wins", "A hand higher than the dealer's wins")
LOWER_HAND_LOSES = key("lower-hand-loses", "A hand lower than the dealer's loses")
EQUAL_HANDS_STAND_OFF = key("equal-hands-stand-off", "Equal hands stand off")
HIGHER_WINS_UNQUALIFIED = key("higher-wins-unqualified", "A higher hand wins though the dealer does not qualify")
LOWER_LOSES_UNQUALIFIED = key("lower-loses-unqualified", "A lower hand loses though the dealer does not qualify")
EQUAL_UNQUALIFIED = key("equal-unqualified", "Equal hands stand off though the dealer does not qualify")
SETTLE_FROM_RIGHT = key("settle-from-right", "Hands are settled from the dealer's right")
ANTE_ODDS = key("ante-odds", "A winning Ante pays 1 to 1")
BET_ODDS = key("bet-odds", "A winning Bet pays by the player's hand")
ANTE_WINS = key("ante-wins", "When the hand wins the Ante")
ANTE_LOSES = key("ante-loses", "When the hand loses the Ante")
ANTE_STANDS_OFF = key("ante-stands-off", "When the hand leaves the Ante to stand off")
BET_WINS = key("bet-wins", "A higher hand wins the Bet")
BET_LOSES = key("bet-loses", "A lower hand loses the Bet")
BET_STANDS_OFF = key("bet-stands-off", "Equal hands leave the Bet to stand off")
ANTE_REFUNDED_WHEN_DEALER_FAILS = key(
    "ante-refunded-when-dealer-fails", "The dealer does not qualify: the Ante goes back"
)
PAID_BY_HAND = key("paid-by-hand", "The Ante and every Street wager are each paid by the player's hand")
LOW_HAND_LOSES = key("low-hand-loses", "A hand under a pair of sixes loses")
LOW_PAIR_STANDS_OFF = key("low-pair-stands-off", "A pair of sixes to tens stands off")
STREET_WINS = key("street-wins", "A pair of jacks or better wins the Street wagers")
STREET_LOSES = key("street-loses", "A hand under a pair of sixes loses the Street wagers")
STREET_STANDS_OFF = key("street-stands-off", "A pair of sixes to tens leaves the Street wagers to stand off")
BLIND_WINS = key("blind-wins", "The Blind is paid by the hand when a straight or better beats the dealer")
BLIND_LOSES = key("blind-loses", "The Blind loses to a higher dealer's hand")
BLIND_STANDS_OFF = key("blind-stands-off", "Equal hands leave the Blind to stand off")
BLIND_SMALL_HAND = key("blind-small-hand", "The Blind stands off when less than a straight beats the dealer")
PLAY_WINS = key("play-wins", "The Play wager wins with the higher hand, whether or not the dealer qualifies")
PLAY_LOSES = key("play-loses", "The Play wager loses to a higher dealer's hand")
PLAY_STANDS_OFF = key("play-stands-off", "Equal hands leave the Play wager to stand off")
TRIPS_WINS = key("trips-wins", "Trips pays on three of a kind or better, whatever the dealer has")
TRIPS_LOSES = key("trips-loses", "Trips loses on less than three of a kind")
CARDS_COLLECTED = key("cards-collected", "A settled hand is counted and discarded")
FOLDED_SHOWN = key("folded-shown", "The house may show a folded hand at settlement")
CONCEDE = key("concede", "Once the dealer's hand is shown a player may concede")
CONCEDED_STAYS_OUT = key("conceded-stays-out", "A conceded hand does not come back")
HAND_ORDER = key("hand-order", "Poker hands rank from the royal flush down to five odd cards")
HAND_ROYAL_FLUSH = key("hand-royal-flush", "Royal flush: ace, king, queen, jack and ten of one suit")
HAND_STRAIGHT_FLUSH = key("hand-straight-flush", "Straight flush: five in sequence of one suit, an ace high or low")
HAND_FOUR_OF_A_KIND = key("hand-four-of-a-kind", "Four of a kind: four cards of one rank")
HAND_FULL_HOUSE = key("hand-full-house", "Full house: three of one rank and two of another")
HAND_FLUSH = key("hand-flush", "Flush: five of one suit, not in sequence")
HAND_STRAIGHT = key("hand-straight", "Straight: five in sequence, an ace high or low")
HAND_THREE_OF_A_KIND = key("hand-three-of-a-kind", "Three of a kind: three cards of one rank")
HAND_TWO_PAIR = key("hand-two-pair", "Two pair: two of one rank and two of another")
HAND_PAIR = key("hand-pair", "Pair: two cards of one rank")
HAND_JACKS_OR_BETTER = key("hand-jacks-or-better", "Jacks or better: a pair of jacks, queens, kings or aces")
HAND_SIXES_TO_TENS = key("hand-sixes-to-tens", "A pair of sixes, sevens, eights, nines or tens")
HAND_HIGH_CARD = key("hand-high-card", "Five odd cards: no pair, no sequence, not one suit")
HAND_KICKERS = key("hand-kickers", "Hands of one kind are told apart by the ranks of their cards")

STRAIGHT_KICKERS = key("straight-kickers", "A straight to the ace is higher than one to the five")
TWO_PAIR_KICKERS = key(
    "two-pair-kickers", "Two pairs are told apart by the higher pair, the lower pair, the fifth card"
)

# The jackpot wager.
JACKPOT_HANDS = key("jackpot-hands", "Which hands take a jackpot prize")
JACKPOT_METHOD_A = key("jackpot-method-a", "Under Method A a jackpot wager wins for a player who stayed in")
JACKPOT_METHOD_B = key("jackpot-method-b", "Under Method B a jackpot wager wins whatever the player did")
JACKPOT_ROYAL_FLUSH = key("jackpot-royal-flush", "A royal flush takes a jackpot prize")
JACKPOT_STRAIGHT_FLUSH = key("jackpot-straight-flush", "A straight flush takes a jackpot prize")
JACKPOT_FOUR_OF_A_KIND = key("jackpot-four-of-a-kind", "Four of a kind takes a jackpot prize")
JACKPOT_FULL_HOUSE = key("jackpot-full-house", "A full house takes a jackpot prize")
JACKPOT_FLUSH = key("jackpot-flush", "A flush takes a jackpot prize")
JACKPOT_FROM_FLUSH = key("jackpot-from-flush", "Options 1 to 3 pay a flush or better")
JACKPOT_FROM_STRAIGHT = key("jackpot-from-straight", "Options 4 to 6 pay a straight or better")
JACKPOT_LOSES = key("jackpot-loses", "A jackpot wager on any other hand loses")
JACKPOT_LOSES_A = key("jackpot-loses-a", "Under Method A a jackpot wager loses on a fold or on any other hand")
JACKPOT_LOSES_B = key("jackpot-loses-b", "Under Method B a jackpot wager loses on any other hand alone")
JACKPOT_WHATEVER_DEALER = key(
    "jackpot-whatever-dealer", "A jackpot prize is apart from the other wagers, whatever the dealer has"
)
JACKPOT_HAND_STAYS = key("jackpot-hand-stays", "A jackpot hand stays face up until its prize is paid")
FOLD_ENDS_JACKPOT = key("fold-ends-jackpot", "A fold ends the jackpot wager")
FOLD_KEEPS_JACKPOT = key("fold-keeps-jackpot", "A folded hand may still take a jackpot prize")

# When things go wrong.
LAPSE_VOIDS_HAND = key("lapse-voids-hand", "A player who does not decide: the hand is void and the stakes go back")
LAPSE_FOLDS = key("lapse-folds", "A player who does not make the next wager is folded")
WRONG_BET_CORRECTED = key(
    "wrong-bet-corrected", "A wrong Bet seen before the dealer turns is to be put right", remedy=True
)
WRONG_BET_FOLDED = key(
    "wrong-bet-folded",
    "A wrong Bet that is not corrected folds the hand: the Ante is lost, the Bet goes back",
    remedy=True,
)
SHORT_WAGER_SETTLED = key("short-wager-settled", "A follow-on wager found too small at settlement is settled as staked")
EXCESS_WAGER_RETURNED = key(
    "excess-wager-returned", "A follow-on wager found too large at settlement is settled to what the rule takes"
)
ROUND_VOIDED = key("round-voided", "An authorised rank may void a round on stated grounds")
VOID_FOR_DISRUPTION = key("void-for-disruption", "Ground: the game is disrupted from outside")
VOID_FOR_FRAUD = key("void-for-fraud", "Ground: a fraud")
VOID_REFUNDS = key("void-refunds", "Wagers of a voided round go back")
VOID = key("void", "What is void has no result")
SHUFFLE_AT_ANY_TIME = key("shuffle-at-any-time", "A shuffle may be directed at any time, while a round is played too")
SHUFFLE_BEFORE_LOADING = key(
    "shuffle-before-loading", "A shuffle may be directed before the cards are placed in the shuffling device"
)
WAGER_VOIDED = key("wager-voided", "An authorised rank may void one wager on the grounds on which a round is voided")
OFFENDER_VOIDED = key("offender-voided", "An authorised rank may void the wagers of a player who broke the rules")
FRAUD_FORFEITS = key("fraud-forfeits", "The wager of the person who committed the fraud may be forfeited")


# When the cards or the device go wrong.
MISDEAL = key("misdeal", "A misdeal: the wagers are void, and a new round is dealt")
DEALT_WRONG = key("dealt-wrong", "A mistake in the deal, seen before any player handles cards, is a misdeal")
DEALER_COUNT_WRONG = key("dealer-count-wrong", "A wrong number of cards in the dealer's hand is a misdeal")
TWO_EXPOSED = key("two-exposed", "Two or more cards exposed in error during the deal are a misdeal")
EXPOSED_TURNED_DOWN = key("exposed-turned-down", "One card exposed in the deal is turned over, and the deal goes on")
EXPOSED_STAYS_UP = key("exposed-stays-up", "A dealer's card exposed in error stays up, and the others lie face down")
EXPOSED_BECOMES_UP = key("exposed-becomes-up", "One dealer's card exposed in error becomes the face-up card")
EXPOSED_BEFORE_LOOKING = key(
    "exposed-before-looking", "A card exposed in the deal, before players look at theirs, is a misdeal"
)
EXPOSED_IN_DEAL = key("exposed-in-deal", "A card revealed during the deal is a misdeal")
HOUSE_SHOWN_EARLY = key(
    "house-shown-early", "Cards of the house are shown too early: players who have not decided still decide"
)
HAND_COUNT_VOIDS = key("hand-count-voids", "A player's hand of too few or too many cards is void")
COUNT_WRONG = key("count-wrong", "A wrong number of hole cards or community cards is a misdeal")
STRAY_HAND = key("stray-hand", "Cards dealt to an area without an Ante are a misdeal, unless a player has looked")
STRAY_HAND_DISCARDED = key(
    "stray-hand-discarded", "After a player has handled cards, those of an area without an Ante are discarded"
)
WRONG_BEFORE_LOOKING = key(
    "wrong-before-looking", "A wrong number of cards, or cards without a wager, seen before players look: a misdeal"
)
WRONG_AFTER_LOOKING = key(
    "wrong-after-looking", "Seen after players looked: the hand is void, and every other player may retract"
)
VOID_HAND_JACKPOT = key("void-hand-jackpot", "The jackpot wager of a hand with a wrong number of cards stays")
RETRACTION_OFFERED = key("retraction-offered", "Every other player is offered to retract the wagers")
RETRACTED_JACKPOT = key("retracted-jackpot", "The jackpot wager of a player who retracts goes back")
CONTINUES_AND_ACCEPTS = key("continues-and-accepts", "A player who continues accepts the outcome")
COUNTED_AFTER = key("counted-after", "After a hand of a wrong number all cards are counted")
CARD_BURNED = key("card-burned", "A card that is burned goes into the discard rack, out of play")
HOUSE_COUNT_WRONG = key(
    "house-count-wrong", "A wrong number of dealer's or community cards: all cards are counted face down"
)
RECONSTRUCTED = key("reconstructed", "The right order of the cards is known: the game continues with it")
ORDER_UNKNOWN = key("order-unknown", "The right order of the cards cannot be determined: a misdeal")
SPREAD_WRONG = key("spread-wrong", "Community cards spread wrongly are a misdeal")
EARLY_COMMUNITY_VOIDS = key(
    "early-community-voids", "A community card shown before a player's 3rd Street Wager may void that hand"
)
EARLY_COMMUNITY_DOWN = key(
    "early-community-down", "A community card shown after a player's 3rd Street Wager is turned face down"
)
TAKEN_CARDS_RETURNED = key(
    "taken-cards-returned", "Cards taken by mistake go back if the player names them and they lie on top in the rack"
)
TAKEN_CARDS_STAY = key("taken-cards-stay", "Other cards taken by mistake stay in the rack, unless they are all of it")
TAKEN_WAGERS_RETURNED = key("taken-wagers-returned", "Wagers taken in error go back")
CARD_MISSING_OR_FOREIGN = key(
    "card-missing-or-foreign", "A card is missing or foreign: the round is void, and all money goes back"
)
DECK_CHECKED = key("deck-checked", "The deck is checked for further missing or foreign cards")
FAULT_TOLD = key("fault-told", "Surveillance and an inspector are told of a missing or foreign card")
DECK_SIZE_WRONG = key("deck-size-wrong", "The deck has a wrong number of cards: the round is void")
COMPLETED_ROUNDS_STAND = key("completed-rounds-stand", "Rounds before a missing or foreign card keep their results")
ROUNDS_BEFORE_FAILURE_STAND = key("rounds-before-failure-stand", "Rounds before a device failed keep their results")
SHUFFLE_JAMMED = key("shuffle-jammed", "A device jams or does not finish a shuffle: the cards are shuffled again")
SHUFFLE_JAMMED_IN_ROUND = key(
    "shuffle-jammed-in-round", "A device stops in a round: the cards that have not come out are shuffled again"
)
DEVICE_FAILED = key("device-failed", "The device fails in a round of which cards are out: the round is void")
OTHER_DEVICE = key("other-device", "After a device failed another one or a shoe is used, with new cards")
DEVICE_UNVERIFIED = key(
    "device-unverified", "The device does not confirm the number of cards: they are counted, and a wrong count voids"
)
JACKPOT_CARRIED = key("jackpot-carried", "After a misdeal jackpot wagers stay for the next round")
JACKPOT_CANCELLED = key("jackpot-cancelled", "A void hand or a misdeal cancels its jackpot wager, which goes back")

# The case that a decision fell under, where clauses speak of one case alone.
FROM_SHOE = case("from-shoe", "The cards came from a shoe", of="device")
FROM_DEVICE = case("from-device", "The cards came from a shuffling device", of="device")
AT_THIRD_STREET = case("at-third-street", "At 3rd Street, before the first community card", of="stage")
AT_FOURTH_STREET = case("at-fourth-street", "At 4th Street, before the second community card", of="stage")
AT_FIFTH_STREET = case("at-fifth-street", "At 5th Street, before the third community card", of="stage")
BEFORE_FLOP = case("before-flop", "Before the Flop", of="stage")
AFTER_FLOP = case("after-flop", "After the Flop, before the Turn and the River", of="stage")
AFTER_RIVER = case("after-river", "After the River", of="stage")
DEALER_HAS_HAND = case("dealer-has-hand", "The dealer's hand qualified", of="dealer")
DEALER_HAS_NONE = case("dealer-has-none", "The dealer's hand did not qualify", of="dealer")
ON_ANTE = case("on-ante", "Of the Ante", of="wager")
ON_BLIND = case("on-blind", "Of the Blind", of="wager")
ON_TRIPS = case("on-trips", "Of Trips", of="wager")
ON_STREET = case("on-street", "Of a Street wager", of="wager")

# Good order, which no document needs to state.
NEED_CLOSED = key("need-closed", "An act answers a need that is open", house=True)
NOT_AN_OPTION = key("not-an-option", "A decision is one of those offered", house=True)
NO_CLAUSE = key("no-clause", "What went wrong is met by the clause that speaks of it", house=True)
NOT_YOURS = key("not-yours", "A decision or a wager is its owner's to make", house=True)
CARD_UNSEEN = key("card-unseen", "A card that lies face up, or decides a wager, is known", house=True)
CHOSEN_SEED = key("chosen-seed", "A shoe with a chosen seed serves no money table", house=True)
TERMS = key("terms", "A table opens on terms that fit its game", house=True)
SEAT = key("seat", "A seat is one player's, and a player has one", house=True)


# The cards before they are dealt: inspected, kept secured, shuffled by hand, riffled.

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


# Pontoon: its cards and shoe, the shared box, the play of a hand and its settlement.

# The cards, the shuffle and the cut.
DECKS_OF_48 = key("decks-of-48", "Six or eight decks of 48 cards, the tens being left out, are dealt together")
CARD_VALUES = key(
    "card-values", "An ace counts 11, or 1 where 11 would pass 21; court cards count 10, others their face"
)
FACE_UP = key("face-up", "Cards are dealt face up")
FIRST_TWO_DOWN = key(
    "first-two-down",
    "The first two cards of a player may lie face down; they are shown before a third",
    permission=True,
)
SHUFFLE_AT_START = key("shuffle-at-start", "The cards are shuffled before play starts")
SHUFFLE_AT_FIRST_CARD = key(
    "shuffle-at-first-card", "The cutting card comes first in a new round: the cards are shuffled"
)
SHUFFLE_AFTER_ROUND = key(
    "shuffle-after-round", "The cards are shuffled after the round in which the cutting card came"
)
SHUFFLE_DIRECTED = key("shuffle-directed", "A supervisor may have the cards shuffled after a round")
CARDS_REPLACED = key("cards-replaced", "A supervisor may have the cards replaced")
PLAYERS_CUT = key("players-cut", "After a shuffle the cards are offered to a player to cut")
CUT_BY_FIRST_PLAYER = key("cut-by-first-player", "As play starts the first player to the table cuts")
CUT_BY_AREA = key("cut-by-area", "The player cuts on whose area the cutting card came out")
CUT_BY_RIGHTMOST = key("cut-by-rightmost", "The cutting card came to the dealer: the player farthest right cuts")
CUT_AT_FIRST_CARD = key("cut-at-first-card", "The cutting card came first in a round: the player farthest right cuts")
CUT_WHEN_REPLACED = key("cut-when-replaced", "The cards were replaced: the player farthest right cuts")
CUT_PASSES_ON = key("cut-passes-on", "A refused cut passes on clockwise, and at last to a supervisor")
CUT_DEPTH = key("cut-depth", "A cut is at least one deck in from either end")
CUTTING_CARD_PLACED = key("cutting-card-placed", "The dealer puts the cutting card in, up to half way from the back")
FIRST_CARD_BURNED = key("first-card-burned", "The first card after a shuffle is burned unseen")
DISCARDS_RETURN = key("discards-return", "After the initial deal the discards go back into the shuffling device")
EMPTY_SHOE = key(
    "empty-shoe", "When the cards run out in a round the discards are shuffled and cut, and the round goes on"
)
LOW_LIMIT_DEVICE = key("low-limit-device", "A low limit table deals from a shuffling device")

# The box and its bettors.
WAGER_OPENS = key("wager-opens", "A wager on a playing area, down before the first card, buys a share in its hand")
THREE_BETTORS = key("three-bettors", "Up to three players wager on one playing area, fewer if a supervisor says so")
FEWER_PLAYERS = key("fewer-players", "A supervisor may limit the players at the table, or to one on a box")
CONTROLLING_PLAYER = key("controlling-player", "One player calls the decisions of a playing area")
CONTROL_SEATED = key("control-seated", "The player seated at the area controls it")
CONTROL_HIGHEST = key("control-highest", "With no player seated the highest wager controls")
CONTROL_NEAREST = key("control-nearest", "Among equal wagers the one nearest the dealer controls")
MANY_AREAS = key("many-areas", "A player may wager on several areas, and gives one up where seats are short")
AREAS_RESERVED = key("areas-reserved", "A supervisor may keep areas for one player")
HELD_TO_MINIMUM = key("held-to-minimum", "A player who sits a round out may be held to the minimum until a shuffle")
HELD_IN_LATER_SHOES = key(
    "held-in-later-shoes", "A player who sits rounds out may be held to the minimum in all later shoes"
)
ONE_AREA_AT_MINIMUM = key("one-area-at-minimum", "A player may be held to one area and the minimum")
MAXIMUM_SHARED = key("maximum-shared", "The maximum of an area is shared out: controlling player, second, third")
SHARES_SETTLED = key("shares-settled", "Wagers of one area over its maximum stand by the order of their players")

# Insurance and surrender.
INITIAL_DEAL = key(
    "initial-deal", "From the left a card to each area and one to the dealer, then a second to each area"
)
INSURANCE_OFFERED = key("insurance-offered", "Against an ace a player may insure up to half the initial wager")
INSURANCE_NOT_WITH_PONTOON = key("insurance-not-with-pontoon", "A player with pontoon may not insure")
INSURANCE_CALLED = key("insurance-called", "The dealer calls for insurance, and calls it closed")
INSURANCE_CLOSES = key("insurance-closes", "Insurance is made before the subsequent deal")
INSURANCE_REMEMBERED = key(
    "insurance-remembered", "Insurance that was not offered may be made until the dealer draws", remedy=True
)
INSURANCE_WINS = key("insurance-wins", "Insurance pays 2 to 1 when the dealer makes pontoon")
INSURANCE_LOSES = key("insurance-loses", "Insurance loses as soon as the dealer's second card does not count ten")
SURRENDER_OFFERED = key(
    "surrender-offered", "Against a jack, queen, king or ace a player without pontoon may surrender"
)
SURRENDER_FREEZES = key("surrender-freezes", "A surrendered hand gets no more cards")
SURRENDER_SHARED = key("surrender-shared", "When the controlling player surrenders the others on the area may too")
SURRENDER_FOLLOWS = key("surrender-follows", "No player surrenders where the controlling player does not")
SURRENDER_LOST = key("surrender-lost", "A dealer's pontoon takes the whole of a surrendered wager")
SURRENDER_SETTLED = key("surrender-settled", "Half of a surrendered wager is lost, the other half stands off")

# The play of a hand.
IN_TURN = key("in-turn", "From the left, hand by hand, the controlling player says what to do")
STAND = key("stand", "A controlling player may stand on any total of two or more cards")
DRAW = key("draw", "A controlling player may draw while the total is under 21")
BUST_LOSES = key("bust-loses", "A total over 21 loses at once")
DOUBLE = key("double", "A controlling player may double a total under 21 for up to the wager")
DOUBLE_ACES_ONE = key("double-aces-one", "Aces held when a hand is doubled count one")
DOUBLE_ONE_CARD = key("double-one-card", "A doubled hand gets just one more card")
DOUBLE_PAYS_EVEN = key("double-pays-even", "A doubled hand wins 1 to 1 and no bonus")
DOUBLE_SHARED = key(
    "double-shared", "When the controlling player doubles the others may too, and none of them gets a bonus"
)
FORFEIT = key("forfeit", "After the double's card a player may forfeit the wager and keep the doubled part")
FORFEIT_EACH = key("forfeit-each", "Each player who doubled chooses for themselves whether to forfeit")
SPLIT = key("split", "Two first cards of one value may be split into two hands, the second with an equal wager")
SPLIT_IN_TURN = key("split-in-turn", "Split hands are filled and played one after the other")
SPLIT_NO_PONTOON = key("split-no-pontoon", "Split aces or tens make no pontoon")
SPLIT_NO_SUPER_BONUS = key("split-no-super-bonus", "Split sevens make no Super Bonus")
SPLIT_ACES_ONE_CARD = key("split-aces-one-card", "A split ace gets one card")
SPLIT_PLAYED = key("split-played", "A split hand stands, draws or doubles")
SPLIT_ONCE = key("split-once", "A pair is split once")
SPLIT_AGAIN = key("split-again", "Where permitted a third hand may be split off", permission=True)
THREE_HANDS = key("three-hands", "Where a third hand is permitted, three hands are the most of an area")
SPLIT_SHARED = key("split-shared", "The others on a split area follow with an equal wager, or stay on the first hand")
LAPSE_STANDS = key("lapse-stands", "An area whose players do not decide gets no more cards")

# Interim settlement and bonuses.
PONTOON_PAID = key("pontoon-paid", "A player's pontoon is paid 3 to 2, whatever the dealer has")
TWENTY_ONE_PAID = key("twenty-one-paid", "A total of 21 is paid by Table 1, whatever the dealer has")
PAID_AT_ONCE = key("paid-at-once", "Pontoons and totals of 21 are paid before the final settlement")
PAID_AT_FINAL = key("paid-at-final", "With approval they are paid at the final settlement", permission=True)
TABLE_1 = key("table-1", "Table 1: what winning hands pay")
SUPER_BONUS = key("super-bonus", "Three sevens of a suit against a dealer's seven win the Super Bonus of Table 2")
SUPER_BONUS_OTHERS = key("super-bonus-others", "All other players of the round get the bonus payment")

# The dealer's hand and the final settlement.
DEALER_DRAWS = key("dealer-draws", "The dealer draws to hard 17 or soft 18")
DEALER_STOPS = key("dealer-stops", "The dealer draws no card that can change nothing")
DEALER_BUSTS = key("dealer-busts", "A dealer over 21 pays every hand of 20 or less 1 to 1")
HIGHER_TOTAL_WINS = key("higher-total-wins", "A higher total than the dealer's wins 1 to 1")
LOWER_TOTAL_LOSES = key("lower-total-loses", "A lower total than the dealer's loses")
EQUAL_TOTALS = key("equal-totals", "Equal totals stand off")
PONTOON_TAKES = key("pontoon-takes", "A dealer's pontoon takes an amount equal to the original wager")
DOUBLE_SPARED = key("double-spared", "A dealer's pontoon takes only the original wager of a doubled hand")
SPLIT_SPARED = key("split-spared", "A dealer's pontoon takes only an original wager of split hands")
EXTRA_STANDS_OFF = key("extra-stands-off", "Wagers added by doubling or splitting stand off against a dealer's pontoon")
LEFT_WAGERS_SETTLED = key("left-wagers-settled", "Wagers left are settled when the dealer's hand is complete")
STAND_OFF = key("stand-off", "A stand off neither wins nor loses")

# Perfect Pairs.
PAIRS_OFFERED = key("pairs-offered", "A Perfect Pairs wager may be made before the round where the table offers it")
PAIRS_NEED_WAGER = key(
    "pairs-need-wager", "Where signed, only players with an initial wager bet Perfect Pairs", permission=True
)
PAIRS_NEED_HAND = key("pairs-need-hand", "Perfect Pairs needs an initial wager on the area")
THREE_PAIRS = key("three-pairs", "Three Perfect Pairs wagers an area, those with an initial wager first")
PAIR = key("pair", "A pair is two first cards of the same number or picture")
PAIR_MIXED = key("pair-mixed", "A pair of two colours pays 5 to 1")
PAIR_COLOURED = key("pair-coloured", "A pair of one colour and two suits pays 10 to 1")
PAIR_PERFECT = key("pair-perfect", "A pair of one suit pays 25 to 1")
PAIRS_SETTLED = key("pairs-settled", "Perfect Pairs is settled before the subsequent deal")

# What goes wrong at a Pontoon table, and its shuffling device.
FACE_UP_CARD_BURNED = key("face-up-card-burned", "A card found face up in the shoe or device is burned", remedy=True)
DEVICE_EMPTIED = key(
    "device-emptied", "After the round a supervisor may have the device emptied and its cards checked", remedy=True
)
MISDEALT_NEXT = key("misdealt-next", "A card dealt in error is used as the next card", remedy=True)
MISDEALT_REFUSED = key(
    "misdealt-refused", "A hand that refuses the misdealt card gets no other, but for its first two", remedy=True
)
MISDEALT_TO_DEALER = key("misdealt-to-dealer", "A misdealt card that all refuse is the dealer's next", remedy=True)
DEALER_EXTRA_BURNED = key(
    "dealer-extra-burned", "An exposed card dealt to the dealer's complete hand is burned", remedy=True
)
CARD_UNDER_SHOE = key(
    "card-under-shoe",
    "A card dealt to the dealer in error and not exposed is the first of the next round, as if not yet out",
    remedy=True,
)
NO_WAGERS_VOID = key("no-wagers-void", "A round dealt with no wagers is void, and its cards are burned", remedy=True)
ROUND_REBUILT = key(
    "round-rebuilt", "A round with a dealing error is put as it should have been, and all accept it", remedy=True
)
UNREBUILT_VOID = key(
    "unrebuilt-void", "A round that cannot be put right is void by a supervisor; interim payments stand", remedy=True
)
VOID_PLAYS_ON = key("void-plays-on", "After a void round play goes on with the cards that are left", remedy=True)
CUT_LEFT_OUT = key("cut-left-out", "Cards that were not cut are shuffled and cut after the round", remedy=True)
BURN_LEFT_OUT = key("burn-left-out", "A first card that was not burned stays in play", remedy=True)
SHUFFLE_LEFT_OUT = key(
    "shuffle-left-out", "Cards not shuffled after the cutting card are shuffled and cut after the round", remedy=True
)
DISCARDS_LEFT_OUT = key(
    "discards-left-out", "Discards that were not returned wait for the end of the next initial deal", remedy=True
)
WRONG_CARDS_VOID = key(
    "wrong-cards-void", "The round in which a wrong card is found is void; interim payments stand", remedy=True
)
BURNED_STAYS = key("burned-stays", "A card that was burned stays burned", remedy=True)
DEVICE_FAILS = key("device-fails", "The shuffling device fails in a round of which cards are out", remedy=True)
FAILURE_FAIR = key("failure-fair", "The failure was to the disadvantage of neither house nor player", remedy=True)
SPARE_AT_HAND = key("spare-at-hand", "Another shuffling device is at hand", remedy=True)
CARDS_TRANSFERABLE = key("cards-transferable", "The cards can be moved to another device", remedy=True)
CARDS_TRANSFERRED = key(
    "cards-transferred", "Undamaged cards go into the other device, and the game goes on", remedy=True
)
DAMAGED_REPLACED = key(
    "damaged-replaced", "Damaged cards are replaced out of a new deck, and the game goes on", remedy=True
)
FAILURE_ENDS_ROUND = key(
    "failure-ends-round", "A failure to the disadvantage of house or player ends the round; stakes go back", remedy=True
)
STAKES_MAY_GO_BACK = key(
    "stakes-may-go-back", "When a device fails for good each player may have the stakes back", remedy=True
)
FINISHED_FROM_SHOE = key(
    "finished-from-shoe", "The others finish the round from a shoe, after a shuffle and a cut", remedy=True
)
