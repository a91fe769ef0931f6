"""The records that a reader has opened in the browser: judged there, and held in memory as long as the page is open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, cast

from django.utils.translation import gettext as _

from frontend.components.matches.links import Links
from records.core import sandbox
from records.core.languages import localized
from referee import Move
from referee.core.verdict import Checked, checked_in, shown_as
from referee.notation import Source
from referee.worker.jobs import TAGS

MOST = 500
"""Matches of one file that are judged: what a tournament brings, in some minutes on a telephone."""
ROUNDS, FINDINGS, BYTES = 20_000, 5_000, 64 * 1024 * 1024


class Seat(NamedTuple):
    """Who sat in a seat of a match."""

    seat: str
    name: str


class OpenedFile(NamedTuple):
    """An opened file: its matches, whether these are all that can be judged, and why there are none."""

    pk: int
    filename: str
    matches: Sequence[OpenedMatch]
    complete: bool
    error: str = ""


class Judged(NamedTuple):
    """What lists show of a verdict."""

    status: str
    findings_count: int
    checked: Checked

    @property
    def shown_as(self) -> str:
        """The status as pages show it, as of a stored judgement."""
        return shown_as(self.status, self.checked.complete)


@dataclass(slots=True)
class OpenedMatch:
    """A match with its verdict, which templates read as they read a stored match of a visitor."""

    pk: int
    upload: OpenedFile
    verdict: dict[str, Any]
    source: Source
    tags: dict[str, str]
    seated_players: tuple[Seat, ...] = ()
    state: str = "judged"
    of_visitor: bool = True
    by_link: bool = False

    def __getattr__(self, name: str) -> str:
        """What the record says of its match: ``game``, ``event``, ``stage``, ``table``, ``date``; nothing where it says none."""
        if name.title() not in TAGS:
            raise AttributeError(name)
        return self.tags.get(name.title(), "")

    @property
    def sha256(self) -> str:
        """The digest of the record."""
        return str(self.verdict["record_sha256"])

    @property
    def current_judgement(self) -> Judged:
        """What lists show of the verdict."""
        status, rounds = self.verdict["status"], self.verdict["rounds"]
        findings = sum(len(part["findings"]) for part in (self.verdict, *rounds))
        return Judged(status, findings, checked_in(rounds))

    @property
    def links(self) -> Links:
        """The addresses of its pages."""
        return Links(cast(Any, self))

    def ask(self, name: str, number: int, **options: Any) -> Any:
        """What the engine gives of a round. Raises LookupError where there is none."""
        return sandbox.of_round(name, self.source, number, **options)

    def allowed(self, tables: list[dict[str, Any]]) -> dict[int, list[Move]]:
        """What the rules allowed in the place of the first moves of a round that broke one, by the number of the move."""
        return sandbox.allowed(self.source, self.tags["Game"], tables)


FILES: dict[int, OpenedFile] = {}
WORKED_OUT = 1_000_000
"""Past this are the numbers of what was judged by other rules, which the page does not hold as files."""


def open_file(filename: str, data: bytes, number: int, rules: str = "") -> OpenedFile:
    """Judge the matches of a file and hold them under its number, in place of what was held under it. ``rules`` are put in the
    place of what the records say."""
    room = sandbox.Room(ROUNDS, FINDINGS, BYTES)
    rows, told = sandbox.first_matches(data, MOST, room, rules=rules) if data.strip() else ([], {"more": False})
    error = "" if rows else localized(told["error"]) if "error" in told else _("The file is empty.")
    matches: list[OpenedMatch] = []
    file = OpenedFile(number, filename, matches, bool(error) or not told["more"], error)
    for ordinal, row in enumerate(rows):
        source = Source(row["text"], row["first_line"], row["form"])
        match = OpenedMatch(number * MOST + ordinal, file, row["verdict"], source, row["tags"])
        match.seated_players = tuple(Seat(*named) for named in row["players"])
        matches.append(match)
    FILES[number] = file
    return file


def match(key: int) -> OpenedMatch:
    """An opened match by its key. Raises LookupError where it is not open."""
    number, ordinal = divmod(key, MOST)
    return FILES[number].matches[ordinal]
