"""What names a patron lies beside the log: it is one person's alone, kept with the order that told it, and once it is
erased nothing that is left says whether a guess at it is right."""

import hashlib
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager
from datetime import timedelta
from typing import Any

import pytest
from argon2 import PasswordHasher

from floor.patrons.patron_pit import NOON, Pit
from floor.store.dying import dump
from pitboss import law
from pitboss.floor.composition import make_floor
from pitboss.floor.patrons.office import CancelCard, IssueCard, KeepParticulars, RegisterPatron
from pitboss.floor.patrons.sitting import EndPlay, StartPlay
from pitboss.floor.patrons.state import load_patron
from pitboss.floor.people.passwords import Passwords
from pitboss.floor.people.signin import SignIn
from pitboss.floor.service.clock import stamp
from pitboss.floor.service.commands import Order
from pitboss.floor.store import Store, open_store
from pitboss.floor.store.rows import KeyReused, Malformed, canonical
from pitboss.floor.store.store import erase_personal_records, holder_of, personal_records_of
from pitboss.floor.store.write_turn import WriteTurn
from pitboss.play.codec import encode
from pitboss.play.wager import Refusal, Refused


class Together:
    """Orders that are all worked out before the first of them is written, each through a store of its own."""

    def __init__(self, where: str, orders: int) -> None:
        self.where, self.orders = where, orders
        self.ready = threading.Barrier(orders, timeout=30)

    def do(self, works: Iterable[Callable[[Store], object]]) -> list[object]:
        with ThreadPoolExecutor(self.orders) as threads:
            return list(threads.map(self._one, works))

    def _one(self, work: Callable[[Store], object]) -> object:
        store = open_store(self.where)
        turn, waited = store.turn, threading.Event()

        def turn_together() -> AbstractContextManager[WriteTurn]:
            if not waited.is_set():
                waited.set()
                self.ready.wait()
            return turn()

        store.turn = turn_together  # type: ignore[assignment, method-assign]
        try:
            return work(store)
        except Refused as no:
            return no.refusal
        finally:
            store.close()


def test_a_card_that_two_patrons_are_given_at_the_same_instant_is_one_patrons(where: str, pit: Pit) -> None:
    names = [f"p{number}" for number in range(4)]
    for name in names:
        pit.ask(RegisterPatron(name))

    def issuing(name: str) -> Callable[[Store], object]:
        order = Order(pit.manager, IssueCard(name, "4711"), f"issue-{name}")
        return lambda store: make_floor(store, clock=pit.clock).do(order)

    done = Together(where, len(names)).do(map(issuing, names))
    (given,) = [reply["patron"] for reply in done if isinstance(reply, dict)]
    refused = [each for each in done if isinstance(each, Refusal)]
    assert [each.because for each in refused] == [(law.ONE_CARD,)] * 3
    assert {each.words for each in refused} == {"Card number 4711 is already issued."}
    assert holder_of(pit.store, "star", "card", "4711") == given
    for name in names:
        assert bool(load_patron(pit.store, "star", name).card) == (name == given)
        assert personal_records_of(pit.store, "star", name) == ({"card": "4711"} if name == given else {})


def test_a_name_that_two_are_given_to_sign_in_by_at_the_same_instant_is_one_persons(where: str, pit: Pit) -> None:
    names = ["p1", "p2"]
    for name in names:
        pit.ask(RegisterPatron(name))

    def setting(person: str) -> Callable[[Store], object]:
        hasher = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
        return lambda store: Passwords(store, SignIn(store, pit.clock, hasher)).set_at_console(
            "star", person, "long enough for this", "ada", by="m1"
        )

    done = Together(where, 2).do(map(setting, names))
    (no,) = [each for each in done if isinstance(each, Refusal)]
    assert no.because == (law.ONCE,)
    (given,) = [name for name in names if personal_records_of(pit.store, "star", name)]
    assert holder_of(pit.store, "star", "sign-in name", "ada") == given


def test_papers_are_kept_with_what_the_log_says_of_them_or_not_at_all(pit: Pit) -> None:
    pit.ask(RegisterPatron("p1"))
    with pytest.raises(Malformed):
        pit.ask(KeepParticulars("p1", "no\x00text"))
    assert load_patron(pit.store, "star", "p1").length == 1 and personal_records_of(pit.store, "star", "p1") == {}
    pit.ask(IssueCard("p1", "first"), key="one")
    pit.ask(CancelCard("p1", "lost"))
    pit.ask(IssueCard("p1", "second"))
    pit.ask(KeepParticulars("p1", "Ada Byron"), key="two")
    erase_personal_records(pit.store, "star", now=stamp(NOON + timedelta(days=3_660)))
    pit.ask(KeepParticulars("p1", "Ada Byron"), key="two")  # what was done is not done again
    assert personal_records_of(pit.store, "star", "p1") == {"card": "second"}


