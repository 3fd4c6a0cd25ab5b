"""The names that the poker games share: spots, needs, and how a hand stands."""

ANTE, JACKPOT = "ante", "jackpot"
WAGERS, NO_MORE_BETS, SHUFFLE, CUT, DEAL, SETTLE = "wagers", "no-more-bets", "shuffle", "cut", "deal", "settle"
SHOWDOWN = "showdown"
BET, FOLD, CHECK, CONCEDE = "bet", "fold", "check", "concede"
CORRECT, TOP_UP, TAKE_BACK = "correct", "top-up", "take-back"
LIVE, IN, FOLDED, CONCEDED, VOIDED, SETTLED = "live", "in", "folded", "conceded", "void", "settled"
FORFEITED = "forfeited"
DEALER, COMMUNITY, PLAYER = "dealer", "community", "player"


def mended_wager(need: str) -> int:
    """The number of the wager that a need asks a player to mend."""
    return int(need.removeprefix("mend-"))
