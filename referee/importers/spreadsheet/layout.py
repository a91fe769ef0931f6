"""How a sheet is laid out: lines above the heads, the heads, who sits in which seat, and the rows below."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from referee.core.texts import Texts
from referee.importers.spreadsheet.cells import Cell, Row, Worksheet, brief, places
from referee.importers.spreadsheet.heads import (
    CHINESE,
    DATE,
    IN_CHINESE,
    MATCH,
    ROUND,
    SCORE,
    TOTALS,
    Head,
    head_of,
    is_total,
    plain,
)
from referee.notation.converters import ASSUMED, READ, SEATS, Hints, Note, Question
from referee.notation.errors import Text
from referee.notation.ppn.grammar import game_called, grammar_of, seats_of_games
from referee.notation.source_places import SourcePlace

TEXTS: Final = Texts(__file__)
ABOVE: Final = 10
"""Rows among which the heads are looked for."""
LEAST: Final = 3
"""Columns of scores by which a sheet is known whose heads are names or seats alone; no game has fewer."""
NUMBER: Final = re.compile(r"(?:第 ?)?([1-9][0-9]{0,8})(?:\.0*)? ?[局盤盘]?")
WHOLE: Final = re.compile(r"([-+]?[0-9]{1,18})(?:\.0*)?")
_DAY: Final = re.compile(r"(\d{4})\s*[-./年]\s*(\d\d?|\?\?)\s*[-./月]\s*(\d\d?|\?\?)\s*日?")
_SEATED: Final = (re.compile(r"(?P<name>.+?) ?[(](?P<seat>.)[)]"), re.compile(r"(?P<seat>.)[: .](?P<name>.+)"))


class Told(NamedTuple):
    """The value of a tag, and the cell that it stands in."""

    value: str
    place: SourcePlace


class Layout:
    """The columns of a sheet by their numbers, the rows below its heads, and what stands about the match above them."""

    def __init__(self, sheet: Worksheet, hints: Hints) -> None:
        """Raises NotationError where the heads are not known."""
        self.hints = hints
        self.columns: dict[int, Head] = {}
        self.names: dict[int, str] = {}
        """The name at the head of a column of scores, where it is no seat."""
        self.told: dict[str, Told] = {}
        self.comment: list[str] = []
        self.notes: list[Note] = []
        self.questions: list[Question] = []
        at = heads_among(sheet.rows)
        if at is None:
            sheet.rows[0][0].refuse(TEXTS("heads"))
        self.heads, self.rows = sheet.rows[at], sheet.rows[at + 1 :]
        self._columns()
        above = list(sheet.rows[:at])
        self._seats(above)
        for row in above:
            self._title(row)
        self.notes[:0] = [Note(READ, places(self.heads[0], self.heads[-1]), TEXTS("heads-read", heads=self._read()))]

    @property
    def number(self) -> int:
        """The column of the numbers of the rounds; 0 where they are numbered by their rows."""
        return next((column for column, head in self.columns.items() if head.tag == ROUND), 0)

    @property
    def scores(self) -> list[int]:
        """The columns of the scores."""
        return [column for column, head in sorted(self.columns.items()) if head.tag == SCORE]

    def head(self, column: int) -> Cell:
        """The cell of the head of a column."""
        return next((cell for cell in self.heads if cell.column == column), self.heads[0])

    def who(self, column: int) -> str:
        """Whose scores a column has, as its head says."""
        return brief(self.names.get(column) or self.head(column).text)

    def _columns(self) -> None:
        known = {cell.column: head_of(cell.text) for cell in self.heads}
        seats = any(head is not None and head.tag == SCORE for head in known.values())
        of_scores = _of_scores(self.rows)
        for cell in self.heads:
            head = known[cell.column]
            if head is None and not seats and cell.column in of_scores:
                self._name(cell)
                continue
            if head is None:
                cell.refuse(TEXTS("heads"))
            if head in self.columns.values():
                cell.refuse(TEXTS("head-once"))
            self.columns[cell.column] = head
        if self.names and not seats_of_games(len(self.names)):
            self.head(self.scores[0]).refuse(TEXTS("names"))
        if not self.number:
            self._number()

    def _name(self, cell: Cell) -> None:
        name = cell.text
        if name in self.names.values():
            cell.refuse(TEXTS("head-once"))
        self.names[cell.column] = name
        self.columns[cell.column] = Head(SCORE, name)

    def _number(self) -> None:
        """Find the numbers of the rounds in a column without a head; else count the rows."""
        first = self.heads[0].column
        before = [row[0] for row in self.rows if row[0].column < first and _numbers(row[1:])]
        if before and all(NUMBER.fullmatch(plain(cell.text)) or is_total(cell.text) for cell in before):
            self.columns[before[0].column] = Head(ROUND)
            self.notes.append(Note(ASSUMED, before[0].place, TEXTS("numbered-there")))
        elif len(self.scores) >= LEAST:
            self.notes.append(Note(ASSUMED, self.heads[0].place, TEXTS("numbered-by-rows")))
        else:
            self.heads[0].refuse(TEXTS("heads"))

    def _seats(self, above: list[Row]) -> None:
        """Find out who sits where: by the row above the heads or below them, by the heads, or by who brings the file."""
        for row in (*above[-1:], *self.rows[:1]):
            if self._says_seats(row):
                above[:] = [one for one in above if one is not row]
                self.rows = [one for one in self.rows if one is not row]
                return
        if self.names:
            self._seats_of_heads()

    def _says_seats(self, row: Row) -> bool:
        """Read the seats of the names at the heads, or the names of the seats there, if a row has them."""
        letters = grammar_of().seats
        cells = [cell for cell in row if self.columns.get(cell.column, Head("")).tag == SCORE]
        if len(cells) < max(len(self.scores), 1) or any(_is_number(cell) or _label(cell)[0] for cell in row):
            return False
        seats = [letters.seat(plain(cell.text)) or "" for cell in cells]
        if self.names and set(seats) <= set(seats_of_games(len(seats))) and len(set(seats)) == len(seats):
            self._sit(dict(zip(self.scores, seats, strict=True)), places(cells[0], cells[-1]))
        elif not self.names and not any(seats):
            for cell in cells:
                self.told[f"Seat.{self.columns[cell.column].seat}"] = Told(cell.text, cell.place)
            said = _seated((cell.text, self.columns[cell.column].seat) for cell in cells)
            self.notes.append(Note(READ, places(cells[0], cells[-1]), TEXTS("seated", seats=said)))
        else:
            return False
        return True

    def _seats_of_heads(self) -> None:
        first, last = self.head(self.scores[0]), self.head(self.scores[-1])
        choices = seats_of_games(len(self.names))
        split = {column: _seat_and_name(name) for column, name in self.names.items()}
        if all(seat in choices for seat, _ in split.values()) and len({seat for seat, _ in split.values()}) == len(split):
            self.names = {column: name for column, (_, name) in split.items()}
            self._sit({column: seat for column, (seat, _) in split.items()}, places(first, last))
            return
        letters, said = grammar_of().seats, self.hints.seats
        told = {column: letters.letter(plain(said.get(name, ""))) for column, name in self.names.items()}
        if all(seat in choices for seat in told.values()) and len(set(told.values())) == len(told):
            self._sit(told, places(first, last))
            return
        names, expected = tuple(self.names.values()), TEXTS("seats", seats=" ".join(choices))
        self.questions.append(Question(SEATS, places(first, last), " ".join(names), expected, names, choices))

    def _sit(self, seats: Mapping[int, str], place: SourcePlace) -> None:
        for column, seat in seats.items():
            self.columns[column] = Head(SCORE, seat)
            self.told[f"Seat.{seat}"] = Told(self.names[column], self.head(column).place)
        said = _seated((self.names[column], seat) for column, seat in seats.items())
        self.notes.append(Note(READ, place, TEXTS("seated", seats=said)))

    def _title(self, row: Row) -> None:
        """Read a line above the heads: tags with their words, the name of a game; anything else is a comment."""
        cells = [*row]
        while cells:
            cell = cells.pop(0)
            tag, value = _label(cell)
            if tag and not value and cells and not _label(cells[0])[0]:
                cell = cells.pop(0)
                value = cell.text
            if said := day_of(cell._replace(text=value)) if tag == DATE else value:
                self._tell(tag, said, cell)
            elif game_called(cell.text):
                self._tell("Game", cell.text, cell)
            else:
                self.comment.append(cell.text)
                self.notes.append(Note(READ, cell.place, TEXTS("kept", text=cell.brief)))

    def _tell(self, tag: str, value: str, cell: Cell) -> None:
        self.told[tag] = Told(value, cell.place)
        self.notes.append(
            Note(READ, cell.place, TEXTS("told-above", tag={"zh": IN_CHINESE[tag].split()[0], "en": tag}, value=brief(value)))
        )

    def _read(self) -> Text:
        """What each column was read as."""
        said = [(cell.brief, head_of(cell.text)) for cell in self.heads]
        return {
            "zh": "、".join(text if plain(text) in CHINESE else _means(text, head, "＝") for text, head in said),
            "en": ", ".join(_means(text, head, " = ") for text, head in said),
        }


def _of_scores(rows: Sequence[Row]) -> set[int]:
    """The columns in which at least half of what stands beside other numbers are numbers."""
    every: Counter[int] = Counter()
    numbers: Counter[int] = Counter()
    for row in rows:
        found = [cell.column for cell in row if _is_number(cell)]
        if len(found) > 1:
            every.update(cell.column for cell in row)
            numbers.update(found)
    return {column for column, count in every.items() if count <= 2 * numbers[column]}


def heads_among(rows: Sequence[Row]) -> int | None:
    """The first of these rows that has the head of the rounds' numbers and another cell; else the words right above numbers of
    which a row sums to 0, as scores do. None where there are no such rows."""
    for at, heads in enumerate(rows[:ABOVE]):
        if len(heads) > 1 and not _numbers(heads) and Head(ROUND) in [head_of(cell.text) for cell in heads]:
            return at
    begins = next((at for at, row in enumerate(rows[: ABOVE + 1]) if _numbers(row) >= LEAST), 0)
    for at in range(begins - 1, -1, -1):
        columns = {cell.column for cell in rows[at]}
        scores = [[cell for cell in row if cell.column in columns and _is_number(cell)] for row in rows[begins : begins + ABOVE]]
        if not _numbers(rows[at]) and any(len(cells) >= LEAST and not sum(map(points_of, cells)) for cells in scores):
            return at
    return None


def points_of(cell: Cell) -> int:
    """The points that a cell says. Raises NotationError."""
    found = WHOLE.fullmatch(plain(cell.text))
    if found is None:
        cell.refuse(TEXTS("points"))
    return int(found[1])


def _is_number(cell: Cell) -> bool:
    return WHOLE.fullmatch(plain(cell.text)) is not None


def _numbers(row: Row) -> int:
    return sum(map(_is_number, row))


def _means(text: str, head: Head | None, sign: str) -> str:
    """A head with the tag that it is read as, where that is another word."""
    return text if head is None or head.tag == SCORE or head.name == plain(text) else f"{text}{sign}{head.name}"


def _seated(seats: Iterable[tuple[str, str]]) -> Text:
    """Names with their seats."""
    spelt = {letter: spelling for spelling, letter in sorted(grammar_of().seats.spellings.items())}
    pairs = list(seats)
    return {
        "zh": "、".join(f"{spelt.get(seat, seat)} {brief(name)}" for name, seat in pairs),
        "en": ", ".join(f"{brief(name)} {seat}" for name, seat in pairs),
    }


def _label(cell: Cell) -> tuple[str, str]:
    """The tag of a match that a cell above the heads names, and the value after its colon; twice nothing where it names none."""
    label, _, value = plain(cell.text).partition(":")
    head = head_of(label.strip())
    return (head.tag, value.strip()) if head is not None and head.tag in MATCH and head.tag != TOTALS else ("", "")


def _seat_and_name(text: str) -> tuple[str, str]:
    """The seat and the name that a head says together, as ``Ann (E)`` does; no seat where it says none."""
    for form in _SEATED:
        found = form.fullmatch(plain(text))
        seat = grammar_of().seats.seat(found["seat"]) if found else None
        if found and seat:
            return seat, found["name"].strip()
    return "", text


def day_of(cell: Cell) -> str:
    """The day that a cell says, as ``2026.11.19``; empty where it says none."""
    found = _DAY.fullmatch(plain(cell.text))
    return cell.date or (".".join(part.zfill(2) for part in found.groups()) if found else "")
