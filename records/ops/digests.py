"""Digests of API tokens and share links, which are stored instead of the secrets."""

from __future__ import annotations

import hashlib


def digest_of(plain: str) -> str:
    """The SHA-256 of a token or a share link; long random secrets need no slow hash."""
    return hashlib.sha256(plain.encode("utf-8", "surrogatepass")).hexdigest()
