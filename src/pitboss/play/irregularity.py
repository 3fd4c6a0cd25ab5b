"""Irregularities at a table: the facts that can be stated, the remedies of the rules, and the act that reports a fact
and carries a remedy out.

A game has two tables. `Game.facts` are the things that can go wrong, with what a report of each must say.
`Game.provisions` are its rules for them, a row for each: the fact, the moment, the remedy and the key of the rule. A
row counts where that key applies, and the rank that a remedy takes is the edition's, by the same key.
"""

from collections.abc import Iterable
from difflib import get_close_matches

from pitboss import law
from pitboss.cards import UNKNOWN, Card
from pitboss.messages import say, say_name
from pitboss.play.events import CardsDealt, IrregularityRuled
from pitboss.play.needs import CardsNeed, DecisionNeed, Need, Option, Slot, TurnNeed
from pitboss.play.provisions import Fact, Provision, Remedy
from pitboss.play.round import OVER, UNDER_SHOE, Act, CardSetAside, Draft, Round, apply, refuse_cards, refuse_laid_back
from pitboss.play.wager import Hand, Refusal, Result
from pitboss.value import Value, replace

# The irregularities of a game.

SURVEILLANCE, INSPECTOR, REGULATOR = "surveillance", "inspector", "regulator"
"""The people who are told of an irregularity, where a clause says so."""
COUNT_CARDS, CHECK_CARDS, REPLACE_CARDS, SHUFFLE_CARDS = "count-cards", "check-cards", "replace-cards", "shuffle-cards"
OTHER_DEVICE, CHECK_DEVICE, OPEN_ORDER = "other-device", "check-device", "open-order"
"""What is done later: about the cards, the device, and the committed order of cards that will not be dealt out."""
LAY_UNDER = "lay-under"
"""The remedy that lays a card under the shoe, to come out as the first of the next round."""
RACK_PLACE, FOREIGN = "rack", "foreign"
"""Where a card lies that is out of play: in the discard rack, or set aside as none of the deck."""


class IntendedHand(Value, tag="Laid"):
    """The cards of a hand as they should have come, in order."""

    hand: int
    cards: tuple[Card, ...]


# The act.

_ASKED = ("area", "hand", "places", "cards", "extra", "count", "looked", "players", "states", "laid")
"""The fields of a report that a fact may ask for."""


class Irregularity(Act, tag="Irregularity"):
    """A person at the table states an irregularity and has one of the rules' remedies carried out.

    A fact asks for some of the fields below; the others stay as they are. Without a remedy it only asks which ones
    there are.
    """

    fact: str
    remedy: str = ""
    rank: str = ""
    by: str = ""
    reason: str = ""
    need: str = ""
    area: int = 0
    """The playing area that it is about."""
    hand: int = -1
    """The hand that it is about."""
    places: tuple[int, ...] = ()
    """Which cards of the hand, counted from 0."""
    cards: tuple[Card, ...] = ()
    """The names of cards that were shown, or that a player names."""
    extra: tuple[Card, ...] = ()
    """Cards that came out of the shoe or device besides those that were keyed; ?? for one that was not seen."""
    count: int = -1
    """How many cards there are."""
    looked: tuple[str, ...] = ()
    """The players who have looked at or handled their cards."""
    players: tuple[str, ...] = ()
    """The players whom a remedy is for, or not for."""
    states: tuple[str, ...] = ()
    """More circumstances, by the names that the fact has for them."""
    laid: tuple[IntendedHand, ...] = ()
    """The cards of hands as they should have come."""

    def __repr__(self) -> str:
        return f"<irregularity {self.fact}: {self.remedy or 'what is there to do'}>"  # its cards may lie face down

    def refuse(self, round: Round, _: object) -> Refusal | None:
        """Refuse a report that cannot be true, that no clause is about at this moment, or whose remedy or rank is not
        the clause's."""
        no = refuse_fact(round, self)
        if no is not None:
            return no
        offered = remedies(round, self)
        if not offered:
            return _no_clause(round, self)
        for remedy in offered:
            if remedy.name == self.remedy:
                if not remedy.rank or round.game.rules.edition.outranks(self.rank, remedy.rank):
                    return None
                rank, role = say_name(remedy.rank), say_name(self.rank or "dealer")
                words = say("Only a {rank} or above may rule on this, not a {role}.", rank=rank, role=role)
                return Refusal(remedy.because, words)
        names = " or ".join(remedy.name for remedy in offered)
        because = (law.NOT_AN_OPTION, *offered[0].because)
        if not self.remedy:
            return Refusal(because, say("Choose a remedy that the rules have for this: {names}.", names=names))
        words = say(
            "The rules have {names} for this, not {remedy}: choose one of these.", names=names, remedy=self.remedy
        )
        return Refusal(because, words)

    def do(self, draft: Draft, _: object) -> None:
        """Note the ruling, then carry it out."""
        round = draft.step().round
        row = next(row for row in _rows(round, self) if row.remedy == self.remedy)
        remedy = row.remedy_under(round.game.rules)
        if self.looked:
            known = dict.fromkeys((*draft.irregular.looked, *self.looked))
            draft.irregular = replace(draft.irregular, looked=tuple(known))
        ruled = IrregularityRuled(
            fact=self.fact,
            remedy=remedy.name,
            words=remedy.words,
            rank=self.rank,
            by=self.by,
            reason=self.reason,
            because=remedy.because,
            area=self.area,
            hand=self.hand,
            tells=remedy.tells,
            follows=remedy.follows,
        )
        draft.events.append(ruled)
        row.effect(draft, self, remedy.because)
        draft.needs = tuple([_renew(draft, need) for need in draft.needs])


