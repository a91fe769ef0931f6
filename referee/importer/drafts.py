"""A match that is put together of what a file says, and its record: whatever is not valid notation is refused with its place."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from referee.importer.errors import refused
from referee.notation.errors import NotationError, Text
from referee.notation.ppn import reader
from referee.notation.ppn.tags import scores_text, tag
from referee.record import Record

NAMES: Final = 20
NAME: Final = 40
"""How many names of what was not read are given, and of how many characters each."""
_SIGNS: Final = re.compile(r"[^\w.-]")
_BREAKS: Final = re.compile(r"[\r\n\0]")
_NO_TOKEN: Final = re.compile(r"[\s\[{;]|^$|^[0-9]+\.+$")


@dataclass
class RoundDraft:
    """A round: the values of its tags by their names, and its moves in the notation, a token each."""

    number: int
    where: Text
    tags: dict[str, str] = field(default_factory=dict)
    tokens: list[str] = field(default_factory=list)

    def scores(self, points: dict[str, int]) -> None:
        """Set what each seat is said to have won and lost."""
        self.tags["Scores"] = scores_text(points)


@dataclass
class MatchDraft:
    """A match: its game, the values of its tags by their names, its rounds. ``where`` names its place in the file."""

    game: str
    where: Text
    tags: dict[str, str] = field(default_factory=dict)
    rounds: list[RoundDraft] = field(default_factory=list)
    unknown: dict[str, str] = field(default_factory=dict)

    def lacks(self, code: str, *details: str) -> None:
        """Note that the file does not tell something, with these words: names out of the file, a few of them, without signs."""
        known = [one for one in self.unknown.get(code, "").split(", ") if one]
        named = [_SIGNS.sub("_", one)[:NAME] for one in details]
        self.unknown[code] = ", ".join(list(dict.fromkeys([*known, *named]))[:NAMES])

    def record(self) -> Record:
        """The record. Raises NotationError where something in the draft is not what the notation has there."""
        for where, tags in ((self.where, self.tags), *((round_.where, round_.tags) for round_ in self.rounds)):
            for name, value in tags.items():
                if _BREAKS.search(value):
                    raise refused(where, value, {"zh": f"{name}：一行文字", "en": f"{name}: text of one line"})
        for round_ in self.rounds:
            for token in round_.tokens:
                if _NO_TOKEN.search(token):
                    raise refused(round_.where, token, reader.MOVE)
        try:
            return reader.parse("".join(self._parts()))
        except NotationError as error:
            raise refused(self.where, error.token, error.expected) from None

    def _parts(self) -> Iterable[str]:
        yield tag("PPN", "1")
        yield tag("Game", self.game)
        yield from (tag(name, value) for name, value in self.tags.items())
        for round_ in self.rounds:
            yield tag("Round", str(round_.number))
            yield from (tag(name, value) for name, value in round_.tags.items())
            yield " ".join(round_.tokens) + "\n"
