"""Whether the clubs' index of the audit log has every entry that names a club, under that club, and no other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models import QuerySet

from records.accounts.audit.checks import Check, register
from records.accounts.audit.models import AuditEntry, ClubEntry

PAGE = 2000


@register
class IndexCheck(Check):
    """Reads the index beside the entries, both by number. Entries of a club that was deleted are in no index."""

    part, unit = "index", "entries in the clubs' index"

    def __init__(self) -> None:
        super().__init__()
        clubs = ClubEntry._meta.get_field("club").related_model
        assert isinstance(clubs, type)
        self._clubs = set(QuerySet(clubs).values_list("pk", flat=True))
        rows = ClubEntry.objects.order_by("number", "club").values_list("number", "club_id")
        self._rows: Iterator[tuple[int, int]] = rows.iterator(PAGE)
        self._next = next(self._rows, None)

    def read(self, entry: AuditEntry, details: dict[str, Any]) -> None:
        club = details.get("club")
        named = {club} if club in self._clubs else set()
        indexed = set()
        while self._next is not None and self._next[0] <= entry.number:
            number, of = self._next
            if number == entry.number:
                indexed.add(of)
            else:
                self._unknown(number, of)
            self._next = next(self._rows, None)
        self.checked += len(named & indexed)
        for missing in named - indexed:
            self.fault(f"entry {entry.number} is missing from the index of club {missing}, whose owners do not read of it")
        for other in indexed - named:
            self.fault(f"entry {entry.number} is in the index of club {other}, of which it does not speak")

    def finish(self) -> None:
        while self._next is not None:
            self._unknown(*self._next)
            self._next = next(self._rows, None)

    def _unknown(self, number: int, club: int) -> None:
        self.fault(f"the index of club {club} has an entry {number}, which is none")
