"""What came of one table: what its match gave to whom, and what is not settled about it.

As long as nobody rules on the match or says who sat where, that follows from record and verdict alone and is kept beside the
verdict as a few hundred bytes: an event of hundreds of tables is ranked without reading a record or a verdict.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from referee.results.essence import Names, Sitting, sitting_in
from referee.results.played import Played, counted, waiting
from referee.results.rulings import Document, FindingKey, Ruling, findings_of, settle

Place = tuple[int, int, str]
"""Stage, round and table."""


class Brief(NamedTuple):
    """``unanswered`` are the findings that no ruling answers, as the verdict says them; ``missing`` rulings whose finding the
    verdict no longer has; ``without_score`` rounds that still need one."""

    played: Played
    unanswered: Mapping[FindingKey, Mapping[str, Any]] = {}
    missing: tuple[Ruling, ...] = ()
    without_score: tuple[int, ...] = ()


def brief_of(
    place: Place,
    match: str,
    sitting: Sitting | None,
    document: Document,
    rulings: Iterable[Ruling] = (),
    seated: Names | None = None,
) -> Brief:
    """What came of a table. ``document`` is the verdict or its essence; ``sitting`` None: the record cannot be read."""
    if sitting is None:
        return Brief(waiting(place, match, (seated or {}).values()))
    settled, findings = settle(document, rulings), findings_of(document)
    return Brief(
        counted(place, match, sitting, document, settled, seated),
        {key: findings[key] for key in settled.unanswered},
        settled.missing,
        settled.without_score,
    )


def kept(essence: Document) -> dict[str, Any]:
    """What came of a table by its match alone, as JSON; empty where the record cannot be read."""
    sitting = sitting_in(essence)
    if sitting is None:
        return {}
    brief = brief_of((0, 0, ""), "", sitting, essence)
    return {
        "points": brief.played.points,
        "wins": brief.played.wins,
        "sides": sorted(map(sorted, brief.played.sides)),
        "twice": sorted(brief.played.twice),
        "without_score": list(brief.without_score),
        "unanswered": [[list(key), dict(said)] for key, said in brief.unanswered.items()],
    }


def restored(place: Place, match: str, said: Mapping[str, Any]) -> Brief:
    """The same at its table."""
    if not said:
        return Brief(waiting(place, match))
    sides = frozenset(map(frozenset, said["sides"]))
    at_table = Played(*place, match, said["points"], said["wins"], {}, sides, frozenset(said["twice"]))
    unanswered = {FindingKey(*key): finding for key, finding in said["unanswered"]}
    return Brief(at_table, unanswered, (), tuple(said["without_score"]))
