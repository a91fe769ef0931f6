"""Compares a recorded deal with the one that an order of the whole set gives; what was not seen may be anything."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from referee.game.dealing import Cut

UNSEEN = "?"


class Difference(NamedTuple):
    """The first piece that differs: whose (None: the wall's), where in the shuffled set (counted from 1), what it should be, what
    the record has (None: fewer pieces than there should be)."""

    seat: str | None
    place: int
    expected: str | None
    actual: str | None


class Compared(NamedTuple):
    """How many known pieces were compared, and the first that differs in the order in which the set is dealt."""

    known: int
    difference: Difference | None


def compare(cut: Cut, hands: Mapping[str, Sequence[str]], wall: Sequence[str] | None) -> Compared:
    """Compare hands and wall. A hand is compared as a set, since a record sorts it; a seat without one was not seen."""
    found: list[Difference] = []
    known = 0
    for seat, due in cut.hands.items():
        recorded = hands.get(seat)
        if recorded is not None:
            known += sum(piece != UNSEEN for piece in recorded)
            found += _hand(seat, due, cut.places[seat], recorded)
    if wall is not None:
        known += sum(piece != UNSEEN for piece in wall)
        found += _wall(cut.wall, sum(map(len, cut.hands.values())), wall)
    return Compared(known, min(found, key=lambda one: one.place, default=None))


def may_be(written: str, piece: str) -> bool:
    """Whether what was written may be this piece: an unseen one, or one written without all of what tells it apart."""
    return written == UNSEEN or piece.startswith(written)


def _hand(seat: str, due: Sequence[str], places: Sequence[int], recorded: Sequence[str]) -> list[Difference]:
    left = list(zip(places, due, strict=True))
    # What is written in full finds its piece first: what is written short may then be any of those that are left.
    rest = [piece for piece in sorted(recorded, key=lambda piece: (piece == UNSEEN, -len(piece))) if not _taken(left, piece)]
    if not rest and not left:
        return []
    place, expected = left[0] if left else (places[-1], None)
    return [Difference(seat, place + 1, expected, rest[0] if rest else None)]


def _taken(left: list[tuple[int, str]], written: str) -> bool:
    """Take the first piece that this may be off those that are left."""
    for index, (_, piece) in enumerate(left):
        if may_be(written, piece):
            del left[index]
            return True
    return False


def _wall(due: Sequence[str], before: int, recorded: Sequence[str]) -> list[Difference]:
    for index, (expected, actual) in enumerate(zip(due, recorded, strict=False)):
        if not may_be(actual, expected):
            return [Difference(None, before + index + 1, expected, actual)]
    if len(due) == len(recorded):
        return []
    index = min(len(due), len(recorded))
    return [Difference(None, before + index + 1, *(one[index] if index < len(one) else None for one in (due, recorded)))]
