"""The shoes of a table: which one is live, which are spent, what came out of each."""

from pitboss.cards import DECK_52, UNKNOWN, Shoe, parse_cards
from pitboss.cards.shoe import seed_bytes
from pitboss.play import Table
from pitboss.play.acts import Call, Deal, Shuffle
from pitboss.play.dealer import NO_SHOES, NO_SHUFFLES, DealtCards, Shoes, cut_shoe, draw_extra, keeps_to
from pitboss.play.irregularity import LAY_UNDER, Irregularity
from pitboss.play.round import ShoeState
from pitboss.play.terms import Limits, Terms
from play.toy import make_twins, rules

TABLE = Table.open(make_twins(rules(), Terms(limits={"main": Limits(5_00, 500_00)})))
OUT = TABLE._replace(shoe_state=ShoeState(out=4))


def shoe(byte: int) -> Shoe:
    return Shoe.shuffle(DECK_52, bytes([byte]) * seed_bytes(52))


def test_shuffle_replaces_the_one_before_it_and_cards_drawn_do_not() -> None:
    first, second = shoe(1), shoe(2)
    shoes = NO_SHOES.note_act(Shuffle("shuffle"), first)
    assert shoes == Shoes(first)
    drawn = first.draw(3)[1]
    assert shoes.note_act(Deal("deal", ()), drawn) == Shoes(drawn)
    assert shoes.note_act(Call("settle"), first) is shoes
    assert Shoes(drawn).note_act(Shuffle("shuffle"), second) == Shoes(second, (drawn,))
    assert Shoes(drawn).note_act(Shuffle("shuffle"), None) == Shoes(None, (drawn,)), "a shuffle by hand ends it"


def test_spent_shuffles_are_opened_when_their_round_is_over() -> None:
    first, second = shoe(1), shoe(2)
    shoes = Shoes(second, (first,))
    assert shoes.end_round(OUT) == (Shoes(second), (first,))
    assert shoes.end_round(TABLE) == (NO_SHOES, (first, second))
    assert NO_SHOES.end_round(TABLE) == (NO_SHOES, ())


def test_cutting_card_parts_the_stack_or_marks_its_end() -> None:
    assert cut_shoe(shoe(1), "cut", 20).cut_at == 20
    assert cut_shoe(shoe(1), "insert", 20).stop == 32


def test_dealt_cards_belong_to_the_last_shuffle_that_was_committed_to() -> None:
    first, second = (Shuffle("shuffle", text) for text in ("one", "two"))
    dealt = DealtCards()
    for act in (Deal("deal", (UNKNOWN,)), first, Deal("deal", parse_cards("As Kd")), second, Deal("deal", (UNKNOWN,))):
        dealt.see(act)
    assert dealt.last == "two"
    assert (dealt.of("one"), dealt.of("two")) == (parse_cards("As Kd"), (UNKNOWN,))
    assert dealt.open("one") == parse_cards("As Kd")
    assert dealt.open("one") is None
    assert dealt.open("two") == (UNKNOWN,)
    assert dealt.last == ""
    dealt.see(Shuffle("shuffle"))
    dealt.see(Deal("deal", parse_cards("As")))
    assert dealt.of("") == (), "a shuffle by hand commits to nothing"


def test_card_under_the_shoe_is_the_next_rounds_first() -> None:
    order = shoe(1).draw(6)[0]
    laid = Irregularity("card-to-dealer", LAY_UNDER, extra=(UNKNOWN,))
    report, after = draw_extra(laid, shoe(1).draw(2)[1])
    assert report == laid and after.drawn == 3
    under, left = after.draw(1)[1].take_under()
    assert (under, left.draw(1)[0]) == (order[2:3], order[4:5])
    acts = (
        Shuffle("shuffle", left.commitment),
        Deal("deal", order[:2]),
        laid,
        Deal("dealer", order[3:4]),
        Deal("under-shoe", under),
    )
    dealt, shuffles = DealtCards(), NO_SHUFFLES
    for act in acts:
        dealt.see(act)
        shuffles = shuffles.note_act(act)
    assert dealt.of(left.commitment) == order[:4]
    assert shuffles.live is not None and shuffles.live.shoe(shoe(1)) == left
    assert keeps_to(left, left.commitment, dealt.of(left.commitment))


def test_cards_that_came_out_besides_are_those_of_the_shoe() -> None:
    order = shoe(1).draw(1)[0]
    report, after = draw_extra(Irregularity("card-face-up", "burn", extra=parse_cards("2c")), shoe(1))
    assert (report.extra, after.drawn) == (order, 1)
    assert draw_extra(Irregularity("card-missing"), shoe(1)) == (Irregularity("card-missing"), shoe(1))


def test_shoe_keeps_to_what_it_committed_to_and_dealt() -> None:
    cards, left = shoe(1).draw(3)
    assert keeps_to(left, left.commitment, cards)
    assert not keeps_to(left, left.commitment, cards[:2])
    assert not keeps_to(left, shoe(2).commitment, cards)
    assert not keeps_to(None, left.commitment, cards)
    assert not keeps_to(left, "", ())
    assert keeps_to(None, "", ())
