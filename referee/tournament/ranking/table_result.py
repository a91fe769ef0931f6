"""The result of one table: its scores, and what is undecided.

As long as nobody rules on the match or says who sat where, that follows from record and verdict alone and is kept beside the
verdict as a few hundred bytes: an event of hundreds of tables is ranked without reading a record or a verdict.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from referee.tournament.ranking.rulings import Document, FindingKey, Ruling, findings_of, settle
from referee.tournament.ranking.seat_scores import SeatScores, seat_scores, waiting
from referee.tournament.ranking.summary import Names, Seating, seating_in

Place = tuple[int, int, str]
"""Stage, round and table."""


class TableResult(NamedTuple):
    """``unanswered`` are the findings that no ruling answers, as the verdict says them; ``missing`` rulings whose finding the
    verdict no longer has; ``without_score`` rounds that still need one."""

    played: SeatScores
    unanswered: Mapping[FindingKey, Mapping[str, Any]] = {}
    missing: tuple[Ruling, ...] = ()
    without_score: tuple[int, ...] = ()


def table_result_of(
    place: Place,
    match: str,
    seating: Seating | None,
    document: Document,
    rulings: Iterable[Ruling] = (),
    seated: Names | None = None,
) -> TableResult:
    """The result of a table. ``document`` is the verdict or its summary; ``seating`` is None if the record cannot be read."""
    if seating is None:
        return TableResult(waiting(place, match, (seated or {}).values()))
    settled, findings = settle(document, rulings), findings_of(document)
    return TableResult(
        seat_scores(place, match, seating, document, settled, seated),
        {key: findings[key] for key in settled.unanswered},
        settled.missing,
        settled.without_score,
    )


def stored_form(summary: Document) -> dict[str, Any]:
    """The result of a table without rulings, as JSON for storage; empty where the record cannot be read."""
    seating = seating_in(summary)
    if seating is None:
        return {}
    result = table_result_of((0, 0, ""), "", seating, summary)
    return {
        "points": result.played.points,
        "wins": result.played.wins,
        "sides": sorted(map(sorted, result.played.sides)),
        "twice": sorted(result.played.twice),
        "without_score": list(result.without_score),
        "unanswered": [[list(key), dict(said)] for key, said in result.unanswered.items()],
    }


def from_stored_form(place: Place, match: str, said: Mapping[str, Any]) -> TableResult:
    """The result of a table from its stored JSON."""
    if not said:
        return TableResult(waiting(place, match))
    sides = frozenset(map(frozenset, said["sides"]))
    at_table = SeatScores(*place, match, said["points"], said["wins"], {}, sides, frozenset(said["twice"]))
    unanswered = {FindingKey(*key): finding for key, finding in said["unanswered"]}
    return TableResult(at_table, unanswered, (), tuple(said["without_score"]))
