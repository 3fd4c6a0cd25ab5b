"""What is written down reads back as the same round."""

import pytest

from pitboss.money import Stake
from pitboss.play.acts import ACTS, Act, Place, Shuffle
from pitboss.play.powers import DirectShuffle, Find, Void
from pitboss.play.terms import Limits, Terms
from pitboss.report.acts import KINDS, parts_of, read_stake, write_act, write_dollars
from pitboss.report.record import read_record, schema, write_record
from pitboss.report.script import play_record
from support import Felt, jackpot


def same_again(felt: Felt, note: str = "") -> str:
    text = write_record(felt.opening, felt.acts, note=note)
    again = play_record(read_record(text))
    assert again.round == felt.round
    assert list(again.acts) == felt.acts
    assert again.note == note
    return text


@pytest.mark.parametrize("device", ["shoe", "shuffler"])
def test_round_with_everything_on_the_sign(device: str) -> None:
    felt = Felt(
        "star-caribbean-stud",
        readings={"foldKeepsJackpot": True},
        device=device,
        maximum_payout_cents=10_000_00,
        individual={'Ann "the Ox"': {"ante": Limits(25_00, 1_000_00, 5_00)}},
        jackpot=jackpot("star"),
    )
    felt.ante('Ann "the Ox"', 1, 20, tokens=5)
    felt.jackpot('Ann "the Ox"', 1)
    felt.deal("Ks Kd 7h 6c 2s", p1="As Ad 9h 9c 3s")
    felt.bet(1, 40, unnoticed=True)
    felt.find(1, "bet")
    felt.decide(1, "correct")
    felt.settle()
    text = same_again(felt, note='A "note"\nof two lines.')
    assert 'individual = { "Ann \\"the Ox\\"" = { ante' in text


def test_multiples_are_on_the_sign() -> None:
    multiples = {"pre-flop": (3, 4), "flop": (2,), "river": (1,)}
    spots = ("ante", "blind", "trips")
    felt = Felt(
        "crown-ultimate-texas-holdem",
        multiples=multiples,
        limits=dict.fromkeys(spots, Limits(25_00, 500_00)),
        regulator_minimum_cents=dict.fromkeys(spots, 5_00),
    )
    text = same_again(felt)
    assert "multiples = { pre-flop = [3, 4], flop = [2], river = [1] }" in text


def test_leave_for_a_wager_on_anothers_box() -> None:
    felt = Felt("star-mississippi-stud", jackpot=jackpot("star"))
    felt.ante("Ann", 1)
    felt.ante("Bob", 2)
    rank = felt.game.rules.edition.ranks[-1]
    felt.do(Place("wagers", "Bob", 1, "jackpot", Stake.of(5_00), approved_by=rank))
    assert f'approved-by = "{rank}"' in same_again(felt)


@pytest.mark.parametrize("device", ["shoe", "shuffler"])
@pytest.mark.parametrize("game", ["star-mississippi-stud", "crown-ultimate-texas-holdem"])
def test_turns_name_the_hand_by_its_kind(game: str, device: str) -> None:
    ultimate = "ultimate" in game
    streets = ["check", "check"] if ultimate else ["bet 25", "bet 25"]
    record = play_record(
        read_record(
            f'format = 1\ngame = "{game}"\ndevice = "{device}"\n[[player]]\nname = "Ann"\narea = 1\n'
            f"wagers = {{ ante = 25{', blind = 25' if ultimate else ''} }}\n"
            f'cards = "As Ad"\ndoes = {[*streets, "bet 25"]}\n'
            f'[community]\ncards = "Ah 5c 9s{" Jd 2c" if ultimate else ""}"\n'
            + ('[dealer]\ncards = "Ks Kd"\n' if ultimate else "")
        )
    )
    assert record.round.is_over
    text = write_record(record.opening, record.acts)
    again = play_record(read_record(text))
    assert (again.round, again.acts) == (record.round, record.acts)
    assert ('hand = "community"' in text) == (device == "shuffler")


