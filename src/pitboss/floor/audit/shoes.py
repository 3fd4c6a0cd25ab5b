"""Compares each shuffle that was opened with the commitment that was published before its first card, and with the
cards that came out of it; and the secret of a live shoe with the commitment to it."""

from sqlalchemy import Connection, select

from pitboss.cards import Card
from pitboss.cards.shoe import Opening
from pitboss.floor.audit.replay import Played
from pitboss.floor.audit.report import SHOES, Finding
from pitboss.floor.service.secrets import read_secret
from pitboss.floor.store import Stream, schema
from pitboss.floor.tables.events import ActTaken, ShoeOpened
from pitboss.play.acts import Shuffle
from pitboss.play.shoes import DealtCards, Shuffles, keeps_to


class ShoeWatch:
    """Watches the cards of one table."""

    def __init__(self, connection: Connection, stream: Stream, *, knows: bool = True) -> None:
        self.connection, self.stream = connection, stream
        self._dealt = DealtCards()
        self._shuffles = Shuffles()
        self._knows = knows
        """Whether it has seen the log from the beginning, and so every commitment."""

    def see(self, played: Played) -> Finding | None:
        """See one more event."""
        match played.event:
            case ActTaken(act, _):
                self._knows = self._knows or isinstance(act, Shuffle)
                self._dealt.see(act)
                self._shuffles = self._shuffles.after(act)
            case ShoeOpened(commitment, cards, seed, cut):
                return self._opened(played, commitment, (cards, seed, cut))
        return None

    def end(self) -> Finding | None:
        """A shoe that is still in use is not opened: its secret is to be what was committed to."""
        last, dealt = self._dealt.last, self._dealt.of(self._dealt.last)
        if not self._knows or not last:
            return None
        table = schema.secrets
        mine = (table.c.operator == self.stream.operator) & (table.c.stream == self.stream.name)
        text = self.connection.execute(select(table.c.data).where(mine, table.c.name == last)).scalar()
        shoe = self._shuffles.live.shoe(read_secret(text)) if text and self._shuffles.live is not None else None
        if keeps_to(shoe, last, dealt):
            return None
        return Finding(SHOES, str(self.stream), "the secret of its shoe is not the one that was committed to")

    def close(self) -> None:
        """Nothing is left open."""

    def _opened(self, played: Played, commitment: str, opened: tuple[str, str, int]) -> Finding | None:
        dealt = self._dealt.open(commitment)
        if dealt is None:
            return played.fault(SHOES, "no such shuffle was committed to") if self._knows else None
        cards, seed, cut = opened
        opening = Opening(tuple(Card(number) for number in bytes.fromhex(cards)), bytes.fromhex(seed), cut)
        if not opening.check(commitment, dealt):
            return played.fault(SHOES, "it does not open its commitment, or gives other cards than were dealt")
        return None
