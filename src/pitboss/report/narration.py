"""The narration of a round: a sentence for each event, for the audience that the caller names. The record is told
everything. A viewer is told a card or an amount only where that viewer sees it once the act is done; at the table,
while the round goes on, people are called by name and what the dealer says is quoted.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from pitboss import law, money
from pitboss.cards import UNKNOWN, Card, show
from pitboss.games.pontoon.boxes import CONTROLS
from pitboss.messages import message, phrase, say, say_number, say_parts, translate
from pitboss.play import Round, Step, events, needs, powers, refusal, table, terms, wrong_wagers
from pitboss.play.acts import UNCOUNTED, Act, Call, Decide, Lapse, TakeBack
from pitboss.play.round import OFFERED, PUBLIC, Viewer
from pitboss.play.view import HandView, view
from pitboss.play.wager import Claim
from pitboss.report import settlements
from pitboss.value import Value

Part = str | tuple[Card, ...]
"""Words, or cards, which a page, a terminal and a log draw each in its own way."""


class Sentence(Value):
    """A sentence with cards in it. It has no full stop, so that it can stand in a list."""

    parts: tuple[Part, ...]

    def __str__(self) -> str:
        return self.text(show)

    def text(self, name_cards: Callable[[tuple[Card, ...]], str]) -> str:
        """The sentence in words, its cards named in this way."""
        return "".join([part if isinstance(part, str) else name_cards(part) for part in self.parts])

    @property
    def closed(self) -> "Sentence":
        """The sentence with its full stop."""
        last = self.parts[-1]
        is_closed = isinstance(last, str) and last.endswith((".", '."'))
        return self if is_closed else Sentence((*self.parts, "."))


class Audience(Value):
    """The reader or listener for whom a round is narrated: the record, which knows everything, or a viewer."""

    viewer: Viewer | None = None
    is_live: bool = False
    """Whether the round is narrated at the table while it goes on."""


RECORD = Audience()
NarratedEvent = tuple[Sentence, events.Event]


def audience_at_table(viewer: Viewer) -> Audience:
    """A viewer at the table while the round goes on."""
    return Audience(viewer, is_live=True)


def audience_afterwards(viewer: Viewer) -> Audience:
    """A viewer who reads afterwards what they saw of the round."""
    return Audience(viewer)


class NarratedAct(Value):
    """An act, the round before and after it, and the audience for whom it is narrated."""

    before: Round
    act: Act
    after: Round
    audience: Audience

    def name_hand(self, hand: int) -> str:
        """A hand as it is spoken of: at the table by its player, else by its area."""
        return settlements.hand_name(self.after, hand, by_player=self.audience.is_live)

    def see(self, hand: int) -> HandView | None:
        """A hand as the viewer sees it; nothing for the record, which sees all of it."""
        viewer = self.audience.viewer
        return view(self.after, viewer).hands[hand] if viewer is not None else None

    def stake(self, wager: int, stake: money.Stake) -> str:
        """A stake in words, so far as the viewer sees it: a written wager lies face down."""
        viewer = self.audience.viewer
        known = [round.wagers[wager] for round in (self.before, self.after) if wager < len(round.wagers)]
        if viewer is not None and any(each.face_down and each.patron != viewer.patron for each in known):
            return say("an amount face down")
        return settlements.stake_words(stake)


# Wagers and seats.


def _tell_placed(at: NarratedAct, event: events.WagerPlaced) -> str:
    stake = at.stake(event.wager, event.stake)
    if event.spot == "wager":
        return say("{patron} wagers {stake} on area {area}", patron=event.patron, stake=stake, area=event.area)
    spot, area = terms.spot_words(event.spot), settlements.area_of(at.after, event.wager)
    return say("{patron} puts {stake} on {spot}, {area}", patron=event.patron, stake=stake, spot=spot, area=area)


def _tell_taken_back(at: NarratedAct, event: events.WagerTakenBack) -> str:
    """A wager that its player takes back, or that the rules hand back."""
    said = {
        "patron": event.patron,
        "spot": terms.spot_words(at.after.wagers[event.wager].spot),
        "stake": at.stake(event.wager, event.stake),
        "where": settlements.where_of(at.after, event.wager),
    }
    act = at.act
    is_theirs = isinstance(act, Decide | TakeBack) and act.patron == event.patron
    if is_theirs and getattr(act, "option", wrong_wagers.TAKE_BACK) == wrong_wagers.TAKE_BACK:
        return say("{patron} takes the {spot} of {stake}{where} back", **said)
    return say("{stake} of {patron}'s {spot}{where} goes back", **said)


def _tell_found(at: NarratedAct, event: events.WagerFound) -> str:
    wager = at.after.wagers[event.wager]
    return say(
        "The dealer notices {patron}'s {spot}{where}: {fault}",
        patron=wager.patron,
        spot=terms.spot_words(wager.spot),
        where=settlements.where_of(at.after, event.wager),
        fault=translate(event.words),
    )


# Cards.

_SHUFFLES: dict[law.Key, str] = {
    law.DISCARDS_RETURN: message("The discards go back into the device, which shuffles all but the cards on the table"),
    law.EMPTY_SHOE: message("No card is left: the discards are shuffled, and the round goes on"),
}
"""What a shuffle is that does not come before a round."""


def _tell_shuffle(at: NarratedAct, event: events.Shuffled) -> str:
    for key, words in _SHUFFLES.items():
        if key in event.because:
            return translate(words)
    if event.deck:
        return say("The cards are shuffled, the {deck} deck", deck=translate(event.deck))
    return say("The cards are shuffled")


def _tell_cut(at: NarratedAct, event: events.CutMade) -> str:
    edition = at.after.game.rules.edition
    is_rank = event.by == "dealer" or event.by in edition.ranks or event.by in edition.rank_classes
    who = _rank(event.by) if is_rank else event.by
    if event.purpose == "insert":
        if event.at == UNCOUNTED:
            return say("{who} puts the cutting card in", who=who)
        return say_number(
            "{who} puts the cutting card in, {number} card from the back",
            "{who} puts the cutting card in, {number} cards from the back",
            event.at,
            who=who,
        )
    if event.at == UNCOUNTED:
        return say("{who} cuts the cards", who=who)
    return say_number("{who} cuts {number} card deep", "{who} cuts {number} cards deep", event.at, who=who)


def _tell_cutting_card(at: NarratedAct, event: events.CuttingCardOut) -> str:
    if law.SHUFFLE_AT_FIRST_CARD in event.because:
        return say("The cutting card comes out before the first card")
    where = say("area {area}", area=event.area) if event.area else say("the dealer")
    return say("The cutting card comes out at {where}: this is the last round of the shoe", where=where)


def _tell_dealt(at: NarratedAct, event: events.CardsDealt) -> tuple[Part, ...]:
    """The cards that each hand got, and what it comes to where all of it lies face up."""
    if event.hands == (needs.RACK,):
        is_known = at.audience.viewer is None and UNKNOWN not in event.cards
        return say_parts("A card is burned, {cards}", cards=event.cards) if is_known else (say("A card is burned"),)
    hands: dict[int, list[Card]] = {}
    for hand, card in zip(event.hands, event.cards, strict=True):
        hands.setdefault(hand, []).append(card)
    parts: list[Part] = []
    for hand, cards in hands.items():
        name = at.name_hand(hand)
        name = f"; {name}" if parts else phrase(name)
        name = f"{name}," if "," in name else name
        parts += say_parts("{hand} gets {cards}", hand=name, cards=_see_cards(at, hand, tuple(cards)))
        parts.append(_say_total(at, hand, is_alone=len(event.cards) == 1))
    return tuple(part for part in parts if part)


def _see_cards(at: NarratedAct, hand: int, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards that a hand has just got, as the audience knows. They are its last ones: where they lie elsewhere by
    now, a viewer is told none of them."""
    seen = at.see(hand)
    if seen is None:
        return cards
    if at.after.hands[hand].cards[-len(cards) :] != cards:
        return (UNKNOWN,) * len(cards)
    return seen.cards[-len(cards) :]


