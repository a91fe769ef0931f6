"""Checks of the audit log about matches: are texts those that were uploaded, and verdicts those that were sealed?"""

from __future__ import annotations

from typing import Any

from records.accounts.audit.checks import Check, register
from records.accounts.audit.models import AuditEntry
from records.archive.matches.judging.models import Judgement
from records.archive.matches.models import Upload
from records.archive.matches.seals.sealing import SEAL, SHORT, Span, digests, late_gaps, merged, seal_of, sealed_digest, within
from records.core.ops.digests import sha256

AT_ONCE = 200


@register
class RecordCheck(Check):
    """Every upload's entry holds the digest of its text. The texts of batches are covered by the seals of their verdicts."""

    part, unit = "records", "uploads as they came"

    def __init__(self) -> None:
        super().__init__()
        self._waiting: dict[str, tuple[int, str]] = {}
        self._missing: dict[str, int] = {}
        self._deleted: set[str] = set()

    def read(self, entry: AuditEntry, details: dict[str, Any]) -> None:
        id_ = entry.target.partition(":")[2]
        if entry.action == "upload":
            self._waiting[id_] = entry.number, details["sha256"]
            if len(self._waiting) >= AT_ONCE:
                self._compare()
        elif entry.action == "upload.delete":
            self._deleted.add(id_)

    def _compare(self) -> None:
        """Compare the uploads that were read of with the stored ones; one text at a time is held in memory."""
        rows = Upload.objects.filter(pk__in=list(self._waiting)).values_list("pk", "sha256", "source")
        for pk, column, source in rows.iterator(1):
            number, expected = self._waiting.pop(str(pk))
            if expected == column == sha256(bytes(source)):
                self.checked += 1
            else:
                self.fault(f"upload {pk} is not what was uploaded, by entry {number}")
        self._missing |= {id_: number for id_, (number, _) in self._waiting.items()}
        self._waiting = {}

    def finish(self) -> None:
        self._compare()
        gone = self._missing.keys() - self._deleted
        for id_ in sorted(gone, key=lambda id_: self._missing[id_]):
            self.fault(f"upload {id_} of entry {self._missing[id_]} is gone, and no entry says that it was deleted")
        told = self.checked + len(self.problems) + self._more - len(gone)
        self.uncovered = max(0, Upload.objects.filter(batch_file__isnull=True).count() - told)


@register
class VerdictCheck(Check):
    """Computes anew what seals hold. Of verdicts that were deleted, the entries of their deletion hold the digests."""

    part, unit = "verdicts", "verdicts as sealed"

    def __init__(self) -> None:
        super().__init__()
        self._sealed: list[Span] = []
        self._through = 0
        self._incomplete: list[int] = []
        self._deleted: dict[int, str] = {}

    def read(self, entry: AuditEntry, details: dict[str, Any]) -> None:
        self._deleted |= {int(id_): digest for id_, digest in details.get("verdicts", {}).items()}
        if entry.action == SEAL:
            seal = seal_of(details)
            self._sealed = merged([*self._sealed, *seal.ids])
            self._through = max(self._through, seal.through)
            if not self._holds(entry.number, details, final=False):
                self._incomplete.append(entry.number)

    def _holds(self, number: int, details: dict[str, Any], final: bool) -> bool:
        """Whether nothing is missing for a seal to be judged by, or this is ``final``: then every fault is told."""
        seal = seal_of(details)
        found = dict(digests(Judgement.objects.filter(within(seal.ids))))
        ids = seal.judgements
        known = {id_: found.get(id_) or self._deleted.get(id_) for id_ in ids}
        if not final and None in known.values():
            return False
        if sealed_digest(digest or "" for digest in known.values()) == seal.sha256:
            self.checked += len(found)
            return True
        short = seal.short()
        gone = [id_ for id_, digest in known.items() if digest is None]
        changed = [id_ for id_, digest in known.items() if digest is not None and digest[:SHORT] != short[id_]]
        for id_ in gone:
            self.fault(f"judgement {id_}, sealed by entry {number}, is gone, and no entry says that it was deleted")
        for id_ in changed:
            self.fault(f"judgement {id_}, or the record of its match, is not what entry {number} has sealed")
        if not gone and not changed:
            self.fault(f"a judgement of {ids[0]} to {ids[-1]} is not what entry {number} has sealed")
        self.checked += len(found) - len([id_ for id_ in changed if id_ in found])
        return True

    def finish(self) -> None:
        for entry in AuditEntry.objects.filter(number__in=self._incomplete).order_by("number"):
            self._holds(entry.number, entry.read_details(), final=True)
        gaps = list(late_gaps())
        between, late = iter(self._sealed), 0
        span: Span | None = next(between, None)
        for id_ in Judgement.objects.order_by("pk").filter(pk__lte=self._through).values_list("pk", flat=True).iterator(2000):
            while span is not None and span[1] < id_:
                span = next(between, None)
            if span is not None and span[0] <= id_:
                continue
            if any(first <= id_ <= last for first, last in gaps):
                late += 1
            else:
                self.fault(f"judgement {id_} was put in among those that were sealed long before")
        self.uncovered = late + Judgement.objects.filter(pk__gt=self._through).count()
