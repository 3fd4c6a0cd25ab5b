"""Caribbean Stud, under Star's rules and Crown's: five cards each, Ante, then Bet or fold."""

from pitboss.games.caribbean_stud.game import CaribbeanStud as CaribbeanStud
