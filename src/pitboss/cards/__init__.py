"""Cards: the card, the decks, the shoe and its seed, point totals, poker hands."""

from pitboss.cards.card import DECK_48 as DECK_48
from pitboss.cards.card import DECK_52 as DECK_52
from pitboss.cards.card import UNKNOWN as UNKNOWN
from pitboss.cards.card import Card as Card
from pitboss.cards.card import Points as Points
from pitboss.cards.card import parse_cards as parse_cards
from pitboss.cards.card import points as points
from pitboss.cards.card import show as show
from pitboss.cards.poker import Category as Category
from pitboss.cards.poker import PokerHand as PokerHand
from pitboss.cards.poker import best_hand as best_hand
from pitboss.cards.shoe import Opening as Opening
from pitboss.cards.shoe import Shoe as Shoe
