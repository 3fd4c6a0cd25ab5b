"""The remedies of a poker game: a misdeal, a void round or hand, a retraction, cards turned down,
left up, laid as they should have come, or given back."""

from collections import Counter
from collections.abc import Iterable

from pitboss import law
from pitboss.cards import UNKNOWN, Card
from pitboss.play import irregularity
from pitboss.play.events import Decided, WagerPlaced
from pitboss.play.needs import CallNeed, CardsNeed, CutNeed, DecisionNeed, ShuffleNeed, Slot, TurnNeed
from pitboss.play.poker import betting, names, reports
from pitboss.play.poker.table import PokerTable, ante_of
from pitboss.play.powers import void_wagers
from pitboss.play.round import Draft
from pitboss.play.wager import Hand, Result, Wager
from pitboss.value import replace


def _record(draft: Draft, report: irregularity.Irregularity, because: law.Because) -> None:
    """Note the cards as they really lie: those that came besides, those that never came, one of another deck."""
    number = reports.hand_meant(draft, report)
    if report.fact == reports.FOREIGN_CARD:
        irregularity.lay_aside(draft, report.cards, irregularity.FOREIGN)
    elif report.fact == reports.NO_ANTE:
        irregularity.lay_aside(draft, report.extra, irregularity.RACK_PLACE)
    elif report.extra:
        irregularity.deal_besides(draft, number, report.extra, because)
    elif report.count >= 0 and number >= 0:
        gone = irregularity.take_from_hand(draft, number, range(report.count, len(draft.hands[number].cards)))
        irregularity.return_to_shoe(draft, gone, come_next=False)
    if report.fact == reports.EXPOSED:
        exposed = (*draft.irregular.exposed, *[report.hand] * len(report.places))
        draft.irregular = replace(draft.irregular, exposed=exposed)


def misdeal(draft: Draft, report: irregularity.Irregularity, because: law.Because) -> None:
    """Declare a misdeal: all wagers are void, but for jackpot wagers where they stay for the next round."""
    _record(draft, report, because)
    _void_all(draft, because, carries=draft.game.rules.applies(law.JACKPOT_CARRIED))


def void_round(draft: Draft, report: irregularity.Irregularity, because: law.Because) -> None:
    """Void the round: all wagers go back, but for jackpot wagers where it is read (K19) that they stay."""
    _record(draft, report, because)
    _void_all(draft, because, carries=_void_carries(draft))


def _void_carries(draft: Draft) -> bool:
    rules = draft.game.rules
    return rules.applies(law.JACKPOT_CARRIED) and bool(rules.reading("voidJackpotCarries", otherwise=True))


def _void_all(draft: Draft, because: law.Because, *, carries: bool) -> None:
    stays = [w for w in draft.wagers if w.spot == names.JACKPOT and w.left.pieces] if carries else []
    for wager in stays:
        _carry(draft, wager, because)
    kept = {wager.id for wager in stays}
    _give_back(draft, [wager for wager in draft.wagers if wager.id not in kept], because)
    draft.end(draft.game.rules.only((*because, law.ROUND_OF_PLAY)))


def _give_back(draft: Draft, wagers: Iterable[Wager], because: law.Because) -> None:
    """Void wagers: what lies there goes back, and what was taken of them."""
    cancelled = draft.game.rules.only((law.JACKPOT_CANCELLED,))
    for wager in wagers:
        of_jackpot = cancelled if wager.spot == names.JACKPOT else ()
        void_wagers(draft, (wager.id,), tuple(dict.fromkeys((*because, *of_jackpot, law.VOID))))


def _carry(draft: Draft, wager: Wager, because: law.Because) -> None:
    """Leave a jackpot wager where it lies for the next round."""
    draft.carry(wager, tuple(dict.fromkeys((*because, law.JACKPOT_CARRIED))))


def _void_one(draft: Draft, hand: Hand, because: law.Because, *, jackpot: str) -> None:
    """Void one hand: its wagers go back, those that were taken too; its jackpot wager is returned, carried or lost."""
    theirs = [w for w in draft.wagers if w.hand == hand.id]
    if jackpot != "returned":
        theirs = [w for w in theirs if w.spot != names.JACKPOT or not w.left.pieces]
    for wager in draft.wagers:
        if wager.hand == hand.id and wager.spot == names.JACKPOT and wager.left.pieces:
            if jackpot == "carried":
                _carry(draft, wager, because)
            elif jackpot == "lost":
                draft.lose(wager, because)
    _give_back(draft, theirs, because)
    _drop_questions(draft, hand.id)
    if hand.status == names.FOLDED:  # its cards are in the rack already
        draft.set_hand(draft.hands[hand.id].set_status(names.VOIDED))
    else:
        draft.collect(draft.hands[hand.id], names.VOIDED, because)


