"""The rule keys of the floor: the limits sign and its change, closing, seats, refused wagers, and disputes."""

from pitboss.law.grounds import key

# The sign and its change.
LIMITS_CHANGED = key("limits-changed", "A person of rank may change the limits of a table")
RAISE_ON_NOTICE = key(
    "raise-on-notice", "The minimum goes up where people play only after its sign has been up for 20 minutes"
)
RAISED_WHEN_EMPTY = key("raised-when-empty", "With nobody at the table the minimum goes up at once")
KEPT_MINIMUM = key(
    "kept-minimum", "The minimum may go up at once where those who play already keep the old one, under a marker"
)
KEPT_ENDS_ON_NOTICE = key("kept-ends-on-notice", "A kept minimum ends only after its own sign of 20 minutes")
LOW_LIMIT_NO_TOURNAMENT = key("low-limit-no-tournament", "No tournament is played at a low limit table")

# The table and its people.
CLOSE_ON_NOTICE = key("close-on-notice", "A table with people at it closes only on notice")
WAGER_REFUSED = key("wager-refused", "A person of rank may refuse a wager, on reasonable grounds, in time")
SEAT_VACATED = key("seat-vacated", "Whoever sits three rounds out at a full table may have to give up the seat")
CARDS_COUNTED = key("cards-counted", "A person of rank may have the cards counted at any time")
UNIT_ISSUED = key("unit-issued", "A table plays for chips that have been issued", house=True)
SELF_CHECKED = key("self-checked", "No table opens on a floor that has failed its check of itself", house=True)
TOLD_FIRST = key("told-first", "Surveillance and an inspector are told before Perfect Pairs is restricted")

# Disputes.
DISPUTE_RULED = key("dispute-ruled", "A dispute is ruled on by the rank that the document names")
DISPUTE_REVIEWED = key("dispute-reviewed", "On request another supervisor, a higher one, reviews a ruling")
MISPAID_PUT_RIGHT = key("mispaid-put-right", "A wager that was settled wrongly is put right within a reasonable time")
COMPLAINT_TOLD = key("complaint-told", "After the final decision the person is told of the complaint to an inspector")

# Suspicion.
SUSPECTS_ACT_FIRST = key(
    "suspects-act-first",
    "Whoever is suspected of looking or telling may be made to play before others touch their cards",
)
SUSPECTS_APART = key("suspects-apart", "Players suspected of collusion may be kept from playing at the same table")
ENGLISH_ONLY = key("english-only", "The players of a table may be told to speak English alone")
DEVICE_ESCALATED = key("device-escalated", "A prohibited device is a matter for an inspector or the police")
DEVICE_HELD = key("device-held", "Whoever has a prohibited device may be held until an inspector or the police come")
