"""Mississippi Stud, under Star's rules and Crown's: two hole cards, three community cards, a wager before each."""

from pitboss.games.mississippi_stud.game import MississippiStud as MississippiStud
