"""Where, in a file that was converted, stood what its matches were made of: a line, a cell, the path to a value of JSON."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

from referee.notation.errors import TEXTS, Text

LINE, CELL, PATH = "line", "cell", "path"
"""The kinds of places."""
_CELL: Final = re.compile(r"(?:.*!)?(?P<column>[A-Z]+)(?P<row>[0-9]+)", re.DOTALL)
_BELOW: Final = "~"
"""Stands, where places are stored, for the path to the round."""


class SourcePlace(NamedTuple):
    """A place in a file that was converted: its kind, and its name as the format's own users write it (``5``, ``Sheet1!C5``,
    ``hands[0].replay.frames[3]``)."""

    kind: str
    name: str

    @property
    def text(self) -> Text:
        """The place in words."""
        return TEXTS(self.kind, name=self.name)

    @property
    def line(self) -> int:
        """The line of the file, or the row of the sheet; 1 for a path, which names none."""
        found = _CELL.match(self.name) if self.kind == CELL else None
        return int(found["row"]) if found else int(self.name) if self.kind == LINE else 1

    @property
    def column(self) -> int:
        """The column of the sheet; 1 for a line and a path, which name none."""
        found = _CELL.match(self.name) if self.kind == CELL else None
        column = 0
        for letter in found["column"] if found else "A":
            column = 26 * column + ord(letter) - ord("A") + 1
        return column

    def as_dict(self) -> dict[str, Any]:
        return {"kind": self.kind, "name": self.name, "text": self.text}


class RoundPlaces(NamedTuple):
    """The places of a round: where it begins, that of each tag by its name, that of each move in order."""

    begins: SourcePlace
    tags: Mapping[str, SourcePlace]
    moves: Sequence[SourcePlace]


class SourcePlaces(NamedTuple):
    """The places of a match: where it begins, that of each of its tags by its name, those of its rounds by their numbers."""

    begins: SourcePlace
    tags: Mapping[str, SourcePlace]
    rounds: Mapping[int, RoundPlaces]

    def as_dict(self) -> dict[str, Any]:
        """The places as a document to store. ``restored`` reads it."""
        rounds = {str(number): _round_document(places) for number, places in self.rounds.items()}
        return {"at": _written(self.begins), "tags": _tags(self.tags), "rounds": rounds}


def restored(document: Mapping[str, Any]) -> SourcePlaces:
    """The places that a document holds."""
    begins = _read(document["at"])
    rounds = {int(number): _round_places(one) for number, one in document["rounds"].items()}
    return SourcePlaces(begins, _read_tags(document["tags"], begins), rounds)


def _round_document(places: RoundPlaces) -> dict[str, Any]:
    moves = [[_written(place, places.begins), len(list(same))] for place, same in groupby(places.moves)]
    return {"at": _written(places.begins), "tags": _tags(places.tags, places.begins), "moves": moves}


def _round_places(document: Mapping[str, Any]) -> RoundPlaces:
    begins = _read(document["at"])
    moves = [place for written, times in document["moves"] for place in [_read(written, begins)] * times]
    return RoundPlaces(begins, _read_tags(document["tags"], begins), moves)


def _tags(tags: Mapping[str, SourcePlace], begins: SourcePlace | None = None) -> dict[str, str]:
    return {name: _written(place, begins) for name, place in tags.items()}


def _read_tags(tags: Mapping[str, str], begins: SourcePlace) -> dict[str, SourcePlace]:
    return {name: _read(written, begins) for name, written in tags.items()}


def _written(place: SourcePlace, begins: SourcePlace | None = None) -> str:
    """A place as it is stored. A path below that of the round is stored without it."""
    below = begins and place.kind == begins.kind == PATH and place.name.startswith(begins.name)
    return f"{_BELOW}{place.name[len(begins.name) :]}" if below and begins else f"{place.kind} {place.name}"


def _read(written: str, begins: SourcePlace | None = None) -> SourcePlace:
    if begins and written.startswith(_BELOW):
        return SourcePlace(PATH, begins.name + written[len(_BELOW) :])
    kind, _, name = written.partition(" ")
    return SourcePlace(kind, name)
