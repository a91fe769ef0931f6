"""Score sheets: kept at a table round by round, by its links or by accounts, confirmed by the seats, made a match."""

from records.rules_line import game_of
from records.sheet_entries import BYTES, ROUNDS
from records.sheets.changing.acting import REQUEST_BYTES, act
from records.sheets.changing.requests import sheet_for
from records.sheets.judging import judged
from records.sheets.progress import SheetProgress, progress_of
from records.sheets.reading import rows_of, state_of
from records.sheets.settings import change_settings, settings_of
from records.sheets.writers import Writer, by_account, by_link

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
    "game_of",
    "judged",
    "progress_of",
    "rows_of",
    "settings_of",
    "sheet_for",
    "state_of",
]
