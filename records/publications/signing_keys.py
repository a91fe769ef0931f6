"""The private key that results are signed with: from ``RESULTS_KEY``, or created on first use and stored in ``REFEREE_VAR``.

It is read whenever something is signed, and held nowhere else: no log, no answer and no database has it.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.db.models import Max

from records.publications.models import Publication
from referee.results.published import signature

KEPT_AS = "results-key.pem"
PEM = "-----BEGIN"


class NoKey(Exception):
    """There is a key that cannot be read; the message names where it was looked for, and nothing of what is there."""


def private_key() -> bytes:
    """The key as PEM. Raises NoKey."""
    given = settings.RESULTS_KEY
    if given.startswith(PEM):
        return _checked(given.replace("\\n", "\n").encode(), "RESULTS_KEY")
    path = Path(given) if given else settings.VAR / KEPT_AS
    if not given and not path.exists():
        make(path)
    try:
        return _checked(path.read_bytes(), str(path))
    except OSError as error:
        raise NoKey(f"{path}: {error.strerror}") from error


def public_key() -> bytes:
    """The 32 bytes that signatures of this service are checked by. Raises NoKey."""
    return signature.public_of(private_key())


class Key(NamedTuple):
    """A public key by which results of this service can be checked. ``current``: it signs what is published now."""

    fingerprint: str
    pem: str
    current: bool
    withdrawn: bool


def known_keys() -> list[Key]:
    """The key that signs now, then those that signed what was published earlier, the latest first."""
    found: dict[str, str] = {}
    try:
        public = public_key()
        found[signature.fingerprint(public)] = signature.pem(public)
    except NoKey:
        public = b""
    used = Publication.objects.order_by().values("fingerprint", "key").annotate(last=Max("at")).order_by("-last")
    for row in used:
        found.setdefault(row["fingerprint"], row["key"])
    withdrawn = {digits.lower() for digits in settings.RESULTS_KEYS_WITHDRAWN}
    now = signature.fingerprint(public) if public else ""
    return [Key(digits, pem, digits == now, digits in withdrawn) for digits, pem in found.items()]


def make(path: Path) -> None:
    """Put a new key at a place where there is none, whole and for its owner's eyes only; whoever comes second leaves the first's.

    Raises NoKey where that cannot be done.
    """
    beside = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    try:
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(signature.new_key())
        try:
            os.link(beside, path)
        except FileExistsError:
            pass
        finally:
            beside.unlink()
    except OSError as error:
        raise NoKey(f"{path}: {error.strerror}") from error


def _checked(pem: bytes, where: str) -> bytes:
    try:
        signature.public_of(pem)
    except ValueError:
        raise NoKey(f"{where}: no Ed25519 private key in PEM without a password") from None
    return pem
