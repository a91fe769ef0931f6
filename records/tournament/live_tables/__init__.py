"""Matches that are refereed while they are played: opened, written line by line, watched, ended into a match like any other."""

from records.tournament.live_tables.changing import (
    Playing,
    change_delay,
    close_idle,
    end,
    erase_own,
    open_table,
    playing_in,
    release_due,
    rows_of,
)
from records.tournament.live_tables.drafts import BYTES as DRAFT_BYTES
from records.tournament.live_tables.drafts import keep_draft, open_draft, write_draft
from records.tournament.live_tables.frames import (
    Head,
    Slice,
    Text,
    begin_of_round,
    heads_of,
    result_of,
    shown,
    texts,
    visible_until,
)
from records.tournament.live_tables.lines import REQUEST_BYTES
from records.tournament.live_tables.models import AT_ONCE
from records.tournament.live_tables.visibility import (
    OPEN,
    PUBLIC,
    Watching,
    Writer,
    find,
    may_arrange,
    may_write,
    may_write_by_link,
    open_header,
    require_writer,
    watching,
)
from records.tournament.live_tables.writing import Written, standing, write

__all__ = [
    "AT_ONCE",
    "DRAFT_BYTES",
    "Head",
    "OPEN",
    "Playing",
    "PUBLIC",
    "REQUEST_BYTES",
    "Slice",
    "Text",
    "Watching",
    "Writer",
    "Written",
    "begin_of_round",
    "change_delay",
    "close_idle",
    "end",
    "erase_own",
    "find",
    "heads_of",
    "keep_draft",
    "may_arrange",
    "may_write",
    "may_write_by_link",
    "open_draft",
    "open_header",
    "open_table",
    "playing_in",
    "release_due",
    "require_writer",
    "result_of",
    "rows_of",
    "shown",
    "standing",
    "texts",
    "visible_until",
    "watching",
    "write",
    "write_draft",
]
