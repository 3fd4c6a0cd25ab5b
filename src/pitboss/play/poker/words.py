"""The names that the poker games share: spots, needs, and how a hand stands."""

ANTE, JACKPOT = "ante", "jackpot"
WAGERS, NO_MORE_BETS, SHUFFLE, CUT, DEAL, SETTLE = "wagers", "no-more-bets", "shuffle", "cut", "deal", "settle"
SHOWDOWN = "showdown"
BET, FOLD, CHECK, CONCEDE = "bet", "fold", "check", "concede"
CORRECT, TOP_UP, TAKE_BACK = "correct", "top-up", "take-back"
LIVE, IN, FOLDED, CONCEDED, VOIDED, SETTLED = "live", "in", "folded", "conceded", "void", "settled"
DEALER, COMMUNITY, PLAYER = "dealer", "community", "player"
