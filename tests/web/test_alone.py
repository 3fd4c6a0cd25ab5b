"""A practice table of a patron's own: no other person sees it or acts there, each has one, and the dealer waits."""

from datetime import timedelta

from pitboss.floor.tables.practice import LONGEST, WaitingTimes, next_command, own_table
from pitboss.floor.tables.state import OpenState
from pitboss.ledger import Account
from pitboss.money import AUD, PRACTICE
from web.clients import Caller, House, stake
from web.forms import look, send

OWN = "/tables/P2.ann"


def practise(caller: Caller, like: str = "P2") -> str:
    """Sit down at a practice table of one's own, by the lobby's button; where that leads."""
    answer = send(caller, "/lobby", {}, to=f"/practice/{like}")
    return str(answer.headers.get("location", answer.status_code))


def test_a_patron_practises_alone_with_chips_in_hand(house: House) -> None:
    ann, bob = house.as_("star", "ann"), house.as_("star", "bob")
    assert practise(ann) == OWN
    assert house.store.balance(Account("star", "patron", "ann", PRACTICE.name)).free == 100_000
    money = house.store.balance(Account("star", "patron", "ann", AUD.name)).free
    assert practise(ann) == OWN  # the same table, and no more chips
    assert house.store.balance(Account("star", "patron", "ann", PRACTICE.name)).free == 100_000
    assert house.store.balance(Account("star", "patron", "ann", AUD.name)).free == money
    assert "Your practice table" in look(ann, OWN).text
    assert not any(
        words in look(ann, OWN + view).text for view in ("", "/words") for words in ("Sit down", 'id="leave"')
    )
    for path in (OWN, "/api/tables/P2.ann", "/api/tables/P2.ann/rounds"):
        assert bob.get(path).status_code == 404, path
    place = {"type": "Place", "need": "wagers", "area": 1, "spot": "ante", "stake": stake(2_500)}
    assert not bob.act("P2.ann", patron="bob", **place).is_success
    assert not bob.order("/api/tables/P2.ann/practise-alone", {"like": "P2"}).is_success
    for who in (bob, house.as_("star", "gaming-manager")):
        assert "P2.ann" not in who.get("/api/tables").text  # no list has it
    assert ann.act("P2.ann", patron="ann", **place).is_success


def test_only_a_practice_table_is_had_alone(house: House) -> None:
    ann = house.as_("star", "ann")
    for like in ("2", "P2.ann", "P9"):
        answer = ann.order(f"/api/tables/{own_table(like, 'ann')}/practise-alone", {"like": like})
        assert answer.status_code in (404, 409), like
    dealer = house.as_("star", "dealer")
    assert not dealer.order("/api/tables/P2.dealer/practise-alone", {"like": "P2"}).is_success
    assert len(own_table("P2", "x" * 40)) <= LONGEST and own_table("P2", "x" * 40) != own_table("P2", "y" * 40)


def test_the_dealer_waits_for_a_player_alone(house: House) -> None:
    ann = house.as_("star", "ann")
    practise(ann)
    floor_table = house.floor.table(house.stream("star", "P2.ann"))

    def due() -> timedelta | None:
        state = floor_table.state
        assert isinstance(state, OpenState)
        found = next_command("P2.ann", state, WaitingTimes())
        return found[1] if found is not None else None

    assert due() is None
    place = {"type": "Place", "need": "wagers", "area": 1, "spot": "ante", "stake": stake(2_500)}
    assert ann.act("P2.ann", patron="ann", **place).is_success
    while (wait := due()) is not None:  # cards are shuffled and cut by itself
        assert wait == WaitingTimes().between
        house.as_("star", "gaming-manager").order("/api/tables/P2.ann/deal")
    send(ann, OWN, {"do": "deal"}, to=f"{OWN}/practice")
    while due() is not None:
        house.as_("star", "gaming-manager").order("/api/tables/P2.ann/deal")
    assert "It is your turn" in look(ann, OWN).text  # and no decision lapses
