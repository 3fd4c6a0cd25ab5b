"""Checks of every order at a table that a tournament has designated: its players alone, from their own seats,
within the session and its time; play waits for disputes and for the director."""

from pitboss import law
from pitboss.floor.cashier.chips import BuyIn, CashOut, TakeVoucher
from pitboss.floor.service.commands import CarryOut, Decision, Order, World, refuse
from pitboss.floor.tables import limits_sign, opening, orders, playing, seats, state
from pitboss.floor.tournaments import building, special_wagers, tournament_sessions
from pitboss.floor.tournaments import state as tournaments
from pitboss.messages import say
from pitboss.play import Act, Round, Sit, SitOut, TakeBack, acts, events, needs
from pitboss.play import Place as PlaceWager

CHIPS = (BuyIn, CashOut, TakeVoucher)
LIMITS = (limits_sign.ChangeLimits, limits_sign.AnnounceLimits, limits_sign.SetOwnLimits, orders.SetPermission)
PLAY = (playing.TakeAct, playing.DealOn)


class TableGuard:
    """The check of one order at a table of a tournament."""

    def __init__(self, world: World, order: Order, table: state.OpenState) -> None:
        self.world, self.order, self.table = world, order, table
        operator, self.name = world.table.stream.operator, world.table.stream.table
        self.state: tournaments.TournamentState = tournaments.load_tournament(
            world.store, operator, table.unit.tournament
        )
        self.rules = table.table.game.rules  # as the tournament amends them

    def cite(self, *keys: law.Key) -> law.Because:
        """Those of some rules that this document has; the tournament's own terms where it has none."""
        return self.rules.only(keys) or (law.TERMS_RULES_PREVAIL,)

    def carry_out(self, decide: CarryOut) -> Decision:
        """Decide the order, if the tournament lets it be given."""
        command = self.order.command
        if isinstance(command, CHIPS):
            words = "Chips of a tournament are handed out by the tournament alone, and grow by winning wagers."
            raise refuse(words, *self.cite(law.TOURNAMENT_CHIPS, law.ONLY_BY_WINNING))
        if isinstance(command, LIMITS):
            words = "The limits and rules of a tournament's table move as its conditions announced, and not otherwise."
            raise refuse(words, *self.cite(law.LIMITS_AS_ANNOUNCED))
        if isinstance(command, opening.CloseTable | seats.LeaveTable):
            words = "This table serves a tournament. The tournament ends its play and closes it."
            raise refuse(words, *self.cite(law.TABLE_EXCLUSIVE))
        if not isinstance(command, PLAY):
            return decide(self.world, self.order)
        session, table = self._session()
        building.check_going(self.state, self.name)
        if isinstance(command, playing.TakeAct):
            self._check_act(command.act, session, table)
        done = decide(self.world, self.order)
        if _deals_first(self.table.round, done):
            self._check_all_wagered(session, table)
        if isinstance(command, playing.TakeAct) and isinstance(command.act, SitOut):
            stream = tournaments.tournament_stream(self.order.actor.operator, self.state.tournament)
            round, because = self.table.round.number, self.cite(law.PASS_CARD)
            event = special_wagers.PassCardPlayed(command.act.patron, self.name, round, because)
            return done._replace(also=(*done.also, (stream, (event,))))
        return done

    def _session(self) -> tuple[tournaments.SessionState, tournaments.TableSession]:
        session = self.state.session
        if session is None or session.status != tournaments.OPEN or self.name not in session.tables:
            raise refuse("No session is played at this table now.", *self.cite(law.TABLES_DESIGNATED, law.SESSION_ENDS))
        return session, session.tables[self.name]

    def _check_act(self, act: Act, session: tournaments.SessionState, table: tournaments.TableSession) -> None:
        """Refuse a seat or a wager that is not its player's to take."""
        if isinstance(act, Sit):
            raise refuse(
                "Seats of a tournament are drawn by lot.", *self.cite(law.OWN_POSITION, law.MANAGER_DETERMINES)
            )
        if not isinstance(act, PlaceWager | TakeBack | SitOut):
            return
        if act.patron not in table.playing:
            words = say("{patron} does not play at this table of the tournament.", patron=act.patron)
            raise refuse(words, law.ENTRANTS_ONLY, *self.rules.only((law.TABLE_EXCLUSIVE,)))
        if act.area != table.seat_of(act.patron):
            words = say("{patron} wagers from area {area} alone.", patron=act.patron, area=table.seat_of(act.patron))
            raise refuse(words, *self.cite(law.OWN_POSITION))
        round = self.table.round.number
        if tournament_sessions.is_over(
            self.state, session, self.name, round, self.world.at
        ) and not tournament_sessions.has_begun(self.table.round):
            raise refuse("The session is over at this table.", *self.cite(law.SESSION_ENDS))
        if not session.rounds and not session.ends_at and round - table.first_round != table.rounds:
            raise refuse("The last round is being counted. Wait a moment.", *self.cite(law.PLAY_OFF))
        if isinstance(act, PlaceWager):
            self._check_wager(act, table)
        if isinstance(act, SitOut) and act.why != acts.PASS_CARD:
            raise refuse("An absent player is charged at the tournament's desk.", *self.cite(law.ABSENCE))
        if isinstance(act, SitOut) and any(f.patron == act.patron and not f.announced for f in self.state.forms):
            raise refuse("This player has an undisclosed wager in this round.", *self.cite(law.PASS_CARD))
        if isinstance(act, SitOut) and session.pass_cards.get(act.patron, 0) >= self.state.given.pass_cards:
            raise refuse("This player has no pass card left.", *self.cite(law.PASS_CARD, law.TERMS_SPECIAL_WAGERS))

    def _check_wager(self, act: PlaceWager, table: tournaments.TableSession) -> None:
        """Refuse a wager by limits that have moved, and more than the minimum after the time for wagers."""
        if act.face_down:
            raise refuse("An undisclosed wager goes to the supervisor on its form.", *self.cite(law.UNDISCLOSED_FORM))
        # By the rounds that are over, of which the last may not be counted yet.
        limits = self.state.given.limits(self.table.round.number - table.first_round)
        if self.table.terms.limits != dict.fromkeys(self.table.terms.limits, limits):
            raise refuse("The limits move now. Wait a moment.", *self.cite(law.LIMITS_AS_ANNOUNCED))
        if act.spot not in self.table.terms.limits:
            return
        mine = sum(w.stake.cents for w in self.table.round.wagers_on(act.area, act.spot) if w.live)
        most = 0 if tournaments.disqualifies(self.rules) else limits.minimum_cents
        if tournaments.is_late(self.state, table, self.world.now) and mine + act.stake.cents > most:
            held = "The time for wagers is over: {patron} is held to the minimum."
            words = held if most else "The time for wagers is over, and {patron} has none: cancel the position."
            because = self.cite(law.WAGER_TIME, law.LATE_MINIMUM)
            raise refuse(say(words, patron=act.patron), *because, *self.rules.readings("P23"))

    def _check_all_wagered(self, session: tournaments.SessionState, table: tournaments.TableSession) -> None:
        """Refuse the first card while a form waits to be examined, or a player has neither wagered nor passed and was
        not charged as absent."""
        round = self.table.round
        if waits := [f.patron for f in self.state.forms if f.table == self.name and not f.examined]:
            words = "The form of {players} is examined before the round begins."
            raise refuse(say(words, players=", ".join(waits)), *self.cite(law.UNDISCLOSED_EXAMINED))
        done = {wager.patron for wager in round.wagers if wager.live} | {b.seated for b in round.boxes if b.sits_out}
        done |= {name for name, rounds in session.absent.items() if round.number in rounds}
        waits = [name for name in table.playing if name not in done]
        if waits:
            words = "{players}: no wager. Place it, play a pass card, charge the absence, or disqualify."
            because = self.cite(law.WAGER_EACH_ROUND, law.TERMS_MINIMUM)
            raise refuse(say(words, players=", ".join(waits)), *because, *self.rules.readings("P23"))


def _deals_first(round: Round, done: Decision) -> bool:
    """Say whether a decision deals the first card of a round to a hand."""
    if any(hand.cards for hand in round.hands):
        return False
    return any(
        isinstance(e, events.CardsDealt) and any(hand != needs.RACK for hand in e.hands) for e in done.play_events
    )
