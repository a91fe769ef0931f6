"""Our own scheme: a seed committed to before the deal, contributions of the players, a public beacon; HMAC_DRBG, Fisher–Yates.

To the byte: ``docs/reference/walls.md``.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from referee.rulebook.toml import Table
from referee.verdict import Text
from referee.walls.scheme import Asked, Bytes, Flaw, Origin
from referee.walls.schemes.committed import inputs
from referee.walls.schemes.committed.choosers import chosen_by, provided, weaknesses
from referee.walls.schemes.committed.drbg import HmacDrbg, shuffled
from referee.walls.schemes.committed.encoding import DOMAIN, digest, fields
from referee.walls.schemes.committed.inputs import COMMIT, SEALED, SEED, Inputs

SEED_BYTES = 32


class Committed:
    """Commitment, contributions, beacon."""

    id = "committed"
    words: Mapping[str, Text] = Table.read(Path(__file__).with_name("words.toml")).localized_table("words")

    def origin(self, asked: Asked) -> Origin:
        """Make the wall anew, and say what that proves."""
        given = inputs.read(asked)
        if given.flaws or given.seed is None or not given.revealed:
            return Origin(None, tuple(given.flaws), weak=() if given.flaws else ("unrevealed",), published=given.published)
        commit = commitment(asked, given, given.seed)
        flaws = [*_differs("commit", given.commit, commit), *_differs("sealed", given.sealed, seal(commit, given))]
        order = shuffled(asked.dealing.pieces, generator(asked, given, given.seed))
        who = chosen_by(asked, given)
        return Origin(order, tuple(flaws), who, provided(given, who), weaknesses(asked, given), given.published)

    def make(self, asked: Asked, random: Bytes) -> Mapping[str, str]:
        """Complete the tags: a seed where none is given, its commitment, and the seal once every contribution is there."""
        given = inputs.read(asked)
        if given.flaws:
            raise ValueError(given.flaws[0].actual)
        seed = given.seed or random(SEED_BYTES)
        commit = commitment(asked, given, seed)
        made = {**asked.tags, SEED: seed.hex(), COMMIT: commit.hex()}
        if given.beacon and given.contributions and None not in given.contributions.values():
            made[SEALED] = seal(commit, given).hex()
        return made


def commitment(asked: Asked, given: Inputs, seed: bytes) -> bytes:
    """What is published before anything else: it fixes the seed, what it is for, who contributes, and which beacon counts."""
    contributors = "".join(given.contributions)
    return digest("commit", asked.scope, asked.game, asked.rules, given.table, contributors, given.beacon, seed)


def seal(commit: bytes, given: Inputs) -> bytes:
    """What is published before the beacon comes out: it fixes the contributions too."""
    return digest("sealed", commit, *[part for seat, value in given.contributions.items() for part in (seat, value or "")])


def generator(asked: Asked, given: Inputs, seed: bytes) -> HmacDrbg:
    """The generator of one round: the seed is its entropy, what others brought its nonce, round and size set it apart."""
    sealed = seal(commitment(asked, given, seed), given)
    nonce = digest("nonce", sealed, given.value if given.beacon and given.value else "")
    return HmacDrbg(seed, nonce, fields(DOMAIN + "deal", str(asked.round), str(len(asked.dealing.pieces))))


def _differs(reason: str, given: bytes | None, due: bytes) -> list[Flaw]:
    return [] if given is None or given == due else [Flaw(reason, due.hex(), given.hex())]


SCHEME = Committed()
