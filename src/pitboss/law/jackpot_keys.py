"""The rule keys of jackpots: prizes and how they are shared, meters and links, the jackpot game, equipment, signs."""

from pitboss.law.keys import key

# Prizes.
PRIZES_LISTED = key("prizes-listed", "Jackpot prizes are those that the document lists")
PRIZE_ROYAL_FLUSH = key("prize-royal-flush", "A royal flush takes all of the jackpot, or the least amount if more")
PRIZE_STRAIGHT_FLUSH = key(
    "prize-straight-flush", "A straight flush takes a tenth of the jackpot, or the least amount if more"
)
PRIZE_FOUR_OF_A_KIND = key("prize-four-of-a-kind", "Four of a kind takes its fixed jackpot prize")
PRIZE_FULL_HOUSE = key("prize-full-house", "A full house takes its fixed jackpot prize")
PRIZE_FLUSH = key("prize-flush", "A flush takes its fixed jackpot prize")
DEALER_PAYS_PRIZE = key("dealer-pays-prize", "The dealer determines the prizes below a straight flush by the table")
HUNDRED_PERCENT = key("hundred-percent", "All of the jackpot is the meter rounded up to the whole dollar")
PRIZES_FROM_RIGHT = key("prizes-from-right", "Jackpot prizes are paid from the dealer's right to the left")
SEVERAL_PRIZES = key("several-prizes", "Several jackpot hands of one round are paid as the document shares them out")
ROYALS_SHARE = key("royals-share", "Royal flushes of one round share the jackpot, or each take the least amount")
STRAIGHT_FLUSHES_SHARE = key(
    "straight-flushes-share", "Straight flushes of one round share successive tenths, or each take the least amount"
)
STRAIGHT_FLUSH_FIRST = key("straight-flush-first", "A straight flush is paid before a royal flush of the same round")
RESET_ADDED = key("reset-added", "The house adds the reset value for each royal flush of a round after the first")
ROYAL_WEIGHS_TEN = key("royal-weighs-ten", "Of several a royal flush takes 10/(10R+S) of the jackpot")
BESIDE_ROYAL = key("beside-royal", "A straight flush beside a royal flush takes 1/(10R+S) of the jackpot")
SHARES_LISTED = key("shares-listed", "Several straight flushes take the listed shares of the meter and the reset value")

# The bonus jackpot.
BONUS_JACKPOT = key("bonus-jackpot", "A bonus jackpot may be offered with the jackpot")
BONUS_FOR_BETTORS = key(
    "bonus-for-bettors", "A royal or straight flush pays a bonus to all others with a jackpot wager at the table"
)
NO_BONUS_FOR_WINNER = key("no-bonus-for-winner", "The winner of a royal or straight flush prize gets no bonus")
BONUS_FIRST = key("bonus-first", "Bonus jackpots are paid before straight and royal flushes")

# Meters.
METER_SYSTEMS = key("meter-systems", "The house may run one or more jackpot meters")
METER_GROWS = key("meter-grows", "A part of each jackpot wager feeds the meter, at its rate")
METER_RESEEDED = key("meter-reseeded", "After a royal flush the meter starts again from its reset value")
SEED_SET = key("seed-set", "A meter starts from the seed that the house sets")
RATE_APPROVED = key("rate-approved", "The regulator approves the rate at which a meter grows")
METER_SERVES = key("meter-serves", "A meter serves one table or one group of tables")
ONE_METER = key("one-meter", "A table is linked to one meter")
LINKED_ALIKE = key("linked-alike", "Tables on one meter offer the jackpot alike")
LINKED_PRICE = key("linked-price", "Tables on one meter have the same price of the jackpot wager")
LINKED_PAYS = key("linked-pays", "Tables on one meter have the same jackpot hands and prizes")
LINKED_RATE = key("linked-rate", "Tables on one meter feed it at the same rate, from the same seed")
ONE_OPTION = key("one-option", "All meters of the house use one payout option")
OPTION_FITS_RESET = key("option-fits-reset", "Reset value and rate of a meter are those listed for its payout option")
OPTION_ON_NOTICE = key("option-on-notice", "The payout option changes only after a notice")
LINK_ON_NOTICE = key("link-on-notice", "A table joins, leaves or changes a meter 20 minutes after its sign is up")
METER_CLOSES_ON_NOTICE = key("meter-closes-on-notice", "A meter closes 20 minutes after signs are up at all its tables")
RESIDUE_MOVES = key("residue-moves", "What a closing meter has beyond its seed goes to other meters")

# The jackpot game of a round.
WAGERS_REGISTERED = key("wagers-registered", "Each jackpot wager is registered, and its player sees that it is")
OUTCOME_RECORDED = key("outcome-recorded", "A round's jackpot is settled when the dealer records its outcome")
ROUND_AT_ONCE = key("round-at-once", "All outcomes of one round at one table count as at once")
RECORDED_IN_ORDER = key("recorded-in-order", "Outcomes of several tables count in the order in which they are recorded")
AWARD_DETERMINED = key("award-determined", "A person of rank determines prizes for royal and straight flushes")
LEAVER_CANCELS = key("leaver-cancels", "A player who leaves gets the jackpot wager back; the others register again")
JOINER_CANCELS = key("joiner-cancels", "A player who joins the jackpot has the others register again")
WRONG_GAME_CANCELLED = key("wrong-game-cancelled", "A jackpot game that was started wrongly is cancelled")

# Equipment.
JACKPOT_EQUIPMENT = key("jackpot-equipment", "Equipment records the jackpot wagers and the prize pool")
EQUIPMENT_FAILED = key("equipment-failed", "An inspector is told when the jackpot equipment fails")
PLAY_AFTER_APPROVAL = key("play-after-approval", "After a failure the game goes on once an inspector approves")
KEPT_BY_HAND = key("kept-by-hand", "Jackpot wagers are taken while the meter works, or is kept by hand")
EQUIPMENT_WORKS = key("equipment-works", "The meter works if it records wagers and times and can be read back")
METER_READ_BACK = key("meter-read-back", "The meter can be read as at any settlement")

# Good order, which no document needs to state.
AWARD_PENDING = key("award-pending", "An award is paid once, after a person of rank has approved it", house=True)
METER_NAMED = key("meter-named", "A jackpot table names a meter that is in operation", house=True)

# Signs.
METER_SHOWN = key("meter-shown", "A meter at each table shows the jackpot")
PRIZES_SHOWN = key("prizes-shown", "The jackpot prizes are on a sign at the table")
PRICE_SHOWN = key("price-shown", "The price of the jackpot wager is on a sign at the table")
FOLD_SHOWN = key("fold-shown", "A sign says what a fold does to a jackpot wager")
BONUS_SHOWN = key("bonus-shown", "The bonus jackpots are on a sign at the table")
WALL_SAYS_WHERE = key("wall-says-where", "A display away from the tables says which tables and conditions it is for")