def _say_total(at: NarratedAct, hand: int, *, is_alone: bool) -> str:
    """The total of a hand that lies up for all. At the table the dealer announces it as one card comes, else when the
    turn comes to the hand."""
    held = at.after.hands[hand]
    says = at.after.game.says(held) if settlements.is_shared(at.after) and held.all_up and len(held.cards) > 1 else ""
    if at.audience.is_live:
        return f': "{phrase(says)}."' if says and is_alone else ""
    return f" ({says})" if says else ""


def _tell_turned(at: NarratedAct, event: events.CardsTurned) -> tuple[Part, ...]:
    held, seen = at.after.hands[event.hand], at.see(event.hand)
    cards = event.cards
    if seen is not None:
        cards = tuple(card if card in seen.cards else UNKNOWN for card in cards)
    named: Part = cards if any(card != UNKNOWN for card in cards) else say("{count} cards", count=len(cards))
    if held.kind == "community":
        return say_parts("The community cards show {cards}", cards=named)
    if seen is not None:
        says = seen.says
    else:  # a card that was shown in error says nothing of the rest
        says = at.after.game.says(held, at.after.game.board(at.after)) if held.all_up else ""
    name = phrase(at.name_hand(event.hand))
    return (*say_parts("{hand} shows {cards}", hand=name, cards=named), f": {says}" if says else "")


