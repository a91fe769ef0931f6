"""An objection in the form in which it is published and listed on pages."""

from __future__ import annotations

from typing import Any

from records.tournament.events.overview.placing import PlacedAppeal
from records.tournament.penalties.entries import written_moment


def appeal_entry(appeal: PlacedAppeal) -> dict[str, Any]:
    """An objection as a results document has it, with its answer."""
    row, answer, (stage, round_, table) = appeal.row, appeal.answer, appeal.at.place
    return {
        "number": row.number,
        "stage": stage,
        "round": round_,
        "table": table,
        "match": str(row.match) if row.match else None,
        "seat": row.seat,
        "player": row.player,
        "against": row.against,
        "finding": row.finding,
        "of": row.of,
        "text": row.text,
        "at": written_moment(row.at),
        "answer": answer
        and {
            "outcome": answer.outcome,
            "reason": answer.reason,
            "ruling": answer.ruling,
            "arbiter": answer.arbiter_name,
            "at": written_moment(answer.at),
        },
    }
