"""HMAC_DRBG with SHA-256 (NIST SP 800-90A Rev. 1, 10.1.2), without reseeding or additional input; and shuffling by it."""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Sequence

OUTLEN = 32
REQUEST = 1024
"""How many bytes one request of the shuffle asks for."""


class HmacDrbg:
    """A generator that gives the same bytes for the same seed, on any machine."""

    __slots__ = ("_key", "_value")

    def __init__(self, entropy: bytes, nonce: bytes, personalization: bytes = b"") -> None:
        """Instantiate (10.1.2.3)."""
        self._key, self._value = bytes(OUTLEN), b"\x01" * OUTLEN
        self._update(entropy + nonce + personalization)

    def generate(self, count: int) -> bytes:
        """One request for so many bytes (10.1.2.5)."""
        found = b""
        while len(found) < count:
            self._value = self._hmac(self._value)
            found += self._value
        self._update(b"")
        return found[:count]

    def _update(self, data: bytes) -> None:
        """Update key and value (10.1.2.2)."""
        for mark in (b"\x00", b"\x01"):
            self._key = self._hmac(self._value + mark + data)
            self._value = self._hmac(self._value)
            if not data:
                return

    def _hmac(self, data: bytes) -> bytes:
        return hmac.digest(self._key, data, "sha256")


def shuffled(pieces: Sequence[str], generator: HmacDrbg) -> tuple[str, ...]:
    """The pieces in an order of which all are equally likely: Fisher and Yates, from the last place to the second."""
    order, words = list(pieces), _words(generator)
    for last in range(len(order) - 1, 0, -1):
        chosen = below(last + 1, words)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def below(limit: int, words: Iterator[int]) -> int:
    """A number below this limit: a word modulo the limit, where words that would favour the low numbers are passed over."""
    fair = (1 << 32) // limit * limit
    return next(word for word in words if word < fair) % limit


def _words(generator: HmacDrbg) -> Iterator[int]:
    """The generator's output as words of 32 bits, the highest byte first."""
    while True:
        output = generator.generate(REQUEST)
        yield from (int.from_bytes(output[index : index + 4], "big") for index in range(0, REQUEST, 4))
