"""Pontoon, under the Star's rules: draw to 21 against a dealer who shows one card, with boxes that players share."""

from pitboss.games.pontoon.game import Pontoon as Pontoon