def _tell_collected(at: NarratedAct, event: events.CardsCollected) -> str:
    """Cards of one deck are counted as they are collected; of several decks they are not."""
    name = at.name_hand(event.hand)
    if at.after.game.copies == 1:
        return say("The {count} cards of {hand} are counted and discarded", count=event.cards, hand=name)
    if event.cards == 1:
        return say("The card of {hand} goes to the discard rack", hand=name)
    name = f"{name}," if "," in name else name
    return say("The {count} cards of {hand} go to the discard rack", count=event.cards, hand=name)


# Calls and decisions.


_DECIDES = {
    "pass": message("not to double"),
    "stay": message("to stay on the first hand"),
    "keep": message("not to forfeit"),
    "no insurance": message("not to insure"),
    "no surrender": message("not to surrender"),
    "accept": message("to take the misdealt card"),
    "refuse": message("not to take the misdealt card"),
    "retract": message("to have the stakes back"),
    "continue": message("to go on"),
}
"""What the options mean whose names say too little."""
_LAPSES = {
    "pass": message("the wager is not doubled"),
    "stay": message("the wager stays on the first hand"),
    "keep": message("the wager is not forfeited"),
    "refuse": message("the misdealt card is not taken, and no other"),
    "away": message("the next player on the box decides"),
}
"""What a lapse means, where the option taken for the player says too little."""


def _tell_decision(at: NarratedAct, event: events.Decided) -> str:
    """A decision; where a player may have several hands, for which of them, as they were when it was asked."""
    if event.option == CONTROLS:
        return say("{patron} calls the decisions of area {area}", patron=event.patron, area=event.area)
    need = at.before.need(at.act.need)
    round, hand, lapsed = at.after, event.hand, event.lapsed
    if isinstance(need, needs.DecisionNeed):
        round, hand = at.before, need.hand if hand < 0 else hand
        lapsed = lapsed or (at.act.reason if isinstance(at.act, Lapse) else "")
    option = event.option.replace("-", " ")
    nth = settlements.nth_words(round, hand) if option != "stay" else ""
    where = f", {say('area {area}', area=event.area)}{nth}" if settlements.is_shared(round) else ""
    if lapsed:
        comes_to = translate(_LAPSES.get(option, option))
        if lapsed == "refuses":
            return say("{patron} refuses: {decision}{where}", patron=event.patron, decision=comes_to, where=where)
        said = {"patron": event.patron, "state": translate(lapsed), "decision": comes_to, "where": where}
        return say("{patron} is {state}: {decision}{where}", **said)
    decision = translate(_DECIDES[option]) if option in _DECIDES else say("to {option}", option=translate(option))
    return say("{patron} decides {decision}{where}", patron=event.patron, decision=decision, where=where)


def announcement(round: Round, need: needs.DecisionNeed) -> str:
    """What the dealer announces when a player is to act: the total of a hand that lies up for all."""
    says = view(round, PUBLIC).hands[need.hand].says if need.hand > 0 else ""
    if not says:
        return ""
    player = next(iter(settlements.people(round, need.area)), say("area {area}", area=need.area))
    spoken_to = ", ".join(filter(None, (player, settlements.hand_place(round, need.hand))))
    return say('Dealer: "{player}, {says}."', player=spoken_to, says=says)


# Results and rulings.


def claim_words(claim: Claim) -> str:
    """A jackpot prize that a hand claims."""
    line = translate(claim.line.replace("-", " "))
    return say("{patron} claims a jackpot prize: {line}", patron=claim.patron, line=line)


