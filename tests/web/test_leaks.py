"""No answer and no stream gives a card away: rounds of every game played through the API, everybody looking on."""

import itertools
import re
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest

from pitboss.cards import UNKNOWN
from pitboss.floor.demo import GAMES
from pitboss.floor.store import Stored
from pitboss.floor.tables.log import recall
from pitboss.play import Round
from pitboss.play.codec import encode
from pitboss.play.round import Viewer
from pitboss.play.table import fold
from pitboss.play.terms import Device
from pitboss.play.view import view
from pitboss.web.pages.svg import card_name
from pitboss.web.pages.table_view import see_table
from pitboss.web.resource import stream_numbers, to_json
from web.clients import Caller, House, stake
from web.forms import look

CARD = re.compile(r"(?<![A-Za-z0-9])[2-9TJQKA][cdhs](?![A-Za-z0-9])")
PATRONS = ("ann", "bob", "cat")
DEVICES: tuple[Device, ...] = ("shoe", "shuffler")
STACKS = [{"chip_cents": 2_500, "pieces": 1_000}, {"chip_cents": 10_000, "pieces": 1_000}]


class Looker:
    """A person who looks at a table in every way that the API has."""

    def __init__(self, house: House, caller: Caller, table: str) -> None:
        self.house, self.caller, self.table = house, caller, table

    def a_glance(self) -> Iterable[str]:
        """What they see of the round that is being played, and of it once it is over."""
        self.caller.bodies.clear()
        events = f"/api/inspect/streams/table:{self.table}/events"
        paths = [f"/api/tables/{self.table}", f"/api/tables/{self.table}/rounds/1"]
        if self.caller.name == "inspector":
            paths += [f"/api/inspect/tables/{self.table}/rounds/1", "/api/inspect/search?all=true"]
            paths += ["/api/pit", f"/api/pit/tables/{self.table}"]
            paths += ["/api/inspect/streams", f"{events}?limit=500", f"{events}?limit=3&after={self._length() - 3}"]
        for path in paths:
            self.caller.get(path)
        yield from self.caller.bodies
        yield self.house.runner.run(self._streamed())

    def everything(self) -> Iterable[str]:
        """The body of every answer that they can get about the table."""
        yield from self.a_glance()
        self.caller.bodies.clear()
        for path in (
            "/api/tables",
            f"/api/tables/{self.table}/rounds",
            f"/api/tables/{self.table}/rounds/1/record",
            "/api/pit",
            f"/api/pit/tables/{self.table}",
            "/api/inspect/search?all=true",
            f"/api/inspect/tables/{self.table}/rounds/1",
            "/api/inspect/streams",
            f"/api/inspect/streams/table:{self.table}/events?limit=500",
            f"/api/patrons/{self.caller.name}",
            "/metrics",
        ):
            self.caller.get(path)
        yield from self.caller.bodies

    def _length(self) -> int:
        return max(3, self.house.store.head(self.house.stream(self.caller.operator, self.table)).length)

    async def _streamed(self) -> str:
        """The first state that a stream sends."""
        api = self.house.app.state.api
        who = self.house.sign_in.identify(self.caller.token)
        stream = self.house.stream(who.operator, self.table)
        told = lambda _: to_json(see_table(api.floor.store, api.floor.table(stream), who)).decode()  # noqa: E731
        events = stream_numbers(api, self.caller.token, stream, 0, told)
        assert (await anext(events)).startswith("retry")
        first = await anext(events)
        await events.aclose()  # type: ignore[attr-defined]
        return first


def may_see(round: Round, patron: str, *, all_of_it: bool) -> set[str]:
    """The cards that a person may know of: those face up, and those of a hand that they wagered on."""
    own = {wager.hand for wager in round.wagers if wager.patron == patron}
    return {
        str(card)
        for hand in round.hands
        for place, card in enumerate(hand.cards)
        if all_of_it or hand.up >> place & 1 or hand.id in own
    }


def sealed_hashes(events: list[Stored]) -> set[str]:
    """The hashes of the events of a round that is not over: a person who knows one can try all cards against it."""
    last = max((e.number for e in events if e.kind in ("RoundEnded", "TableOpened")), default=0)
    return {event.hash for event in events if event.number > last and event.kind == "ActTaken"}


