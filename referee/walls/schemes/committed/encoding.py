"""Digests over several fields that no other fields share: each field is told apart by its length, each use by its domain."""

from __future__ import annotations

from hashlib import sha256

DOMAIN = "ppn-wall/committed/1/"
"""What every digest and every generator of this scheme begins with, before the word for its use."""


def fields(*parts: str | bytes) -> bytes:
    """The fields one after another, each behind its length in bytes: four bytes, the highest first. Text is UTF-8."""
    written = [part.encode("utf-8") if isinstance(part, str) else part for part in parts]
    return b"".join(len(part).to_bytes(4, "big") + part for part in written)


def digest(use: str, *parts: str | bytes) -> bytes:
    """SHA-256 over the domain of this use and the fields."""
    return sha256(fields(DOMAIN + use, *parts)).digest()
