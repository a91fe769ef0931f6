"""What was published at an event of the walls of a match, beside what the record of the match says of them."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

import referee
from records.events.models import Event
from records.matches.models import Match
from records.matches.replay import record_of
from records.wall_commitments.models import WallCommitment
from referee.walls.checking import named

TAGS = {"scheme": "WallScheme", "commit": "WallCommit", "sealed": "WallSealed", "beacon": "WallBeacon"}
"""The tag of a record that says what was published."""


class Difference(NamedTuple):
    """A tag in which a record says something else than was published; ``said`` is empty where it does not have the tag."""

    tag: str
    published: str
    said: str


class Published(NamedTuple):
    """A commitment that was published, and in what the record differs from it."""

    commitment: WallCommitment
    differences: list[Difference]


def beside_record(match: Match, events: Collection[Event]) -> list[Published]:
    """What these events have published of the walls of a match, round by round; nothing of a record that cannot be read."""
    found = list(WallCommitment.objects.filter(event__in=events, table__match=match).order_by("number", "pk"))
    record = record_of(match) if found else None
    if not isinstance(record, referee.Record):
        return []
    said = {round_.number: named(record, round_) for round_ in record.rounds}
    return [Published(one, _differences(one, said[one.number])) for one in found if one.number in said]


def _differences(one: WallCommitment, said: Mapping[str, str]) -> list[Difference]:
    """The tags of a round that are not what was published; digits of hexadecimal numbers may be large or small letters."""
    compared = (Difference(tag, getattr(one, name), said.get(tag, "")) for name, tag in TAGS.items())
    return [each for each in compared if each.published and each.published.casefold() != each.said.casefold()]
