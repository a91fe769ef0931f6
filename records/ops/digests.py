"""What is kept of a secret that somebody shows again: its digest."""

from __future__ import annotations

import hashlib


def digest_of(plain: str) -> str:
    """The SHA-256 of a token or a share link; long random secrets need no slow hash."""
    return hashlib.sha256(plain.encode("utf-8", "surrogatepass")).hexdigest()
