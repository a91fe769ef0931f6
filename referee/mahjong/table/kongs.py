"""A kong when it is laid: its fee, and whether it can be robbed, depend on this."""

from __future__ import annotations

from collections.abc import Sequence


class Laying:
    """A laid kong: seat, kind, tile, move, the seat of the discard (direct), the kong that it directly follows, and the units
    that each payer paid for it, once it is paid; ``grazed`` are those who have paid one unit more, where a table has it."""

    __slots__ = ("follows", "grazed", "kind", "move", "seat", "source", "tile", "units")

    def __init__(
        self, seat: int, kind: str, tile: int, move: int, source: int | None = None, follows: Laying | None = None
    ) -> None:
        self.seat = seat
        self.kind = kind
        self.tile = tile
        self.move = move
        self.source = source
        self.follows = follows
        self.units = 0
        self.grazed: Sequence[int] = ()
