"""Checking Ed25519 signatures (RFC 8032, 5.1.7) with Python's own integers: what is checked is public, so its time gives nothing
away, and whoever verifies published results needs no library for it, in a browser neither.

The equation is the one without the cofactor, S·B = R + k·A, compared by the bytes of R: as OpenSSL checks, so that no two readers
of a file differ about a signature that was made to divide them.
"""

from __future__ import annotations

import hashlib
from typing import Final

_P: Final = 2**255 - 19
_L: Final = 2**252 + 27742317777372353535851937790883648493
_D: Final = -121665 * pow(121666, -1, _P) % _P
_ROOT: Final = pow(2, (_P - 1) // 4, _P)
"""A square root of -1."""

Point = tuple[int, int, int, int]
"""A point as X, Y, Z, T with x = X/Z, y = Y/Z, xy = T/Z (RFC 8032, 5.1.4)."""

_NEUTRAL: Final[Point] = (0, 1, 1, 0)


def verified(public: bytes, message: bytes, value: bytes) -> bool:
    """Whether 64 bytes are the signature of a message by the 32 bytes of a public key."""
    if len(public) != 32 or len(value) != 64:
        return False
    key = _decoded(public)
    scalar = int.from_bytes(value[32:], "little")
    if key is None or scalar >= _L:
        return False
    challenge = int.from_bytes(hashlib.sha512(value[:32] + public + message).digest(), "little") % _L
    return _encoded(_sum_of_multiples(scalar, _BASE, challenge, _negative(key))) == value[:32]


def _decoded(data: bytes) -> Point | None:
    """The point that 32 bytes say: y, and in the last bit whether x is odd. None where there is none."""
    number = int.from_bytes(data, "little")
    y, odd = number % 2**255 % _P, number >> 255
    over, under = (y * y - 1) % _P, (_D * y * y + 1) % _P
    x = over * pow(under, 3, _P) * pow(over * pow(under, 7, _P), (_P - 5) // 8, _P) % _P
    if under * x * x % _P != over:
        x = x * _ROOT % _P
    if under * x * x % _P != over:
        return None
    if x & 1 != odd:
        x = -x % _P
    return x, y, 1, x * y % _P


def _encoded(point: Point) -> bytes:
    inverse = pow(point[2], -1, _P)
    x, y = point[0] * inverse % _P, point[1] * inverse % _P
    return (y | (x & 1) << 255).to_bytes(32, "little")


def _negative(point: Point) -> Point:
    return -point[0] % _P, point[1], point[2], -point[3] % _P


def _added(one: Point, other: Point) -> Point:
    a = (one[1] - one[0]) * (other[1] - other[0]) % _P
    b = (one[1] + one[0]) * (other[1] + other[0]) % _P
    c = 2 * one[3] * other[3] * _D % _P
    d = 2 * one[2] * other[2] % _P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _doubled(point: Point) -> Point:
    a, b, c = point[0] * point[0], point[1] * point[1], 2 * point[2] * point[2]
    h = a + b
    e = h - (point[0] + point[1]) ** 2
    g = a - b
    f = c + g
    return e * f % _P, g * h % _P, f * g % _P, e * h % _P


def _sum_of_multiples(times: int, point: Point, times_other: int, other: Point) -> Point:
    """times·point + times_other·other, both in one pass over the bits."""
    both, found = _added(point, other), _NEUTRAL
    for at in range(max(times.bit_length(), times_other.bit_length()) - 1, -1, -1):
        found = _doubled(found)
        first, second = times >> at & 1, times_other >> at & 1
        if first or second:
            found = _added(found, both if first and second else point if first else other)
    return found


_BASE: Final = _decoded(bytes.fromhex("58" + "66" * 31)) or _NEUTRAL
"""The base point: y is 4/5, x even."""
