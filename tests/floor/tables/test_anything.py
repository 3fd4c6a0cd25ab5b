"""Whatever people order, in whatever order: it is done or refused, and replay gives what the table has."""

import itertools
import os
import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from floor.support import SEEN
from floor.tables.irregular import close_matter, draw_statement, possible_remedies, see_to_duties
from floor.tables.pit import GAMES, TRAY, Pit, opener, sign
from pitboss import law
from pitboss.floor.service.commands import Actor
from pitboss.floor.tables.collusion import EnglishOnly, ReportDevice, SuspectsFirst
from pitboss.floor.tables.corrections import CorrectRound, VoidRound
from pitboss.floor.tables.decks import HandShuffle, InspectCards, OrderCards, RiffleCards, SecureDecks
from pitboss.floor.tables.disputes import AskReview, LodgeComplaint, RaiseDispute, RuleOnDispute
from pitboss.floor.tables.limits_sign import AnnounceClosing, AnnounceLimits, ChangeLimits, SetOwnLimits, TakeDownNotice
from pitboss.floor.tables.opening import CloseTable, OpenTable
from pitboss.floor.tables.orders import LiftRestriction, NoteToldFirst, ReserveAreas, Restrict, SetPermission
from pitboss.floor.tables.playing import DealOn, TakeAct
from pitboss.floor.tables.seats import LeaveTable, RefuseWager, Vacate
from pitboss.floor.tables.state import IrregularityStated, UnopenedState
from pitboss.ledger import Overdrawn
from pitboss.money import Stake
from pitboss.play import Refused
from pitboss.play.acts import Place, Sit, TakeBack
from support import ULTIMATE

PEOPLE = ("Ann", "Bob", "Cy")
SEEDS = int(os.environ.get("PITBOSS_SEEDS", "2"))
"""How many floors are simulated at each game; a release is given more."""


def orders(pit: Pit, chance: random.Random) -> Iterator[Any]:
    """Commands without end, most of them possible."""
    while True:
        who, area, spot = chance.choice(PEOPLE), chance.randint(1, 3), opener(pit.game)
        limits = sign(pit.game, chance.choice((5, 10, 25, 50)), chance.choice((500, 800)))
        notice = next((up.id for up in pit.open_state.notices), pit.open_state.closing_sign) if pit.is_open else ""
        dispute = pit.state.disputes[-1].id if pit.state.disputes else "none"
        past = chance.choice(pit.state.past) if pit.state.past else None
        yield from chance.sample(
            [
                OpenTable("7", pit.game, pit.terms(areas=3), TRAY),
                CloseTable("7", TRAY),
                TakeAct("7", Place("wagers", who, area, spot, Stake.of(chance.choice((5_00, 25_00, 100_00))))),
                TakeAct("7", Sit("wagers", who, chance.randint(0, 3))),
                TakeAct("7", TakeBack("wagers", who, area, spot)),
                LeaveTable("7", who),
                Vacate("7", who),
                RefuseWager("7", who, area, spot, "grounds"),
                ChangeLimits("7", limits, "busy", chance.random() < 0.5),
                AnnounceLimits("7", limits if chance.random() < 0.7 else {}),
                SetOwnLimits("7", who, chance.choice(({}, sign(pit.game, 50, 1_000))), "known"),
                AnnounceClosing("7"),
                TakeDownNotice("7", notice, "called off"),
                VoidRound("7", "disruption", "lights"),
                NoteToldFirst("7", "inspector", law.ONE_AREA_AT_MINIMUM, who),
                Restrict("7", who, chance.choice((law.ONE_AREA_AT_MINIMUM, law.HELD_TO_MINIMUM))),
                LiftRestriction("7", who),
                ReserveAreas("7", who, chance.choice(((), (2,), (3,)))),
                SetPermission("7", law.SPLIT_AGAIN, chance.random() < 0.5, SEEN),
                OrderCards("7", chance.choice(("shuffle", "replace")), "a doubt"),
                SecureDecks("7", f"seal {area}", pre_shuffled=chance.choice(("", "house", "angel"))),
                InspectCards("7", pack=chance.choice(("", f"seal {area}"))),
                HandShuffle("7"),
                SuspectsFirst("7", (who,), "looks"),
                EnglishOnly("7", chance.random() < 0.5, "signals"),
                ReportDevice("7", who, "a watch"),
                RiffleCards("7", who),
                CorrectRound("7", pit.round.number, pit.open_state.acts, "looked again", pit.manager)
                if pit.is_open
                else DealOn("7"),
                CorrectRound("7", past.opening.number, past.acts, "looked again", pit.manager) if past else DealOn("7"),
                RaiseDispute("7", who, 1, "a pay"),
                RuleOnDispute("7", dispute, "no"),
                AskReview("7", dispute),
                LodgeComplaint("7", dispute),
            ],
            k=3,
        )
        if pit.is_open and chance.random() < 0.4 and (said := draw_statement(pit, chance)):
            possible = possible_remedies(pit, said.report, exposed=said.exposed)
            yield said._replace(remedy=chance.choice(("", *possible)), reason="seen")
        yield from [DealOn("7")] * chance.randint(0, 6)


@pytest.mark.parametrize("seed", range(SEEDS))
@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_ordered(pits: Callable[[str], Pit], game: str, seed: int) -> None:
    pit = pits(game)
    chance = random.Random(f"{game} {seed}")
    pit.open(areas=3)
    pit.fund(*PEOPLE)
    done = rounds = 0
    for command in itertools.islice(orders(pit, chance), 120):
        actor = chance.choice((pit.dealer, pit.supervisor, pit.boss, pit.boss))
        try:
            go_on(pit, chance, actor, command)
            done += 1
        except (Refused, Overdrawn):
            pass
        rounds = max(rounds, 0 if isinstance(pit.state, UnopenedState) else pit.state.table.rounds)
        if chance.random() < 0.05:
            pit.wait(minutes=11)
            pit.tick()
    assert done > 20 and rounds > 1
    assert pit.events(IrregularityStated)
    pit.sound()


def go_on(pit: Pit, chance: random.Random, actor: Actor, command: Any) -> None:
    """Give a command; the dealer opens a closed table again, and sees to it that a person plays."""
    if not isinstance(command, DealOn):
        pit.do(actor, command)
    elif not pit.is_open:
        pit.open(areas=3)
    elif pit.state.decks.awaits:
        pit.do(pit.dealer, InspectCards("7"))
    elif pit.open_state.is_between_rounds and pit.open_state.closing:
        pit.close()
    elif pit.open_state.is_between_rounds and chance.random() < 0.7:
        pit.place(
            chance.choice(PEOPLE),
            chance.randint(1, 3),
            pit.open_state.terms.limits[opener(pit.game)].minimum_cents // 100,
        )
    else:
        close_matter(pit, chance)
        see_to_duties(pit, chance)
        complete(pit)
        pit.step()


def complete(pit: Pit) -> None:
    """Put the Blind beside an Ante that a person placed alone: nothing is dealt before it is there."""
    wagers = pit.round.wagers if pit.game == ULTIMATE and pit.round.need("wagers") else ()
    there = {(wager.patron, wager.area) for wager in wagers if wager.spot == "blind" and wager.live}
    for wager in wagers:
        if wager.spot == "ante" and wager.live and (wager.patron, wager.area) not in there:
            pit.act(pit.dealer, Place("wagers", wager.patron, wager.area, "blind", wager.left))
