"""Money: integer cents, units, stakes of chips and tokens, odds as exact fractions, rounding by name."""

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
from pitboss.money.unit import AUD as AUD
from pitboss.money.unit import PRACTICE as PRACTICE
from pitboss.money.unit import TOKENS as TOKENS
from pitboss.money.unit import Unit as Unit
from pitboss.money.unit import tournament_unit as tournament_unit
from pitboss.money.unit import unit_named as unit_named
