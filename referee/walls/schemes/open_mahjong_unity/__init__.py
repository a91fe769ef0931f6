"""The scheme of the server open_mahjong_unity since June 2026 (its ``random_seed_manager``): a salted commitment to a seed.

SHA-256 over the seed and the salt, both in hexadecimal; each round is shuffled by a Mersenne Twister with SHA-256 over the seed
and the round's number. To the byte: ``docs/reference/walls.md``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Final

from referee.rulebook.toml import Table
from referee.verdict import Text
from referee.walls.scheme import SERVER, Asked, Bytes, Flaw, Origin

SEED, SALT, COMMIT, PUBLISHED = "WallSeed", "WallSalt", "WallCommit", "WallPublished"
SEED_BYTES, SALT_BYTES = 32, 16
UNREVEALED: Final = "?"

ITS_SET: Final = tuple(f"{rank}{suit}" for suit in "mps" for rank in range(1, 10) for _ in range(4))
"""The set of which the server's order is known here: four of every suit tile. It orders honours otherwise than the notation."""

_EXPECTED: Final[Mapping[str, tuple[int, Text]]] = {
    name: (2 * size, {"zh": f"{2 * size} 位小寫十六進位", "en": f"{2 * size} hexadecimal digits, in lower case"})
    for name, size in ((SEED, SEED_BYTES), (SALT, SALT_BYTES), (COMMIT, 32))
}


class OpenMahjongUnity:
    """Master seed, salt, commitment."""

    id = "open_mahjong_unity"
    words: Mapping[str, Text] = Table.read(Path(__file__).with_name("words.toml")).localized_table("words")

    def origin(self, asked: Asked) -> Origin:
        """Make the wall anew, and say what that proves: the server alone picks the seed."""
        published = asked.tags.get(PUBLISHED, "")
        flaws = _flaws(asked)
        seed, salt, commit = (_given(asked.tags, name) for name in (SEED, SALT, COMMIT))
        if flaws or not seed:
            return Origin(None, tuple(flaws), weak=() if flaws else ("unrevealed",), published=published)
        if commit and salt and commitment(seed, salt) != commit:
            flaws.append(Flaw("commit", commitment(seed, salt), commit))
        weak = {"no-commit": not commit or not salt, "time-not-said": bool(commit) and not published, "alone": True}
        weaknesses = tuple(code for code, holds in weak.items() if holds)
        return Origin(shuffled(asked.dealing.pieces, seed, asked.round), tuple(flaws), SERVER, (), weaknesses, published)

    def make(self, asked: Asked, random: Bytes) -> Mapping[str, str]:
        """Complete the tags: seed and salt where they are not given, and the commitment."""
        flaws = _flaws(asked)
        if flaws:
            raise ValueError(flaws[0].actual)
        seed = _given(asked.tags, SEED) or random(SEED_BYTES).hex()
        salt = _given(asked.tags, SALT) or random(SALT_BYTES).hex()
        return {**asked.tags, SEED: seed, SALT: salt, COMMIT: commitment(seed, salt)}


def commitment(seed: str, salt: str) -> str:
    """What the server publishes at the beginning of every round, with the salt."""
    return sha256((seed + salt).encode("ascii")).hexdigest()


def shuffled(pieces: Sequence[str], seed: str, round_: int) -> tuple[str, ...]:
    """The order of a round: Fisher and Yates from the last place to the second, by the bits of CPython's Mersenne Twister."""
    generator = Random(int(sha256((seed + str(round_)).encode("ascii")).hexdigest(), 16))
    order = list(pieces)
    for last in range(len(order) - 1, 0, -1):
        chosen = _below(last + 1, generator)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order)


def _below(limit: int, generator: Random) -> int:
    """As many bits as the limit has, until they are below it."""
    while (number := generator.getrandbits(limit.bit_length())) >= limit:
        pass
    return number


def _given(tags: Mapping[str, str], name: str) -> str:
    text = tags.get(name, "")
    return "" if text == UNREVEALED else text


def _flaws(asked: Asked) -> list[Flaw]:
    """Tags that cannot be read, and a set that the scheme says nothing of.

    The salt must have its length: a round's number in its place would make the commitment the seed of that round.
    """
    found = []
    for name, (digits, expected) in _EXPECTED.items():
        text = _given(asked.tags, name)
        if text and not re.fullmatch(f"[0-9a-f]{{{digits}}}", text):
            found.append(Flaw("tag", expected, f'[{name} "{text[:80]}"]'))
    if asked.dealing.pieces != ITS_SET:
        found.append(Flaw("set", str(len(ITS_SET)), str(len(asked.dealing.pieces))))
    return found


SCHEME = OpenMahjongUnity()
