"""Posts: who of the staff deals at a table, and who supervises it. Each is of a rank that may do what the post does."""

from collections.abc import Mapping

from pitboss import law
from pitboss.floor.people.permission import check, may
from pitboss.floor.people.standing import role_of
from pitboss.floor.service.commands import Actor, Order
from pitboss.floor.service.world import Decision, Handler, World, noted, refuse
from pitboss.floor.tables.pit_events import PostTaken
from pitboss.value import Value

POSTS: Mapping[str, str] = {"dealer": "DealOn", "supervisor": "RuleOn"}
"""The posts at a table, each with the command that whoever has it must be allowed to give."""


class TakePost(Value, tag="TakePost"):
    """Put somebody of the staff at a post of a table; nobody leaves it empty."""

    table: str
    post: str
    person: str = ""


def take_post(world: World, order: Order) -> Decision:
    """Put somebody at a post."""
    command: TakePost = order.command
    check(order.actor, "TakePost")
    state = world.desk.open_state
    if command.post not in POSTS:
        raise refuse(f"The posts at a table are {' and '.join(POSTS)}.", law.NOT_AN_OPTION)
    if state.posts.get(command.post, "") == command.person:
        raise refuse("That post is as it was.", law.NEED_CLOSED)
    if command.person:
        _check_rank(world, order.actor.operator, command)
    return noted(world, PostTaken(command.person, command.post), post=command.post, person=command.person)


def _check_rank(world: World, operator: str, command: TakePost) -> None:
    """Refuse a post to somebody who is not of the house, or whose rank does not reach it."""
    role = role_of(world.store, operator, command.person)[0]
    if not role or not may(Actor(operator, command.person, role), POSTS[command.post]):
        raise refuse(f"{command.person} is nobody of this house who may be the {command.post}.", law.POST_BY_RANK)


HANDLERS: dict[type, Handler] = {TakePost: take_post}