def _rank(rank: str) -> str:
    """A person of rank at the head of a sentence."""
    return say("The {rank}", rank=translate(rank.replace("-", " ")))


def _tell_void(at: NarratedAct, event: events.RoundVoided) -> str:
    """What is voided: the round, the wagers of some players or some wagers; or which players' wagers are forfeited."""
    act, said = at.act, {"who": _rank(event.rank), "ground": translate(event.ground)}
    if isinstance(act, powers.Void) and law.TALKING_FORFEITS in event.because:
        names = say(" and ").join(act.forfeit)
        return say("{who} has the wagers of {names} forfeited for {ground}", names=names, **said)
    if isinstance(act, powers.Void) and act.patrons:
        return say("{who} voids the wagers of {names} for {ground}", names=say(" and ").join(act.patrons), **said)
    if isinstance(act, powers.Void) and act.wagers:
        return say_number(
            "{who} voids {number} wager for {ground}",
            "{who} voids {number} wagers for {ground}",
            len(act.wagers),
            **said,
        )
    return say("{who} voids the round for {ground}", **said)


def _tell_irregularity(at: NarratedAct, event: events.IrregularityRuled) -> str | tuple[Part, ...]:
    """An irregularity and its remedy; no card that lies face down is named."""
    fact = next((fact.words for fact in at.before.game.facts if fact.name == event.fact), event.fact)
    where = f" ({at.name_hand(event.hand)})" if event.hand >= 0 else ""
    where = where or (f" ({say('area {area}', area=event.area)})" if event.area else "")
    remedy = translate(event.words).removesuffix(".")
    fact, said = translate(fact), f": {remedy[:1].lower()}{remedy[1:]}"
    new = at.after.irregular.aside[len(at.before.irregular.aside) :]
    cards = tuple(aside.card for aside in new if aside.place == OFFERED)  # dealt in error, and face up for all
    return (f"{fact}{where}, ", cards, said) if cards else f"{fact}{where}{said}"


_TELL: dict[type, Callable[[NarratedAct, Any], str | tuple[Part, ...]]] = {
    events.WagerPlaced: _tell_placed,
    events.WagerTakenBack: _tell_taken_back,
    events.WagerFound: _tell_found,
    events.Seated: lambda _, event: (
        say("{patron} sits down at area {area}", patron=event.patron, area=event.area)
        if event.area
        else say("{patron} gets up", patron=event.patron)
    ),
    events.Shuffled: _tell_shuffle,
    events.CutMade: _tell_cut,
    events.CutRefused: lambda _, event: say("{who} does not cut: the cards are offered on", who=event.by),
    events.CuttingCardOut: _tell_cutting_card,
    events.CardsDealt: _tell_dealt,
    events.CardsTurned: _tell_turned,
    events.CardsCollected: _tell_collected,
    events.Called: lambda at, event: (
        say('Dealer: "{words}."', words=phrase(translate(event.says)))
        if at.audience.is_live
        else say("The dealer calls: {words}", words=translate(event.says))
    ),
    events.Decided: _tell_decision,
    events.OfferLapsed: lambda _, event: say(
        "The {offer} that was not offered lapses", offer=terms.spot_words(event.offer)
    ),
    events.Settled: lambda at, event: settlements.settlement_words(event.settlement, at.after),
    events.JackpotClaimed: lambda _, event: claim_words(event.claim),
    events.ShuffleDirected: lambda _, event: say(
        "{who} has the cards shuffled: {reason}", who=_rank(event.rank), reason=event.reason
    ),
    events.IrregularityRuled: _tell_irregularity,
    events.RoundVoided: _tell_void,
    events.ExcessReturned: lambda _, event: say(
        "{patron}'s wagers pass their loss limit: the {rank} gives back what is past it",
        patron=event.patron,
        rank=translate(event.rank.replace("-", " ")),
    ),
    events.RoundEnded: lambda _, __: say("The round is over"),
}


def tell_step(before: Round, act: Act, step: Step, audience: Audience = RECORD) -> Iterator[NarratedEvent]:
    """Tell what an act led to, event by event."""
    at = NarratedAct(before, act, step.round, audience)
    for event in step.events:
        said = _TELL[type(event)](at, event)
        yield Sentence((said,) if isinstance(said, str) else said), event