def _renew(draft: Draft, need: Need) -> Need:
    """A need with the number of cards to be named as it is now: some of them may have been shown."""
    if not isinstance(need, TurnNeed) or need.hand < 0:
        return need
    hand = draft.hands[need.hand]
    return replace(need, unknown=hand.count_unknown(need.places) if need.places else hand.unknown)


# Facts and their remedies.


def facts(round: Round) -> tuple[Fact, ...]:
    """The facts that a clause of the edition speaks of at this moment."""
    game = round.game
    open_now = {row.fact for row in game.provisions if _holds(row, round)}
    return tuple(fact for fact in game.facts if fact.name in open_now)


def remedies(round: Round, report: Irregularity) -> tuple[Remedy, ...]:
    """The remedies that the edition has for what a report states; its own remedy and rank do not matter."""
    return tuple(row.remedy_under(round.game.rules) for row in _rows(round, report))


def _rows(round: Round, report: Irregularity) -> list[Provision]:
    rows = [row for row in round.game.provisions if row.fact == report.fact and _holds(row, round)]
    return [row for row in rows if row.fits(round, report)]


def _holds(row: Provision, round: Round) -> bool:
    """Whether the edition has a rule, and it speaks of this moment."""
    is_time = row.after or round.phase != OVER
    return is_time and round.game.rules.applies(law.Key(row.keys[0])) and row.when(round)


def players_who_looked(round: Round, report: Irregularity) -> frozenset[str]:
    """The players who have looked at or handled cards: those of the report, those of earlier reports, and those who
    have acted."""
    return frozenset(report.looked) | frozenset(round.irregular.looked) | round.game.find_acted(round)


def refuse_fact(round: Round, report: Irregularity) -> Refusal | None:
    """Refuse a report that cannot be true or is incomplete, whatever its remedy and rank."""
    game = round.game
    fact = next((fact for fact in game.facts if fact.name == report.fact), None)
    if fact is None:
        return _no_clause(round, report)
    if round.phase == OVER and not any(row.fact == fact.name and row.after for row in game.provisions):
        keys = [key for row in game.provisions if row.fact == fact.name for key in row.keys]
        stands = tuple(key for key in (law.COMPLETED_ROUNDS_STAND, law.ROUNDS_BEFORE_FAILURE_STAND) if key in keys)
        return Refusal(game.rules.only((law.ROUND_OF_PLAY, *stands)), "The round is over, and its results stand.")
    defaults = Irregularity._field_defaults
    for field in _ASKED:
        if field not in fact.asks and getattr(report, field) != defaults[field]:
            return Refusal(
                (law.NOT_AN_OPTION,),
                say("A report of {fact} has no {field}: leave it out.", fact=fact.name, field=field),
            )
    return _refuse_fields(round, fact, report) or game.refuse_report(round, report)


