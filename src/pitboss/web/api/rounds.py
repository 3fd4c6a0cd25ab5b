"""Rounds that are over: their settlements with clauses and in words, step by step, as the asker may see them."""

from typing import Annotated, Any

from fastapi import Path, Query, Response
from msgspec import UNSET, UnsetType

from pitboss import messages
from pitboss.floor.people.permission import INSPECTOR
from pitboss.floor.service.commands import Actor, FloorTable
from pitboss.floor.tables import log, state
from pitboss.law.rules import Rules
from pitboss.play import apply, encode, fold, view
from pitboss.report.decision import round_data, ruling_data, rulings
from pitboss.report.narration import audience_afterwards, tell_round, tell_step
from pitboss.report.record import write_record
from pitboss.report.settlements import say_grounds, settlement_words
from pitboss.value import Value
from pitboss.web import access, resource
from pitboss.web.api import problems, table_data
from pitboss.web.api.dependencies import Api, Inspector, Limit, TheApi, TheTable, Who
from pitboss.web.meter_view import PAID, JackpotPrizeSeen, see_prizes
from pitboss.web.pages import svg, table_view
from pitboss.web.pages.felt import FeltSeen, felt

Number = Annotated[int, Path(ge=1, le=2**53, description="The number of the round.", examples=[12])]
Before = Annotated[int, Query(ge=0, le=2**53, description="The cursor that the last page gave; 0 for the newest.")]
AtStep = Annotated[int, Query(ge=0, le=2**53, description="A step; 0 for the end.")]


site = resource.Site("rounds")


class TotalSeen(Value):
    """The result of a round for a player."""

    player: str
    staked_cents: int
    returned_cents: int
    won_cents: int
    net_cents: int
    tokens_net_cents: int


class RoundLine(Value):
    """A round in a list: a patron's own part of it, or all of it."""

    round: int
    ended_at: str
    settlements: list[table_data.SettlementSeen]
    words: list[str]
    totals: list[TotalSeen]
    net_cents: int


class Rounds(Value):
    """Rounds of a table that are over."""

    table: str
    title: str
    rounds: list[RoundLine]
    next: int | None


@site.resource("/tables/{table}/rounds")
def rounds(api: TheApi, floor_table: TheTable, who: Who, before: Before = 0, limit: Limit = 20) -> Rounds:
    """The rounds of a table, the newest first; a patron sees those that they wagered in."""
    rules = table_data.rules_of(floor_table)
    assert rules is not None  # there is such a table
    found = log.find_ended_rounds(api.floor.store, floor_table.stream, before or 2**62, limit)
    shown = [
        _line(rules, stored.at, event, who, _prizes(api, floor_table, event))
        for stored, event in found
        if access.sees_patrons(who) or any(total.patron == who.person for total in event.totals)
    ]
    return Rounds(
        floor_table.stream.table, rules.game.title, shown, found[-1][0].number if len(found) == limit else None
    )


rounds.page("rounds.html")


class StepSummary(Value):
    """A step of a round, and what happened in it as its viewer saw it then."""

    at: int
    words: str


class PastRound(Value, kw_only=True):
    """A round that is over: what was decided, by which clauses, and the hands as the asker saw them."""

    table: str
    title: str
    game: str
    edition: str
    version: str
    content_hash: str
    round: int
    over: bool
    waits_for: list[str]
    wagers: list[dict[str, Any]]
    claims: list[dict[str, Any]]
    hands: list[dict[str, Any]]
    totals: list[dict[str, Any]]
    view: table_data.RoundSeen
    words: list[str]
    rulings: list[dict[str, Any]]
    chips_cents: tuple[int, ...]
    felt: FeltSeen
    """The felt at the end, or after the step that was asked for."""
    told: table_view.RoundSummary
    step: StepSummary | None
    steps: int
    acts: list[dict[str, Any]] | UnsetType = UNSET
    story: list[dict[str, Any]] | UnsetType = UNSET


