"""A kong when it is laid: its fee, and whether it can be robbed, depend on this."""

from __future__ import annotations


class Laying:
    """A laid kong: seat, kind, tile, move, the seat of the discard (direct), and the kong that it directly follows."""

    __slots__ = ("follows", "kind", "move", "seat", "source", "tile")

    def __init__(
        self, seat: int, kind: str, tile: int, move: int, source: int | None = None, follows: Laying | None = None
    ) -> None:
        self.seat = seat
        self.kind = kind
        self.tile = tile
        self.move = move
        self.source = source
        self.follows = follows
