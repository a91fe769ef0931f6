"""Encrypting secrets that the service must read again, by SECRET_KEY, so that a copy of the database alone signs nothing."""

from __future__ import annotations

import base64
import hashlib

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings


class DecryptionError(Exception):
    """The text was encrypted by a key that the settings no longer have."""


def encrypt(plain: str) -> str:
    """The encrypted secret, as it is stored."""
    return _fernet().encrypt(plain.encode()).decode("ascii")


def decrypt(encrypted: str) -> str:
    """The secret in plain text. SECRET_KEY_FALLBACKS are tried too. Raises DecryptionError."""
    try:
        return _fernet().decrypt(encrypted.encode("ascii")).decode()
    except InvalidToken as error:
        raise DecryptionError from error


def reencrypt(encrypted: str) -> str:
    """The same secret encrypted by the SECRET_KEY of today. Raises DecryptionError."""
    try:
        return _fernet().rotate(encrypted.encode("ascii")).decode("ascii")
    except InvalidToken as error:
        raise DecryptionError from error


def _fernet() -> MultiFernet:
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    digests = [hashlib.sha256(b"records.sealed:" + str(key).encode()).digest() for key in keys]
    return MultiFernet([Fernet(base64.urlsafe_b64encode(digest)) for digest in digests])
