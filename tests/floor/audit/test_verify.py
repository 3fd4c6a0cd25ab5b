"""What has not been touched is clean: on both databases, with signed days, from the beginning or from the last."""

from datetime import datetime, timedelta

import pytest

from floor.audit.conftest import play
from floor.tables.pit import GAMES, NOON, STARS
from pitboss.floor.audit import verify
from pitboss.floor.audit.upkeep import sign_ended_day
from pitboss.floor.service.clock import gaming_day
from pitboss.floor.store import Store, Stream
from pitboss.floor.store.checkpoint import sign_day
from pitboss.floor.store.signing import Signer
from pitboss.floor.store.store import erase_personal_records, put_personal_records

pytestmark = pytest.mark.postgres_long
DAY = timedelta(days=1)


def test_an_empty_store_is_clean(store: Store) -> None:
    report = verify(store)
    assert report.is_clean
    assert (report.events, report.transfers, report.rounds, report.streams) == (0, 0, 0, 0)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_decided_again_as_it_was(store: Store, game: str) -> None:
    play(store, game, "1", 3)
    report = verify(store)
    assert report.findings == ()
    assert (report.rounds, report.today) == (3, ())
    assert report.events == store.last_position


def test_an_audit_counts_what_it_saw(played: Store) -> None:
    report = verify(played)
    assert report.is_clean
    assert (report.events, report.streams, report.rounds) == (played.last_position, len(played.streams()), 6)
    ledgers = [Stream(operator, "ledger") for operator in ("star", "crown")]
    assert report.transfers == sum(played.head(ledger).length for ledger in ledgers)
    assert report.accounts == len(played.balances())
    assert report.data()["clean"] is True


def test_days_are_signed_as_they_end_and_hold(played: Store, signer: Signer) -> None:
    now: datetime = NOON + DAY
    first = sign_ended_day(played, signer, now)
    assert [(day.operator, day.day) for day in first] == [
        ("crown", gaming_day(NOON)),
        ("star", gaming_day(NOON)),
    ]
    assert sign_ended_day(played, signer, now) == []
    play(played, STARS[0], STARS[0], 1)
    second = sign_ended_day(played, signer, now + DAY)
    assert [day.previous for day in second] == [day.hash for day in first]
    play(played, GAMES[-1], GAMES[-1], 1)
    report = verify(played, signer.verifier)
    assert report.findings == ()
    assert (report.checkpoints, report.signatures_checked, report.rounds) == (4, True, 8)


def test_from_the_last_checkpoint_only_what_came_after_is_read(played: Store, signer: Signer) -> None:
    before = played.last_position
    sign_ended_day(played, signer, NOON + DAY)
    quick = verify(played, signer.verifier, from_checkpoint=True)
    assert quick.is_clean
    assert (quick.events, quick.transfers, quick.rounds) == (0, 0, 0)
    assert quick.from_checkpoint == (f"crown {gaming_day(NOON)}", f"star {gaming_day(NOON)}")
    play(played, STARS[2], STARS[2], 1)
    quick = verify(played, signer.verifier, from_checkpoint=True)
    assert quick.is_clean
    assert quick.events == played.last_position - before > 0
    assert quick.transfers > 0


def test_operators_may_have_signed_at_different_places(played: Store, signer: Signer) -> None:
    sign_day(played, signer, "star", "2026-11-16", "")
    place = played.last_position
    play(played, GAMES[-1], GAMES[-1], 1)
    sign_day(played, signer, "crown", "2026-11-16", "")
    play(played, STARS[0], STARS[0], 1)
    assert verify(played, signer.verifier).is_clean
    quick = verify(played, signer.verifier, from_checkpoint=True)
    assert quick.is_clean
    assert quick.events < played.last_position - place


def test_an_operator_that_has_not_signed_is_read_from_the_beginning(played: Store, signer: Signer) -> None:
    sign_day(played, signer, "star", "2026-11-16", "")
    quick = verify(played, signer.verifier, from_checkpoint=True)
    assert quick.is_clean
    crowns = sum(played.head(stream).length for stream in played.streams("crown"))
    assert quick.events == crowns > 0
    assert quick.from_checkpoint == ("star 2026-11-16",)


def test_erasing_papers_breaks_no_chain(played: Store, signer: Signer) -> None:
    put_personal_records(played, "star", "ann", {"name": "Ann Example"}, keep_until="2027-01-01")
    sign_ended_day(played, signer, NOON + DAY)
    assert erase_personal_records(played, "star", now="2027-01-02") == 1
    assert verify(played, signer.verifier).is_clean
