"""The rows of a spreadsheet as matches: a row whose cells name another match begins one."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from typing import Final, NamedTuple

from referee.core.texts import Texts
from referee.importers.common.drafts import MatchDraft, RoundDraft
from referee.importers.common.errors import game_not_told
from referee.importers.common.protocol import Hints
from referee.importers.spreadsheet.cells import Cell, Row, Worksheet, places
from referee.importers.spreadsheet.heads import DATE, KIND, MOVES, REPEATED, ROUND, SCORE, SHEET, TOTALS, Head, head_of
from referee.notation.errors import NotationError
from referee.notation.ppn.grammar import game_named, sides_of
from referee.notation.source_places import SourcePlace

TEXTS: Final = Texts(__file__)
_WHOLE: Final = re.compile(r"[-+−]?[0-9]{1,18}")
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,8}")
_DAY: Final = re.compile(r"(\d{4})\s*[-./年]\s*(\d\d?|\?\?)\s*[-./月]\s*(\d\d?|\?\?)\s*日?")


class Told(NamedTuple):
    """The value of a tag, and the cell that it stands in."""

    value: str
    place: SourcePlace


class WrittenMatch:
    """A match as its rows come. After a row in which something is not known it holds that ``error`` and takes no more."""

    def __init__(self) -> None:
        self.draft: MatchDraft | None = None
        self.error: NotationError | None = None

    def add(self, row: Row, columns: Mapping[int, Head], told: Mapping[str, Told], hints: Hints) -> None:
        """Add the round of a row; ``told`` are the tags of the match."""
        if self.error is not None:
            return
        try:
            for cell in row:
                if cell.column not in columns:
                    cell.refuse(TEXTS("named"))
            self.draft = self.draft or _match(row[0], told, hints)
            if TOTALS in told:
                self.draft.tag(TOTALS, *told[TOTALS])
            _add_round(self.draft, {columns[cell.column]: cell for cell in row}, row[0], columns)
        except NotationError as error:
            self.error = error


class Matches:
    """The matches of a sheet, one after another."""

    def __init__(self, hints: Hints) -> None:
        self.hints = hints
        self.matches: list[WrittenMatch] = []
        self.told: dict[str, Told] = {}
        """What the rows say of the match that they belong to."""

    def read(self, sheet: Worksheet) -> list[WrittenMatch]:
        """The matches of a sheet. Raises NotationError where its heads, or what a row says of its match, are not known: it is not
        certain then which rows are of which match."""
        columns = self._columns(sheet.rows[0])
        for row in sheet.rows[1:]:
            self._row(row, columns)
        return self.matches

    def _columns(self, row: Row) -> Mapping[int, Head]:
        found: dict[int, Head] = {}
        for cell in row:
            head = head_of(cell.text)
            if head is None:
                cell.refuse(TEXTS("heads"))
            if head in found.values():
                cell.refuse(TEXTS("head-once"))
            found[cell.column] = head
        if Head(ROUND) not in found.values():
            row[0].refuse(TEXTS("heads"))
        return found

    def _row(self, row: Row, columns: Mapping[int, Head]) -> None:
        heads = [(columns[cell.column], cell) for cell in row if cell.column in columns]
        of_match = {head.name: Told(_value(head, cell), cell.place) for head, cell in heads if head.is_of_match}
        totals = {TOTALS: of_match.pop(TOTALS)} if TOTALS in of_match and TOTALS not in self.told else {}
        changed = any(name not in self.told or self.told[name].value != said.value for name, said in of_match.items())
        if changed or not self.matches:
            self.told = {name: said for name, said in self.told.items() if name in REPEATED} | of_match
            self.matches.append(WrittenMatch())
        self.told |= totals  # may stand in any of the match's rows, in its last one as a rule
        self.matches[-1].add(row, columns, self.told, self.hints)


def _match(first: Cell, told: Mapping[str, Told], hints: Hints) -> MatchDraft:
    game = told["Game"].value if "Game" in told else hints.game
    if not game:
        raise game_not_told(first.place, first.text, TEXTS("game"))
    draft = MatchDraft(game_named(game), first.place)
    for name, said in told.items():
        if name == "Game":
            draft.places[name] = said.place
        else:
            draft.tag(name, *said)
    if hints.rules:
        draft.tags.setdefault("Rules", hints.rules)
    return draft


def _add_round(match: MatchDraft, cells: Mapping[Head, Cell], first: Cell, columns: Mapping[int, Head]) -> None:
    numbered = cells.get(Head(ROUND))
    if numbered is None or not _NUMBER.fullmatch(numbered.text):
        (numbered or first).refuse(TEXTS("number"))
    if match.rounds and int(numbered.text) <= match.rounds[-1].number:
        numbered.refuse(TEXTS("further"))
    round_ = RoundDraft(int(numbered.text), numbered.place)
    for head, cell in cells.items():
        if head.tag == MOVES:
            for token in cell.text.split():
                round_.say(token, cell.place)
        elif head.tag not in (ROUND, SCORE) and not head.is_of_match:
            round_.tag(head.name, cell.text, cell.place)
    _add_scores(round_, cells, columns, sides_of(match.game, match.tags.get("Rules", "")))
    if not round_.tags.get("Scores") and not round_.moves and not round_.tags.get("Places"):
        first.refuse(TEXTS("something"))
    is_sheet = round_.moves or any(head.tag in SHEET for head in cells)
    round_.tags.setdefault(KIND, "sheet" if is_sheet else "scores")
    match.rounds.append(round_)


def _add_scores(round_: RoundDraft, cells: Mapping[Head, Cell], columns: Mapping[int, Head], seats: Container[str]) -> None:
    """Set the scores of a row, where it has any. Blanks of seats that the game has are zeros where the others sum to 0; a blank
    is refused where they do not."""
    noted = {cell.column: _points(cell) for head, cell in cells.items() if head.tag == SCORE}
    if not noted:
        return
    row = cells[columns[min(noted)]]
    points: dict[str, int] = {}
    for column, head in sorted(columns.items()):
        if column in noted:
            points[head.seat] = noted[column]
        elif head.tag == SCORE and head.seat in seats:
            if sum(noted.values()):
                row._replace(text="", column=column).refuse(TEXTS("zero"))
            points[head.seat] = 0
    round_.scores(points, places(cells[columns[min(noted)]], cells[columns[max(noted)]]))


def _points(cell: Cell) -> int:
    if not _WHOLE.fullmatch(cell.text):
        cell.refuse(TEXTS("points"))
    return int(cell.text.replace("−", "-"))


def _value(head: Head, cell: Cell) -> str:
    if head.tag != DATE:
        return cell.text
    if cell.date:
        return cell.date
    found = _DAY.fullmatch(cell.text)
    if found is None:
        cell.refuse(TEXTS("day"))
    return ".".join(part.zfill(2) for part in found.groups())