class Play:
    """A round at a new table, decided at random by what the API offers each player."""

    def __init__(self, house: House, game: str, device: Device, seed: int) -> None:
        self.house, self.random = house, Random(seed)
        self.operator = game.partition("-")[0]
        self.table = f"leak {next(house.keys)}"
        self.spots = ("ante", "blind") if "holdem" in game else ("wager",) if "pontoon" in game else ("ante",)
        terms = encode(GAMES[game]._replace(device=device)) | {
            "chips": {"denominations": [100, 250, 500, 2_500, 10_000]}
        }
        body = {"game": game, "terms": _bare(terms), "stacks": STACKS}
        manager = "gaming-manager" if self.operator == "star" else "casino-manager"
        answer = house.as_(self.operator, manager).order(f"/api/tables/{self.table}/open", body)
        assert answer.status_code == 200, answer.text
        post = {"post": "dealer", "person": "dealer"}
        assert house.as_(self.operator, manager).order(f"/api/tables/{self.table}/take-post", post).status_code == 200
        self.players = [house.as_(self.operator, name) for name in PATRONS[: self.random.randint(1, 3)]]
        names = ("ann", "bob", "cat", "dealer", "inspector")
        self.lookers = [Looker(house, house.as_(self.operator, name), self.table) for name in names]
        self.dealer = house.as_(self.operator, "dealer")

    @property
    def stream(self) -> Any:
        return self.house.stream(self.operator, self.table)

    def run(self) -> int:
        """Play until the round is over; look after every step."""
        for area, player in enumerate(self.players, start=1):
            for spot in self.spots:
                act = {"type": "Place", "need": "wagers", "patron": player.name, "area": area, "spot": spot}
                assert player.act(self.table, **act, stake=stake(2_500)).status_code == 200
        steps = 0
        while self.house.floor.table(self.stream).state.round.number == 1:  # type: ignore[union-attr]
            assert self._step(), "nobody had anything to do"
            self.look(thorough=self.random.random() < 0.1)
            steps += 1
        self.look(thorough=True)
        return steps

    def _step(self) -> bool:
        for player in self.random.sample(self.players, len(self.players)):
            needs = player.get(f"/api/tables/{self.table}").json()["view"]["needs"]
            for need in needs:
                if need["type"] == "DecisionNeed" and not need["optional"]:
                    option = self.random.choice(need["options"])
                    cents = self.random.choice(option["amounts"] or [option["least_cents"]])
                    act = {"type": "Decide", "need": need["id"], "patron": player.name, "option": option["name"]}
                    answer = player.act(self.table, **act, stake=stake(cents) if cents else {"pieces": []})
                    assert answer.status_code == 200, answer.text
                    return True
        return self.dealer.order(f"/api/tables/{self.table}/deal").status_code == 200

    def look(self, *, thorough: bool) -> None:
        """Look with everybody's eyes, and compare with what they may see."""
        floor_table = self.house.floor.table(self.stream)
        past = recall(self.house.store, self.stream, 1, known=floor_table.state)
        round = fold(past.opening, past.acts) if past is not None else floor_table.open_state.round
        hashes = sealed_hashes(self.house.store.read(self.stream))
        for looker in self.lookers:
            is_inspector = looker.caller.name == "inspector"
            allowed = may_see(round, looker.caller.name, all_of_it=is_inspector and past is not None)
            for body in looker.everything() if thorough else looker.a_glance():
                seen = set(CARD.findall(body)) - {"As"} | set(re.findall(r'"(As)"|\bAs(?= [2-9TJQKA?])', body)) - {""}
                assert seen <= allowed, f"{looker.caller.name} sees {seen - allowed}"
                assert not [told for told in hashes if told in body], f"{looker.caller.name} sees a hash"
                if floor_table.shoe is not None:
                    assert floor_table.shoe.seed.hex() not in body


def _bare(data: Any) -> Any:
    """Data as the bodies of the API have it, without the names of its types."""
    if isinstance(data, dict):
        return {name: _bare(part) for name, part in data.items() if name != "type"}
    return [_bare(part) for part in data] if isinstance(data, list) else data


@pytest.mark.parametrize(
    ("game", "device", "seed"),
    [
        pytest.param(game, device, seed, marks=() if (device, seed) == (first, 0) else pytest.mark.long)
        for game, first in zip(GAMES, itertools.cycle(DEVICES), strict=False)
        for device, seed in itertools.product(DEVICES, range(5))
    ],
)
def test_nobody_is_shown_a_card_that_is_hidden_from_them(house: House, game: str, device: Device, seed: int) -> None:
    assert Play(house, game, device, seed).run() > 3


def test_cards_do_lie_face_down_while_a_round_is_played(house: House) -> None:
    """What the property above looks for exists: else it would show nothing."""
    play = Play(house, "crown-ultimate-texas-holdem", "shuffler", 1)
    hidden = False

    def look(*, thorough: bool) -> None:
        nonlocal hidden
        round = play.house.floor.table(play.stream).open_state.round
        hidden |= any(UNKNOWN not in hand.cards and not hand.all_up for hand in round.hands)

    play.look = look  # type: ignore[method-assign]
    play.run()
    assert hidden


@pytest.mark.parametrize("game", GAMES)
def test_replay_names_no_card_that_its_viewer_did_not_see_then(house: House, game: str) -> None:
    play = Play(house, game, "shuffler", 7)
    play.look = lambda *, thorough: None  # type: ignore[method-assign]
    play.run()
    past = recall(house.store, play.stream, 1, known=house.floor.table(play.stream).state)
    assert past is not None
    told = 0
    for player in play.players:
        for step in range(1, len(past.acts) + 1):
            page = look(player, f"/tables/{play.table}/rounds/1?step={step}").text
            words = re.search(r'<p role="status">(.*?)</p>', page, re.DOTALL)
            assert words is not None and words[1].strip().endswith((".", "&#34;")), words
            hands = view(fold(past.opening, past.acts[:step]), Viewer("patron", player.name)).hands
            seen = {card_name(str(card)) for hand in hands for card in hand.cards if card != UNKNOWN}
            named = set(re.findall(r"(?:Ace|King|Queen|Jack|10|[2-9]) of (?:clubs|diamonds|hearts|spades)", words[1]))
            assert named <= seen, f"{player.name} is told {named - seen} at step {step}"
            told += len(named)
    assert told > 0
