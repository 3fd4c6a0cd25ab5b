"""The rule keys of the floor: signs and limits, closing, seats, disputes, the people of the pit, notices, patrons."""

from pitboss.law.keys import key

# The sign and its change.
LIMITS_CHANGED = key("limits-changed", "A person of rank may change the limits of a table")
RAISE_ON_NOTICE = key(
    "raise-on-notice", "The minimum goes up where people play only after its sign has been up for 20 minutes"
)
RAISED_WHEN_EMPTY = key("raised-when-empty", "At an empty table the minimum goes up at once")
KEPT_MINIMUM = key(
    "kept-minimum", "The minimum may go up at once where those who play already keep the old one, under a marker"
)
KEPT_ENDS_ON_NOTICE = key("kept-ends-on-notice", "A kept minimum ends only after its own sign of 20 minutes")
LOW_LIMIT_NO_TOURNAMENT = key("low-limit-no-tournament", "No tournament is played at a low limit table")

# The table and its people.
CLOSE_ON_NOTICE = key("close-on-notice", "A table with people at it closes only on notice")
WAGER_REFUSED = key("wager-refused", "A person of rank may refuse a wager, on reasonable grounds, in time")
SEAT_VACATED = key("seat-vacated", "A player who sits three rounds out at a full table may have to give up the seat")
CARDS_COUNTED = key("cards-counted", "A person of rank may have the cards counted at any time")
UNIT_ISSUED = key("unit-issued", "A table plays for chips that have been issued", house=True)
SELF_CHECKED = key("self-checked", "No table opens on a floor that has failed its check of itself", house=True)
TOLD_FIRST = key("told-first", "Surveillance and an inspector are told before Perfect Pairs is restricted")

# Disputes.
DISPUTE_RULED = key("dispute-ruled", "A dispute is ruled on by the rank that the document names")
DISPUTE_REVIEWED = key("dispute-reviewed", "On request another supervisor, a higher one, reviews a ruling")
MISPAID_PUT_RIGHT = key("mispaid-put-right", "A wager that was settled wrongly is put right within a reasonable time")
MISPAYMENTS_REPORTED = key(
    "mispayments-reported", "At the end of each month the regulator is told of each mis-payment of more than $1,000"
)
COMPLAINT_TOLD = key("complaint-told", "After the final decision the person is told of the complaint to an inspector")

# Suspicion.
SUSPECTS_ACT_FIRST = key(
    "suspects-act-first",
    "A player suspected of looking or telling may be made to play before others touch their cards",
)
SUSPECTS_APART = key("suspects-apart", "Players suspected of collusion may be kept from playing at the same table")
ENGLISH_ONLY = key("english-only", "The players of a table may be told to speak English alone")
DEVICE_ESCALATED = key("device-escalated", "A prohibited device is a matter for an inspector or the police")
DEVICE_HELD = key("device-held", "A person with a prohibited device may be held until an inspector or the police come")


# The pit: good order among the people who run it, which no document needs to state.

CALL_STANDS = key("call-stands", "A call for a supervisor stands until one has acknowledged it", house=True)
RULED_FIRST = key("ruled-first", "Play waits while what went wrong at the table is to be ruled on", house=True)
DUTY_FIRST = key("duty-first", "What a ruling orders about cards or device is done before they are used", house=True)
TOLD_OF_IT = key("told-of-it", "A person who has to be told of what went wrong is told at once, on record", house=True)
DEVICES_NAMED = key("devices-named", "Each shoe and shuffling device of a table has a name and a state", house=True)
BY_ANOTHER = key("by-another", "What takes two people is asked for by one and approved by another", house=True)
POST_BY_RANK = key("post-by-rank", "A post at a table is for a member of the staff whose rank fills it", house=True)
BY_RANK = key("by-rank", "The pit is run by supervisors and above; inspectors and Surveillance look on", house=True)
FOR_INSPECTORS = key("for-inspectors", "The log is read by inspectors, who change nothing in it", house=True)
CASH_BY_STAFF = key("cash-by-staff", "Cash is counted by staff at their post; a patron asks for it", house=True)
WITHIN_BOUNDS = key("within-bounds", "An amount keeps to the bounds that the operator sets for its kind", house=True)
AT_THEIR_POST = key("at-their-post", "A dealer moves cards and chips at the table where they are posted", house=True)
NOT_FOR_THEMSELVES = key("not-for-themselves", "Staff move no value for themselves", house=True)
ONE_PERSON = key("one-person", "An id is a patron's or a staff member's, never both", house=True)
OWN_PASSWORD = key("own-password", "A password that another person set is changed at the first sign-in", house=True)
KEPT_APART = key(
    "kept-apart",
    "A person approves no order of the one who hired them, changed their rank or set their password lately, nor the "
    "other way round",
    house=True,
)
REGULATORS_OWN = key(
    "regulators-own",
    "Inspectors and Surveillance belong to the regulator: no rank of the house appoints them",
    house=True,
)
ID_RESERVED = key("id-reserved", "An id on the log names one person, and nothing that the log itself uses", house=True)


