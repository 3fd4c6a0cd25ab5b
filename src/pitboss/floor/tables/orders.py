"""Orders of a person of rank at a table between rounds: players held to less than others (Pontoon 5.11 to 5.13),
areas kept for one (5.14), fewer people (5.5, 5.16), a shuffle or new cards (4.1.4, 3.5), rules that a document leaves
to a person of rank (13.9, 15.4); and the people who must be told first."""

from dataclasses import replace
from typing import Annotated, Any, ClassVar

from pitboss import law
from pitboss.floor.people.permission import INSPECTOR, SURVEILLANCE
from pitboss.floor.service import commands
from pitboss.floor.service.forms import ITEM, ORDERS, CommandForm, FieldPrompt, needs_rule
from pitboss.floor.tables import edges, limits_sign
from pitboss.floor.tables.state import EdgeSeen, OpenState, TableEvent, TableState, ToldFirst, begin_again, open_state
from pitboss.games import make_game
from pitboss.games.pontoon import boxes
from pitboss.messages import say
from pitboss.play.terms import Restriction

APPROVED = "approved by an inspector"
"""The `who` of a `ToldFirst` event when an inspector has approved an order, and was not only told of it."""

FIRST: dict[law.Key, tuple[str, ...]] = {
    law.HELD_IN_LATER_SHOES: (INSPECTOR,),
    law.ONE_AREA_AT_MINIMUM: (INSPECTOR,),
    law.PAIRS_NEED_WAGER: (SURVEILLANCE, INSPECTOR),
    law.FIRST_TWO_DOWN: (APPROVED,),
}
"""Who must be told of an order, or approve it, before it is given."""
RESTRICTIONS = (law.HELD_TO_MINIMUM, law.HELD_IN_LATER_SHOES, law.ONE_AREA_AT_MINIMUM)
"""What a player may be held to."""


class PlayerRestricted(TableEvent, tag="PlayerRestricted"):
    """A player was held to less than others may do."""

    patron: str
    rule: str
    rank: str
    inspector_told: bool

    def rests_on(self) -> law.Because:
        return (law.Key(self.rule),) if self.rule in law.TITLES else ()

    def change_open(self, state: OpenState) -> OpenState:
        restriction = Restriction(self.rule, self.rank, self.inspector_told)
        state = _use_up(state, self.rule, self.patron)
        return begin_again(state, boxes.restrict(state.table, self.patron, restriction))


class RestrictionLifted(TableEvent, tag="RestrictionLifted"):
    """A player may wager like the others again."""

    patron: str
    rank: str
    because: law.Because = ()
    """The rule that they were held by."""

    def change_open(self, state: OpenState) -> OpenState:
        return begin_again(state, boxes.release(state.table, self.patron, self.rank))


class AreasReserved(TableEvent, tag="AreasReserved"):
    """Areas were kept for one player; an empty list ends it."""

    rules: ClassVar[law.Because] = (law.AREAS_RESERVED,)
    patron: str
    areas: tuple[int, ...]
    rank: str

    def change_open(self, state: OpenState) -> OpenState:
        return begin_again(state, boxes.reserve(state.table, self.patron, self.areas, self.rank))


class PeopleLimited(TableEvent, tag="PeopleLimited"):
    """Fewer players may wager on one area or at the table; 0 restores the number of the rules."""

    bettors: int
    players: int
    rank: str

    def rests_on(self) -> law.Because:
        return (law.THREE_BETTORS if self.bettors else law.FEWER_PLAYERS,)

    def change_open(self, state: OpenState) -> OpenState:
        limited = boxes.limit_people(state.table, self.rank, bettors=self.bettors, players=self.players)
        return begin_again(state, limited)


class PermissionSet(TableEvent, tag="PermissionSet"):
    """A rule that a document leaves to a person of rank was put in force at the table, or taken out of it."""

    rule: str
    granted: bool
    rank: str
    edge: EdgeSeen | None = None

    def rests_on(self) -> law.Because:
        return (law.Key(self.rule),) if self.rule in law.TITLES else ()

    def change_open(self, state: OpenState) -> OpenState:
        state, game = _use_up(state, self.rule, ""), state.table.game
        rules = set_permission(game.rules, law.Key(self.rule), granted=self.granted)
        return begin_again(state, state.table._replace(game=make_game(rules, game.terms)).change_terms(game.terms))