def _drop_questions(draft: Draft, hand: int) -> None:
    """Ask nothing more about a hand, nor later."""
    draft.close_decisions_of(hand)
    waits = tuple(n for n in draft.irregular.waits if not (isinstance(n, DecisionNeed) and n.hand == hand))
    draft.irregular = replace(draft.irregular, waits=waits)


def cancel_jackpot(draft: Draft, _: irregularity.Irregularity, because: law.Because) -> None:
    """Give the jackpot wagers of a game that was started wrongly back, and play on without them."""
    gone = [wager for wager in draft.wagers if wager.spot == names.JACKPOT and wager.left.pieces]
    for wager in gone:
        draft.give_back(wager, Result.RETURNED, because)
    areas = {wager.area for wager in gone}
    for hand in draft.hands:
        if hand.area in areas and hand.status in (names.FOLDED, names.CONCEDED, names.FORFEITED):
            draft.collect(hand, hand.status, because)  # it lay there for the jackpot alone
    reports.poker_of(draft.game).go_on(draft)


def void_hand(draft: Draft, report: irregularity.Irregularity, because: law.Because) -> None:
    """Void the one hand that has a wrong number of cards, and play on."""
    _record(draft, report, because)
    jackpot = str(draft.game.rules.reading("voidHandJackpot", otherwise="returned"))
    _void_one(draft, draft.hands[report.hand], because, jackpot=jackpot)
    reports.poker_of(draft.game).go_on(draft)


def void_and_offer(draft: Draft, report: irregularity.Irregularity, because: law.Because) -> None:
    """Void the hand with a wrong number of cards, or burn the cards of an area without a wager, and ask every other
    player whether to continue or to retract."""
    game = reports.poker_of(draft.game)
    _record(draft, report, because)
    if report.fact == reports.PLAYER_COUNT:
        _void_one(draft, draft.hands[report.hand], because, jackpot="carried" if _void_carries(draft) else "returned")
    live = [h for h in draft.hands[len(game.house) :] if h.status in (names.LIVE, names.IN)]
    draft.needs = tuple(need for need in draft.needs if need.kind != irregularity.RETRACT)  # they are asked anew
    _put_off(draft)
    grounds = game.rules.only((law.RETRACTION_OFFERED,))
    irregularity.offer_retraction(draft, [(draft.wagers[ante_of(draft, hand)].patron, hand) for hand in live], grounds)
    if not live:
        game.go_on(draft)


def _put_off(draft: Draft) -> None:
    """Put off all that the round awaits until other answers are in."""
    draft.irregular = replace(draft.irregular, waits=(*draft.irregular.waits, *draft.needs))
    draft.needs = ()


def answer_retraction(game: PokerTable, draft: Draft, need: DecisionNeed, option: str, lapsed: str = "") -> None:
    """A player continues, and accepts what comes; or retracts: all wagers on the hand go back, the jackpot's too."""
    rules = game.rules
    silent = rules.readings("K39") if lapsed else ()
    if option != irregularity.RETRACT:
        because = rules.only((law.RETRACTION_OFFERED, law.CONTINUES_AND_ACCEPTS)) + silent
        draft.events.append(Decided(need.patron, need.area, option, because, lapsed))
    else:
        because = rules.only((law.RETRACTION_OFFERED,)) + silent
        draft.events.append(Decided(need.patron, need.area, option, because, lapsed))
        for wager in draft.wagers:
            if wager.hand == need.hand and wager.left.pieces:
                of_jackpot = rules.only((law.RETRACTED_JACKPOT,)) if wager.spot == names.JACKPOT else ()
                draft.give_back(wager, Result.RETURNED, because + of_jackpot)
        _drop_questions(draft, need.hand)
        draft.collect(draft.hands[need.hand], names.VOIDED, because)
    game.go_on(draft)


def resume(game: PokerTable, draft: Draft) -> bool:
    """Await again what was put off, once nothing stands before it; say whether something does."""
    if any(need.kind in (irregularity.RETRACT, reports.FILL) for need in draft.needs):
        return True
    if not draft.irregular.waits:
        return False
    in_round = (names.LIVE, names.IN)  # a question is still one while its hand is in the round
    waits = [
        n for n in draft.irregular.waits if not isinstance(n, DecisionNeed) or draft.hands[n.hand].status in in_round
    ]
    needs = (*draft.needs, *waits)
    asked = tuple(need for need in needs if need.kind == irregularity.RETRACT)
    if asked:  # a card that was short came before the answers
        draft.needs = asked
        draft.irregular = replace(
            draft.irregular, waits=tuple(need for need in needs if need.kind != irregularity.RETRACT)
        )
        return True
    draft.needs = needs
    draft.irregular = replace(draft.irregular, waits=())
    if draft.phase in game.stage_of and betting.is_deciding(draft):  # cards come when all have decided
        draft.needs = tuple(need for need in needs if isinstance(need, DecisionNeed))
    _shuffle_first(draft)
    return False


