"""Whether a poker table may open on its terms: areas, device, and what its sign shows."""

from typing import TYPE_CHECKING

from pitboss import law
from pitboss.play.signs import check_chips, check_limits
from pitboss.play.wager import Refusal

if TYPE_CHECKING:
    from pitboss.play.poker.game import PokerGame


def check(game: "PokerGame") -> Refusal | None:
    """Say why a table may not open on these terms."""
    terms, book = game.terms, game.book
    if not 1 <= terms.areas <= book.areas:
        return Refusal((law.PLAYING_AREA,), f"A table has 1 to {book.areas} playing areas, not {terms.areas}.")
    if terms.device not in book.deals:
        return Refusal((law.CARDS_FROM_DEVICE,), f"Cards come from a {' or a '.join(book.deals)}.")
    return check_limits(game, game.limited) or check_chips(game, game.limited)
