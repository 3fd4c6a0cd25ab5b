"""The strategy of Mississippi Stud as tables: 3rd Street by decision, the later streets hand by hand."""

from collections import defaultdict

from pitboss.cards.card import RANKS, Card, show
from pitboss.lab.mississippi.play import CARD, Play
from pitboss.lab.mississippi.points import cards_of
from pitboss.lab.solution import DecisionTable
from pitboss.lab.suits import Numbers, suits_of


def street_tables(play: Play, choices: dict[str, Numbers]) -> tuple[DecisionTable, ...]:
    """One table a street, as far as cards are still to come: what is known with five cards is what they pay."""
    tables, cards, made = [*hole_card_table(play, choices)], 2, 0
    for step in play.course:
        if step == CARD:
            cards += 1
            continue
        if cards in (3, 4):
            tables.append(_later(step, play, choices[step], cards, made))
        made += 1
    return tuple(tables)


def hole_card_table(play: Play, choices: dict[str, Numbers]) -> tuple[DecisionTable, ...]:
    """The decision on 3rd Street, where it is made on the hole cards alone."""
    chosen = choices["3rd Street"]
    if len(chosen) != len(play.counts.two):
        return ()
    names = play.names
    groups: dict[str, list[tuple[tuple[Card, ...], int]]] = defaultdict(list)
    rows = zip(suits_of(play.counts.two).tolist(), chosen[:, 0].tolist(), play.counts.copies.tolist(), strict=True)
    for suits, choice, copies in rows:
        groups[names[choice]].append((cards_of(suits), copies))
    written = []
    for name in reversed(names):
        hands = sorted(groups[name], key=lambda hand: [-card.rank for card in hand[0]])
        if hands:
            number = sum(copies for _, copies in hands)
            written.append((name, f"{number:,}", " ".join(short(cards) for cards, _ in hands)))
    return (DecisionTable("3rd Street", ("decision", "of 1,326", "hole cards"), tuple(written)),)


def _later(street: str, play: Play, chosen: Numbers, cards: int, made: int) -> DecisionTable:
    """A row a hand, a column for each way of having wagered."""
    ways = [" ".join(f"{wager}x" for wager in way) for way in play.ways(made)]
    hands = play.counts.three if cards == 3 else play.counts.four
    rows = [
        (show(cards_of(suits)), *(play.names[choice] for choice in row))
        for suits, row in zip(suits_of(hands).tolist(), chosen.tolist(), strict=True)
    ]
    return DecisionTable(street, ("cards", *(f"after {way}" if way else "" for way in ways)), tuple(rows))


def short(cards: tuple[Card, ...]) -> str:
    """Two hole cards as players write them: `AA`, `AKs` of one suit, `AKo` not."""
    first, second = cards
    ranks = RANKS[first.rank] + RANKS[second.rank]
    return ranks if first.rank == second.rank else ranks + ("s" if first.suit == second.suit else "o")