TOLD = (IssueCard("p1", "4711"), KeepParticulars("p1", "Ada Byron", "12 St James's Square"))
OTHERS = (
    (IssueCard("p1", "0815"),),
    (
        KeepParticulars("p1", "Ada King", "12 St James's Square"),
        KeepParticulars("p1", "Ada Byron", "Ockham Park"),
        KeepParticulars("p1", "Ada Byron"),
    ),
)


def test_a_key_cannot_serve_other_particulars_while_the_papers_are_kept(pit: Pit) -> None:
    pit.ask(RegisterPatron("p1"))
    for number, (command, others) in enumerate(zip(TOLD, OTHERS, strict=True)):
        reply = pit.ask(command, key=f"told-{number}")
        for other in others:
            with pytest.raises(KeyReused):
                pit.ask(other, key=f"told-{number}")
        assert pit.ask(command, key=f"told-{number}") == reply
    pit.open("star-pontoon")
    pit.ask(StartPlay("p1", "star-pontoon", "4711"), pit.dealer, key="start")
    for other_card in ("0815", ""):
        with pytest.raises(KeyReused):
            pit.ask(StartPlay("p1", "star-pontoon", other_card), pit.dealer, key="start")
    pit.ask(StartPlay("p1", "star-pontoon", "4711"), pit.dealer, key="start")
    assert load_patron(pit.store, "star", "p1").length == 4
    papers = {"card": "4711", "name": "Ada Byron", "address": "12 St James's Square"}
    assert personal_records_of(pit.store, "star", "p1") == papers


def test_of_two_orders_with_one_key_and_other_cards_at_the_same_instant_one_is_done(where: str, pit: Pit) -> None:
    pit.ask(RegisterPatron("p1"))

    def issuing(says: str) -> Callable[[Store], object]:
        order = Order(pit.manager, IssueCard("p1", says), "one key")

        def do(store: Store) -> object:
            try:
                return make_floor(store, clock=pit.clock).do(order)
            except KeyReused as no:
                return no

        return do

    done = Together(where, 2).do(map(issuing, ("4711", "0815")))
    assert sorted(type(each).__name__ for each in done) == ["KeyReused", "dict"]
    (kept,) = [says for says, each in zip(("4711", "0815"), done, strict=True) if isinstance(each, dict)]
    assert personal_records_of(pit.store, "star", "p1") == {"card": kept}


def test_nobody_can_tell_from_the_store_whether_they_guess_right_once_papers_are_erased(
    new_store: Callable[[], str],
) -> None:
    """Two houses that were told other things differ while the papers are kept, and in nothing afterwards."""
    dumps: list[tuple[dict[str, Any], dict[str, Any]]] = []
    for commands in (TOLD, (IssueCard("p1", "0815"), KeepParticulars("p1", "Ada King", "Ockham Park"))):
        store = open_store(new_store())
        pit = Pit(store)
        pit.ask(RegisterPatron("p1"))
        pit.open("star-pontoon")
        for command in commands:
            pit.ask(command)
        pit.ask(StartPlay("p1", "star-pontoon", personal_records_of(store, "star", "p1")["card"]), pit.dealer)
        pit.ask(EndPlay("p1", "star-pontoon"), pit.dealer)
        pit.ask(CancelCard("p1", "left for good"))
        pit.close()
        before = dump(store)
        assert erase_personal_records(store, "star", now=stamp(NOON + timedelta(days=3_660))) == 3
        dumps.append((before, dump(store)))
        store.close()
    (one, one_erased), (other, other_erased) = dumps
    assert one != other and {name for name in one if one[name] != other[name]} == {"paper"}
    assert one_erased == other_erased


def test_a_key_is_known_again_after_its_papers_were_erased(pit: Pit) -> None:
    pit.ask(RegisterPatron("p1"))
    reply = pit.ask(TOLD[1], key="told")
    assert erase_personal_records(pit.store, "star", now=stamp(NOON + timedelta(days=3_660))) == 2
    assert pit.ask(TOLD[1], key="told") == reply
    with pytest.raises(KeyReused):
        pit.ask(KeepParticulars("p2", "Ada Byron", "12 St James's Square"), key="told")
    with pytest.raises(KeyReused):
        pit.ask(IssueCard("p1", "Ada Byron"), key="told")


def test_a_key_that_an_older_program_wrote_is_known_and_guarded(pit: Pit, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its digest covered everything that the order said."""
    pit.ask(RegisterPatron("p1"))
    for number, (command, others) in enumerate(zip(TOLD, OTHERS, strict=True)):
        key = f"told-{number}"
        everything = canonical([encode(pit.manager), encode(command)])
        with monkeypatch.context() as older:
            older.setattr(Order, "digest", hashlib.sha256(everything.encode()).hexdigest())
            reply = pit.ask(command, key=key)
        assert pit.ask(command, key=key) == reply
        for other in others:
            with pytest.raises(KeyReused):
                pit.ask(other, key=key)
