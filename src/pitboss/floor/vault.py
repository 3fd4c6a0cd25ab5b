"""A live shoe as the vault keeps it, so that the cards still to come outlast the process that shuffled them."""

import json

from pitboss.cards import Card, Shoe


def write_shoe(shoe: Shoe | None) -> str:
    """A live shoe for the vault."""
    if shoe is None:
        return ""
    data = {"cards": bytes(shoe.cards).hex(), "seed": shoe.seed.hex(), "chosen": shoe.chosen}
    return json.dumps(data | {"cut_at": shoe.cut_at, "drawn": shoe.drawn, "stop": shoe.stop})


def read_shoe(text: str) -> Shoe:
    """A live shoe out of the vault."""
    data = json.loads(text)
    cards = tuple(Card(number) for number in bytes.fromhex(data["cards"]))
    shoe = Shoe.shuffled(cards, bytes.fromhex(data["seed"]), chosen=True)
    return shoe._replace(chosen=data["chosen"], cut_at=data["cut_at"], drawn=data["drawn"], stop=data["stop"])
