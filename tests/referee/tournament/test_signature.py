"""Ed25519 over a document's hash: the published test vector, OpenSSL's own word, and everything that is no signature."""

from __future__ import annotations

import hashlib
import shutil
import subprocess
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric import ed448
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, Encoding, NoEncryption, PrivateFormat

from referee.tournament.published import signature
from referee.tournament.published.canonical import Unreadable

HASH = hashlib.sha256(b"a document").hexdigest()
RFC_8032 = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
"""The secret key of the first test of RFC 8032, 7.1; its public key is ``d75a9801…``."""
PUBLIC = bytes.fromhex("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a")
ORDER = 2**252 + 27742317777372353535851937790883648493


@pytest.fixture(scope="module")
def private() -> bytes:
    key = Ed25519PrivateKey.from_private_bytes(RFC_8032)
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def test_the_public_key_is_that_of_the_standard(private: bytes) -> None:
    assert signature.public_of(private) == PUBLIC
    assert signature.read_pem(signature.pem(PUBLIC)) == PUBLIC


def test_a_signature_holds_for_its_key_and_its_hash_alone(private: bytes) -> None:
    signed = signature.sign(private, HASH)
    assert signature.holds(PUBLIC, HASH, signed["value"])
    assert not signature.holds(PUBLIC, hashlib.sha256(b"another").hexdigest(), signed["value"])
    assert not signature.holds(signature.public_of(signature.new_key()), HASH, signed["value"])


def test_signature_of_any_other_value_does_not_hold(private: bytes) -> None:
    value = bytes.fromhex(signature.sign(private, HASH)["value"])
    for bit in range(8 * len(value)):
        turned = bytearray(value)
        turned[bit // 8] ^= 1 << bit % 8
        assert not signature.holds(PUBLIC, HASH, turned.hex()), bit
    scalar = int.from_bytes(value[32:], "little") + ORDER
    assert not signature.holds(PUBLIC, HASH, (value[:32] + scalar.to_bytes(32, "little")).hex()), "the same scalar again"
    for odd in ("", "zz", value.hex()[:-2], value.hex() + "00"):
        assert not signature.holds(PUBLIC, HASH, odd)


@pytest.mark.skipif(not shutil.which("openssl"), reason="OpenSSL's own command is not here")
def test_signature_is_the_one_of_openssl(private: bytes, tmp_path: Path) -> None:
    signed = signature.sign(private, HASH)
    (tmp_path / "key.pem").write_text(signed["key"])
    (tmp_path / "message").write_bytes(signature.message(HASH))
    (tmp_path / "value").write_bytes(bytes.fromhex(signed["value"]))
    openssl = ["openssl", "pkeyutl", "-verify", "-pubin", "-inkey", "key.pem", "-rawin", "-in", "message", "-sigfile", "value"]
    assert b"Verified Successfully" in subprocess.run(openssl, cwd=tmp_path, capture_output=True, check=True).stdout
    info = subprocess.run(["openssl", "pkey", "-pubin", "-in", "key.pem", "-outform", "DER"], cwd=tmp_path, capture_output=True)
    assert hashlib.sha256(info.stdout).hexdigest() == signed["fingerprint"]


@pytest.mark.parametrize(
    "text", ["", "a key", signature.pem(PUBLIC)[:-40], signature.pem(PUBLIC)[:40], signature.pem(PUBLIC).replace("MC", "AA")]
)
def test_what_is_no_public_key_is_refused(text: str) -> None:
    with pytest.raises(Unreadable, match="no Ed25519 public key"):
        signature.read_pem(text)


def test_what_is_no_private_key_is_refused() -> None:
    other = ed448.Ed448PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    locked = Ed25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(b"word"))
    for odd in (b"", b"a key", other, locked, signature.pem(PUBLIC).encode()):
        with pytest.raises(ValueError):  # noqa: PT011 - each library says it in its own words
            signature.sign(odd, HASH)
