"""Signatures checked without a library: OpenSSL's answer for each, also for points that implementations differ about."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from referee.tournament.published.ed25519 import verified
from tests.proof import proof

PRIME = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
EIGHTH = "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"
"""A point of order eight."""
RFC_8032 = [
    (
        "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "",
        "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d8"
        "73e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b",
    ),
    (
        "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
        "72",
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8"
        "fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00",
    ),
    (
        "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
        "af82",
        "6291d657deec24024827e69c3abe01a30ce548a284743"
        "a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
    ),
]
"""The first three test vectors of RFC 8032, 7.1: public key, message, signature."""


def openssl_says(public: bytes, message: bytes, value: bytes) -> bool:
    """What ``cryptography`` answers, which asks OpenSSL."""
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(value, message)
    except InvalidSignature:
        return False
    return True


def odd_points() -> list[bytes]:
    """Points of small order, and numbers that are not the least that say a point, with either sign of x."""
    numbers = [0, 1, PRIME - 1, PRIME, PRIME + 1, int.from_bytes(bytes.fromhex(EIGHTH), "little")]
    return [(number | sign << 255).to_bytes(32, "little") for number in numbers for sign in (0, 1)]


def signed(number: int) -> Iterator[tuple[bytes, bytes, bytes]]:
    """So many signatures, each whole, then with one bit turned and with its scalar said otherwise."""
    for index in range(number):
        key = Ed25519PrivateKey.from_private_bytes(index.to_bytes(32, "big"))
        public, message = key.public_key().public_bytes_raw(), bytes(index)
        value = key.sign(message)
        yield public, message, value
        turned = bytearray(value)
        turned[index % 64] ^= 1 << index // 64 % 8
        yield public, message, bytes(turned)
        yield public, message, value[:32] + (int.from_bytes(value[32:], "little") + ORDER).to_bytes(32, "little")
        yield public, message, (index * PRIME).to_bytes(64, "little")


@pytest.mark.parametrize(("public", "message", "value"), RFC_8032)
def test_signatures_of_the_standard_hold(public: str, message: str, value: str) -> None:
    assert verified(bytes.fromhex(public), bytes.fromhex(message), bytes.fromhex(value))
    assert not verified(bytes.fromhex(public), bytes.fromhex(message) + b"!", bytes.fromhex(value))


@pytest.mark.parametrize(
    ("public", "value"), [(b"", bytes(64)), (bytes(31), bytes(64)), (bytes(32), bytes(63)), (bytes(33), bytes(65))]
)
def test_what_has_another_length_is_no_signature(public: bytes, value: bytes) -> None:
    assert not verified(public, b"", value)


def test_every_answer_is_that_of_openssl() -> None:
    assert [case for case in signed(8) if verified(*case) != openssl_says(*case)] == []


@proof
def test_every_answer_about_odd_points_and_many_signatures_is_that_of_openssl() -> None:
    scalars = [scalar.to_bytes(32, "little") for scalar in (0, 1, ORDER - 1, ORDER)]
    odd = [
        (key, message, point + scalar)
        for key, point, scalar, message in product(odd_points(), odd_points(), scalars, (b"", b"1", b"2"))
    ]
    answers = {case: openssl_says(*case) for case in [*odd, *signed(100)]}
    assert sum(answers.values()) > 100, "some of them hold"
    assert [case for case, answer in answers.items() if verified(*case) != answer] == []
