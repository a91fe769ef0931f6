"""The wall of a round: where it is broken, how many tiles are left, which, and how recorded ones compare with them (MJ-1.4)."""

from __future__ import annotations

from referee.core.record import Round
from referee.mahjong.hand.tiles import UNSEEN
from referee.mahjong.table.moves import SEATS


def dice_of(round_: Round) -> tuple[int, int] | None:
    """The two dice that the record names; None if it names none, or faces that two dice cannot show."""
    faces = [int(face) for face in round_.dice or "" if face in "123456"]
    return (faces[0], faces[1]) if len(faces) == 2 == len(round_.dice or "") else None


def side(round_: Round, steps: int) -> str | None:
    """The seat this many places after the dealer; None if the record names no dealer."""
    dealer = SEATS.find(round_.dealer or "?")
    return None if dealer < 0 else SEATS[(dealer + steps) % len(SEATS)]


class Wall:
    """The wall: ``left`` tiles from index ``front`` on; ``tiles`` is None if nobody saw them.

    ``replaced_at_front``: whether replacements after a kong come off its front too, not off its end. ``places``: where in the
    wall its tiles lay at first, once some were taken out of its middle.
    """

    __slots__ = ("front", "left", "places", "replaced_at_front", "size", "tiles")

    def __init__(self, tiles: list[int] | None, size: int, replaced_at_front: bool = False) -> None:
        self.tiles = tiles
        self.replaced_at_front = replaced_at_front
        self.size = size
        self.front = 0
        self.left = size
        self.places: list[int] | None = None

    def at_front(self) -> int | None:
        """The tile that is drawn next, if it is known."""
        return self._at(self.front)

    def replacement(self) -> int | None:
        """The tile that is drawn after the next kong, if it is known: the last of the wall, or its first (MJ-1.4)."""
        return self.at_front() if self.replaced_at_front else self._at(self.front + self.left - 1)

    def _at(self, index: int) -> int | None:
        if self.tiles is None or not self.left or index >= len(self.tiles) or self.tiles[index] == UNSEEN:
            return None
        return self.tiles[index]

    def rest(self) -> list[int] | None:
        """The tiles that are left; None if nobody saw them."""
        return None if self.tiles is None else self.tiles[self.front : self.front + self.left]

    def first(self, number: int) -> list[int]:
        """The next tiles, this many of them; unseen ones if the wall is not known."""
        known = [] if self.tiles is None else self.tiles[self.front : self.front + number]
        return [*known, *[UNSEEN] * (number - len(known))]

    def stack(self, number: int) -> list[int]:
        """The indices (into what is left) of a stack of two counted from the end of the wall; empty if it has too few stacks.

        A stack of which one tile is gone still counts, one that is gone does not. The last stack of the wall is whole at first.
        """
        places = range(self.size) if self.places is None else self.places
        stacks: list[list[int]] = []
        last = -1
        for index in range(self.left - 1, -1, -1):
            place = (places[self.front + index] + self.size % 2) // 2
            if place != last:
                stacks.append([])
                last = place
            stacks[-1].insert(0, index)
        return stacks[number - 1] if number <= len(stacks) else []

    def tiles_at(self, indices: list[int]) -> list[int] | None:
        """The tiles at these indices of what is left; None if nobody saw them."""
        return None if self.tiles is None else [self.tiles[self.front + index] for index in indices]

    def skip(self, number: int) -> None:
        """Take this many tiles off the front."""
        self.front += number
        self.left -= number

    def take_out(self, indices: list[int]) -> None:
        """Take tiles out of the middle."""
        self.places = list(range(self.size)) if self.places is None else self.places
        for index in sorted(indices, reverse=True):
            del self.places[self.front + index]
            if self.tiles is not None:
                del self.tiles[self.front + index]
        self.left -= len(indices)


def alike(wall: list[int], tiles: tuple[int, ...]) -> bool:
    """Whether these may be the tiles of the wall, compared as a set; an unseen tile may be any."""
    rest = unnamed(wall, tiles)
    unseen = sum(kind == UNSEEN for kind in tiles) + sum(kind == UNSEEN for kind in wall)
    return len(rest) <= unseen


def unnamed(wall: list[int], tiles: tuple[int, ...]) -> list[int]:
    """The known tiles of the wall that are not among these."""
    rest = [kind for kind in wall if kind != UNSEEN]
    for kind in tiles:
        if kind in rest:
            rest.remove(kind)
    return rest
