"""Plays any game by what it asks: legal acts drawn from the needs, and acts that must be refused."""

from collections import Counter
from collections.abc import Iterator
from random import Random

from conformance.boxes import PATRONS, box_act
from pitboss.cards import DECK_52, UNKNOWN, Card
from pitboss.money import EMPTY, Piece, Stake
from pitboss.play import Round, refusal
from pitboss.play.acts import (
    Act,
    Announce,
    Call,
    Cut,
    CuttingCard,
    Deal,
    Decide,
    Lapse,
    Place,
    Shuffle,
    Sit,
    TakeBack,
    Turn,
)
from pitboss.play.needs import (
    RACK,
    AnnounceNeed,
    CallNeed,
    CardsNeed,
    CutNeed,
    DecisionNeed,
    Need,
    Option,
    ShuffleNeed,
    TurnNeed,
    WagersNeed,
)
from pitboss.play.powers import Find, Void
from pitboss.play.round import NOT_OUT


def left_in_shoe(round: Round) -> list[Card]:
    """The cards that no person has seen yet, each as often as it is still to come."""
    copies = round.game.copies
    if copies == 1:
        gone = {*round.seen, *round.irregular.top}
        return [card for card in round.game.deck if card not in gone]
    out = Counter(round.seen)
    return [card for card in round.game.deck for _ in range(copies - out[card])]


def legal_act(round: Round, rng: Random, void_rank: str) -> Act:
    """An act that the rules allow now, anything that a person might do included."""
    if rng.random() < 0.01 and round.wagers:
        return Void(void_rank, "disruption")
    if rng.random() < 0.01 and (names := [w.patron for w in round.wagers if w.stake.pieces]):
        return Void(void_rank, "breach", patrons=(rng.choice(names),))
    if rng.random() < 0.02 and (numbers := [w.id for w in round.wagers if w.stake.pieces]):
        one = Void(void_rank, "breach", wagers=(rng.choice(numbers),))
        if refusal(round, one) is None:  # it is not void already
            return one
    found = [w.id for w in round.wagers if w.left.pieces and round.game.fault(round, w)]
    if found and rng.random() < 0.3:
        return Find(rng.choice(found))
    needs = [need for need in round.needs if not (isinstance(need, CardsNeed) and _waits_for_shuffle(round, need))]
    betting = [need for need in needs if isinstance(need, WagersNeed)]
    if betting and round.game.copies > 1 and rng.random() < 0.7:
        return box_act(round, betting[0], rng)
    if rng.random() < 0.3:
        needs = [need for need in needs if not isinstance(need, WagersNeed)] or needs
    return answer_need(round, rng.choice(needs), rng)


def _waits_for_shuffle(round: Round, need: CardsNeed) -> bool:
    """Whether no card comes out for a need before the cards are shuffled and cut; but one is burned before that."""
    return bool(round.due) and need.slots[0].hand != RACK


def _may_show_cutting_card(round: Round, need: CardsNeed) -> bool:
    """Whether a shoe may have its cutting card come out now."""
    return round.game.copies > 1 and round.game.terms.device == "shoe" and round.cutting == NOT_OUT and not round.due


def answer_need(round: Round, need: Need, rng: Random) -> Act:
    match need:
        case WagersNeed():
            return box_act(round, need, rng) if round.game.copies > 1 else _wager(round, need, rng)
        case ShuffleNeed():
            return Shuffle(need.id, "c0ffee")
        case CutNeed():
            if need.may_refuse and rng.random() < 0.4:
                return Lapse(need.id, "refuses")
            return Cut(need.id, need.by, rng.randint(need.least, need.most))
        case CallNeed():
            return Call(need.id)
        case CardsNeed():
            return _cards(round, need, rng)
        case TurnNeed():
            if need.wager >= 0:
                unread = not round.wagers[need.wager].stake.pieces
                return Turn(need.id, stake=Stake.of(rng.randint(1, 50) * 100) if unread else EMPTY)
            return Turn(need.id, tuple(rng.sample(left_in_shoe(round), need.unknown)))
        case DecisionNeed():
            if not need.optional and rng.random() < 0.1:
                return Lapse(need.id, rng.choice(["absent", "slow", "refuses"]))
            option = rng.choice(need.options)
            return Decide(need.id, need.patron, option.name, *_stake(option, rng))
        case AnnounceNeed():
            return _announce(need, rng)


def _announce(need: AnnounceNeed, rng: Random) -> Act:
    return Announce(need.id, rng.choice(["wager", ""]), rng.randint(0, 100) * 100, rng.randint(0, 100) * 100)


