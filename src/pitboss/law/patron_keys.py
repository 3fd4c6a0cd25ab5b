"""The rule keys about patrons: player cards, invalid wagers, loss and deposit limits, exclusions, proxy betting."""

from pitboss.law.grounds import key

# Who may play.
PLAYER_CARD = key("player-card", "From 19 August 2024 a player has a valid player card when play starts")
OWN_CARD = key("own-card", "A player plays on their own player card alone, whoever owns the stake")
PROXY_BETTING = key("proxy-betting", "Nobody wagers on behalf of another")
BARRED_FROM_GAME = key("barred-from-game", "A person of rank may keep somebody from taking further part in the game")
EXCLUDED = key("excluded", "A person of rank may exclude somebody from the casino")
EMPLOYEE_POLICY = key("employee-policy", "Nothing is owed to somebody who wagers against the employee gambling policy")

# Invalid wagers.
INVALID_WAGER = key("invalid-wager", "A wager by somebody who may not play is invalid, and void")
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
LIMIT_WAITS = key("limit-waits", "A limit goes down at once and up after 24 hours", house=True)
ONCE = key("once", "A voucher, a slip or a sitting is dealt with once", house=True)
COUNTED = key("counted", "Chips are counted, and change hands at their worth", house=True)
