"""The rule keys of tournaments: what their conditions say, who runs them, chips and wagers, placings and prizes."""

from pitboss.law.keys import key

# What the conditions of a tournament say; a set that leaves one out is not published.
TERMS_PUBLISHED = key("terms-published", "Conditions are published before entries, and each entrant gets them")
TERMS_FEES = key("terms-fees", "The conditions give the entry fee and every other price")
TERMS_CHIPS = key("terms-chips", "The conditions give the chips that every player starts with")
TERMS_MINIMUM = key("terms-minimum", "The conditions say what must be wagered in each round")
TERMS_LIMITS = key("terms-limits", "The conditions give the limits, and when they move")
TERMS_STRUCTURE = key("terms-structure", "The conditions give the sessions, their tables and who goes on")
TERMS_SECOND_CHANCES = key("terms-second-chances", "The conditions say whether there are secondary sessions")
TERMS_SPECIAL_WAGERS = key(
    "terms-special-wagers", "The conditions give the draw, the order of wagering, pass cards and undisclosed wagers"
)
TERMS_BUY_BACK = key("terms-buy-back", "The conditions say whether a player who is out may buy back")
TERMS_ELIGIBLE = key("terms-eligible", "The conditions say who may enter")
TERMS_MAY_REFUSE = key("terms-may-refuse", "The conditions reserve the right to refuse an entry, if it is kept")
TERMS_CRITERIA = key(
    "terms-criteria", "The conditions give the criteria by which entrants are chosen, if there are any"
)
TERMS_ENTRY = key("terms-entry", "The conditions give the terms of entry, of withdrawal, and how many may play")
TERMS_PRIZES = key("terms-prizes", "The conditions give the prizes, how they are paid and what is guaranteed")
TERMS_RULES_PREVAIL = key(
    "terms-rules-prevail", "The conditions say who runs the tournament, and that the rules prevail"
)
TERMS_WHEN = key("terms-when", "The terms say when the tournament is held")
TERMS_PLACE = key("terms-place", "The terms say where the tournament is held")
TERMS_START_MOVES = key("terms-start-moves", "The terms say that a starting time may move on reasonable notice")
TERMS_ACCEPTED = key("terms-accepted", "The terms say that taking part accepts them")
TERMS_OBEYED = key("terms-obeyed", "The terms say that a player who breaks them risks disqualification")
TERMS_AVAILABLE = key("terms-available", "The terms say how players get them")
TERMS_CHIPS_END = key("terms-chips-end", "The terms say what becomes of chips at the end")
TERMS_CHIP_TYPE = key("terms-chip-type", "The terms say which chips are played with, and they are no cash chips")
TERMS_OTHER_WAGERS = key("terms-other-wagers", "The terms give every other wager and feature")
TERMS_ELIMINATION = key("terms-elimination", "The terms say how players are eliminated")
TERMS_WINNERS = key("terms-winners", "The terms say how winners are found")
TERMS_PENALTIES = key("terms-penalties", "The terms say when a player is penalised or disqualified, and how")
TERMS_SUBSTITUTES = key("terms-substitutes", "The terms say when a substitute may play, and what follows")
TERMS_REFUNDS = key("terms-refunds", "The terms say when a fee is refunded")
TERMS_ABSENCE = key("terms-absence", "The terms say what follows from lateness, absence and retirement")
TERMS_PHONES = key("terms-phones", "The terms say what follows from the use of a phone")
TERMS_EARLY_END = key("terms-early-end", "The terms say when a table may end early")
TERMS_PRIVACY = key("terms-privacy", "The terms say how personal information is handled")
TERMS_PUBLICITY = key("terms-publicity", "The terms say that names and pictures are used with permission alone")
TERMS_FINAL = key("terms-final", "The terms say who rules on disputes, and tell of the complaint to an inspector")
TERMS_LIABILITY = key("terms-liability", "The terms say how far the house answers for rulings")
TERMS_PROVISION = key("terms-provision", "A provision of the conditions is one that the rules leave open", house=True)

# Entries, fees and the pool.
ENTRANTS_ONLY = key("entrants-only", "A tournament is for those who entered and paid its fee")
FEE_CHARGED = key("fee-charged", "A fee may be charged, and value added to the pool")
FEES_TO_POOL = key("fees-to-pool", "Every entry fee goes into the pool, and none is refunded but as the terms allow")
POOL_GUARANTEED = key("pool-guaranteed", "A guaranteed pool may depend on a number of entries")
CANCELLED_REFUNDED = key("cancelled-refunded", "A tournament that is cancelled refunds every entry fee")
AGREED_IN_WRITING = key("agreed-in-writing", "A player may have to agree to the conditions before entry")
BRIEFED = key("briefed", "Players are briefed on the terms before play, until they understand them")
INSTRUCTED = key("instructed", "Players may be shown how to play before the tournament")

# Who runs it, and where.
DIRECTOR_PRESENT = key("director-present", "A director is appointed, and stays while the tournament is played")
DEPUTIES = key("deputies", "The director may appoint deputies who act for them")
TABLES_DESIGNATED = key("tables-designated", "The tables of a tournament are designated")
TABLE_EXCLUSIVE = key("table-exclusive", "A designated table serves the tournament alone")
SESSION_STARTS = key("session-starts", "A session begins at its time, which moves only on reasonable notice")
MANAGER_DETERMINES = key(
    "manager-determines", "Seats, order of wagering, pass cards and undisclosed wagers are set first"
)
SESSION_ENDS = key("session-ends", "A session lasts its time or its rounds, then the best go on")
EARLY_END = key("early-end", "Play at a table may end before its time on the grounds that the rules give")
ADVANCING_KNOWN = key("advancing-known", "A table may end early when those who go on are known")
ALL_AGREE_TO_END = key("all-agree-to-end", "A table may end early when chips are cashed and all its players agree")
MANAGER_RULES = key(
    "manager-rules", "Disputes are ruled on by the head of the tournament, and play waits for the ruling"
)