def _cards(round: Round, need: CardsNeed, rng: Random) -> Act:
    """All cards of a need or some of them, the cutting card before one, the burned card unseen."""
    if need.slots[0].hand == RACK:
        return Deal(need.id, (UNKNOWN,))
    if _may_show_cutting_card(round, need) and rng.random() < 0.03:
        return CuttingCard(need.id)
    sizes = need.packets or (1,) * len(need.slots)
    count = sum(sizes[: rng.choice([len(sizes), rng.randint(1, len(sizes))])])
    count = min(count, round.game.size - round.out)
    cards = rng.sample(_some_of(left_in_shoe(round), count, rng), count)
    cards = _from_top(round, cards)
    if rng.random() < 0.3:
        cards = [c if need.slots[i].up or rng.random() < 0.5 else UNKNOWN for i, c in enumerate(cards)]
    return Deal(need.id, tuple(cards))


def _from_top(round: Round, cards: list[Card]) -> list[Card]:
    """The cards of a deal, those first that were laid back to come out next."""
    top = list(round.irregular.top[: len(cards)])
    return [back if back != UNKNOWN else card for back, card in zip(top, cards, strict=False)] + cards[len(top) :]


def _some_of(cards: list[Card], count: int, rng: Random) -> list[Card]:
    """Cards to deal from: all of them, or of a shoe now and then a few ranks alone, which make pairs and sevens."""
    if len(cards) > len(DECK_52) and rng.random() < 0.4:
        ranks = rng.choice(["7", "8", "A", "K", "A8", "AKQ", "678", "2345"])
        few = [card for card in cards if str(card)[0] in ranks]
        if len(few) >= count:
            return few
    return cards


