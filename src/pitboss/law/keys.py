"""The rule keys: one name for each rule that code enforces, whatever number a document gives it.

Which clauses stand behind a key is data: `books/<edition>/<version>/clauses.toml` says it from the clause's
side, and `Rules.clauses` turns it round for a game.
"""

from pitboss.law.grounds import case, key

# The cards, the shuffle and the cut.
DECK_OF_52 = key("deck-of-52", "One deck of 52 cards without jokers serves a round")
DECKS_ALTERNATE = key("decks-alternate", "A shuffling device holds a second deck while the first is in play")
CARD_RANKS = key("card-ranks", "Cards rank from the ace down to the two; suits are equal")
CARDS_FROM_DEVICE = key("cards-from-device", "Every card comes out of the shoe or the shuffling device")
SHUFFLE_FIRST = key("shuffle-first", "The cards are shuffled before each round")
DEALER_CUTS = key("dealer-cuts", "After a shuffle for the shoe the dealer cuts once")
ONLY_DEALER_CUTS = key("only-dealer-cuts", "Nobody but the dealer cuts")
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
PLAY_ONCE = key("play-once", "Whoever has made a Play wager wagers no more in the round")
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
FRAUD_FORFEITS = key("fraud-forfeits", "The wager of whoever committed the fraud may be forfeited")

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
NEED_CLOSED = key("need-closed", "An act answers a question that is open", house=True)
NOT_AN_OPTION = key("not-an-option", "A decision is one of those offered", house=True)
NOT_YOURS = key("not-yours", "A decision or a wager is its owner's to make", house=True)
CARD_UNSEEN = key("card-unseen", "A card that lies face up, or decides a wager, is known", house=True)
CHOSEN_SEED = key("chosen-seed", "A shoe with a chosen seed serves no money table", house=True)
TERMS = key("terms", "A table opens on terms that fit its game", house=True)
SEAT = key("seat", "A seat is one player's, and a player has one", house=True)