@site.resource("/tables/{table}/rounds/{number}")
def past_round(api: TheApi, floor_table: TheTable, who: Who, number: Number, step: AtStep = 0) -> PastRound:
    """A round that is over, or as it was after a step of it."""
    past = _recall(api, floor_table, number)
    round = table_view.fold_finished(past)
    if not access.sees_patrons(who) and all(wager.patron != who.person for wager in round.wagers):
        raise _no_round(floor_table, number)
    rules, viewer = round.game.rules, table_data.viewer_of(who)
    seen = view(round, viewer)
    at = min(step, len(past.acts))
    then, step_told = round, None
    if at:
        then = fold(past.opening, past.acts[:at])
        before, act = fold(past.opening, past.acts[: at - 1]), past.acts[at - 1]
        told = tell_step(before, act, apply(before, act), audience_afterwards(viewer))
        step_told = StepSummary(at, " ".join(sentence.closed.text(svg.card_names) for sentence, _ in told))
    more: dict[str, Any] = {}
    if who.role == INSPECTOR:
        more["acts"] = [encode(act) for act in past.acts]
        more["story"] = [
            {"says": str(sentence), "because": say_grounds(past.opening.game.rules, event.because)}
            for _, _, told in tell_round(past.opening, past.acts)
            for sentence, event in told
        ]
    return PastRound(
        **round_data(round),
        table=floor_table.stream.table,
        title=rules.game.title,
        view=table_data.see_round(round, seen),
        words=[settlement_words(done, round) for done in round.settlements],
        rulings=[ruling_data(rules, ruling) for ruling in rulings(past.opening, past.acts)],
        chips_cents=round.game.terms.chips.denominations,
        felt=felt(then, view(then, viewer)) if at else felt(round, seen),
        told=table_view.tell_settlements(round, who, see_prizes(api.floor.store, floor_table.stream, round)),
        step=step_told,
        steps=len(past.acts),
        **more,
    )


past_round.page("round.html")


@site.api.get("/api/tables/{table}/rounds/{number}/record")
def record(api: TheApi, floor_table: TheTable, who: Inspector, number: Number) -> Response:
    """A round that is over as a record: TOML that `pitboss settle` decides again."""
    past = _recall(api, floor_table, number)
    return Response(write_record(past.opening, past.acts), media_type="application/toml")


def _recall(api: Api, floor_table: FloorTable, number: int) -> state.FinishedRound:
    past = log.recall(api.floor.store, floor_table.stream, number, known=floor_table.state)
    if past is None:
        raise _no_round(floor_table, number)
    return past


def _no_round(floor_table: FloorTable, number: int) -> problems.NotFound:
    return problems.NotFound(
        messages.say("There is no round {number} at table {table}.", number=number, table=floor_table.stream.table)
    )


def _prizes(api: Api, floor_table: FloorTable, event: state.TableRoundEnded) -> tuple[JackpotPrizeSeen, ...]:
    """The jackpot prizes of a round; a round without a claim is not replayed to find them."""
    if not event.claims:
        return ()
    round = table_view.fold_finished(_recall(api, floor_table, event.round))
    return see_prizes(api.floor.store, floor_table.stream, round)


def _line(
    rules: Rules, at: str, event: state.TableRoundEnded, who: Actor, prizes: tuple[JackpotPrizeSeen, ...]
) -> RoundLine:
    theirs = [prize for prize in prizes if access.sees_patrons(who) or prize.patron == who.person]
    mine = [done for done in event.settlements if access.sees_patrons(who) or done.patron == who.person]
    totals = [total for total in event.totals if access.sees_patrons(who) or total.patron == who.person]
    return RoundLine(
        round=event.round,
        ended_at=at,
        settlements=[table_data.see_settlement(rules, done) for done in mine],
        words=[*(settlement_words(done) for done in mine), *(prize.words for prize in theirs)],
        totals=[TotalSeen(t.patron, t.staked, t.returned, t.won, t.net, t.tokens_net) for t in totals],
        net_cents=sum(total.net for total in totals) + sum(prize.cents for prize in theirs if prize.state == PAID),
    )
