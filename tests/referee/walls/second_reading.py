"""The schemes again, written after docs/reference/walls.md alone and in other ways: streams of bits instead of classes."""

from __future__ import annotations

import hashlib
import hmac
import random
import struct
from collections.abc import Iterator


def listed(*fields: str | bytes) -> bytes:
    raw = [field.encode() if isinstance(field, str) else field for field in fields]
    return b"".join(struct.pack(">I", len(field)) + field for field in raw)


def hashed(use: str, *fields: str | bytes) -> bytes:
    return hashlib.sha256(listed("ppn-wall/committed/1/" + use, *fields)).digest()


def output(material: bytes) -> Iterator[int]:
    """The bytes of HMAC_DRBG, asked for 1,024 at a time."""

    def mac(key: bytes, data: bytes) -> bytes:
        return hmac.new(key, data, hashlib.sha256).digest()

    key, value = b"\0" * 32, b"\1" * 32
    for mark in b"\0", b"\1":
        key = mac(key, value + mark + material)
        value = mac(key, value)
    while True:
        for _ in range(32):
            value = mac(key, value)
            yield from value
        key = mac(key, value + b"\0")
        value = mac(key, value)


def committed(vector: dict[str, object], seats: str, pieces: list[str]) -> tuple[str, list[str]]:
    """The commitment and the order that a vector's tags give."""
    tags = vector["tags"]
    assert isinstance(tags, dict)
    scope = "" if vector["scope"] == "match" else str(vector["round"])
    giving = [seat for seat in seats if f"Entropy.{seat}" in tags]
    seed, beacon = bytes.fromhex(tags["WallSeed"]), tags.get("WallBeacon", "")
    head = (scope, str(vector["game"]), str(vector["rules"]), tags.get("WallTable", ""), "".join(giving), beacon)
    commit = hashed("commit", *head, seed)
    sealed = hashed("sealed", commit, *(field for seat in giving for field in (seat, tags[f"Entropy.{seat}"])))
    nonce = hashed("nonce", sealed, tags["BeaconValue"] if beacon else "")
    stream = output(seed + nonce + listed("ppn-wall/committed/1/deal", str(vector["round"]), str(len(pieces))))
    order = list(pieces)
    for index in reversed(range(1, len(order))):
        count, word = index + 1, 1 << 32
        while word >= (1 << 32) // count * count:
            word = int.from_bytes(bytes(next(stream) for _ in range(4)), "big")
        order[index], order[word % count] = order[word % count], order[index]
    return commit.hex(), order


def open_mahjong_unity(vector: dict[str, object], _: str, pieces: list[str]) -> tuple[str, list[str]]:
    """The commitment and the order, by the standard library's own shuffle."""
    tags = vector["tags"]
    assert isinstance(tags, dict)
    seed = hashlib.sha256(f"{tags['WallSeed']}{vector['round']}".encode()).digest()
    order = list(pieces)
    random.Random(int.from_bytes(seed, "big")).shuffle(order)
    return hashlib.sha256((tags["WallSeed"] + tags["WallSalt"]).encode()).hexdigest(), order
