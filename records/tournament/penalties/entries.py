"""A penalty in the form in which it is published, listed on pages, and answered by the API."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from records.tournament.events.overview.placing import PlacedPenalty


def penalty_entry(penalty: PlacedPenalty) -> dict[str, Any]:
    """A penalty as a results document has it."""
    row, (stage, round_, table) = penalty.row, penalty.place
    return {
        "number": row.number,
        "stage": stage,
        "round": round_,
        "table": table,
        "entrant": penalty.entrant,
        "seat": row.seat,
        "cancels": row.cancels,
        "grade": row.grade,
        "name": row.name,
        "effect": row.effect,
        "amount": row.amount or None,
        "offence": row.offence,
        "said": row.said,
        "reason": row.reason,
        "clause": row.clause,
        "deal": row.round,
        "move": row.move,
        "finding": row.finding,
        "arbiter": row.arbiter_name,
        "at": written_moment(row.at),
    }


def written_moment(at: datetime) -> str:
    """A moment as documents have it: in UTC, to the second."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
