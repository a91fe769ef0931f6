"""Reads the tags of the scheme, once and strictly: every value has one form, so that no two readers can take it differently."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from referee.rulebook.toml import Table
from referee.verdict import Text
from referee.walls.scheme import Asked, Flaw

SEED, COMMIT, SEALED, TABLE = "WallSeed", "WallCommit", "WallSealed", "WallTable"
BEACON, VALUE, PUBLISHED, ENTROPY = "WallBeacon", "BeaconValue", "WallPublished", "Entropy."
UNREVEALED: Final = "?"
"""Stands for what is announced and not revealed yet."""

_HEX: Final = re.compile(r"[0-9a-f]{64}")
_BEACON: Final = re.compile(r"(\S+) ([1-9][0-9]{0,17})")
_HEX_EXPECTED: Final[Text] = {"zh": "64 位小寫十六進位", "en": "64 hexadecimal digits, in lower case"}
_BEACON_EXPECTED: Final[Text] = {"zh": "信標的名稱，一個空格，期號", "en": "the beacon's name, a space, the number of its value"}
_VALUE_EXPECTED: Final[Text] = {"zh": "信標說的值，不得為空", "en": "what the beacon said, which is not empty"}
_TIME_EXPECTED: Final[Text] = {"zh": "帶時區的時間，再寫公布於何處", "en": "a time with its zone, then where it was published"}
_SEAT_EXPECTED: Final[Text] = {"zh": "這個遊戲的座位，內容不得為空", "en": "a seat of the game, and a value that is not empty"}


class Beacon(NamedTuple):
    """A public beacon whose rounds come out at known times."""

    genesis: datetime
    period: int
    address: str


@cache
def beacons() -> Mapping[str, Beacon]:
    """The beacons whose times are known, by their names."""
    table = Table.read(Path(__file__).with_name("beacons.toml"))
    found = {}
    for name in table.names():
        one = table.table(name)
        genesis = datetime.fromtimestamp(one.number("genesis", 0), UTC)
        found[name] = Beacon(genesis, one.number("period", 1), one.text("address"))
    return found


class Inputs(NamedTuple):
    """What the tags say. ``seed``, ``commit`` and ``sealed`` are 32 bytes, None where they are not there or not revealed.

    ``contributions`` has a value for each seat that contributes, in the order of the seats, None where it is not revealed.
    ``beacon`` is the announcement, empty where there is none; ``value`` what it then said. ``flaws`` are unreadable tags.
    """

    seed: bytes | None
    commit: bytes | None
    sealed: bytes | None
    table: str
    beacon: str
    value: str | None
    contributions: Mapping[str, str | None]
    published: str
    flaws: Sequence[Flaw]

    @property
    def revealed(self) -> bool:
        """Whether all is there that the wall is made of."""
        return self.seed is not None and None not in self.contributions.values() and (not self.beacon or self.value is not None)

    @property
    def published_at(self) -> datetime | None:
        """When the commitment was published, as the record says."""
        return time_of(self.published)

    @property
    def known_beacon(self) -> Beacon | None:
        """The announced beacon, where its times are known."""
        return beacons().get(self.beacon.partition(" ")[0])

    @property
    def beacon_at(self) -> datetime | None:
        """When the announced round of the beacon comes out; None where that is not known."""
        known = self.known_beacon
        try:
            return known and known.genesis + timedelta(seconds=known.period * (int(self.beacon.partition(" ")[2]) - 1))
        except OverflowError:
            return None


def read(asked: Asked) -> Inputs:
    """Read the tags of a round."""
    tags = asked.tags
    flaws: list[Flaw] = []
    seed, commit, sealed = (_hex(tags, name, flaws) for name in (SEED, COMMIT, SEALED))
    beacon, value, published = tags.get(BEACON, ""), _revealed(tags, VALUE), tags.get(PUBLISHED, "")
    if beacon and not _BEACON.fullmatch(beacon):
        flaws.append(_unread(BEACON, beacon, _BEACON_EXPECTED))
        beacon = ""
    known = beacon.partition(" ")[0] in beacons()
    if beacon and value is not None and (not value or known and not _HEX.fullmatch(value)):
        flaws.append(_unread(VALUE, value, _HEX_EXPECTED if known else _VALUE_EXPECTED))
    if published and time_of(published) is None:
        flaws.append(_unread(PUBLISHED, published, _TIME_EXPECTED))
        published = ""
    contributions = {seat: _revealed(tags, ENTROPY + seat) for seat in asked.seats if ENTROPY + seat in tags}
    for name, text in sorted(tags.items()):
        if name.startswith(ENTROPY) and (name.removeprefix(ENTROPY) not in tuple(asked.seats) or not text):
            flaws.append(_unread(name, text, _SEAT_EXPECTED))
    return Inputs(seed, commit, sealed, tags.get(TABLE, ""), beacon, value, contributions, published, flaws)


def time_of(text: str) -> datetime | None:
    """The time that a text begins with; None where it begins with none, or one without its zone."""
    try:
        found = datetime.fromisoformat(text.split()[0]) if text.split() else None
    except ValueError:
        return None
    return found if found and found.tzinfo else None


def _revealed(tags: Mapping[str, str], name: str) -> str | None:
    text = tags.get(name, UNREVEALED)
    return None if text == UNREVEALED else text


def _hex(tags: Mapping[str, str], name: str, flaws: list[Flaw]) -> bytes | None:
    text = _revealed(tags, name)
    if text is None:
        return None
    if not _HEX.fullmatch(text):
        flaws.append(_unread(name, text, _HEX_EXPECTED))
        return None
    return bytes.fromhex(text)


def _unread(name: str, text: str, expected: Text) -> Flaw:
    return Flaw("tag", expected, f'[{name} "{text[:80]}"]')