def _shuffle_first(draft: Draft) -> None:
    """Ask for the shuffle that was ordered meanwhile, where cards are awaited."""
    kinds = {type(need) for need in draft.needs}
    if draft.due and CardsNeed in kinds and not kinds & {ShuffleNeed, CutNeed}:
        draft.needs = (ShuffleNeed(names.SHUFFLE, draft.deck, draft.due), *draft.needs)


def turn_down(draft: Draft, report: irregularity.Irregularity, because: law.Because) -> None:
    """Turn the exposed card over, and deal on."""
    _record(draft, report, because)
    _name(draft, report.hand, report.places, report.cards)


def _name(draft: Draft, hand: int, places: tuple[int, ...], cards: tuple[Card, ...]) -> None:
    """Name cards that were shown and lie face down again."""
    up = draft.hands[hand].up
    if cards:
        draft.set_hand(replace(draft.hands[hand].name_cards(cards, places), up=up))
        draft.seen += cards


def leave_up(draft: Draft, report: irregularity.Irregularity, because: law.Because) -> None:
    """Leave the dealer's exposed card face up; the dealer's other cards lie, and are dealt, face down."""
    others = [place for place in range(len(draft.hands[report.hand].cards)) if place not in report.places]
    if report.hand not in draft.irregular.exposed:
        irregularity.hide(draft, report.hand, others)
    _record(draft, report, because)
    irregularity.show(draft, report.hand, report.places, report.cards, because)
    irregularity.deal_face_down(draft, report.hand)


def discard_unwagered(draft: Draft, report: irregularity.Irregularity, because: law.Because) -> None:
    """Count the cards of an area without an Ante, and place them in the discard rack."""
    _record(draft, report, because)


def go_on_shown(draft: Draft, report: irregularity.Irregularity, because: law.Because) -> None:
    """Leave the cards face up that were shown too early; players who have not decided still decide."""
    game, number = reports.poker_of(draft.game), reports.hand_meant(draft, report)
    if report.extra:
        held = len(draft.hands[number].cards)
        irregularity.deal_besides(draft, number, report.extra, because)
        irregularity.show(draft, number, tuple(range(held, held + len(report.extra))), (), because)
    else:
        places = report.places or tuple(range(len(draft.hands[number].cards)))
        irregularity.show(draft, number, places, report.cards, because)
    if (
        report.fact == reports.DEALER_SHOWN
        and game.rules.reading("earlyDealerCard", otherwise="undecided") == "everyone"
    ):
        _ask_again(game, draft, because)
    if (
        report.fact == reports.COMMUNITY_SHOWN
        and game.rules.reading("earlyFlopPlay", otherwise="same-stage") == "later-stage"
    ):
        _pass_stage(game, draft, because)


def _ask_again(game: PokerTable, draft: Draft, because: law.Because) -> None:
    """Hand back the Bets that lie there, and ask their players again (reading C19, the other way)."""
    for hand in draft.hands[len(game.house) :]:
        if hand.status != names.IN:
            continue
        for wager in draft.wagers:
            if wager.hand == hand.id and wager.phase and wager.left.pieces:
                draft.give_back(wager, Result.RETURNED, because)
        draft.set_hand(hand.set_status(names.LIVE))
        _ask(game, draft, hand)


def _ask(game: PokerTable, draft: Draft, hand: Hand) -> None:
    """Ask the player of a hand what the stage asks."""
    ante = next(w for w in draft.wagers if w.hand == hand.id and w.spot == names.ANTE and w.left.pieces)
    draft.open(game.questions[draft.phase, hand.area, ante.patron, hand.id, ante.stake.cents])


def _pass_stage(game: PokerTable, draft: Draft, because: law.Because) -> None:
    """Count players who have not decided as having checked, where that is what they may do (reading K38, the other
    way): what they wager now is what the next stage takes."""
    for need in reports.find_undecided(draft):
        if need.options[-1].name == names.CHECK:
            draft.events.append(Decided(need.patron, need.area, names.CHECK, because))
            draft.needs = tuple(each for each in draft.needs if each is not need)
    game.go_on(draft)


