"""The rule keys of prize promotions: what their terms say, barred prizes, the draw, winners and claims, changes."""

from pitboss.law.keys import key

# The offer and its draw.
PRIZES_BY_CHANCE = key("prizes-by-chance", "A promotional prize is offered to patrons with gaming, and given by a draw")
PRIZES_OFFERED = key("prizes-offered", "The house may offer promotional prizes along with gaming")
SCRUTINEER_OVERSEES = key("scrutineer-oversees", "A scrutineer oversees a draw with a prize of more than $10,000")
SCRUTINEER_POSSIBLE = key("scrutineer-possible", "A scrutineer may oversee a draw with a prize of more than $10,000")

# Prizes.
ALTERNATIVE_STATED = key(
    "alternative-stated", "A winner may take money in place of goods where the terms say so, not of casino dollars"
)
NO_ALTERNATIVE_FOR_SLOTS = key("no-alternative-for-slots", "No cash is offered in place of slots dollars")
NO_CASH_PRIZES = key("no-cash-prizes", "No promotional prize is given in cash; the terms say how it is paid")
LARGE_PRIZE_CHOICE = key(
    "large-prize-choice", "A winner of more than $10,000 in money chooses how it is paid, in parts if they like"
)
PRIZES_BARRED = key("prizes-barred", "Some things are never a promotional prize or part of one")
NO_TOBACCO = key("no-tobacco", "No prize has tobacco in it")
NO_FIREARMS = key("no-firearms", "No prize has a firearm, ammunition or an imitation firearm in it")
NO_WEAPONS = key("no-weapons", "No prize has a prohibited weapon in it")
LIQUOR_AT_MOST = key("liquor-at-most", "No prize has more than 20 litres of liquor in it")
NOTHING_PRESCRIBED = key("nothing-prescribed", "No prize is an item or a service that the regulations prescribe")

# The terms.
TERMS_WRITTEN = key("terms-written", "The terms are written, at hand for patrons, and named in the marketing")
TERMS_COMPLETE = key("terms-complete", "The terms of a promotion have every item that the document lists")
TERMS_MANNER = key("terms-manner", "The terms say how a prize is awarded")
TERMS_AWARD_PLACE = key("terms-award-place", "The terms say when and where a prize is awarded")
TERMS_ELIGIBILITY = key("terms-eligibility", "The terms say which players are eligible")
TERMS_MINIMUM_WAGER = key("terms-minimum-wager", "The terms say the wager that a player has to make, if there is one")
TERMS_NATURE = key("terms-nature", "The terms say what kind of prize it is, with every reservation and guarantee")
TERMS_CLOSING = key("terms-closing", "The terms say when entries close")
TERMS_OCCASION = key("terms-occasion", "The terms say the place, the date and the time of the promotion")
TERMS_CLAIMING = key("terms-claiming", "The terms say how a prize is claimed, and whether entrants have to be there")
TERMS_NOTIFIED = key("terms-notified", "The terms say how winners are told")
TERMS_RESULTS = key("terms-results", "The terms say how the results are published")
TERMS_PRIZE_LIST = key("terms-prize-list", "The terms list the prizes with their value and conditions")
MACHINERY_DETAILED = key("machinery-detailed", "The terms describe a prize that is machinery or an appliance")
MACHINERY_MAKE = key("machinery-make", "The terms name the make of an appliance")
MACHINERY_MODEL = key("machinery-model", "The terms name the model of an appliance")
MACHINERY_ACCESSORIES = key("machinery-accessories", "The terms list the accessories of an appliance")
VEHICLE_DETAILED = key("vehicle-detailed", "The terms describe a prize that is a motor vehicle")
VEHICLE_MAKE = key("vehicle-make", "The terms name the make of a vehicle")
VEHICLE_MODEL = key("vehicle-model", "The terms name the model of a vehicle")
VEHICLE_ACCESSORIES = key("vehicle-accessories", "The terms list the accessories of a vehicle")
VEHICLE_COSTS = key("vehicle-costs", "The terms say which on-road costs of a vehicle are included")
TRAVEL_DETAILED = key("travel-detailed", "The terms describe a prize that is travel")
TRAVEL_PERSONS = key("travel-persons", "The terms say how many people may travel")
TRAVEL_INCLUDES = key("travel-includes", "The terms say what is included in the travel")
TRAVEL_DATES = key("travel-dates", "The terms say when the travel has to be taken")
TRAVEL_MONEY = key("travel-money", "The terms say whether spending money is included")
PROPERTY_DETAILED = key("property-detailed", "The terms describe a prize that is real estate")
PROPERTY_DWELLING = key("property-dwelling", "The terms say the type of the dwelling")
PROPERTY_PLANS = key("property-plans", "The terms have the plans of the property")
PROPERTY_CONTRACT = key("property-contract", "The terms have the details of the contract")
PROPERTY_EASEMENTS = key("property-easements", "The terms have the easements")
PROPERTY_ADDRESS = key("property-address", "The terms say where the property is")
PROPERTY_INCLUDES = key("property-includes", "The terms say what is included with the property")

# The regulator.
TERMS_SENT_BEFORE = key("terms-sent-before", "The regulator has the terms at least 24 hours before a promotion starts")
TERMS_ON_REQUEST = key("terms-on-request", "The regulator gets a copy of the terms on request")
CHANGE_SENT = key("change-sent", "Terms that are changed after the start are sent to the regulator again")
CHANGE_APPROVED = key("change-approved", "Terms change after the start only once the regulator has approved it")

# Winners and claims.
WINNER_TOLD = key("winner-told", "A winner who need not be there is sought within two days of the draw")
TOLD_IN_PERSON = key("told-in-person", "A winner may be told in person")
TOLD_BY_MAIL = key("told-by-mail", "A winner may be told by mail")
TOLD_BY_TELEPHONE = key("told-by-telephone", "A winner may be told by telephone")
TOLD_BY_EMAIL = key("told-by-email", "A winner may be told by email")
REFUSAL_TOLD = key("refusal-told", "A person who is refused a prize is told the reason as soon as practicable")
DENIALS_KEPT = key("denials-kept", "Of a denied claim to more than $100 all details are kept")
PRIZE_DISPUTED = key(
    "prize-disputed", "The house has the last word on a promotion's terms, and tells of the complaint to an inspector"
)

# When something is wrong with a promotion.
DRAW_COMPROMISED = key(
    "draw-compromised",
    "A promotion whose integrity is compromised may be postponed until it is validated, or cancelled",
)
COMPROMISE_TOLD = key(
    "compromise-told", "The regulator is told within 48 hours that a promotion is postponed or cancelled"
)
CANCELLATION_TOLD = key("cancellation-told", "An inspector is told of a cancelled promotion as soon as practicable")

# Good order, which no document needs to state.
PROMOTION_STAGE = key("promotion-stage", "Each step of a promotion has its place in the order of steps", house=True)
DRAW_BY_TWO = key(
    "draw-by-two", "A draw has words that a person in the room says, and two people who sign it", house=True
)
ENTRIES_FROM_PLAY = key("entries-from-play", "Entries come from rounds on record, of patrons who may play", house=True)

# What a prize may be paid with.
TABLE_PLAY_VOUCHER = key("table-play-voucher", "A Table Play Voucher is changed for promotional tokens of its value")
CHIP_VOUCHER = key(
    "chip-voucher", "A Complementary Chip Voucher is changed for cash chips, with nothing to wager first"
)
