"""The rule keys that Pontoon brings: its cards and shoe, the shared box, the play of a hand and its settlement."""

from pitboss.law.grounds import key

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
CONTROL_SEATED = key("control-seated", "Whoever sits at the area controls it")
CONTROL_HIGHEST = key("control-highest", "With nobody seated the highest wager controls")
CONTROL_NEAREST = key("control-nearest", "Among equal wagers the one nearest the dealer controls")
MANY_AREAS = key("many-areas", "A player may wager on several areas, and gives one up where seats are short")
AREAS_RESERVED = key("areas-reserved", "A supervisor may keep areas for one player")
HELD_TO_MINIMUM = key("held-to-minimum", "Whoever sits a round out may be held to the minimum until the next shuffle")
HELD_IN_LATER_SHOES = key(
    "held-in-later-shoes", "Whoever sits rounds out may be held to the minimum in all later shoes"
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
SURRENDER_FOLLOWS = key("surrender-follows", "Nobody surrenders where the controlling player does not")
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
