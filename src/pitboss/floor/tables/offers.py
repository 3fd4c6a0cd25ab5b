"""Every command that sets something a table's edge hangs on, with what the table offers once it is done."""

from collections.abc import Callable, Mapping
from typing import Any

from pitboss.floor.service.commands import OpenTable
from pitboss.floor.tables.edges import Offer, opened_offer
from pitboss.floor.tables.notices import AnnounceLimits, announced_offer
from pitboss.floor.tables.orders import SetPermission, permitted_offer
from pitboss.floor.tables.signs import (
    ChangeLimits,
    SetMaximumPayout,
    SetOwnLimits,
    capped_offer,
    limited_offer,
    own_offer,
)
from pitboss.floor.tables.state import TableState

OFFERS: Mapping[type, Callable[[Any, TableState], Offer]] = {
    OpenTable: opened_offer,
    SetPermission: permitted_offer,
    SetMaximumPayout: capped_offer,
    ChangeLimits: limited_offer,
    AnnounceLimits: announced_offer,
    SetOwnLimits: own_offer,
}
"""Each of these carries the edge that was seen of what it sets."""