def set_permission(rules: law.Rules, rule: law.Key, *, granted: bool) -> law.Rules:
    """The rules with a permission put in force, or taken out."""
    return rules.amend(grant=[rule]) if granted else replace(rules, granted=rules.granted - {rule})


def _use_up(state: OpenState, rule: str, patron: str) -> OpenState:
    """The table without the `ToldFirst` event that this order used: each serves one restriction."""
    return state._replace(told=tuple(one for one in state.told if (one.about, one.patron) != (rule, patron)))


class NoteToldFirst(commands.TableCommand, tag="Tell"):
    """Put on record that an inspector or Surveillance was told of an order before it is given."""

    forms: ClassVar = (
        CommandForm("Who was told first", "Put on record", group=ORDERS, needs=needs_rule(law.HELD_TO_MINIMUM)),
    )
    who: Annotated[str, FieldPrompt("Person told", among=("inspector", "surveillance"))]
    about: Annotated[str, FieldPrompt("About", among={str(rule): law.TITLES[rule] for rule in FIRST})]
    patron: str = ""

    def decide(self, world: commands.World, order: commands.Order) -> commands.Decision:
        if self.who not in (INSPECTOR, SURVEILLANCE):
            raise commands.refuse(say("Tell an inspector or Surveillance, not {who}.", who=self.who), law.TOLD_FIRST)
        return commands.note_when_open(world, ToldFirst(self.who, self.about, self.patron))


class InspectorApproves(commands.TableCommand, tag="InspectorApproves"):
    """An inspector approves an order before it is given."""

    takes: ClassVar = commands.CommandNeeds(roles=("inspector",))
    forms: ClassVar = (CommandForm("Approve", places=(ITEM,)),)
    about: str

    def decide(self, world: commands.World, order: commands.Order) -> commands.Decision:
        if order.actor.role != INSPECTOR:
            raise commands.refuse("Only an inspector can approve this.", law.NOT_YOURS)
        return commands.note_when_open(world, ToldFirst(APPROVED, self.about))


class Restrict(commands.TableCommand, tag="Restrict"):
    """Hold a player to less than others may do, by the rule of that name."""

    forms: ClassVar = (
        CommandForm("Restrict a player", "Restrict", group=ORDERS, needs=needs_rule(law.HELD_TO_MINIMUM)),
    )
    patron: str
    rule: Annotated[str, FieldPrompt("Restriction", among={str(rule): law.TITLES[rule] for rule in RESTRICTIONS})]

    def decide(self, world: commands.World, order: commands.Order) -> commands.Decision:
        """Restrict a player, after the people who must be told first were told."""
        state, rule = limits_sign.check_known(world, law.HELD_TO_MINIMUM), law.Key(self.rule)
        told = rule in FIRST and _were_told(state, rule, self.patron)
        return commands.note_between_rounds(world, PlayerRestricted(self.patron, rule, order.actor.role, told))


class LiftRestriction(commands.TableCommand, tag="LiftRestriction"):
    """Let a player wager like the others again."""

    forms: ClassVar = (CommandForm("Lift", places=(ITEM,)),)
    patron: str

    def decide(self, world: commands.World, order: commands.Order) -> commands.Decision:
        state = limits_sign.check_known(world, law.HELD_TO_MINIMUM)
        held = state.terms.restricted.get(self.patron)
        if held is None:
            raise commands.refuse(say("{patron} is not restricted.", patron=self.patron), law.HELD_TO_MINIMUM)
        return commands.note_between_rounds(
            world, RestrictionLifted(self.patron, order.actor.role, (law.Key(held.rule),))
        )


