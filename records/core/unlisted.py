"""Ids of rows that whoever knows their address may read: UUIDs of version 8, with 122 random bits.

By the version an address is known as a secret one before any row is read: logs mask it, and limits of what strangers may have
judged hold for it.
"""

from __future__ import annotations

import secrets
import uuid
from typing import Any, Final

VERSION: Final = 8


def unlisted_id() -> uuid.UUID:
    """A new id."""
    number = uuid.UUID(int=secrets.randbits(128), version=4).int
    return uuid.UUID(int=number & ~(0xF << 76) | VERSION << 76)


def is_unlisted(id_: Any) -> bool:
    """Whether this is such an id."""
    return isinstance(id_, uuid.UUID) and id_.version == VERSION
