"""The summary of a record and its verdict for standings and rulings: people, scores, wins, places, findings.

Whatever here takes a verdict takes its summary too, so that no record needs to be read again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from referee.core.record import Record
from referee.notation import NotationError
from referee.tournament.ranking.rulings import Document

Names = Mapping[str, str]
"""Who sits where: names by the letters of the seats."""


class Seating(NamedTuple):
    """The people of a match by seat: as its header names them, and as each round does."""

    seats: Names
    rounds: Mapping[int, Names]


def seating_of(record: Record | NotationError) -> Seating | None:
    """The people of a record; None if it cannot be read."""
    if isinstance(record, NotationError):
        return None
    return Seating(record.seats, {round_.number: round_.sits for round_ in record.rounds})


def summary_of(record: Record | NotationError, verdict: Document) -> dict[str, Any]:
    """The summary of a record and its verdict, as JSON."""
    seating = seating_of(record)
    return {
        "seats": None if seating is None else dict(seating.seats),
        "sits": [] if seating is None else [[number, dict(sits)] for number, sits in seating.rounds.items()],
        "findings": _findings(verdict),
        "rounds": [_round(round_) for round_ in verdict["rounds"]],
        "totals": {"claimed": verdict["totals"]["claimed"]},
    }


def seating_in(summary: Document) -> Seating | None:
    """The people of a summary; None if the record cannot be read."""
    if summary["seats"] is None:
        return None
    return Seating(summary["seats"], dict(summary["sits"]))


def _round(round_: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "round": round_["round"],
        "findings": _findings(round_),
        "wins": [{"seat": win["seat"]} for win in round_.get("wins", ())],
        "places": round_.get("places"),
        "scores": {name: round_["scores"][name] for name in ("computed", "claimed")},
    }


def _findings(said: Mapping[str, Any]) -> list[dict[str, Any]]:
    names = ("code", "severity", "clause", "round", "move", "seat", "message")
    return [{name: finding[name] for name in names} for finding in said["findings"]]
