"""A live shoe as the vault keeps it, so that the cards still to come outlast the process that shuffled them."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from pitboss.cards import Card, Shoe


def write_shoe(shoe: Shoe | None, spent: tuple[Shoe, ...] = ()) -> str:
    """A live shoe for the vault, and the shuffles of the round that it replaced."""
    if shoe is None and not spent:
        return ""
    return json.dumps((_data(shoe) if shoe is not None else {}) | {"spent": [_data(each) for each in spent]})


def _data(shoe: Shoe) -> dict[str, Any]:
    data = {"cards": bytes(shoe.cards).hex(), "seed": shoe.seed.hex(), "chosen": shoe.chosen}
    return data | {"cut_at": shoe.cut_at, "drawn": shoe.drawn, "stop": shoe.stop}


def read_shoe(text: str | None) -> tuple[Shoe | None, tuple[Shoe, ...]]:
    """A live shoe out of the vault, if there is one, and the shuffles that it replaced."""
    data = json.loads(text) if text else {}
    return (_shoe(data) if "cards" in data else None), tuple(_shoe(each) for each in data.get("spent", ()))


def keeps_to(shoe: Shoe | None, commitment: str, dealt: Sequence[Card]) -> bool:
    """Say whether a shoe is the one that was committed to and has dealt what was dealt; none, where none was."""
    if shoe is None or not commitment:
        return shoe is None and not commitment
    return shoe.drawn == len(dealt) and shoe.open().check(commitment, dealt)


def _shoe(data: Mapping[str, Any]) -> Shoe:
    cards = tuple(Card(number) for number in bytes.fromhex(data["cards"]))
    shoe = Shoe.shuffled(cards, bytes.fromhex(data["seed"]), chosen=True)
    return shoe._replace(chosen=data["chosen"], cut_at=data["cut_at"], drawn=data["drawn"], stop=data["stop"])