def test_act_is_written_with_no_field_that_it_has_not() -> None:
    felt = Felt("star-caribbean-stud")
    acts: list[Act] = [Place("wagers", "Ann", 1, "ante", Stake.of(25_00)), Void("gaming-manager", "fraud", "Cy")]
    for act in acts:
        row = write_act(felt.round, act)
        parts = parts_of(str(row["does"]))
        assert {key for key in parts if parts[key].required} <= set(row) <= {"does", *parts}


def test_every_kind_of_act_has_a_row_and_a_shape() -> None:
    act = schema()["properties"]["act"]["items"]["properties"]
    assert {KINDS[does] for does in act["does"]["enum"]} == set(ACTS)
    for does in KINDS:
        assert set(parts_of(does)) <= set(act)


@pytest.mark.parametrize(("cents", "written"), [(25_00, 25), (22_50, "22.50"), (1_234_05, "1234.05"), (5, "0.05")])
def test_dollars_are_written_as_they_are_read(cents: int, written: object) -> None:
    assert write_dollars(cents) == written
    assert read_stake(written) == Stake.of(cents)


def test_free_limits_are_written_and_read() -> None:
    felt = Felt("star-caribbean-stud", limits={"ante": Limits(100, 10**12)}, money=True)
    text = same_again(felt)
    assert "money = true" in text
    assert read_record(text).game.terms == Terms(limits={"ante": Limits(100, 10**12)}, money=True)


@pytest.mark.parametrize("game", ["star-pontoon", "crown-ultimate-texas-holdem"])
def test_spot_that_is_not_offered_is_said(game: str) -> None:
    spots = ("wager",) if game == "star-pontoon" else ("ante", "blind")
    floor = {} if game == "star-pontoon" else {"regulator_minimum_cents": dict.fromkeys(spots, 5_00)}
    felt = Felt(game, limits=dict.fromkeys(spots, Limits(25_00, 500_00)), **floor)
    assert " = false }" in same_again(felt)


def test_shuffle_that_a_round_began_with_is_written() -> None:
    felt = Felt("star-pontoon", limits={"wager": Limits(25_00, 500_00)})
    assert 'shoe = "fresh"' in same_again(felt)


def test_find_names_the_area_of_a_player_who_has_several() -> None:
    felt = Felt("star-pontoon", limits={"wager": Limits(25_00, 500_00)})
    for area in (2, 5):
        felt.do(Place("wagers", "Ann", area, "wager", Stake.of(5_00), unnoticed=True))
    felt.do(Find(0))
    assert "area = 2" in same_again(felt).rpartition("[[act]]")[2]


def test_voids_and_orders_are_written_and_read() -> None:
    """A wager is void while the round goes on, and the whole of it after its end."""
    felt = Felt("crown-caribbean-stud")
    felt.ante("Ann", 1)
    felt.ante("Bob", 2)
    felt.do(Shuffle("shuffle"), DirectShuffle("casino-manager", "a clump was seen", "Cy"))
    felt.deal("Ad Ks 9c 6s 3d", p1="Kh 9h 5h 3h 2h", p2="7s 6d 4c 3c 2d")
    felt.do(Void("casino-manager", "fraud", "Cy", wagers=(0,)))
    felt.bet(2)
    felt.settle()
    felt.do(Void("casino-manager", "disruption", "Cy"))
    text = same_again(felt)
    assert 'does = "direct-shuffle"' in text
    assert 'wagers = [{ player = "Ann", area = 1, spot = "ante" }]' in text
    assert "a clump was seen" in text
    assert (felt.net("Ann"), felt.net("Bob")) == (0, 0)
    by_number = text.replace('{ player = "Ann", area = 1, spot = "ante" }', "0")
    assert play_record(read_record(by_number)).round == felt.round
