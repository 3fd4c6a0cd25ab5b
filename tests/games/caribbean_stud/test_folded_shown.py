"""The house may show a folded hand at settlement (Star 9.10); at Crown folded hands stay unseen."""

from pitboss import law
from pitboss.cards import UNKNOWN, parse_cards
from pitboss.cards.shoe import Shoe
from pitboss.play.acts import Call, Turn
from pitboss.play.dealer import answer
from pitboss.play.events import CardsTurned
from pitboss.play.round import PUBLIC
from pitboss.play.view import view
from support import CROWN, STAR, Felt

ACE_KING, THREES, TWO_PAIR = "As Kd 7h 4c 2s", "3s 3d 9h 8h 6s", "Ts Td 5h 5d 2c"


def folded(game: str = STAR, p1: str = THREES) -> Felt:
    """Ann has folded, Bob has bet, and the dealer's hand is shown."""
    felt = Felt(game)
    felt.ante("Ann", 1)
    felt.ante("Bob", 2)
    felt.deal(ACE_KING, p1=p1, p2=TWO_PAIR)
    felt.fold(1)
    felt.bet(2)
    return felt


def test_the_house_may_show_a_folded_hand_at_settlement() -> None:
    felt = folded()
    felt.refused(Turn("show-1"))  # not before the dealer's hand is
    felt.show()
    assert view(felt.round, PUBLIC).hands[1].cards == (UNKNOWN,) * 5
    (turned,) = felt.do(Turn("show-1"))
    assert isinstance(turned, CardsTurned) and turned.cards == parse_cards(THREES)
    felt.shows(law.FOLDED_SHOWN, turned)
    assert view(felt.round, PUBLIC).hands[1].cards == parse_cards(THREES)
    felt.refused(Turn("show-1"))  # once
    felt.refused(Turn("show-2"))  # a hand that is played is shown as it is settled
    felt.settle()
    assert (felt.net("Ann"), felt.net("Bob")) == (-25, 25 + 100)  # a shown hand has lost all the same


def test_nothing_waits_for_it() -> None:
    felt = folded()
    felt.show()
    found = answer(felt.round, None, _never)
    assert found is not None and found[0] == Call("settle")
    felt.settle()
    assert felt.round.is_over


def _never(_: object) -> Shoe:
    raise AssertionError("nothing is to be shuffled")


def test_cards_that_nobody_saw_are_named_as_they_are_shown() -> None:
    felt = folded(p1="?? ?? ?? ?? ??")
    felt.show()
    felt.refused(Turn("show-1"))
    felt.refused(Turn("show-1", parse_cards("As 3d 9h 8h 6s")))  # the dealer has the ace
    felt.do(Turn("show-1", parse_cards(THREES)))
    felt.settle()


def test_crown_shows_no_folded_hand() -> None:
    felt = folded(CROWN)
    felt.show()
    felt.refused(Turn("show-1"))
    assert not felt.game.rules.applies(law.FOLDED_SHOWN)
