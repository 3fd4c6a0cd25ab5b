"""Money: integer cents, stakes of chips and tokens, odds as exact fractions, rounding by name."""

from pitboss.money.cents import dollars as dollars
from pitboss.money.cents import parse_dollars as parse_dollars
from pitboss.money.cents import plain_dollars as plain_dollars
from pitboss.money.chips import Chips as Chips
from pitboss.money.odds import Exact as Exact
from pitboss.money.odds import ForOne as ForOne
from pitboss.money.odds import ToOne as ToOne
from pitboss.money.stake import EMPTY as EMPTY
from pitboss.money.stake import Piece as Piece
from pitboss.money.stake import Stake as Stake
