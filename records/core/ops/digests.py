"""Digests: of bytes as they are stored and published, and of secrets, which are stored by nothing else."""

from __future__ import annotations

import hashlib


def sha256(data: bytes) -> str:
    """The SHA-256 of some bytes, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def digest_of(plain: str) -> str:
    """The SHA-256 of a token or a share link; long random secrets need no slow hash."""
    return sha256(plain.encode("utf-8", "surrogatepass"))
