"""Posts: who of the staff deals at a table, and who supervises it."""

from typing import NamedTuple

from pitboss import law
from pitboss.floor.commands import Order
from pitboss.floor.desk import Context, Handler, Prepared, refuse
from pitboss.floor.people.permission import check
from pitboss.floor.signs import open_state
from pitboss.floor.tables.pit_events import PostTaken
from pitboss.floor.tables.state import fold

POSTS = ("dealer", "supervisor")


class TakePost(NamedTuple):
    """Put somebody of the staff at a post of a table; nobody leaves it empty."""

    table: str
    post: str
    person: str = ""


def take_post(context: Context, order: Order) -> Prepared:
    """Put somebody at a post."""
    command: TakePost = order.command
    check(order.actor, "TakePost")
    state = open_state(context)
    if command.post not in POSTS:
        raise refuse(f"The posts at a table are {' and '.join(POSTS)}.", law.NOT_AN_OPTION)
    if state.posts.get(command.post, "") == command.person:
        raise refuse("That post is as it was.", law.NEED_CLOSED)
    event = PostTaken(command.person, command.post)
    reply = {"table": context.desk.journal.table, "post": command.post, "person": command.person}
    return Prepared((event,), fold([event], state), reply=reply)


HANDLERS: dict[type, Handler] = {TakePost: take_post}