# What stands at a table for all to read: the sign, the felt and the notices of the house.

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
RULES_ON_REQUEST = key("rules-on-request", "Any person who asks for the rules gets them")
GAMING_LIMIT_DISCLAIMED = key(
    "gaming-limit-disclaimed",
    "The house does not answer for a gaming limit that a player passes by dishonesty or against their duties",
)
PLACING_IS_THE_PLAYERS = key("placing-is-the-players", "Each player answers for where their wagers lie")
SIGN_IS_THE_PLAYERS = key("sign-is-the-players", "Each player answers for keeping to the sign")
NO_DEVICES = key("no-devices", "No person uses a device at the table that records, predicts or analyses play")
NO_UNASKED_ADVICE = key("no-unasked-advice", "No person advises a player, or sways their decisions, unless asked to")
NO_SIDE_BETS = key("no-side-bets", "Players and onlookers make no wagers among themselves")
ONLY_FOLD_OR_BET = key(
    "only-fold-or-bet", "Until all have bet or folded, players say that they fold or bet and no more"
)
NO_ADVICE = key("no-advice", "The house gives no advice on play, except to keep to the rules")
TOTAL_IS_THE_PLAYERS = key("total-is-the-players", "Each player adds up their own hand, whatever the dealer calls")


# Patrons: player cards, invalid wagers, loss and deposit limits, exclusions, proxy betting.

# Who may play.
PLAYER_CARD = key("player-card", "From 19 August 2024 a player has a valid player card when play starts")
OWN_CARD = key("own-card", "A player plays on their own player card alone, even with another person's stake")
PROXY_BETTING = key("proxy-betting", "No person wagers on behalf of another")
BARRED_FROM_GAME = key("barred-from-game", "A person of rank may keep a player from taking further part in the game")
EXCLUDED = key("excluded", "A person of rank may exclude a person from the casino")
EMPLOYEE_POLICY = key("employee-policy", "Nothing is owed to an employee who wagers against the gambling policy")

# Invalid wagers.
INVALID_WAGER = key("invalid-wager", "A wager by a person who may not play is invalid, and void")
INVALID_BEFORE = key("invalid-before", "An invalid wager found before the hand goes back")
INVALID_DURING = key("invalid-during", "An invalid wager found in the course of the hand goes back and wins nothing")
INVALID_AFTER = key("invalid-after", "An invalid wager found after its hand was settled: the hand stands")

# Loss and deposit limits.
LOSS_LIMIT = key("loss-limit", "No wager may take a player past their loss limit")
LOSS_LIMIT_PASSED = key("loss-limit-passed", "Of wagers past a loss limit only the part within it is settled")
EXCESS_LAST_FIRST = key("excess-last-first", "What is past a loss limit goes back, last placed first")
EARLIER_ROUNDS_STAND = key("earlier-rounds-stand", "A loss limit that was passed changes nothing in earlier rounds")
CHIPS_DECLARED = key("chips-declared", "A player with a loss limit declares chips bought, brought and held on leaving")
LIMIT_BREAK = key("limit-break", "A supervisor may have a player pause until the loss limit begins anew")
DEPOSIT_LIMIT = key("deposit-limit", "Money from outside is paid into an account up to the deposit limit of the day")

# Good order, which no document needs to state.
PATRON_KNOWN = key("patron-known", "What is noted of a patron is noted of one who is registered", house=True)
ONE_CARD = key("one-card", "A patron has one player card", house=True)
OWN_BREAK = key("own-break", "A break that a patron takes from play does not end early", house=True)
LIMIT_WAITS = key("limit-waits", "A limit goes down at once and up after 24 hours", house=True)
ONCE = key("once", "A voucher, a slip or a sitting is dealt with once", house=True)
COUNTED = key("counted", "Chips are counted, and change hands at their worth", house=True)


# The exact edge, before the choice of what a table offers.

# Good order, which no document needs to state.
EDGE_SEEN = key("edge-seen", "The person who sets what a sign leaves open has seen the exact edge of it", house=True)
EDGE_CONFIRMED = key("edge-confirmed", "A choice with the house behind is confirmed by name", house=True)
