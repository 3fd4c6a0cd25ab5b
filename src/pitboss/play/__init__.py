"""One round of play: what every game shares. `apply(round, act)` is the whole of it."""

from pitboss.play.history import correct as correct
from pitboss.play.history import fold as fold
from pitboss.play.history import steps as steps
from pitboss.play.history import totals as totals
from pitboss.play.round import Round as Round
from pitboss.play.round import Step as Step
from pitboss.play.step import apply as apply
from pitboss.play.step import refusal as refusal
from pitboss.play.table import Table as Table
from pitboss.play.terms import Terms as Terms
from pitboss.play.view import view as view
from pitboss.play.wager import Refused as Refused