class ReserveAreas(commands.TableCommand, tag="ReserveAreas"):
    """Keep areas for one player; no areas end it."""

    forms: ClassVar = (
        CommandForm("Keep areas for one player", "Keep the areas", group=ORDERS, needs=needs_rule(law.HELD_TO_MINIMUM)),
    )
    patron: str
    areas: Annotated[tuple[int, ...], FieldPrompt("Areas", "such as 3, 4; leave empty to end it")]

    def decide(self, world: commands.World, order: commands.Order) -> commands.Decision:
        limits_sign.check_known(world, law.AREAS_RESERVED)
        return commands.note_between_rounds(world, AreasReserved(self.patron, self.areas, order.actor.role))


class LimitPeople(commands.TableCommand, tag="LimitPeople"):
    """Let fewer players wager on one area, or at the table; 0 is as many as the rules have."""

    forms: ClassVar = (CommandForm("Fewer players", "Set", group=ORDERS, needs=needs_rule(law.HELD_TO_MINIMUM)),)
    bettors: Annotated[int, FieldPrompt("On one area")] = 0
    players: Annotated[int, FieldPrompt("At the table")] = 0

    def decide(self, world: commands.World, order: commands.Order) -> commands.Decision:
        limits_sign.check_known(world, law.FEWER_PLAYERS)
        return commands.note_between_rounds(world, PeopleLimited(self.bettors, self.players, order.actor.role))


def _choose_permissions(_: commands.Actor, state: Any) -> dict[str, str]:
    """The rules that the document leaves to a person of rank, and which of them are in force."""
    if not isinstance(state, OpenState):
        return {}
    rules = state.table.game.rules
    known = sorted(law.PERMISSIONS & rules.edition.citations(rules.game).keys())
    return {str(rule): law.TITLES[rule] + (" (in force)" if rule in rules.granted else "") for rule in known}


class SetPermission(edges.OfferCommand, tag="SetPermission"):
    """Put a rule in force that the document leaves to a person of rank, or take it out again."""

    forms: ClassVar = (
        CommandForm("Permitted rule", "See its exact edge", group=ORDERS, needs=needs_rule(law.HELD_TO_MINIMUM)),
    )
    rule: Annotated[str, FieldPrompt(among=_choose_permissions)]
    granted: Annotated[bool, FieldPrompt("In force")] = True
    edge: EdgeSeen | None = None
    """What the lab told of the table with this rule, or without it."""

    def decide(self, world: commands.World, order: commands.Order) -> commands.Decision:
        state = world.table.open_state
        rules = state.table.game.rules
        after, rule = self.offer(state), law.Key(self.rule)
        if rule in rules.edition.powers and not rules.has_power(order.actor.role, rule):
            rank = rules.edition.powers[rule].replace("-", " ")
            raise commands.refuse(say("Only a {rank} or above can permit this.", rank=rank), rule)
        if self.granted and not _were_told(state, rule, ""):
            because = (law.TOLD_FIRST, rule) if rule == law.PAIRS_NEED_WAGER else (rule,)
            words = (
                "An inspector must approve this first."
                if APPROVED in FIRST[rule]
                else say("Tell {people} first, and put that on record.", people=" and ".join(FIRST[rule]))
            )
            raise commands.refuse(words, *because)
        edges.check_edge(edges.offer_of(state), after, self.edge, order.actor)
        return commands.note_between_rounds(world, PermissionSet(rule, self.granted, order.actor.role, self.edge))

    def offer(self, state: TableState) -> edges.TableOffer:
        """What an open table offers with a rule put in force, or taken out; refuse a rule that the document does not
        leave open."""
        now = edges.offer_of(open_state(state))
        rule, rules = law.Key(self.rule), now.rules
        if rule not in law.PERMISSIONS or rule not in rules.edition.citations(rules.game):
            raise commands.refuse(
                say("The rules of this game do not leave {rule} to a person of rank.", rule=self.rule), law.TERMS
            )
        return now._replace(rules=set_permission(rules, rule, granted=self.granted))


def _were_told(state: OpenState, rule: law.Key, patron: str) -> bool:
    """Whether all people who must be told first were told; most orders need none."""
    people_told = {told.who for told in state.told if (told.about, told.patron) == (rule, patron)}
    return people_told >= set(FIRST.get(rule, ()))
