"""The rows of a spreadsheet as matches: a row whose cells name another match begins one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from referee.core.texts import Texts
from referee.importers.common.drafts import MatchDraft, RoundDraft
from referee.importers.common.errors import game_asked, not_told
from referee.importers.common.protocol import Converted, Hints
from referee.importers.spreadsheet.cells import Cell, Row, Worksheet, brief, places
from referee.importers.spreadsheet.heads import (
    DATE,
    KIND,
    MOVES,
    REMARK,
    REPEATED,
    ROUND,
    SCORE,
    SHEET,
    SUBTOTAL_WORDS,
    SUM,
    TOTALS,
    Head,
    is_total,
    plain,
)
from referee.importers.spreadsheet.layout import NUMBER, WHOLE, Layout, Told, day_of, points_of
from referee.notation.converters import ASSUMED, COMPARED, DIFFERS, LEFT_OUT, READ, Note, Question
from referee.notation.converters import ROUND as WHICH_ROUND
from referee.notation.errors import NotationError, Text
from referee.notation.ppn.grammar import game_named, games_of_seats, sides_of
from referee.notation.ppn.tags import scores_text

TEXTS: Final = Texts(__file__)
_NAMED: Final = 8
"""Cells that a note names at most."""
_TWICE: Final = 8
"""Rows with the number of another that are corrections at most; more are another match."""


class WrittenMatch:
    """A match: its rows as they come, and what they ``told`` of it."""

    def __init__(self, layout: Layout, told: Mapping[str, Told]) -> None:
        self.layout, self.told = layout, dict(told)
        self.rows: list[Row] = []

    def converted(self, hints: Hints, unread: Sequence[str]) -> Converted | NotationError:
        """The match, or the error of the first cell in which something is not known. ``unread``: sheets that were not read."""
        try:
            return _Reading(self, hints).converted(unread)
        except NotationError as error:
            return error


def matches_of(sheet: Worksheet, hints: Hints) -> list[WrittenMatch]:
    """The matches of a sheet, one after another. Raises NotationError where its heads, or what a row says of its match, are not
    known: it is not certain then which rows are of which match."""
    layout = Layout(sheet, hints)
    matches: list[WrittenMatch] = []
    told = layout.told
    for row in layout.rows:
        heads = [(layout.columns[cell.column], cell) for cell in row if cell.column in layout.columns]
        of_match = {head.name: Told(_value(head, cell), cell.place) for head, cell in heads if head.is_of_match}
        totals = {TOTALS: of_match.pop(TOTALS)} if TOTALS in of_match and TOTALS not in told else {}
        changed = any(name not in told or told[name].value != said.value for name, said in of_match.items())
        if changed or not matches:
            told = layout.told | {name: said for name, said in told.items() if name in REPEATED} | of_match
            matches.append(WrittenMatch(layout, told))
        told = told | totals  # may stand in any of the match's rows, in its last one as a rule
        matches[-1].told |= totals
        matches[-1].rows.append(row)
    if not matches:
        layout.heads[0].refuse(TEXTS("rows"))
    return matches


class _Reading:
    """The rows of a match becoming its draft."""

    def __init__(self, match: WrittenMatch, hints: Hints) -> None:
        self.layout, self.told, self.rows, self.hints = match.layout, match.told, match.rows, hints
        game = match.told["Game"].value if "Game" in match.told else hints.game
        self.draft = MatchDraft(game_named(game), match.rows[0][0].place)
        self.draft.notes = [*self.layout.notes]
        self.remarks = [*self.layout.comment]
        self.questions = [*self.layout.questions]
        self.sides = sides_of(self.draft.game, match.told["Rules"].value if "Rules" in match.told else hints.rules)
        self.zeros: list[Cell] = []
        self.empty: list[Cell] = []
        self.sums = dict.fromkeys(self.layout.scores, 0)
        self.summed = self.sums
        """The sums at the last row of totals."""
        self.unsummed = 0
        """A round without scores, with which no totals can be compared."""

    def converted(self, unread: Sequence[str]) -> Converted:
        self._tags()
        first = next((at for at, row in enumerate(self.rows) if self._is_round(row)), None)
        if first is None:
            self.rows[0][0].refuse(TEXTS("rows"))
        above = [row for row in self.rows[:first] if self._is_totals(row)]  # totals of the rounds below them
        rows = [*(row for row in self.rows[:first] if not self._is_totals(row)), *self.rows[first:], *above]
        last = max(at for at, row in enumerate(rows) if self._is_round(row))
        left_out = self._twice()
        for at, row in enumerate(rows):
            if self._is_totals(row):
                self._totals(row, is_last=at > last)
            elif not self._is_round(row):
                self._beside(row)
            elif row[0].row not in left_out:
                self._round(row)
        self._told()
        if self.questions:
            raise not_told(self.questions, self.draft.notes)
        self.draft.comment = "; ".join(self.remarks)
        self.draft.lacks("play")
        if unread:
            self.draft.lacks("sheets", *unread)
        return self.draft.converted()

    def _tags(self) -> None:
        if "Game" not in self.told and not self.hints.game:
            first, games = self.rows[0][0], games_of_seats(len(self.layout.scores))
            self.questions.insert(0, game_asked(first.place, first.text, TEXTS("game"), games))
        elif self.layout.names and len(self.sides) != len(self.layout.names):
            self.layout.head(self.layout.scores[0]).refuse(TEXTS("names-of-game", most=len(self.sides)))
        for name, said in self.told.items():
            if name == "Game":
                self.draft.places[name] = said.place
            else:
                self.draft.tag(name, *said)
        if self.hints.rules:
            self.draft.tags.setdefault("Rules", self.hints.rules)

    def _is_round(self, row: Row) -> bool:
        """Whether a row has a round; else it has words alone, or no more than a number."""
        if self._is_totals(row):
            return False
        told = [cell for cell in row if self._tag(cell) not in (ROUND, REMARK)]
        if not self.layout.number:
            return any(self._tag(cell) == SCORE for cell in told)
        number = next((cell for cell in row if self._tag(cell) == ROUND), None)
        return bool(told) and (number is not None or any(self._tag(cell) or WHOLE.fullmatch(plain(cell.text)) for cell in told))

    def _is_totals(self, row: Row) -> bool:
        return any(is_total(cell.text) for cell in row if self._tag(cell) not in (SCORE, REMARK, MOVES))

    def _tag(self, cell: Cell) -> str:
        head = self.layout.columns.get(cell.column)
        return head.tag if head else ""

    def _twice(self) -> set[int]:
        """The rows that do not count of those that have one number, which is asked where nobody has told it."""
        by_number: dict[str, list[Cell]] = {}
        shown: dict[int, str] = {}
        for row in self.rows:
            for cell in row if self._is_round(row) else ():
                found = NUMBER.fullmatch(plain(cell.text)) if self._tag(cell) == ROUND else None
                if found:
                    by_number.setdefault(found[1], []).append(cell)
                    shown[cell.row] = brief("  ".join(one.text for one in row if one is not cell))
        out: set[int] = set()
        several = {number: cells for number, cells in by_number.items() if len(cells) > 1}
        if sum(len(cells) - 1 for cells in several.values()) > _TWICE:
            next(iter(several.values()))[1].refuse(TEXTS("further"))
        for number, cells in several.items():
            kept = [cell for cell in cells if cell.name in self.hints.keep]
            names = tuple(cell.name for cell in cells)
            if len(kept) != 1:
                twice = cells[1]
                rows = tuple(shown[cell.row] for cell in cells)
                self.questions.append(Question(WHICH_ROUND, twice.place, twice.text, TEXTS("further"), (number,), names, rows))
            keep = kept[0] if len(kept) == 1 else cells[0]
            out |= {cell.row for cell in cells if cell is not keep}
            if len(kept) == 1:
                gone = [cell for cell in cells if cell is not keep]
                self._leave_out(TEXTS("other-counts", number=number, kept=keep.name, others=_named(gone)), gone)
        return out

    def _leave_out(self, text: Text, cells: Sequence[Cell]) -> None:
        self.draft.notes.append(Note(LEFT_OUT, cells[0].place, text))
        self.draft.lacks("rows", *(one.name for one in cells))

    def _beside(self, row: Row) -> None:
        """Keep the words of a row that is no round as a comment; a number, or a word for totals, alone is left out."""
        words = [cell for cell in row if not NUMBER.fullmatch(plain(cell.text)) and not is_total(cell.text)]
        if not words:
            self.empty.append(row[0])
        for cell in words:
            self.remarks.append(cell.text)
            self.draft.notes.append(Note(READ, cell.place, TEXTS("kept", text=cell.brief)))

    def _round(self, row: Row) -> None:
        columns, draft = self.layout.columns, self.draft
        for cell in row:
            if cell.column not in columns:
                cell.refuse(TEXTS("named"))
        cells = {columns[cell.column]: cell for cell in row}
        round_ = self._numbered(cells.get(Head(ROUND)), row[0])
        for head, cell in cells.items():
            if head.tag == MOVES:
                for token in cell.text.split():
                    round_.say(token, cell.place)
            elif head.tag == REMARK:
                round_.comment = cell.text
            elif head.tag not in (ROUND, SCORE, SUM) and not head.is_of_match:
                round_.tag(head.name, self._said(cell), cell.place)
        scores = self._scores(row)
        if scores:
            points = {columns[column].seat: score for column, score in scores.items()}
            noted = [cell for cell in row if self._tag(cell) == SCORE]
            round_.scores(points, places(noted[0], noted[-1]))
            if not self.layout.number and len(draft.rounds) > 1 and any(points.values()) and scores == self.sums:
                draft.notes.append(Note(ASSUMED, places(noted[0], noted[-1]), TEXTS("sum-as-round")))
            self.sums = {column: self.sums[column] + scores.get(column, 0) for column in self.sums}
            self._check_sum(cells.get(Head(SUM)), sum(scores.values()))
        else:
            self.unsummed = self.unsummed or round_.number
        if not round_.tags.get("Scores") and not round_.moves and not round_.tags.get("Places"):
            row[0].refuse(TEXTS("something"))
        is_sheet = round_.moves or any(head.tag in SHEET for head in cells)
        round_.tags.setdefault(KIND, "sheet" if is_sheet else "scores")
        draft.rounds.append(round_)

    def _numbered(self, cell: Cell | None, first: Cell) -> RoundDraft:
        rounds = self.draft.rounds
        if not self.layout.number:
            return RoundDraft(len(rounds) + 1, first.place)
        found = NUMBER.fullmatch(plain(cell.text)) if cell else None
        if cell is None or found is None:
            (cell or first).refuse(TEXTS("number"))
        if rounds and int(found[1]) <= rounds[-1].number:
            cell.refuse(TEXTS("further"))
        return RoundDraft(int(found[1]), cell.place)

    def _said(self, cell: Cell) -> str:
        """The text of a cell; a name that is a column's head as its seat."""
        named = {name: self.layout.columns[column].seat for column, name in self.layout.names.items()}
        return named.get(cell.text, cell.text)

    def _scores(self, row: Row) -> dict[int, int]:
        """The scores of a row by their columns. Blanks of seats that the game has are zeros where the others sum to 0; a blank is
        refused where they do not."""
        noted = {cell.column: points_of(cell) for cell in row if self._tag(cell) == SCORE}
        found: dict[int, int] = {}
        for column in self.layout.scores if noted else ():
            if column in noted:
                found[column] = noted[column]
            elif self.layout.names or self.layout.columns[column].seat in self.sides:
                blank = row[0]._replace(text="", column=column)
                if sum(noted.values()):
                    blank.refuse(TEXTS("zero"))
                found[column] = 0
                self.zeros.append(blank)
        return found

    def _check_sum(self, cell: Cell | None, computed: int) -> None:
        if cell is not None and points_of(cell) != computed:
            self.draft.notes.append(Note(DIFFERS, cell.place, TEXTS("sum-differs", noted=cell.brief, computed=computed)))
            self.draft.lacks("sums", cell.name)

    def _totals(self, row: Row, *, is_last: bool) -> None:
        """Compare a row of totals with the rounds so far. The last one is that of the match, if it stands outside of them."""
        noted = self._scores(row)
        if not noted:
            return self._beside(row)
        cells = [cell for cell in row if self._tag(cell) == SCORE]
        place = places(cells[0], cells[-1])
        sums, since = {at: self.sums[at] for at in noted}, {at: self.sums[at] - self.summed[at] for at in noted}
        self.summed = self.sums
        may_be_part = not is_last or any(is_total(cell.text, SUBTOTAL_WORDS) for cell in row)
        is_part = may_be_part and noted == since != sums
        if is_last and not is_part and TOTALS not in self.told and not self.questions:
            self.draft.tag(TOTALS, scores_text({self.layout.columns[at].seat: points for at, points in noted.items()}), place)
        kind = COMPARED
        if self.questions and any(one.about == WHICH_ROUND for one in self.questions):
            text = TEXTS("not-compared-yet", noted=self._points_by_name(noted))
        elif self.unsummed:
            text = TEXTS("not-compared", noted=self._points_by_name(noted), number=self.unsummed)
        elif is_part:
            text = TEXTS("subtotals-agree", noted=self._points_by_name(noted))
        elif noted == sums:
            text = TEXTS("totals-agree", noted=self._points_by_name(noted), rounds=len(self.draft.rounds))
        else:
            kind = DIFFERS
            text = TEXTS("totals-differ", noted=self._points_by_name(noted), computed=self._points_by_name(sums))
            if not is_last or TOTALS in self.told:
                self.draft.lacks("sums", cells[0].name)
        self.draft.notes.append(Note(kind, place, text))
        return None

    def _points_by_name(self, points: Mapping[int, int]) -> str:
        return ", ".join(f"{self.layout.who(column)} {value:+d}" for column, value in points.items())

    def _told(self) -> None:
        """Note how many rounds there are, which have remarks, and which blanks were read as zeros."""
        rounds, notes = self.draft.rounds, self.draft.notes
        place = rounds[0].begins
        remarked = [f"{one.number}" for one in rounds if one.comment]
        if remarked:
            notes.append(Note(READ, place, TEXTS("remarks-read", rounds=_listed(remarked))))
        if self.empty:
            self._leave_out(TEXTS("empty-rows", cells=_named(self.empty)), self.empty)
        if self.zeros:
            at = self.zeros[0].place
            notes.append(Note(ASSUMED, at, TEXTS("zeros", count=len(self.zeros), cells=_named(self.zeros))))
        if alone := sum(one.tags[KIND] == "scores" for one in rounds):
            notes.insert(0, Note(READ, place, TEXTS("scores-alone", count=alone)))
        notes.insert(
            0, Note(READ, place, TEXTS("rounds-read", count=len(rounds), first=rounds[0].number, last=rounds[-1].number))
        )


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:_NAMED]) + (", …" if len(names) > _NAMED else "")


def _named(cells: Sequence[Cell]) -> str:
    return _listed([cell.name for cell in cells])


def _value(head: Head, cell: Cell) -> str:
    if head.tag != DATE:
        return cell.text
    return day_of(cell) or cell.refuse(TEXTS("day"))
