"""Telling a disk without room for files from a fault of the service."""

from __future__ import annotations

import errno

FULL = frozenset((errno.ENOSPC, errno.EDQUOT))


def is_out_of_room(error: BaseException | None) -> bool:
    """Whether an error means that a file could not be written for want of room, as where uploads fill the temporary folder."""
    return isinstance(error, OSError) and error.errno in FULL
