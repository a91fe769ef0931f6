"""Walls for tests: made by a scheme from a fixed seed, and asked again as their record asks."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256

import referee
from referee import registry, walls
from referee.record import Record
from referee.verdict import JSON
from referee.walls.making import Wanted, make
from referee.walls.scheme import SCHEME

FULL = {
    "WallTable": "club/3",
    "WallBeacon": "drand-quicknet 34000000",
    "BeaconValue": "5a" * 32,
    "WallPublished": "2026-11-01T11:00:00Z https://club.example/walls",
}
"""A table, a beacon of 16 November 2026, and a commitment published before it; contributions are the game's seats'."""
LONG = "a throw of thirty-two dice, by "


def fixed(count: int, of: int = 0) -> bytes:
    """So many bytes that look random and are always the same."""
    return sha256(str(of).encode()).digest()[:count]


def wall(game: str, scheme: str = "committed", tags: Mapping[str, str] = {}, seed: int = 0, **more: object) -> Record:
    """A record of one round with its wall."""
    found, named = registry.find(game), walls.find(scheme)
    assert found
    assert named
    dealer = "" if "Leader" in more or game == "gouji" else "E"
    return make(Wanted(named, found, dealer=dealer, tags=tags, **more), lambda count: fixed(count, seed))  # type: ignore[arg-type]


def contributions(game: str) -> dict[str, str]:
    """A contribution of every seat that has a letter in this game."""
    found = registry.find(game)
    assert found
    rules = found.rulebook.rules("")
    assert not isinstance(rules, list)
    return {f"Entropy.{seat}": LONG + seat for seat in found.seats(rules)}


def statement(record: Record) -> dict[str, JSON]:
    """What the verdict says of the wall of the first round."""
    found = referee.verify(record).rounds[0].checked["wall_origin"]
    assert isinstance(found, dict)
    return found


def reasons(record: Record) -> list[str]:
    """The reasons of what is found of the wall of the first round, in order; ``wall`` for a piece of it that differs."""
    found = [finding for finding in referee.verify(record).rounds[0].findings if finding.code == walls.CODE]
    return [str(finding.data.get("reason") or "wall") for finding in found]


def with_tags(record: Record, **changed: str | None) -> Record:
    """The record with other tags of its first round; None takes one away. ``Entropy_E`` stands for ``Entropy.E``."""
    round_ = record.rounds[0]
    tags = {**round_.tags, **{name.replace("_", "."): value for name, value in changed.items()}}
    kept = {name: value for name, value in tags.items() if value is not None}
    return record._replace(rounds=(round_._replace(tags=kept), *record.rounds[1:]))


__all__ = ["FULL", "LONG", "SCHEME", "contributions", "fixed", "reasons", "statement", "wall", "with_tags"]