def _refuse_fields(round: Round, fact: Fact, report: Irregularity) -> Refusal | None:
    """Refuse a report of hands, cards or people that are not in the round."""
    if not 0 <= report.area <= round.game.terms.areas or ("area" in fact.asks and not report.area):
        words = say("Choose a playing area from 1 to {areas}.", areas=round.game.terms.areas)
        return Refusal((law.PLAYING_AREA,), words)
    if not -1 <= report.hand < len(round.hands) or ("hand" in fact.asks and report.hand < 0):
        return Refusal((law.NOT_AN_OPTION,), "Name a hand of this round.")
    held = len(round.hands[report.hand].cards) if report.hand >= 0 else round.game.size  # the game knows which hand
    if len(set(report.places)) < len(report.places) or any(not 0 <= place < held for place in report.places):
        words = say("There are {held} cards: say which of them, each once.", held=held)
        return Refusal((law.NOT_AN_OPTION,), words)
    if {pile.hand for pile in report.laid} - set(range(len(round.hands))):
        return Refusal((law.NOT_AN_OPTION,), "Lay the cards out for hands of this round only.")
    known = {wager.patron for wager in round.wagers}
    if gone := [name for name in (*report.looked, *report.players) if name not in known]:
        return Refusal((law.NOT_YOURS,), say("{patrons} has no wager in this round.", patrons=", ".join(gone)))
    if unknown := set(report.states) - {state.name for state in fact.states}:
        words = "A report of {fact} cannot say {unknown}: leave it out."
        return Refusal((law.NOT_AN_OPTION,), say(words, fact=fact.name, unknown=", ".join(sorted(unknown))))
    if round.out + len(report.extra) > round.game.size:
        return Refusal((law.CARDS_FROM_DEVICE,), "Fewer cards are left in the shoe than you reported.")
    if round.irregular.top and (no := refuse_laid_back(round, report.extra, report.cards)):
        return no
    return refuse_cards(round, report.extra) if report.extra else None


def _no_clause(round: Round, report: Irregularity) -> Refusal:
    """Refuse what no clause of the edition speaks of now, and name the nearest facts that one does speak of."""
    now = [fact.name for fact in facts(round) if fact.name != report.fact]
    nearest = get_close_matches(report.fact, now, n=3, cutoff=0.0)
    if nearest:
        words = "The rules have no clause for this at this moment. Choose what it was most like: {nearest}."
        return Refusal((law.NO_CLAUSE,), say(words, nearest=", ".join(nearest)))
    return Refusal((law.NO_CLAUSE,), "The rules have no clause for this at this moment.")


# What a remedy comes to, before it is confirmed.

STAYS = "stays"
"""What becomes of a wager that a remedy leaves as it lies."""


class WagerEffect(Value):
    """What a remedy makes of a wager: its result, or that it stays; what goes back, and what is carried."""

    wager: int
    patron: str
    area: int
    spot: str
    cents: int
    result: str = STAYS
    returned_cents: int = 0
    carried_cents: int = 0


class HandEffect(Value):
    """What a remedy makes of a hand that it changes: how it stands, how many cards it holds, what of it lies up."""

    hand: int
    area: int
    kind: str
    status: str
    cards: int
    shown: tuple[Card, ...]


class Effects(Value):
    """What a remedy comes to: for every wager, for each hand that it changes, and whether it ends the round."""

    wagers: tuple[WagerEffect, ...]
    hands: tuple[HandEffect, ...]
    ends: bool


def effects(round: Round, report: Irregularity) -> Effects:
    """What the remedy of a report would come to. It is applied to the value, and nothing else happens."""
    after = apply(round, report).round
    done = after.settlements[len(round.settlements) :]
    wagers = []
    for wager in after.wagers:
        mine = [each for each in done if each.wager == wager.id]
        before = round.wagers[wager.id].left.cents if wager.id < len(round.wagers) else wager.stake.cents
        if not before and not mine:
            continue
        wagers.append(
            WagerEffect(
                wager=wager.id,
                patron=wager.patron,
                area=wager.area,
                spot=wager.spot,
                cents=before,
                result=mine[-1].result.value if mine else STAYS,
                returned_cents=sum(each.returned.cents for each in mine),
                carried_cents=sum(each.stake.cents for each in mine if each.result is Result.CARRIED),
            )
        )
    hands = tuple(
        HandEffect(hand.id, hand.area, hand.kind, hand.status, len(hand.cards), hand.shown)
        for hand in after.hands
        if hand.id >= len(round.hands) or hand != round.hands[hand.id]
    )
    return Effects(tuple(wagers), hands, after.phase == OVER)


