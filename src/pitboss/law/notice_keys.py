"""The rule keys of what stands at a table for all to read: the sign, the felt and the notices of the house."""

from pitboss.law.grounds import key

LIMITS_SHOWN = key("limits-shown", "The limits of each wager are displayed at the table")
BOTH_LIMITS_SHOWN = key("both-limits-shown", "While a minimum is kept the signs show both sets of limits")
PAYS_SHOWN = key("pays-shown", "The payout schedule is on a sign at the table")
PAIRS_STAKE_SHOWN = key("pairs-stake-shown", "What a Perfect Pairs wager takes is on a sign")
PAIRS_LIMIT_SHOWN = key("pairs-limit-shown", "A sign tells players that Perfect Pairs is for those with a wager")
VARIANT_SHOWN = key("variant-shown", "A table shows which of the games it plays")
INSCRIBED = key("inscribed", "The felt carries what the document wants to be read there")
LAYOUT = key("layout", "The layout has the areas of the game, as the document shows them")
AREAS_NAMED = key("areas-named", "Each area for wagers carries its name")
AREA_SHAPES = key("area-shapes", "Areas for wagers are rectangles, circles or ovals")
COMMUNITY_AREA = key("community-area", "The layout marks where the community cards go")
INSURANCE_AREA = key("insurance-area", "The layout has a place for insurance wagers")
PAIRS_AREA = key("pairs-area", "Where Perfect Pairs is offered it has an area of its own")
JACKPOT_AREA = key("jackpot-area", "The layout has a place for jackpot wagers where they are offered")
RULES_ON_REQUEST = key("rules-on-request", "The rules can be had by whoever asks for them")
GAMING_LIMIT_DISCLAIMED = key(
    "gaming-limit-disclaimed",
    "The house does not answer for a gaming limit that a player passes by dishonesty or against their duties",
)
PLACING_IS_THE_PLAYERS = key("placing-is-the-players", "Each player answers for where their wagers lie")
SIGN_IS_THE_PLAYERS = key("sign-is-the-players", "Each player answers for keeping to the sign")
NO_DEVICES = key("no-devices", "Nobody uses a device at the table that records, predicts or analyses play")
NO_UNASKED_ADVICE = key("no-unasked-advice", "Nobody advises a player, or sways their decisions, unless asked to")
NO_SIDE_BETS = key("no-side-bets", "Players and onlookers make no wagers among themselves")
ONLY_FOLD_OR_BET = key(
    "only-fold-or-bet", "Until all have bet or folded, players say that they fold or bet and no more"
)
NO_ADVICE = key("no-advice", "The house advises nobody how to play, but to keep to the rules")
TOTAL_IS_THE_PLAYERS = key("total-is-the-players", "Each player adds up their own hand, whatever the dealer calls")
