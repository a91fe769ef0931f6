"""The private key that results are signed with: from ``RESULTS_KEY``, or created on first use and stored in ``REFEREE_VAR``.

It is read whenever something is signed, and held nowhere else: no log, no answer and no database has it.
"""

from __future__ import annotations

import os
import secrets
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.db.models import Max

from records.tournament.publications.models import Publication
from referee.tournament.published import signature, withdrawals

FILENAME = "results-key.pem"
PEM = "-----BEGIN"


class KeyUnreadable(Exception):
    """The private key cannot be read. The message names where it was looked for and nothing of its content."""


def private_key() -> bytes:
    """The private key as PEM, created on first use. Raises KeyUnreadable."""
    setting = settings.RESULTS_KEY
    if setting.startswith(PEM):
        return _checked_pem(setting.replace("\\n", "\n").encode(), "RESULTS_KEY")
    path = Path(setting) if setting else settings.VAR / FILENAME
    if not setting and not path.exists():
        create_key(path)
    try:
        return _checked_pem(path.read_bytes(), str(path))
    except OSError as error:
        raise KeyUnreadable(f"{path}: {error.strerror}") from error


def public_key() -> bytes:
    """The 32 bytes of the public key, which verify the service's signatures. Raises KeyUnreadable."""
    return signature.public_of(private_key())


class Key(NamedTuple):
    """A public key that verifies results of this service. ``current``: it belongs to the key that signs now."""

    fingerprint: str
    pem: str
    current: bool
    withdrawn: bool


def known_keys() -> list[Key]:
    """The current public key, then those of earlier publications, the latest first."""
    found: dict[str, str] = {}
    try:
        public = public_key()
        found[signature.fingerprint(public)] = signature.pem(public)
    except KeyUnreadable:
        public = b""
    used = Publication.objects.order_by().values("fingerprint", "key").annotate(last=Max("at")).order_by("-last")
    for row in used:
        found.setdefault(row["fingerprint"], row["key"])
    withdrawn = {digits.lower() for digits in settings.RESULTS_KEYS_WITHDRAWN}
    now = signature.fingerprint(public) if public else ""
    return [Key(digits, pem, digits == now, digits in withdrawn) for digits, pem in found.items()]


def withdrawn_keys(at: datetime) -> bytes:
    """The list of RESULTS_KEYS_WITHDRAWN as a file, signed by the key that signs now. Raises KeyUnreadable; ValueError for what
    is no whole fingerprint."""
    digits = [digits.lower() for digits in settings.RESULTS_KEYS_WITHDRAWN]
    if wrong := [one for one in digits if not withdrawals.is_fingerprint(one)]:
        raise ValueError(f"RESULTS_KEYS_WITHDRAWN: {wrong[0]} is no whole fingerprint of {signature.WHOLE} hexadecimal digits")
    return withdrawals.seal(digits, at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"), private_key())


def create_key(path: Path) -> None:
    """Create a private key file, readable by its owner alone. If two processes do so at once, the first one's key stays.

    Raises KeyUnreadable where that cannot be done.
    """
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    try:
        with os.fdopen(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(signature.new_key())
        try:
            os.link(temporary, path)
        except FileExistsError:
            pass
        finally:
            temporary.unlink()
    except OSError as error:
        raise KeyUnreadable(f"{path}: {error.strerror}") from error


def _checked_pem(pem: bytes, where: str) -> bytes:
    try:
        signature.public_of(pem)
    except ValueError:
        raise KeyUnreadable(f"{where}: no Ed25519 private key in PEM without a password") from None
    return pem