# Parts of remedies: cards that came out wrong, are shown, hidden, taken away or laid back.


def deal_besides(draft: Draft, hand: int, cards: tuple[Card, ...], because: law.Because) -> None:
    """Put cards into a hand that came out besides those it was to get."""
    held = draft.hands[hand]
    _come_out(draft, cards)
    draft.events.append(CardsDealt((hand,) * len(cards), cards, because))
    draft.set_hand(replace(held, cards=held.cards + cards))


def _come_out(draft: Draft, cards: tuple[Card, ...]) -> None:
    """Count cards as out of the shoe, those first that were laid back."""
    draft.out += len(cards)
    draft.seen += tuple([card for card in cards if card != UNKNOWN])
    draft.irregular = replace(draft.irregular, top=draft.irregular.top[len(cards) :])


def lay_aside(draft: Draft, cards: tuple[Card, ...], place: str) -> None:
    """Note cards that came out and lie in no hand. A foreign card is none of the deck, and so is not out of it; one
    under the shoe counts as not yet out."""
    if place not in (FOREIGN, UNDER_SHOE):
        _come_out(draft, cards)
    aside = (*draft.irregular.aside, *[CardSetAside(card, place) for card in cards])
    draft.irregular = replace(draft.irregular, aside=aside)


def take_from_hand(draft: Draft, hand: int, places: Iterable[int]) -> tuple[Card, ...]:
    """Take cards out of a hand; they still count as out of the shoe."""
    held, gone = draft.hands[hand], sorted(set(places))
    kept = [place for place in range(len(held.cards)) if place not in gone]
    up = sum((held.up >> place & 1) << now for now, place in enumerate(kept))
    draft.set_hand(replace(held, cards=tuple(held.cards[place] for place in kept), up=up))
    return tuple(held.cards[place] for place in gone)


def return_to_shoe(draft: Draft, cards: tuple[Card, ...], *, come_next: bool) -> None:
    """Count cards as not out any more: they never came, or are laid back to come out next."""
    seen = list(draft.seen)
    for card in cards:
        if card != UNKNOWN:
            seen.remove(card)
    draft.seen, draft.out = tuple(seen), draft.out - len(cards)
    if come_next:
        draft.irregular = replace(draft.irregular, top=draft.irregular.top + cards)


def show(draft: Draft, hand: int, places: tuple[int, ...], cards: tuple[Card, ...], because: law.Because) -> None:
    """Leave cards of a hand face up that were shown in error, naming those that were not known."""
    draft.turn(draft.hands[hand], cards, because, places)


def hide(draft: Draft, hand: int, places: Iterable[int]) -> None:
    """Turn cards of a hand face down that were shown in error."""
    held = draft.hands[hand]
    up = held.up
    for place in places:
        up &= ~(1 << place)
    draft.set_hand(replace(held, up=up))


def deal_face_down(draft: Draft, hand: int) -> None:
    """Have the cards that a hand is still to get dealt face down, all of them."""

    def lay(need: CardsNeed) -> CardsNeed:
        slots = tuple(Slot(slot.hand, slot.area) if slot.hand == hand else slot for slot in need.slots)
        return replace(need, slots=slots)

    draft.needs = tuple(lay(need) if isinstance(need, CardsNeed) else need for need in draft.needs)


# A retraction: each player is asked whether to go on or to take the wagers back.

RETRACT, CONTINUE = "retract", "continue"


def offer_retraction(draft: Draft, hands: Iterable[tuple[str, Hand]], because: law.Because) -> None:
    """Ask the player of each hand whether to continue or to retract; the game carries the answer out.

    The question is one that the round waits for; silence is a lapse, which the game carries out by its reading.
    """
    options = (Option(CONTINUE, because), Option(RETRACT, because))
    for patron, hand in hands:
        draft.open(DecisionNeed(RETRACT, patron, hand.area, hand.id, options, subject=hand.id))
