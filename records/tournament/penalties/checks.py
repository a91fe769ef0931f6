"""A check of the audit log about penalties: are they those that arbiters gave?"""

from __future__ import annotations

import json
from datetime import UTC
from typing import Any

from records.accounts.audit.checks import register
from records.accounts.audit.rows_check import AppendedRowsCheck
from records.core.ops.digests import sha256
from records.tournament.penalties.models import Penalty

COLUMNS = ("event_id", "number", "entrant_id", "entrant_name", "stage", "table_id", "match", "seat", "cancels", "grade", "effect")
MORE = ("amount", "offence", "reason", "clause", "round", "move", "arbiter", "arbiter_name")


def penalty_digest(penalty: Penalty) -> str:
    """The SHA-256 of a JSON array of all that a penalty says, in the order of its columns."""
    at = penalty.at.astimezone(UTC).isoformat(timespec="microseconds")
    texts = [json.dumps(part, sort_keys=True) for part in (penalty.name, penalty.said, penalty.finding)]
    hashed = [*(getattr(penalty, name) for name in (*COLUMNS, *MORE)), *texts, at]
    return sha256(json.dumps(hashed, separators=(",", ":"), default=str).encode())


@register
class PenaltyCheck(AppendedRowsCheck):
    """Every penalty has an entry with its digest."""

    part, unit, word = "penalties", "penalties as given", "penalty"
    model, actions = Penalty, ("event.penalty", "event.penalty.cancel")

    @staticmethod
    def digest_of(row: Any) -> str:
        return penalty_digest(row)