def void_undecided(draft: Draft, report: irregularity.Irregularity, because: law.Because) -> None:
    """Void the hand of each player without a 3rd Street Wager, but of those who agree to go on; turn the card down."""
    game = reports.poker_of(draft.game)
    asked = {need.hand for need in reports.find_undecided(draft)}
    for hand in draft.hands[len(game.house) :]:
        is_meant = hand.id in asked or draft.phase == names.DEAL
        if not is_meant or hand.status != names.LIVE:
            continue
        if draft.wagers[ante_of(draft, hand)].patron not in report.players:
            _void_one(draft, draft.hands[hand.id], because, jackpot="returned")
    hide_shown(draft, report, because)


def hide_shown(draft: Draft, report: irregularity.Irregularity, because: law.Because) -> None:
    """Turn community cards face down that were shown too early; from a shoe they stay on the table until their turn."""
    number = reports.hand_meant(draft, report)
    if report.extra:
        irregularity.deal_besides(draft, number, report.extra, because)
    elif report.cards:
        _name(draft, number, report.places or tuple(range(len(draft.hands[number].cards))), report.cards)
    reports.poker_of(draft.game).go_on(draft)


def reconstruct(draft: Draft, report: irregularity.Irregularity, because: law.Because) -> None:
    """Lay the cards as they should have come: an excess card goes back to come out next, one that is short is dealt."""
    game, number = reports.poker_of(draft.game), reports.hand_meant(draft, report)
    before = draft.hands
    right = {hand.id: len(hand.cards) for hand in before}
    _record(draft, report, because)
    piles = {pile.hand: pile.cards for pile in report.laid} or {number: draft.hands[number].cards[: right[number]]}
    left = list(Counter(card for hand in piles for card in draft.hands[hand].cards).elements())
    for hand, cards in piles.items():
        up = before[hand].up & (1 << len(cards)) - 1
        draft.set_hand(replace(draft.hands[hand], cards=cards, up=up))
        for card in cards:
            left.remove(card)
    irregularity.return_to_shoe(draft, tuple(left), come_next=True)
    missing = tuple(
        Slot(hand, before[hand].area, up=bool(before[hand].up >> place & 1))
        for hand, cards in piles.items()
        for place in range(len(cards), right[hand])
    )
    if missing:
        _put_off(draft)
        draft.open(CardsNeed(reports.FILL, missing))
        _shuffle_first(draft)
    else:
        game.go_on(draft)


def return_cards(draft: Draft, report: irregularity.Irregularity, because: law.Because) -> None:
    """Give the player the cards back, and the wagers that were taken with them: these lie as they did."""
    game, hand = reports.poker_of(draft.game), draft.hands[report.hand]
    unknown = tuple(card for card in report.cards if card not in hand.cards and card != UNKNOWN)
    if hand.unknown and len(unknown) == hand.unknown:
        _name(draft, hand.id, tuple(range(len(hand.cards))), unknown)
    if hand.status != names.FOLDED:
        return
    has_bet = False
    for wager in [w for w in draft.wagers if w.hand == hand.id and not w.left.pieces]:
        done = [each.result for each in draft.settlements if each.wager == wager.id]
        if Result.LOST in done and Result.RESTORED not in done:
            draft.restore(wager, because)
            again = replace(wager, id=len(draft.wagers), left=wager.stake)
            draft.wagers = (*draft.wagers, again)
            placed = WagerPlaced(again.id, again.patron, again.area, again.spot, again.stake, because)
            draft.events.append(placed)
            has_bet = has_bet or wager.phase == draft.phase
    draft.set_hand(draft.hands[hand.id].set_status(names.LIVE))
    if not has_bet:
        draft.needs = tuple(n for n in draft.needs if not isinstance(n, TurnNeed | CardsNeed | CallNeed))
        _ask(game, draft, hand)


def leave_cards(draft: Draft, report: irregularity.Irregularity, because: law.Because) -> None:
    """Leave the cards in the rack: the hand is void and its wagers go back, those too that were taken; or, where it is
    read so (K20), the hand is out like a folded one, and only what was taken wrongly goes back."""
    game, hand = reports.poker_of(draft.game), draft.hands[report.hand]
    if hand.status == names.FOLDED or game.rules.reading("unrecoveredHand", otherwise="void") == "void":
        _void_one(draft, hand, because, jackpot="returned")
    else:
        betting.lose_all(game, draft, hand, because)
        _drop_questions(draft, hand.id)
        betting.leave(game, draft, hand, names.FOLDED)
    game.go_on(draft)


def reshuffle(draft: Draft, report: irregularity.Irregularity, because: law.Because) -> None:
    """Have the cards shuffled again that have not come out."""
    draft.game.await_directed_shuffle(draft, because)


def go_on_counted(draft: Draft, report: irregularity.Irregularity, because: law.Because) -> None:
    """Play on: the cards were counted, and all are there."""
