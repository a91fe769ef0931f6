"""A check of the audit log about events: are rulings those that arbiters made?"""

from __future__ import annotations

import json
import uuid
from datetime import UTC
from typing import Any

from records.accounts.audit.checks import Check, register
from records.accounts.audit.models import AuditEntry
from records.core.ops.digests import sha256
from records.tournament.events.models import Ruling

AT_ONCE = 500
COLUMNS = ("event_id", "number", "match_id", "judgement_id", "round", "move", "seat", "code", "clause", "nth", "decision")


def ruling_digest(ruling: Ruling) -> str:
    """The SHA-256 of a JSON array of all that a ruling says, in the order of its columns."""
    at = ruling.at.astimezone(UTC).isoformat(timespec="microseconds")
    scores = json.dumps(ruling.scores, sort_keys=True)
    hashed = [*(getattr(ruling, name) for name in COLUMNS), scores, ruling.reason, ruling.arbiter, ruling.arbiter_name, at]
    return sha256(json.dumps(hashed, separators=(",", ":"), default=str).encode())


@register
class RulingCheck(Check):
    """Every ruling has an entry with its digest. Rulings are kept when the database is emptied, and are read of before that."""

    part, unit, whole_log = "rulings", "rulings as made", True

    def __init__(self) -> None:
        super().__init__()
        self._waiting: dict[tuple[str, int], tuple[int, str]] = {}
        self._told: set[tuple[str, int]] = set()
        self._missing: dict[tuple[str, int], int] = {}

    def read(self, entry: AuditEntry, details: dict[str, Any]) -> None:
        if entry.action == "database.flush":
            self._compare()
            self._missing = {}
        elif entry.action == "event.ruling":
            key = entry.target.partition(":")[2], details["number"]
            self._told.add(key)
            self._waiting[key] = entry.number, details.get("sha256", "")
            if len(self._waiting) >= AT_ONCE:
                self._compare()

    def _compare(self) -> None:
        events = {uuid.UUID(event) for event, _ in self._waiting}
        numbers = {number for _, number in self._waiting}
        for ruling in Ruling.objects.filter(event__in=events, number__in=numbers).iterator(AT_ONCE):
            entry, digest = self._waiting.pop((str(ruling.event_id), ruling.number), (0, None))
            if digest == "":
                self.uncovered += 1
            elif digest == ruling_digest(ruling):
                self.checked += 1
            elif digest is not None:
                self.fault(f"ruling {ruling.number} of event {ruling.event_id} is not what entry {entry} says")
        self._missing |= {key: number for key, (number, _) in self._waiting.items()}
        self._waiting = {}

    def finish(self) -> None:
        self._compare()
        for (event, number), entry in self._missing.items():
            self.fault(f"ruling {number} of event {event}, of entry {entry}, is gone")
        for event_id, number in Ruling.objects.order_by("pk").values_list("event_id", "number").iterator(AT_ONCE):
            if (str(event_id), number) not in self._told:
                self.fault(f"ruling {number} of event {event_id} has no entry")
