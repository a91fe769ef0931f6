"""A kong as it was laid, from which its fee and what may rob it follow."""

from __future__ import annotations


class Laying:
    """Whose kong, its kind, tile and move, whose discard it took (direct), and the kong that it directly follows."""

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