def tell_round(
    opening: Round, acts: Sequence[Act], audience: Audience = RECORD, *, taken: Iterable[Step] | None = None
) -> Iterator[tuple[Act, Step, list[NarratedEvent]]]:
    """Tell a round act by act; its steps are folded where none are given."""
    before = opening
    for act, step in zip(acts, table.steps(opening, acts) if taken is None else taken, strict=True):
        yield act, step, list(tell_step(before, act, step, audience))
        before = step.round


# What a round waits for.


def waiting_words(round: Round) -> str:
    """The needs of a round that is not over, and the fields by which a record answers them."""
    waits = "; ".join(_awaits(round, need) for need in round.needs)
    slots = [slot for need in round.needs if isinstance(need, needs.CardsNeed) for slot in need.slots]
    if not all(slot.up or slot.hand == needs.RACK for slot in slots):
        return say("{needs}; write ?? for a card that was not seen", needs=waits)
    if any(isinstance(need, needs.TurnNeed) and need.unknown for need in round.needs):
        return say("{needs}; name the cards that are ??, in turns or in an act that turns them", needs=waits)
    kinds = {type(need) for need in round.needs}
    if needs.WagersNeed in kinds and needs.CallNeed not in kinds:
        no = refusal(round, Call("no-more-bets"))
        return f"{waits}. {translate(no.words).removesuffix('.')}" if no is not None else waits
    return waits


def _awaits(round: Round, need: needs.Need) -> str:
    """One need as the dealer would say it."""
    match need:
        case needs.DecisionNeed():
            options = say(" or ").join(translate(option.name) for option in need.options if not option.declines)
            where = settlements.hand_name(round, need.hand) if need.hand > 0 else say("area {area}", area=need.area)
            said = {"patron": need.patron, "options": options, "where": where}
            if need.optional:
                return say("{patron} to {options} if they like, {where}", **said)
            return say("{patron} to {options}, {where}", **said)
        case needs.CutNeed():
            who = translate(need.by.replace("-", " "))
            return (
                say("{who} to cut", who=who) if need.id == "cut" else say("{who} to put the cutting card in", who=who)
            )
        case needs.CallNeed():
            return say('the call "{words}"', words=translate(need.says))
        case needs.TurnNeed() if need.hand >= 0 and round.hands[need.hand].kind == "community":
            count = len(need.places) or len(round.hands[need.hand].cards)
            return say_number("{number} community card to be turned", "{number} community cards to be turned", count)
        case needs.TurnNeed() if need.hand >= 0:
            return say("{hand} to show", hand=settlements.hand_name(round, need.hand))
        case needs.CardsNeed() if len(need.slots) == 1 and 0 <= need.slots[0].hand < len(round.hands):
            return say("a card for {hand}", hand=settlements.hand_name(round, need.slots[0].hand))
        case needs.CardsNeed() if need.slots[0].hand == needs.RACK:
            return say("a card to burn")
        case needs.CardsNeed() if need.slots[0].hand < len(round.hands):
            hands = ", ".join(dict.fromkeys(settlements.hand_name(round, slot.hand) for slot in need.slots))
            return say("cards for {hands}", hands=hands)
        case _:
            return say("the {need}", need=translate(need.id.replace("-", " ")))


# What was decided, and by which rules.

_ALWAYS = frozenset(
    {
        events.WagerTakenBack,
        events.OfferLapsed,
        events.WagerFound,
        events.RoundVoided,
        events.ExcessReturned,
        events.ShuffleDirected,
        events.IrregularityRuled,
    }
)
"""Events that move money without settling a wager, and rulings."""


def is_ruling(act: Act, event: events.Event) -> bool:
    """Whether an event moves money or decides something by the rules, beside settlements and claims: what goes back
    before the deal, a wager found wrong, what a person of rank rules, what the rules decide in a player's place, and
    how what went wrong is put right."""
    if isinstance(event, events.Decided):
        theirs = isinstance(act, Decide) and act.patron == event.patron
        return bool(event.lapsed) or not theirs or act.need.startswith("mend-") or _mends(event.because)
    if isinstance(event, events.Called):
        return _mends(event.because)
    return type(event) in _ALWAYS


def _mends(because: law.Because) -> bool:
    return any(ground in law.REMEDIES for ground in because)
