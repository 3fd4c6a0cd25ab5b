"""Plays a record through the kernel: its acts in order, or its short form. Cards that it leaves open are chosen where
they change no result."""

from collections.abc import Iterable, Sequence

from pitboss import law
from pitboss.cards import UNKNOWN, Card
from pitboss.play import Round
from pitboss.play.needs import TurnNeed
from pitboss.play.terms import spot_words
from pitboss.report.differences import Difference, certain_steps, find_difference
from pitboss.report.lines import RecordError
from pitboss.report.narration import claim_words
from pitboss.report.record import Played, Record
from pitboss.report.settlements import hand_name, settlement_words
from pitboss.report.short_form import ShortForm
from pitboss.report.stage import Stage


def play_record(record: Record) -> Played:
    """Play a record to where it ends. What the rules would not have taken is an error at its line; cards that it leaves
    open are chosen where they change no result."""
    failed: RecordError | None = None
    try:
        stage = _play(record)
    except RecordError as error:
        if law.CARD_UNSEEN not in error.because:
            raise
        failed = error
    hint = ""
    if failed is not None or any(isinstance(need, TurnNeed) and need.unknown for need in stage.round.needs):
        whole = _play_unseen(record)
        difference = _difference(whole) if whole is not None else None
        if whole is not None and whole.round.is_over and difference is None:
            return _played(whole)
        if whole is not None and difference is not None:
            hint = _difference_words(difference, whole)
        if failed is not None:
            words = f"{failed.words} {hint[:1].upper()}{hint[1:]}".strip()
            raise RecordError(failed.line, words, failed.because, record.game.rules)
    if (difference := _difference(stage)) is not None:
        first = difference.blanks[0] if difference.blanks else stage.blanks.filled[0]
        raise RecordError(first.line, _difference_words(difference, stage))
    return _played(stage)._replace(hint=hint)


def _play_unseen(record: Record) -> Stage | None:
    """Play a record with cards chosen for those that nobody saw; nothing where they are not all that is missing."""
    try:
        return _play(record, names_unseen=True)
    except RecordError:
        return None


def _difference(stage: Stage) -> Difference | None:
    """What other cards in the place of those that a record leaves open would decide otherwise."""

    def again(plan: Sequence[Card]) -> Round | str:
        try:
            return _play(stage.record, plan, names_unseen=stage.blanks.names_unseen).round
        except RecordError as error:
            return error.words

    return find_difference(stage, again)


def _difference_words(difference: Difference, stage: Stage) -> str:
    """Which wager the cards decide that a record leaves open, with an example of two choices."""
    blanks = difference.blanks or tuple(each for each in stage.blanks.filled if each.is_live)
    by_hand: dict[int, list[Card]] = {}
    for each in blanks:
        by_hand.setdefault(each.hand, []).append(each.blank)
    of_hands = [f"{_show(cards)} of {hand_name(stage.round, hand, by_player=True)}" for hand, cards in by_hand.items()]
    are_ranks = all(each.blank != UNKNOWN for each in blanks)
    if len(blanks) == 1:
        of_which = "the suit of " if are_ranks else ""
    else:
        of_which = "one of the suits of " if are_ranks else "one of "
    what = of_which + " and ".join(of_hands)
    if not difference.blanks:
        return f"{what} may decide a wager, and there are too many cards to tell: write them out"
    ours, theirs = _show(each.card for each in blanks), _show(difference.cards)
    if difference.wager is None:
        more = difference.leads_to if isinstance(difference.leads_to, str) else ""
        return f"{what} decides how the round goes on: {ours} leads on, and {theirs} does not. {more}".strip()
    assert isinstance(difference.leads_to, Round)
    wager = stage.round.wagers[difference.wager]
    became = (_what_became(difference.wager, round) for round in (stage.round, difference.leads_to))
    example = f"with {ours}, {next(became)}; with {theirs}, {next(became)}"
    return f"{what} decides {wager.patron}'s {spot_words(wager.spot)} on area {wager.area}: {example}"


def _what_became(wager: int, round: Round) -> str:
    said = [settlement_words(done, round) for done in round.settlements if done.wager == wager]
    said += [claim_words(claim) for claim in round.claims if claim.wager == wager]
    return " and ".join(said) or "it is not settled yet"


def _play(record: Record, plan: Sequence[Card] = (), *, names_unseen: bool = False) -> Stage:
    """Play a record once, with one choice of the cards that it leaves open."""
    stage = Stage(record, plan, names_unseen=names_unseen)
    if stage.is_short:
        ShortForm(stage).run()
    else:
        for place, row in enumerate(record.data["act"]):
            stage.write(place, row)
    return stage


def _played(stage: Stage) -> Played:
    note = stage.record.data.get("note", "")
    chosen = {each.card: str(each.blank) for each in stage.blanks.filled}
    acts, steps, tried = tuple(stage.acts), tuple(certain_steps(stage)), tuple(stage.tried)
    return Played(stage.record.game, stage.opening, acts, steps, tried, note, chosen)


def _show(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))
