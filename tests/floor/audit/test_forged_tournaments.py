"""What a forger would change of a tournament, in a log that is chained anew, and how the audit names it."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from floor.audit.test_forged_meters import put
from floor.audit.test_forger import rows_of
from floor.audit.test_tampering import rechained, set_heads, stream_of
from floor.store.tampering import forging
from floor.tournaments.tourney import CUP, Cup
from pitboss.floor.audit import verify
from pitboss.floor.store import open_store, schema
from pitboss.floor.store.rows import event_hash
from pitboss.floor.tournaments.results import CancelTournament, PayPrize

Forge = Callable[[dict[str, Any]], None]


@pytest.fixture(scope="module")
def evening(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store in which a tournament was played to its prizes, with others who play on for their chips."""
    file = tmp_path_factory.mktemp("tournaments") / "evening.db"
    shutil.copy(sqlite_template, file)
    store = open_store(f"sqlite:///{file}")
    cup = Cup(store)
    heats = {"name": "heats", "rounds": 1, "tables": 2, "seats": 3, "advance": 1, "best_losers": 1}
    sessions = (heats, {"name": "final", "rounds": 2, "advance": 2})
    show = cup.start("ann", "bob", "cat", "dan", tables=("T1", "T2"), sessions=sessions, entry={"most_players": 6})
    for _ in show.play(cup.react):
        pass
    cup.do(PayPrize(CUP, cup.state.places[0].patron))
    cup.close()
    store.close()
    return file


def forge_event(file: Path, kind: str, forge: Forge) -> list[str]:
    """Change the first event of a kind and chain the log anew; what the audit says."""
    store = open_store(f"sqlite:///{file}")
    events = rows_of(store, schema.events)
    victim = next(row for row in events if row["kind"] == kind)
    data = json.loads(victim["data"]) if isinstance(victim["data"], str) else victim["data"]
    forge(data)
    victim["data"] = json.dumps(data, separators=(",", ":")) if isinstance(victim["data"], str) else data
    heads = rechained(events, stream_of, event_hash)
    with forging(store) as connection:
        connection.execute(schema.events.delete())
        connection.execute(schema.events.insert(), events)
    set_heads(store, heads, events)
    words = [fault.words for fault in verify(store).findings]
    store.close()
    return words


def swap_first(name: str) -> Forge:
    """Exchange the players of the first two of some places."""

    def forge(data: dict[str, Any]) -> None:
        first, second = data[name][:2]
        first["patron"], second["patron"] = second["patron"], first["patron"]

    return forge


@pytest.mark.parametrize(
    ("kind", "forge", "words"),
    [
        ("RoundPlayed", lambda data: data["chips"].update({next(iter(data["chips"])): 9_000_00}), "played otherwise"),
        ("RoundPlayed", put(77, "round"), "played otherwise"),
        ("SessionDecided", lambda data: data["through"].reverse(), "give other places"),
        ("SessionDecided", lambda data: data["through"].pop(), "give other places"),
        ("TournamentConcluded", swap_first("places"), "give other prizes"),
        ("TournamentConcluded", put(5_00, "house_cents"), "give other prizes"),
        ("PrizePaid", put(1, "cents"), "no such prize is to be paid"),
        ("PrizePaid", put("a stranger", "patron"), "no such prize is to be paid"),
    ],
)
def test_what_a_forger_changes_of_a_tournament_is_named(
    kind: str, forge: Forge, words: str, evening: Path, tmp_path: Path
) -> None:
    shutil.copy(evening, tmp_path / "forged.db")
    found = forge_event(tmp_path / "forged.db", kind, forge)
    assert any(words in each for each in found), found


def test_a_refund_that_nobody_had_paid_is_named(sqlite_template: Path, tmp_path: Path) -> None:
    file = tmp_path / "forged.db"
    shutil.copy(sqlite_template, file)
    store = open_store(f"sqlite:///{file}")
    cup = Cup(store)
    cup.publish()
    cup.simulate().enter(("ann", "bob"))
    cup.do(CancelTournament(CUP, "no tables"))
    cup.close()
    store.close()
    found = forge_event(file, "TournamentCancelled", put(500_00, "refunds", 0, "refund_cents"))
    assert any("what they have in the pool" in each for each in found), found
