"""One round of play: what every game shares. `apply(round, act)` is the whole of it."""

from pitboss.play.round import Round as Round
from pitboss.play.round import Step as Step
from pitboss.play.round import apply as apply
from pitboss.play.round import refusal as refusal
from pitboss.play.table import Table as Table
from pitboss.play.table import correct as correct
from pitboss.play.table import fold as fold
from pitboss.play.table import steps as steps
from pitboss.play.table import totals as totals
from pitboss.play.terms import Terms as Terms
from pitboss.play.view import view as view
from pitboss.play.wager import Refused as Refused
