"""The rows of a spreadsheet as matches: a row whose cells name another match begins one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from referee.importer.drafts import MatchDraft, RoundDraft
from referee.importer.errors import game_not_told
from referee.importer.protocol import Hints
from referee.importers.spreadsheet.cells import Cell, Row, Sheet
from referee.importers.spreadsheet.heads import DATE, KIND, MOVES, REPEATED, ROUND, SCORE, SHEET, TOTALS, Head, head_of
from referee.notation.errors import NotationError, Text

_WHOLE: Final = re.compile(r"[-+−]?[0-9]{1,18}")
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,8}")
_DAY: Final = re.compile(r"(\d{4})\s*[-./年]\s*(\d\d?|\?\?)\s*[-./月]\s*(\d\d?|\?\?)\s*日?")
HEADS: Final[Text] = {
    "zh": "欄名：標籤的名稱（Game、Round、Shown.E 等，或中文），座位字母則為那個座位的分數；必有 Round（局）",
    "en": "heads that are names of tags (Game, Round, Shown.E and so on), or a seat's letter for its scores; "
    "Round is one of them",
}
ONCE: Final[Text] = {"zh": "每個欄名只有一次", "en": "every head once"}
NAMED: Final[Text] = {"zh": "有欄名的一欄", "en": "a column that has a head"}
GAME: Final[Text] = {"zh": "Game（遊戲）欄", "en": "the column Game"}
A_NUMBER: Final[Text] = {"zh": "局號，1 起的整數", "en": "the number of a round, a whole number from 1"}
FURTHER: Final[Text] = {
    "zh": "比上一列大的局號，或與上一列不同的一場（桌、日期、姓名等）",
    "en": "a higher number than that of the row above, or another match (by its table, date, names …)",
}
POINTS: Final[Text] = {"zh": "整數的分數", "en": "scores as whole numbers"}
EVERY_SEAT: Final[Text] = {"zh": "每個座位的分數，或都沒有", "en": "the scores of every seat, or of none"}
SOMETHING: Final[Text] = {"zh": "分數或牌步", "en": "scores or moves"}
A_DAY: Final[Text] = {"zh": "年月日，如 2026.11.19", "en": "year, month and day, as 2026.11.19"}


class Match:
    """A match as its rows come. After a row in which something is not known it holds that ``error`` and takes no more."""

    def __init__(self) -> None:
        self.draft: MatchDraft | None = None
        self.error: NotationError | None = None

    def add(self, row: Row, columns: Mapping[int, Head], tags: Mapping[str, str], hints: Hints) -> None:
        """Add the round of a row; ``tags`` are those of the match."""
        if self.error is not None:
            return
        try:
            for cell in row:
                if cell.column not in columns:
                    cell.refuse(NAMED)
            self.draft = self.draft or _match(row[0], tags, hints)
            if TOTALS in tags:
                self.draft.tags[TOTALS] = tags[TOTALS]
            _add_round(self.draft, {columns[cell.column]: cell for cell in row}, row[0])
        except NotationError as error:
            self.error = error


class Matches:
    """The matches of a sheet, one after another."""

    def __init__(self, hints: Hints) -> None:
        self.hints = hints
        self.matches: list[Match] = []
        self.told: dict[str, str] = {}
        """What the rows say of the match that they belong to."""

    def read(self, sheet: Sheet) -> list[Match]:
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
                cell.refuse(HEADS)
            if head in found.values():
                cell.refuse(ONCE)
            found[cell.column] = head
        if Head(ROUND) not in found.values():
            row[0].refuse(HEADS)
        return found

    def _row(self, row: Row, columns: Mapping[int, Head]) -> None:
        heads = [(columns[cell.column], cell) for cell in row if cell.column in columns]
        of_match = {head.name: _value(head, cell) for head, cell in heads if head.is_of_match}
        totals = {TOTALS: of_match.pop(TOTALS)} if TOTALS in of_match and TOTALS not in self.told else {}
        changed = any(self.told.get(name) != value for name, value in of_match.items())
        if changed or not self.matches:
            self.told = {name: value for name, value in self.told.items() if name in REPEATED} | of_match
            self.matches.append(Match())
        self.told |= totals  # may stand in any of the match's rows, in its last one as a rule
        self.matches[-1].add(row, columns, self.told, self.hints)


def _match(first: Cell, told: Mapping[str, str], hints: Hints) -> MatchDraft:
    tags = dict(told)
    game = tags.pop("Game", "") or hints.game
    if not game:
        raise game_not_told(first.where, first.text, GAME, line=first.row, column=first.column)
    if hints.rules:
        tags.setdefault("Rules", hints.rules)
    return MatchDraft(game, first.where, tags)


def _add_round(match: MatchDraft, cells: Mapping[Head, Cell], first: Cell) -> None:
    numbered = cells.get(Head(ROUND))
    if numbered is None or not _NUMBER.fullmatch(numbered.text):
        (numbered or first).refuse(A_NUMBER)
    if match.rounds and int(numbered.text) <= match.rounds[-1].number:
        numbered.refuse(FURTHER)
    match.rounds.append(_round(RoundDraft(int(numbered.text), first.where), cells, first))


def _round(round_: RoundDraft, cells: Mapping[Head, Cell], first: Cell) -> RoundDraft:
    points = {head.seat: cell for head, cell in cells.items() if head.tag == SCORE}
    for head, cell in cells.items():
        if head.tag == MOVES:
            round_.tokens = cell.text.split()
            round_.where = cell.where
        elif head.tag not in (ROUND, SCORE) and not head.is_of_match:
            round_.tags[head.name] = cell.text
    if points:
        round_.scores({seat: _points(cell) for seat, cell in sorted(points.items(), key=lambda one: one[1].column)})
    if not round_.tags.get("Scores") and not round_.tokens and not round_.tags.get("Places"):
        first.refuse(SOMETHING)
    is_sheet = round_.tokens or any(head.tag in SHEET for head in cells)
    round_.tags.setdefault(KIND, "sheet" if is_sheet else "scores")
    return round_


def _points(cell: Cell) -> int:
    if not _WHOLE.fullmatch(cell.text):
        cell.refuse(POINTS)
    return int(cell.text.replace("−", "-"))


def _value(head: Head, cell: Cell) -> str:
    if head.tag != DATE:
        return cell.text
    if cell.date:
        return cell.date
    found = _DAY.fullmatch(cell.text)
    if found is None:
        cell.refuse(A_DAY)
    return ".".join(part.zfill(2) for part in found.groups())