# Chips.
TOURNAMENT_CHIPS = key("tournament-chips", "Wagers are made and paid in chips of the tournament alone")
EQUAL_ALLOTMENT = key("equal-allotment", "All players begin a session with equal chips")
BUY_IN_FIRST = key("buy-in-first", "A player who does not make the buy-in before a session is out, without a refund")
ONLY_BY_WINNING = key("only-by-winning", "Chips grow by winning wagers alone; a player who adds others is disqualified")
CHIPS_IN_VIEW = key("chips-in-view", "Chips stay on the table in view, and players exchange none")
CHIPS_HIDDEN = key("chips-hidden", "A player who hides chips is disqualified")
CHIPS_REDEEMED = key("chips-redeemed", "Chips belong to the house; those with a cash value are redeemed at their rate")
CHIPS_TOTALLED = key("chips-totalled", "Chips are counted and recorded at the end of a session, and at will")
CHIPS_GIVEN_BACK = key("chips-given-back", "All chips come back after a session; those that do not are recorded")

# Wagers.
TOURNAMENT_PLAY = key(
    "tournament-play", "The rules of the game hold in a tournament, but for those that it sets aside", tournament=True
)
INTERIM_REPAID = key("interim-repaid", "In a tournament the interim payments of a void round are paid back")
TOURNAMENT_LIMITS = key(
    "tournament-limits", "A tournament wager keeps to the limits in whole units of the minimum, or is made to"
)
LIMITS_AS_ANNOUNCED = key("limits-as-announced", "Limits move during a tournament only as was announced before it")
WAGER_EACH_ROUND = key("wager-each-round", "A player wagers in every round or plays a pass card, else is disqualified")
OWN_POSITION = key("own-position", "A tournament player wagers from the allotted position alone")
WAGER_TIME = key("wager-time", "On reasonable notice the time for a wager may be limited")
LATE_MINIMUM = key("late-minimum", "A player who is out of time may be held to the minimum")
CANNOT_WAGER = key("cannot-wager", "A player who cannot make the minimum is eliminated")
ABSENCE = key("absence", "A player who is late or absent may be charged, disqualified or both")
ABSENCE_DEDUCTED = key("absence-deducted", "An absent player may be charged the minimum for up to three rounds")
POSITION_CANCELLED = key("position-cancelled", "The position of an absent player may be cancelled")
DISQUALIFIED = key("disqualified", "A player who breaks the rules may be disqualified, without a refund")
PASS_CARD = key("pass-card", "Where there are pass cards one may be played in place of a wager", tournament=True)
UNDISCLOSED_WAGERS = key(
    "undisclosed-wagers", "Where the terms provide for it a wager is written, and told after its round", tournament=True
)
UNDISCLOSED_FORM = key("undisclosed-form", "An undisclosed wager is written on a form that a supervisor records")
UNDISCLOSED_WITHIN = key("undisclosed-within", "It keeps to the limits, and with open wagers to the player's chips")
UNDISCLOSED_EXAMINED = key("undisclosed-examined", "A supervisor examines it before the round and marks its player")
UNDISCLOSED_ANNOUNCED = key("undisclosed-announced", "After the round it is announced, placed and settled")
UNDISCLOSED_MENDED = key("undisclosed-mended", "One that is found wrong after its round is put right")
UNDISCLOSED_LOW = key("undisclosed-low", "One under the minimum counts as the minimum")
UNDISCLOSED_HIGH = key("undisclosed-high", "One over the maximum counts as the maximum")
UNDISCLOSED_OVERDRAWN = key(
    "undisclosed-overdrawn", "One over the player's chips counts as all of them, or the maximum"
)
UNDISCLOSED_INCOMPLETE = key("undisclosed-incomplete", "One without amount or type costs the minimum")
FORM_SHOWN = key("form-shown", "Until the next first card a player may see the form of another")
WAGERING_ORDER = key("wagering-order", "Where the terms provide for it players wager in order", tournament=True)
MARKER_MOVES = key("marker-moves", "The marker lies on box one in the first round and moves a box each round")
DEAL_FROM_MARKER = key("deal-from-marker", "Both deals may begin with the player who has the marker", tournament=True)
WAGER_IN_TURN = key("wager-in-turn", "The player with the marker wagers first, the others follow to the left")
OUT_OF_TURN = key("out-of-turn", "A wager out of turn comes off until its turn")
WAGER_LOCKED = key("wager-locked", "A wager made in turn stays as it is")

# Placings.
ADVANCING_FIXED = key("advancing-fixed", "How many go on is fixed before the tournament")
HIGHEST_WINS = key("highest-wins", "The most chips at a table win its session")
PLAY_OFF = key("play-off", "Players who are level for the last places play off")
OUT_TOGETHER = key(
    "out-together", "Players who go out in one round rank by chips left, then wager, then who lost first"
)
NO_ADVICE_IN_PLAY = key("no-advice-in-play", "Tournament players give and seek no advice during play")
