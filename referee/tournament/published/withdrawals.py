"""The signed list of keys that a service has withdrawn: what they signed is to be trusted no longer.

``{"document": {"withdrawn_keys": 1, "at": …, "fingerprints": […]}, "hash": …, "signature": …}``, in canonical form and a line
feed, signed like results with a context of its own, so that neither can stand for the other.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from referee.core.verdict import JSON
from referee.tournament.published import signature
from referee.tournament.published.canonical import TEXTS, Unreadable, canonical, digest, load

CONTEXT = "referee-withdrawn-keys-1:"
ENDING = b"\n"
MOST_BYTES = 1 << 20
"""The largest list that is read: some 15,000 keys."""
_HEX = frozenset("0123456789abcdef")


class Withdrawals(NamedTuple):
    """The fingerprints of withdrawn keys, that of the key which signed the list, and when it was written."""

    fingerprints: frozenset[str]
    signer: str
    at: str


def seal(fingerprints: Iterable[str], at: str, private: bytes) -> bytes:
    """The list as a file, signed by a private key (PEM). Raises ValueError if that is no key."""
    listed: list[JSON] = [*sorted(set(fingerprints))]
    document: dict[str, JSON] = {"withdrawn_keys": 1, "at": at, "fingerprints": listed}
    hashed = digest(document)
    signed: dict[str, JSON] = dict(signature.sign(private, hashed, CONTEXT))
    return canonical({"document": document, "hash": hashed, "signature": signed}) + ENDING


def read(data: bytes) -> Withdrawals:
    """The list in a file whose signature holds; whether its key is to be trusted is for the reader to say. Raises Unreadable."""
    if len(data) > MOST_BYTES:
        raise _no_list()
    file: Any = load(data)
    try:
        document, signed = file["document"], file["signature"]
        fingerprints, at, version = document["fingerprints"], document["at"], document["withdrawn_keys"]
        public, value = signature.read_pem(signed["key"]), signed["value"]
        form = set(document) == {"withdrawn_keys", "at", "fingerprints"} and version == 1 and isinstance(at, str)
        if not form or not isinstance(fingerprints, list) or not all(map(is_fingerprint, fingerprints)):
            raise _no_list()
    except (KeyError, TypeError) as error:
        raise _no_list() from error
    if not isinstance(value, str) or not signature.holds(public, digest(document), value, CONTEXT):
        raise Unreadable(TEXTS("unsound-list"))
    return Withdrawals(frozenset(fingerprints), signature.fingerprint(public), at)


def is_fingerprint(value: object) -> bool:
    """Whether a value is a whole fingerprint of a key."""
    return isinstance(value, str) and len(value) == signature.WHOLE and set(value) <= _HEX


def _no_list() -> Unreadable:
    return Unreadable(TEXTS("no-list"))
