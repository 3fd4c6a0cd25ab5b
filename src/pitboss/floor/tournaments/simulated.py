"""A tournament that plays itself: players who wager and decide by chance, a dealer, a supervisor and a director, each
of whom gives the orders that people would give. The demonstration shows one, and tests play whole ones."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from typing import Any

from pitboss.floor.operators import house_edition
from pitboss.floor.patrons import account, office
from pitboss.floor.patrons.state import load_patron
from pitboss.floor.people.permission import PATRON
from pitboss.floor.service import Actor, Order, stamp
from pitboss.floor.service.floor import Floor
from pitboss.floor.store import table_stream
from pitboss.floor.tables.playing import DealOn, TakeAct
from pitboss.floor.tables.state import OpenState
from pitboss.floor.tournaments import building, entries, results, special_wagers, tournament_sessions
from pitboss.floor.tournaments import state as tournaments
from pitboss.money import Stake
from pitboss.play import Decide, DecisionNeed, Place, Refused, Round, SitOut, WagersNeed
from pitboss.play.needs import AnnounceNeed

Choose = Callable[[int], int]
"""Chooses a number below another."""
STANDS = 15
"""The total at which a simulated player of Pontoon stands."""


class SimulatedTournament:
    """A tournament whose people are simulated; it is published before."""

    def __init__(self, floor: Floor, operator: str, tournament: str, tables: tuple[str, ...], choose: Choose) -> None:
        self.floor, self.operator, self.tournament, self.tables, self.choose = (
            floor,
            operator,
            tournament,
            tables,
            choose,
        )
        highest = house_edition(operator).ranks[-1]
        self.head = Actor(operator, highest, highest)
        self._keys = count()

    @property
    def state(self) -> tournaments.TournamentState:
        """The tournament as it stands."""
        return tournaments.load_tournament(self.floor.store, self.operator, self.tournament)

    def order(self, command: Any, actor: Actor | None = None) -> dict[str, Any]:
        """Give an order, of the head of the tournament unless another person gives it."""
        key = f"simulated {self.tournament} {self.state.length} {next(self._keys)} {self.choose(10**9)}"
        return self.floor.do(Order(actor or self.head, command, key))

    def patron(self, name: str) -> Actor:
        """A player, as the one who gives an order."""
        return Actor(self.operator, name, PATRON)

    def enter(self, names: tuple[str, ...]) -> None:
        """Enter players, who are registered and have paid in what the tournament costs."""
        given = self.state.given
        cents = given.entry_fee_cents + given.buy_in_cents * len(given.sessions) * 2
        for name in names:
            if not load_patron(self.floor.store, self.operator, name).registered:
                self.order(office.RegisterPatron(name))
                self.order(office.IssueCard(name, f"{self.tournament} {name}"))
            if cents:
                self.order(account.PayIn(name, cents))
            self.order(entries.EnterTournament(self.tournament, name, agrees=True), self.patron(name))
        if not self.state.director:
            self.order(building.AppointHead(self.tournament, self.head.person))
        self.order(building.NotePresence(self.tournament))
        self.order(entries.BriefPlayers(self.tournament))

    def play(self, settle: Callable[[], None] = lambda: None) -> Iterator[str]:
        """Play on, step by step, until the tournament is concluded; `settle` lets the floor follow."""
        while self.state.status != tournaments.CONCLUDED:
            settle()
            state = self.state
            session = state.session
            if session is None:
                yield self._go_on(state)
            elif session.status == tournaments.DRAWN:
                for name in session.players if state.given.buy_in_cents else ():
                    self.order(tournament_sessions.PayBuyIn(self.tournament, name), self.patron(name))
                self.order(tournament_sessions.StartSession(self.tournament))
                yield "session"
            elif session.status == tournaments.ENDED:
                self.order(results.EndSession(self.tournament))
                yield "places"
            else:
                for name in session.tables:
                    yield self._play_table(name)

    def _go_on(self, state: tournaments.TournamentState) -> str:
        draw = tournament_sessions.next_draw(state)
        if draw is None:
            self.order(results.ConcludeTournament(self.tournament))
            return "concluded"
        self.order(tournament_sessions.DrawSeats(self.tournament, self.tables[: draw.tables]))
        return "draw"

    def _play_table(self, name: str) -> str:
        """Take the next step at a table."""
        state = self.state
        session = state.session
        table = self.floor.table(table_stream(self.operator, name)).state
        if session is None or session.status != tournaments.OPEN or not isinstance(table, OpenState):
            return "waits"
        at, round = session.tables[name], table.round
        if at.is_counted:
            return "counted"
        at_hand = round.number - at.first_round == at.rounds
        if table.is_between_rounds and tournament_sessions.is_over(
            state, session, name, round.number, stamp(self.floor.clock())
        ):
            if at_hand:
                self.order(results.CountChips(self.tournament, name))
            return "count"
        for need in round.needs:
            if isinstance(need, WagersNeed) and not any(hand.cards for hand in round.hands):
                done = {wager.patron for wager in round.wagers if wager.live} | {
                    box.seated for box in round.boxes if box.sits_out
                }
                to_wager = [patron for patron in at.playing if patron not in done]
                if not at_hand or (to_wager and not self._wager(state, name, to_wager, round)):
                    return "waits"  # what the floor does by itself comes first: players leave, limits move
                if to_wager:
                    return "wager"
            if isinstance(need, DecisionNeed) and not need.optional:
                self._decide(name, round, need)
                return "decision"
            if isinstance(need, AnnounceNeed):
                self.order(special_wagers.AnnounceForm(self.tournament, round.wagers[need.wager].patron))
                return "announced"
        self.order(DealOn(name))
        return "deal"

    def _wager(self, state: tournaments.TournamentState, name: str, players: list[str], round: Round) -> bool:
        """Have the next of these players wager; say whether one did."""
        session = tournaments.session_of(state)
        at = session.tables[name]
        limits, is_alone = state.given.limits(at.rounds), len(at.playing) - len(players) < 2
        for patron in players:
            area, used = at.seat_of(patron), session.forms.get(patron, 0)
            most = min(limits.maximum_cents, at.chips[patron]) // limits.minimum_cents
            with suppress(Refused):  # it is another player's turn
                if used < state.given.undisclosed and not self.choose(4):
                    self._write_form(patron, limits.minimum_cents * (1 + self.choose(max(1, min(3, most)))))
                    return True
                if session.pass_cards.get(patron, 0) < state.given.pass_cards and not self.choose(6) and not is_alone:
                    self.order(TakeAct(name, SitOut("wagers", patron, area)), self.patron(patron))
                    return True
                per = len(round.game.openers) * 4 if len(round.game.openers) > 1 else 1  # type: ignore[attr-defined]
                units = max(1, self.choose(max(1, most // per)) + (1 if most > 1 else 0)) if most else 0
                for spot in round.game.openers:  # type: ignore[attr-defined]
                    stake = Stake.of(max(1, min(units, most)) * limits.minimum_cents)
                    self.order(TakeAct(name, Place("wagers", patron, area, spot, stake)), self.patron(patron))
                return True
        return False

    def _write_form(self, patron: str, cents: int) -> None:
        self.order(special_wagers.HandInForm(self.tournament, patron, "wager", cents), self.patron(patron))
        try:
            self.order(special_wagers.ExamineForm(self.tournament, patron))
        except Refused:
            self.order(special_wagers.ExamineForm(self.tournament, patron, accepts=False))
            raise

    def _decide(self, name: str, round: Round, need: DecisionNeed) -> None:
        """Decide for a player: at Pontoon by the total, else by chance; without the chips for it, the option that takes
        none."""
        free = [option for option in need.options if not option.least_cents] or list(need.options)
        option = free[self.choose(len(free))]
        names = {each.name: each for each in need.options}
        if "stand" in names and need.hand > 0:
            says = round.game.says(round.hands[need.hand]).split()[-1]
            option = names["stand" if not says.isdecimal() or int(says) >= STANDS or "draw" not in names else "draw"]
        else:
            bets = [each for each in need.options if each.least_cents]
            if bets and self.choose(2):
                with suppress(Exception):  # too few chips
                    self._take(name, need, bets[0].name, bets[0].least_cents)
                    return
        self._take(name, need, option.name, option.least_cents)

    def _take(self, name: str, need: DecisionNeed, option: str, cents: int) -> None:
        act = Decide(need.id, need.patron, option, Stake.of(cents))
        self.order(TakeAct(name, act), self.patron(need.patron))
