"""Signing the hash of a results document, and checking such a signature: Ed25519 (RFC 8032).

A public key is known by its fingerprint, the SHA-256 of its SubjectPublicKeyInfo (RFC 8410): what
``openssl pkey -pubin -in key.pem -outform DER | sha256sum`` prints.

Signing needs ``cryptography``, which the service has. Checking does without it where it is not installed: in a browser, or beside
the engine alone.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from typing import TYPE_CHECKING

from referee.tournament.published import ed25519
from referee.tournament.published.canonical import TEXTS, Unreadable

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

ALGORITHM = "ed25519"
CONTEXT = "referee-results-1:"
"""What stands before the hash in the message that is signed: a signature means this and nothing else."""
SHORT, WHOLE = 32, 64
"""Digits of a fingerprint that people compare, and all that it has."""

_INFO = bytes.fromhex("302a300506032b6570032100")
"""What stands before the 32 bytes of an Ed25519 key in its SubjectPublicKeyInfo."""
_PEM = re.compile(r"\s*-----BEGIN PUBLIC KEY-----\s+([A-Za-z0-9+/=\s]+)-----END PUBLIC KEY-----\s*")


def message(digest: str, context: str = CONTEXT) -> bytes:
    """The bytes that are signed for a document with this hash."""
    return f"{context}{digest}".encode("ascii")


def new_key() -> bytes:
    """A new private key, as PEM (PKCS #8)."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

    return Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def public_of(private: bytes) -> bytes:
    """The 32 bytes of the public key of a private key (PEM). Raises ValueError if it is none."""
    return _private(private).public_key().public_bytes_raw()


def sign(private: bytes, digest: str, context: str = CONTEXT) -> dict[str, str]:
    """The signature of a document's hash, as written in the file. Raises ValueError for an invalid key."""
    key = _private(private)
    public = key.public_key().public_bytes_raw()
    return {
        "algorithm": ALGORITHM,
        "fingerprint": fingerprint(public),
        "key": pem(public),
        "value": key.sign(message(digest, context)).hex(),
    }


def holds(public: bytes, digest: str, value: str, context: str = CONTEXT) -> bool:
    """Whether the signature of the hash was made by this key."""
    try:
        return made_by(public, message(digest, context), bytes.fromhex(value))
    except ValueError:
        return False


def made_by(public: bytes, data: bytes, value: bytes) -> bool:
    """Whether a signature of these very bytes was made by this key."""
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ModuleNotFoundError:
        return ed25519.verified(public, data, value)
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(value, data)
    except (InvalidSignature, ValueError):
        return False
    return True


def fingerprint(public: bytes) -> str:
    """The fingerprint of a public key, in hexadecimal digits."""
    return hashlib.sha256(_INFO + public).hexdigest()


def grouped(fingerprint_: str) -> str:
    """A fingerprint in groups of four digits, for people to compare."""
    return " ".join(fingerprint_[at : at + 4] for at in range(0, len(fingerprint_), 4))


def pem(public: bytes) -> str:
    """A public key as PEM."""
    return f"-----BEGIN PUBLIC KEY-----\n{base64.b64encode(_INFO + public).decode('ascii')}\n-----END PUBLIC KEY-----\n"


def read_pem(text: str) -> bytes:
    """The 32 bytes of a public key in PEM. Raises Unreadable for anything but an Ed25519 key."""
    found = _PEM.fullmatch(text)
    try:
        info = base64.b64decode("".join(found[1].split()), validate=True) if found else b""
    except binascii.Error:
        info = b""
    if not info.startswith(_INFO) or len(info) != len(_INFO) + 32:
        raise Unreadable(TEXTS("no-key"))
    return info[len(_INFO) :]


def _private(private: bytes) -> Ed25519PrivateKey:
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    try:
        key = load_pem_private_key(private, None)
    except (TypeError, UnsupportedAlgorithm) as error:  # behind a password, or of a kind that is not known
        raise ValueError("the key is no Ed25519 private key in PEM without a password") from error
    if not isinstance(key, Ed25519PrivateKey):
        raise ValueError("the key is no Ed25519 private key in PEM without a password")
    return key
