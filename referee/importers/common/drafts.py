"""A match that is put together of what a file says, and its record: whatever is not valid notation is refused with its place.

Every tag and every move is noted with its place in the file, so that whatever is wrong with it, whoever finds that, can be told
there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from referee.core.record import Record
from referee.importers.common.errors import TEXTS, refused
from referee.importers.common.protocol import Converted
from referee.notation.converters import Note
from referee.notation.errors import TEXTS as EXPECTED
from referee.notation.errors import TOO_LARGE, NotationError
from referee.notation.ppn import reader
from referee.notation.ppn.tags import scores_text, tag
from referee.notation.ppn.write import comment
from referee.notation.source_places import RoundPlaces, SourcePlace, SourcePlaces

NAMES: Final = 20
NAME: Final = 40
"""How many names of what was not read are given, and of how many characters each."""
_SIGNS: Final = re.compile(r"[^\w.-]")
_BREAKS: Final = re.compile(r"[\r\n\0]")
_NO_TOKEN: Final = re.compile(r"[\s\[{;]|^$|^[0-9]+\.+$")


class _Tagged:
    """What the drafts of a match and of a round have alike: where they begin, the values of their tags by their names, and the
    places of the tags. A tag without a place of its own stands where its draft begins."""

    begins: SourcePlace
    tags: dict[str, str]
    places: dict[str, SourcePlace]

    def tag(self, name: str, value: str, place: SourcePlace | None = None) -> None:
        """Set a tag, which stands at this place."""
        self.tags[name] = value
        if place is not None:
            self.places[name] = place

    def place_of(self, name: str) -> SourcePlace:
        """Where a tag stands."""
        return self.places.get(name, self.begins)


@dataclass
class RoundDraft(_Tagged):
    """A round: its tags, its moves in the notation, a token each with its place, and what is remarked on it (``comment``)."""

    number: int
    begins: SourcePlace
    tags: dict[str, str] = field(default_factory=dict)
    places: dict[str, SourcePlace] = field(default_factory=dict)
    moves: list[tuple[str, SourcePlace]] = field(default_factory=list)
    comment: str = ""

    def say(self, token: str, place: SourcePlace) -> None:
        """Add a move, which stands at this place."""
        self.moves.append((token, place))

    def scores(self, points: dict[str, int], place: SourcePlace | None = None) -> None:
        """Set what each seat is said to have won and lost."""
        self.tag("Scores", scores_text(points), place)


class _Line(NamedTuple):
    """A line of the text of a draft: what it says and where each part of that stands; a tag is one part."""

    text: str
    parts: tuple[tuple[str, SourcePlace], ...]

    def place(self, column: int) -> SourcePlace:
        """Where the part stands that this column, counted from 1, belongs to."""
        end = 0
        for said, place in self.parts:
            end += len(said) + 1
            if column <= end:
                return place
        return self.parts[-1][1]


@dataclass
class MatchDraft(_Tagged):
    """A match: its game, its tags, its rounds; ``unknown`` is what the file does not tell, ``notes`` how it was understood."""

    game: str
    begins: SourcePlace
    tags: dict[str, str] = field(default_factory=dict)
    places: dict[str, SourcePlace] = field(default_factory=dict)
    rounds: list[RoundDraft] = field(default_factory=list)
    unknown: dict[str, str] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)
    comment: str = ""

    def lacks(self, code: str, *details: str) -> None:
        """Note that the file does not tell something, with these words: names out of the file, a few of them, without signs."""
        known = [one for one in self.unknown.get(code, "").split(", ") if one]
        named = [_SIGNS.sub("_", one)[:NAME] for one in details]
        self.unknown[code] = ", ".join(list(dict.fromkeys([*known, *named]))[:NAMES])

    def converted(self) -> Converted:
        """The record, with what the file does not tell and the places of all its parts. Raises NotationError where something in
        the draft is not what the notation has there."""
        rounds = {one.number: RoundPlaces(one.begins, one.places, [place for _, place in one.moves]) for one in self.rounds}
        return Converted(self._record(), self.unknown, SourcePlaces(self.begins, self.places, rounds), self.notes)

    def _record(self) -> Record:
        for part in (self, *self.rounds):
            for name, value in part.tags.items():
                if _BREAKS.search(value):
                    raise refused(part.place_of(name), value, TEXTS("one-line", name=name))
        for round_ in self.rounds:
            for token, place in round_.moves:
                if _NO_TOKEN.search(token):
                    raise refused(place, token, EXPECTED("move"))
        lines = list(self._lines())
        try:
            return reader.parse("".join(line.text for line in lines))
        except NotationError as error:
            raise _placed(error, lines[min(error.line, len(lines)) - 1].place(error.column)) from None

    def _lines(self) -> Iterator[_Line]:
        yield _line("PPN", "1", self.begins)
        yield _line("Game", self.game, self.place_of("Game"))
        yield from (_line(name, value, self.place_of(name)) for name, value in self.tags.items())
        if self.comment:
            yield _comment(self.comment, self.begins)
        for round_ in self.rounds:
            yield _line("Round", str(round_.number), round_.place_of("Round"))
            yield from (_line(name, value, round_.place_of(name)) for name, value in round_.tags.items())
            if round_.comment:
                yield _comment(round_.comment, round_.begins)
            yield _Line(" ".join(token for token, _ in round_.moves) + "\n", (*round_.moves, ("", round_.begins)))


def _line(name: str, value: str, place: SourcePlace) -> _Line:
    text = tag(name, value)
    return _Line(text, ((text, place),))


def _comment(said: str, place: SourcePlace) -> _Line:
    """A comment on a line of its own."""
    return _Line(comment(" ".join(said.split())).strip() + "\n", (("", place),))


def _placed(error: NotationError, place: SourcePlace) -> NotationError:
    """The error of a draft's text as one of the file."""
    if error.code != TOO_LARGE:
        return refused(place, error.token, error.expected)
    message = TEXTS("too-large", place=place.text, expected=error.expected, token=error.token)
    placed = NotationError(error.code, place.line, place.column, error.token, error.expected, message)
    placed.source_place = place
    return placed
