"""Deleting matches: each can be brought back for UNDO_DAYS, a setting, and is then erased, which leaves tombstones.

A deleted match belongs to nobody. Its seats are of no player, it waits for no worker, and events have taken it from their tables.
Events are locked before matches are, as where they attach some. Of the versions of a match one counts (``versions``).
"""

from records.archive.matches.deletion.deleting import (
    Replaced,
    delete,
    erase_expired,
    match_left,
    match_moves,
    match_replaced,
    may_delete,
    replace,
)
from records.archive.matches.deletion.restoring import deleted_lately, find_deleted, match_returned, read_deleted, restore
from records.archive.matches.deletion.versions import require_counting, that_count

__all__ = [
    "Replaced",
    "delete",
    "deleted_lately",
    "erase_expired",
    "find_deleted",
    "match_left",
    "match_moves",
    "match_replaced",
    "match_returned",
    "may_delete",
    "read_deleted",
    "replace",
    "require_counting",
    "restore",
    "that_count",
]
