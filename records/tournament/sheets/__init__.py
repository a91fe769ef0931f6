"""Score sheets: kept at a table round by round, by its links or by accounts, confirmed by the seats, made a match."""

from records.core.rules_line import game_of
from records.tournament.sheets.acting import REQUEST_BYTES, act
from records.tournament.sheets.entering import change_settings, sheet_for
from records.tournament.sheets.entries import BYTES, ROUNDS
from records.tournament.sheets.reading import SheetProgress, judged, progress_of, rows_of, state_of
from records.tournament.sheets.writers import Writer, by_account, by_link, count_request, require_writer

__all__ = [
    "BYTES",
    "REQUEST_BYTES",
    "ROUNDS",
    "SheetProgress",
    "Writer",
    "act",
    "by_account",
    "by_link",
    "change_settings",
    "count_request",
    "game_of",
    "judged",
    "progress_of",
    "require_writer",
    "rows_of",
    "sheet_for",
    "state_of",
]
