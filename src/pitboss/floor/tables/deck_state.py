"""The decks of a table before they are dealt: what has to be done with them first, and those that are locked away."""

from pitboss import law
from pitboss.floor.tables.deck_events import CardsHandShuffled, CardsInspected, CardsRiffled, DecksSecured
from pitboss.floor.tables.sign_events import CardsOrdered
from pitboss.law import Because
from pitboss.play.acts import Act, Cut
from pitboss.value import Value


class Decks(Value):
    """What is known of the decks of a table."""

    awaits: Because = ()
    """What has to be done before the cards are used."""
    secured: tuple[DecksSecured, ...] = ()
    """Decks that were checked early and are locked away until they are needed."""
    pre_shuffled: str = ""
    """Who pre-shuffled the cards that were brought and have not been cut yet."""


def after(decks: Decks, event: object) -> Decks:
    """The decks after something that happened at the table."""
    match event:
        case DecksSecured():
            return decks._replace(secured=(*decks.secured, event))
        case CardsInspected(pack=pack, pre_shuffled=shuffled_by):
            left = tuple(each for each in decks.secured if each.pack != pack)
            done = (law.DECKS_INSPECTED, law.CARDS_REPLACED)
            return Decks(_without(decks.awaits, done), left, shuffled_by)
        case CardsHandShuffled():
            return decks._replace(awaits=_without(decks.awaits, (law.HAND_SHUFFLE_FIRST,)))
        case CardsRiffled():
            return decks._replace(pre_shuffled="")
        case CardsOrdered(awaits=more):
            return decks._replace(awaits=tuple(dict.fromkeys((*decks.awaits, *more))))
        case _:
            return decks


def after_act(decks: Decks, act: Act) -> Decks:
    """The decks after something that was done in a round: cards that are cut are in use."""
    return decks._replace(pre_shuffled="") if decks.pre_shuffled and isinstance(act, Cut) else decks


def _without(awaits: Because, done: Because) -> Because:
    return tuple(ground for ground in awaits if ground not in done)
