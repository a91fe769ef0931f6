"""A check that rows which are only ever added are those that the audit log tells of: each has an entry with its digest."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db.models import Model, QuerySet

from records.accounts.audit.checks import Check
from records.accounts.audit.models import AuditEntry

AT_ONCE = 500


class AppendedRowsCheck(Check):
    """Rows that are numbered within an event. They are kept when the database is emptied, and are read of before that.

    ``model`` has the rows, ``actions`` are the entries that tell of them, ``event`` and ``number`` the fields that they are found
    by; ``digest_of`` gives the digest that an entry holds.
    """

    whole_log = True
    word: ClassVar[str]
    model: ClassVar[type[Any]]
    actions: ClassVar[tuple[str, ...]]
    event: ClassVar[str] = "event_id"
    number: ClassVar[str] = "number"

    def __init__(self) -> None:
        super().__init__()
        self._waiting: dict[tuple[str, int], tuple[int, str]] = {}
        self._told: set[tuple[str, int]] = set()
        self._missing: dict[tuple[str, int], int] = {}

    @staticmethod
    def digest_of(row: Any) -> str:
        """The digest of a row."""
        raise NotImplementedError

    def read(self, entry: AuditEntry, details: dict[str, Any]) -> None:
        if entry.action == "database.flush":
            self._compare()
            self._missing = {}
        elif entry.action in self.actions:
            key = entry.target.partition(":")[2], details["number"]
            self._told.add(key)
            self._waiting[key] = entry.number, details["sha256"]
            if len(self._waiting) >= AT_ONCE:
                self._compare()

    def _compare(self) -> None:
        found: dict[str, set[Any]] = {f"{self.event}__in": {event for event, _ in self._waiting}}
        found[f"{self.number}__in"] = {number for _, number in self._waiting}
        rows = self.model.objects.filter(**found)
        keys = {pk: (str(event), number) for pk, event, number in rows.values_list("pk", self.event, self.number)}
        for row in rows.iterator(AT_ONCE):
            event, number = keys[row.pk]
            entry, digest = self._waiting.pop((event, number), (0, None))
            if digest == self.digest_of(row):
                self.checked += 1
            elif digest is not None:
                self.fault(f"{self.word} {number} of event {event} is not what entry {entry} says")
        self._missing |= {key: number for key, (number, _) in self._waiting.items()}
        self._waiting = {}

    def finish(self) -> None:
        self._compare()
        for (event, number), entry in self._missing.items():
            self.fault(f"{self.word} {number} of event {event}, of entry {entry}, is gone")
        rows: type[Model] = self.model
        for event_id, number in QuerySet(rows).order_by("pk").values_list(self.event, self.number).iterator(AT_ONCE):
            if (str(event_id), number) not in self._told:
                self.fault(f"{self.word} {number} of event {event_id} has no entry")
