"""The sign-in desk of a floor, over the accounts of its store."""

from pitboss.floor.people.signin import Desk
from pitboss.floor.service.floor import Floor


def sign_in_desk(floor: Floor) -> Desk:
    """A desk that signs in whoever has an account."""
    return Desk(floor.store, floor.clock)
