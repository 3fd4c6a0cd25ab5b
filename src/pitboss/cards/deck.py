"""The decks: 52 cards for the poker games, 48 without the tens for Pontoon."""

from pitboss.cards.card import CARDS, RANKS, Card

DECK_52: tuple[Card, ...] = CARDS[:52]
DECK_48: tuple[Card, ...] = tuple(card for card in DECK_52 if RANKS[card.rank] != "T")
