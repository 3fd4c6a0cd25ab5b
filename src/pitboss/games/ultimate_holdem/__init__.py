"""Ultimate Texas Hold'em, under Crown's rules: Ante and Blind, two hole cards, a board of five, one Play wager."""

from pitboss.games.ultimate_holdem.game import UltimateHoldem as UltimateHoldem
