"""A stake: chips and promotional tokens in the order they were put down.

The order matters when a stake is cut: what was placed last goes back first, and of things placed together the chips
(reading C15), so a placing lays its tokens below its chips.
"""

from pitboss.value import Value


class Piece(Value, tag="Piece"):
    """Some chips, or some tokens, put down together."""

    kind: str
    cents: int


class Stake(Value, tag="Stake"):
    """What lies on a wagering area, bottom first."""

    pieces: tuple[Piece, ...] = ()

    @classmethod
    def of(cls, chips: int = 0, tokens: int = 0) -> "Stake":
        """A stake put down at once, in cents."""
        if not tokens:
            return cls((Piece("chips", chips),)) if chips else EMPTY
        laid = (Piece("tokens", tokens), Piece("chips", chips))
        return cls(laid if chips else laid[:1])

    @property
    def cents(self) -> int:
        """All of it, tokens at their nominated value."""
        pieces = self.pieces
        if len(pieces) == 1:
            return pieces[0].cents
        return sum([piece.cents for piece in pieces])

    @property
    def chips_cents(self) -> int:
        """The chips in it."""
        return sum([piece.cents for piece in self.pieces if piece.kind == "chips"])

    @property
    def tokens_cents(self) -> int:
        """The tokens in it."""
        pieces = self.pieces
        if len(pieces) == 1 and pieces[0].kind == "chips":
            return 0
        return sum([piece.cents for piece in pieces if piece.kind == "tokens"])

    def plus(self, more: "Stake") -> "Stake":
        """The stake with more put on top."""
        return Stake(self.pieces + more.pieces)

    def cut(self, cents: int) -> tuple["Stake", "Stake"]:
        """Part the stake into what stays, `cents` of it from the bottom, and what was cut off the top."""
        if cents >= self.cents:
            return self, EMPTY
        kept: list[Piece] = []
        off: list[Piece] = []
        for piece in self.pieces:
            stays = min(piece.cents, cents)
            cents -= stays
            if stays:
                kept.append(Piece(piece.kind, stays))
            if piece.cents > stays:
                off.append(Piece(piece.kind, piece.cents - stays))
        return Stake(tuple(kept)), Stake(tuple(off))

    def only(self, kind: str) -> "Stake":
        """The chips alone, or the tokens alone."""
        return Stake(tuple(piece for piece in self.pieces if piece.kind == kind))


EMPTY = Stake()