def _stake(option: Option, rng: Random) -> tuple[Stake, bool]:
    if not option.most_cents:
        return EMPTY, False
    if option.name == "bet" and rng.random() < 0.15:
        return Stake.of(rng.randint(1, 2 * option.most_cents // 500) * 500), True
    cents = rng.choice([option.least_cents, option.most_cents])
    tokens = rng.choice([0, 0, cents // 1_000 * 500, cents])
    return Stake.of(cents - tokens, tokens), False


def _wager(round: Round, need: WagersNeed, rng: Random) -> Act:
    """A person sits down, adds to a wager or takes it back; if none is left to do so, a person bets again."""
    game = round.game
    offer = need.offers[0]
    free = [
        p for p in PATRONS if not any(w.patron == p and w.spot == offer.spot and w.left.pieces for w in round.wagers)
    ]
    room = [
        area
        for area in range(1, game.terms.areas + 1)
        if sum(1 for w in round.wagers_on(area, offer.spot) if w.left.pieces) < game.spots[offer.spot].bettors
    ]
    seated = [w for w in round.wagers if w.spot == offer.spot and w.left.pieces]
    if seated and (not room or rng.random() < 0.3):
        own = rng.choice(seated)
        mine = [w.spot for w in round.wagers if w.patron == own.patron and (w.left.pieces or w.face_down)]
        taken = [w.spot for w in round.wagers if w.area == own.area and w.left.pieces and w.spot == "jackpot"]
        others = [offer for offer in need.offers[1:] if offer.spot not in (*mine, *taken)]
        if others and rng.random() < 0.7:
            other = others[0]
            stake = own.stake if other.spot == "blind" else Stake.of(max(500, other.least_cents))
            blindly, secretly = own.unnoticed and other.spot == "blind", other.spot == "secret"
            return Place(need.id, own.patron, own.area, other.spot, stake, blindly, secretly)
        if not any(w.patron == own.patron and w.spot != offer.spot and w.left.pieces for w in round.wagers):
            return TakeBack(need.id, own.patron, own.area, offer.spot)
    if not room:
        last = next(w for w in reversed(round.wagers) if w.left.pieces or w.face_down)
        return TakeBack(need.id, last.patron, last.area, last.spot)
    if game.spots[offer.spot].bettors == 1 and rng.random() < 0.15:
        cents = rng.choice([500, offer.least_cents - 500, offer.most_cents + 10_000])
        return Place(need.id, free[0], rng.choice(room), offer.spot, Stake.of(cents), unnoticed=True)
    unit = offer.unit_cents or 500
    cents = offer.least_cents + unit * rng.randint(0, (offer.most_cents - offer.least_cents) // unit)
    tokens = rng.choice([0, 0, unit, cents])
    return Place(need.id, free[0], rng.choice(room), offer.spot, Stake.of(cents - tokens, tokens))


def illegal_acts(round: Round, rng: Random) -> Iterator[Act]:  # noqa: PLR0912, PLR0915, C901  one case a need
    """Acts that no person may do now, whatever the game."""
    yield Decide("no-such-need", "Ann", "bet")
    yield Deal("no-such-need", (round.game.deck[0],))
    yield Turn("no-such-need")
    yield Call("no-such-need")
    yield Void("dealer", "disruption")
    yield Void("stranger", "fraud")
    yield Find(len(round.wagers) + 3)
    yield Shuffle("no-such-need")
    yield Cut("no-such-need", "Zed", 60)
    yield CuttingCard("no-such-need")
    yield Sit("no-such-need", "Zed", 1)
    yield Lapse("no-such-need")
    if round.needs and not isinstance(round.needs[0], WagersNeed):
        yield Place("wagers", "Zed", 1, "ante", Stake.of(2_500))
        yield TakeBack("wagers", "Ann", 1, "ante")
    for need in round.needs:
        match need:
            case WagersNeed():
                offer = need.offers[0]
                good = Stake.of(offer.least_cents)
                yield Place(need.id, "Zed", 0, offer.spot, good)
                yield Place(need.id, "Zed", round.game.terms.areas + 1, offer.spot, good)
                yield Place(need.id, "Zed", 1, "nowhere", good)
                yield Place(need.id, "Zed", 1, offer.spot, EMPTY)
                yield Place(need.id, "Zed", 1, offer.spot, Stake.of(-offer.least_cents))
                yield Place(need.id, "Zed", 1, offer.spot, Stake((Piece("cash", offer.least_cents),)))
                yield Place(need.id, "Zed", 1, offer.spot, Stake.of(offer.least_cents - 500))
                yield Place(need.id, "Zed", 1, offer.spot, Stake.of(offer.most_cents + 500))
                yield Place(need.id, "Zed", 1, offer.spot, Stake.of(offer.least_cents + 1))
                yield TakeBack(need.id, "Zed", 1, offer.spot)
                yield Sit(need.id, "Zed", 0)
                yield Sit(need.id, "Zed", -1)
                yield Sit(need.id, "Zed", round.game.terms.areas + 1)
                for box in round.boxes:
                    if box.seated:
                        yield Sit(need.id, "Zed", box.area)
            case CutNeed():
                yield Cut(need.id, "Zed", need.least)
                yield Cut(need.id, need.by, need.most + 1)
                yield Cut(need.id, need.by, need.least - 1)
                if not need.may_refuse:
                    yield Lapse(need.id)
            case CardsNeed():
                yield from _wrong_cards(round, need)
            case TurnNeed() if need.wager < 0:
                yield Turn(need.id, (round.game.deck[0],) * (need.unknown + 1))
                if need.unknown:
                    yield Turn(need.id)
                    yield Turn(need.id, (UNKNOWN,) * need.unknown)
                    for spent in _spent(round):
                        yield Turn(need.id, (spent,) * need.unknown)
            case DecisionNeed():
                yield Decide(need.id, "Zed", need.options[0].name)
                yield Decide(need.id, need.patron, "surrender-everything")
                for option in need.options:
                    yield Decide(need.id, need.patron, option.name, Stake.of(option.most_cents + 500))
                    if option.least_cents > 500:
                        yield Decide(need.id, need.patron, option.name, Stake.of(option.least_cents - 500))
            case _:
                yield Lapse(need.id)


def _spent(round: Round) -> list[Card]:
    """A card that is out as often as there is one, if there is such a card."""
    out = Counter(round.seen)
    return [card for card in out if out[card] >= round.game.copies][:1]


def _wrong_cards(round: Round, need: CardsNeed) -> Iterator[Act]:
    """Cards that cannot come out: too many, a part of a packet, one that is not there or not there any more."""
    yield Deal(need.id, ())
    fresh = left_in_shoe(round)
    yield Deal(need.id, tuple(fresh[: len(need.slots) + 1]) if len(fresh) > len(need.slots) else ())
    size = need.packets[0] if need.packets else 1
    if size > 1:
        yield Deal(need.id, tuple(fresh[: size - 1]))
    copies = round.game.copies
    often = max(copies + 1, size)
    if len(need.slots) >= often:
        yield Deal(need.id, (round.game.deck[0],) * often)
    if need.slots[0].up:
        yield Deal(need.id, (UNKNOWN, *fresh[: size - 1]))
    for spent in _spent(round):
        yield Deal(need.id, (spent, *fresh[: size - 1]))
    for foreign in [card for card in DECK_52 if card not in round.game.deck_set][:1]:
        yield Deal(need.id, (foreign, *fresh[: size - 1]))
    if _waits_for_shuffle(round, need):
        yield Deal(need.id, tuple(fresh[:size]))
    if not _may_show_cutting_card(round, need):
        yield CuttingCard(need.id)
