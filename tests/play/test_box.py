"""Playing areas as people use them: found by area, changed one at a time, forgotten when no person is left."""

from pitboss.play.wager import Box, box_of, replace_box, seat_of

ANN, BOB = Box(3, "Ann", ("Ann", "Cat")), Box(1, "", ("Bob",))


def test_box_of_an_area() -> None:
    assert box_of((ANN, BOB), 1) == BOB
    assert box_of((ANN, BOB), 3) == ANN
    assert box_of((ANN, BOB), 2) == Box(2)


def test_box_is_changed_in_its_place() -> None:
    changed = ANN._replace(away=("Ann",))
    assert replace_box((ANN, BOB), changed) == (changed, BOB)


def test_new_box_comes_last() -> None:
    new = Box(2, "Dan")
    assert replace_box((ANN, BOB), new) == (ANN, BOB, new)


def test_box_without_people_is_left_out() -> None:
    assert replace_box((ANN, BOB), Box(1)) == (ANN,)
    assert replace_box((ANN,), Box(2)) == (ANN,)
    seatless = ANN._replace(seated="")
    assert replace_box((ANN,), seatless) == (seatless,)  # its bettors are still there


def test_seat_of_a_patron() -> None:
    assert seat_of((ANN, BOB), "Ann") == 3
    assert seat_of((ANN, BOB), "Bob") == 0  # who wagers there without a seat
