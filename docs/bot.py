"""A program that plays: it signs in, takes practice chips and plays some rounds of Caribbean Stud.

    python docs/bot.py http://127.0.0.1:8000 PASSWORD 3

Everything that it knows comes from the API: what may be wagered, what is to be decided, what each wager came to and by
which clauses. It uses nothing but the standard library.
"""

import json
import sys
import time
import urllib.request
import uuid
from typing import Any

TABLE, NAME = "P2", "bob"


class Floor:
    """The API of a floor, as one person who has signed in."""

    def __init__(self, address: str, password: str) -> None:
        self.address, self.headers = address, {"Content-Type": "application/json"}
        signed_in = self.send("/api/sign-in", {"operator": "star", "name": NAME, "password": password})
        self.headers["Authorization"] = f"Bearer {signed_in['token']}"

    def read(self, path: str) -> Any:
        """Read a resource."""
        return self._ask(urllib.request.Request(self.address + path, headers=self.headers))

    def send(self, path: str, body: Any) -> Any:
        """Give an order. Its key makes sure that it is done once, however often it is sent."""
        headers = {**self.headers, "Idempotency-Key": str(uuid.uuid4())}
        return self._ask(urllib.request.Request(self.address + path, json.dumps(body).encode(), headers))

    def act(self, **act: Any) -> None:
        """Do something in the round."""
        self.send(f"/api/tables/{TABLE}/acts", {"act": act})

    def _ask(self, request: urllib.request.Request) -> Any:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)


def chips(cents: int) -> dict[str, Any]:
    """A stake of chips."""
    return {"type": "Stake", "pieces": [{"type": "Piece", "kind": "chips", "cents": cents}]}


def play(floor: Floor, rounds: int) -> None:
    """Wager the least Ante in each round, decide when asked, and say what the round came to."""
    stacks = [{"chip_cents": 2_500, "pieces": 40}]
    floor.send(f"/api/tables/{TABLE}/buy-in", {"patron": NAME, "stacks": stacks, "how": "cashless"})
    first = floor.read(f"/api/tables/{TABLE}")["round"]
    told = first
    while told < first + rounds:
        table = floor.read(f"/api/tables/{TABLE}")
        if table["round"] > told:
            tell(floor, told)
            told = table["round"]
        for need in table["view"]["needs"] if told < first + rounds else ():
            match need["type"]:
                case "WagersNeed" if not table["view"]["wagers"]:
                    least = need["offers"][0]["least_cents"]
                    floor.act(type="Place", need=need["id"], patron=NAME, area=4, spot="ante", stake=chips(least))
                case "DecisionNeed" if need["patron"] == NAME and not need["optional"]:
                    decide(floor, table, need)
        time.sleep(0.2)


def decide(floor: Floor, table: Any, need: Any) -> None:
    """Bet with a pair or better, or with an ace and a king; else fold."""
    (hand,) = (hand["cards"] for hand in table["view"]["hands"] if hand["id"] == need["hand"])
    ranks = [card[0] for card in hand]
    wanted = "bet" if len(set(ranks)) < len(ranks) or {"A", "K"} <= set(ranks) else "fold"
    (option,) = (option for option in need["options"] if option["name"] == wanted)
    stake = {"stake": chips(option["least_cents"])} if option["least_cents"] else {}
    floor.act(type="Decide", need=need["id"], patron=NAME, option=wanted, **stake)


def tell(floor: Floor, number: int) -> None:
    """Say what each wager of a round came to, with the clauses that decided it."""
    for wager in floor.read(f"/api/tables/{TABLE}/rounds/{number}")["wagers"]:
        clauses = ", ".join(wager["clauses"])
        print(f"Round {number}: {wager['spot']} {wager['result']}, pays {wager['pays_cents']} cents ({clauses})")


if __name__ == "__main__":
    play(Floor(sys.argv[1], sys.argv[2]), rounds=int(sys.argv[3]) if len(sys.argv) > 3 else 3)
