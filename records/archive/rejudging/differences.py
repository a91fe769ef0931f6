"""The differences that a re-judging found."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models import QuerySet

from records.archive.matches.models import DELETED
from records.archive.rejudging.models import Difference, Rejudging

ROWS = 500


def differences_of(rejudging: Rejudging, kind: str = "") -> QuerySet[Difference]:
    """The matches that differ or failed, in the order of judging; of one kind of difference where it is named."""
    rows = rejudging.differences.exclude(match__owner_key__startswith=DELETED).order_by("pk")
    rows = rows.select_related("match__upload", "old", "new")
    rows = rows.defer("match__source", "match__upload__source", "old__verdict", "new__verdict")
    return rows.filter(kinds__contains=f" {kind} ") if kind else rows


def report_rows(rejudging: Rejudging) -> Iterator[dict[str, Any]]:
    """The rows of a re-judging's report, one for each difference, made one by one."""
    for one in differences_of(rejudging).iterator(ROWS):
        document = one.document
        yield {
            "match": str(one.match_id),
            "event": one.match.event,
            "table": one.match.table,
            "date": one.match.date,
            "kinds": one.kinds.split(),
            "old": one.old_id,
            "new": one.new_id,
            "old_status": one.old.status if one.old else None,
            "new_status": one.new.status if one.new else None,
            "appeared": len(document.get("appeared", ())),
            "disappeared": len(document.get("disappeared", ())),
            "changed": len(document.get("changed", ())),
            "totals": document.get("totals", {}),
            "error": one.error,
            "document": document,
        }
