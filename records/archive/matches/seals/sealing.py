"""Sealing: audit entries that hold digests of the verdicts stored since the last one, so that a change of any is found.

Judging writes no entry for each match. Every few minutes one entry instead names the judgements since the last by their ids, with
one digest over all of theirs, and of each the first characters, which tell later which of them was changed.

Ids are given before their transactions end: a judgement may appear below one that is sealed already. It is sealed later by its
id, if it appears within ``LATE``; nothing takes so long to store.

What is deleted has an entry of its own, with its digests.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Q, QuerySet, TextField
from django.db.models.functions import Cast
from django.db.models.signals import pre_delete
from django.dispatch import receiver
from django.utils import timezone

from records.accounts import audit
from records.accounts.audit.signals import is_deleted_with
from records.archive.matches.judging.models import Judgement
from records.archive.matches.models import Match, Upload
from records.core.db.advisory_lock import AdvisoryLock, take
from records.core.ops.digests import sha256

SEAL = "verdicts.seal"
SIZE = 1000
"""Judgements of one seal."""
SHORT = 8
"""Characters of each judgement's own digest that a seal holds."""
LATE = timedelta(hours=1)

Span = tuple[int, int]
AT_ONCE = 20
"""Rows that are fetched at once: a verdict and its record may have some megabytes."""
COLUMNS = ("pk", "match_id", "engine_version", "rulebook_edition", "record_sha256", "rules", "status", "findings_count")


class Seal(NamedTuple):
    """What a seal's entry says. Judgement ``after`` was the last that was sealed before it, ``through`` is the last since."""

    ids: list[Span]
    after: int
    through: int
    sha256: str
    each: str

    @property
    def judgements(self) -> list[int]:
        """The ids of the judgements, in order."""
        return [id_ for first, last in self.ids for id_ in range(first, last + 1)]

    def short(self) -> dict[int, str]:
        """The first characters of each judgement's digest, by id."""
        return {id_: self.each[at * SHORT : (at + 1) * SHORT] for at, id_ in enumerate(self.judgements)}


def seal_of(details: dict[str, Any]) -> Seal:
    """The seal that an entry's details hold."""
    return Seal(parse(details["ids"]), details["after"], details["through"], details["sha256"], details["each"])


def seal_verdicts(seconds: float) -> int:
    """Seal the judgements that are not sealed yet, for so many seconds; returns how many were. The next call goes on."""
    until, sealed, late = time.monotonic() + seconds, 0, True
    while True:
        some = _seal_some(late)
        sealed, late = sealed + some, False
        if some < SIZE or time.monotonic() >= until:
            return sealed


@transaction.atomic
def _seal_some(late: bool) -> int:
    """Seal some judgements; with ``late``, also those that have appeared below the last one sealed."""
    take(AdvisoryLock.VERDICT_SEALS)
    after = last_sealed()
    judgements = Judgement.objects.order_by("pk").values_list("pk", flat=True)
    gaps = list(late_gaps()) if late else []
    chosen = list(judgements.filter(within(gaps))[:SIZE]) if gaps else []
    chosen += judgements.filter(pk__gt=after)[: SIZE - len(chosen)]
    found = dict(digests(Judgement.objects.filter(pk__in=chosen)))
    if not found:
        return 0
    audit.record(
        SEAL,
        f"judgements:{min(found)}-{max(found)}",
        judgements=len(found),
        ids=as_text(spans(found)),
        after=after,
        through=max(after, *found),
        sha256=sealed_digest(found.values()),
        each="".join(digest[:SHORT] for digest in found.values()),
    )
    return len(found)


def sealed_digest(each: Iterable[str]) -> str:
    """The digest of a seal: the SHA-256 of its judgements' digests one after another, by their ids."""
    return sha256("".join(each).encode())


def _seals() -> Iterator[tuple[datetime, Seal]]:
    """The seals since the database was last emptied, the newest first."""
    entries = audit.AuditEntry.objects.filter(action=SEAL, number__gt=audit.emptied()).order_by("-number")
    for entry in entries.iterator(10):
        yield datetime.fromisoformat(entry.at), seal_of(entry.read_details())


def last_sealed() -> int:
    """The highest id of a judgement that is sealed; 0 where none is."""
    return next((seal.through for _, seal in _seals()), 0)


def late_gaps() -> Iterator[Span]:
    """The ids that judgements may still appear with below the last one sealed."""
    since, recent = timezone.now() - LATE, []
    for at, seal in _seals():
        if at < since:
            break
        recent.append(seal)
    sealed = iter(merged(span for seal in recent for span in seal.ids))
    start = min((seal.after for seal in recent), default=0) + 1
    for first, last in sealed:
        if first > start:
            yield start, first - 1
        start = max(start, last + 1)


def within(gaps: Sequence[Span]) -> Q:
    """The condition that an id lies in one of these spans."""
    return reduce(or_, (Q(pk__range=span) for span in gaps))


def spans(ids: Iterable[int]) -> list[Span]:
    """Ids as spans of consecutive ones: 1, 2, 3, 7 → (1, 3), (7, 7)."""
    return merged((id_, id_) for id_ in ids)


def merged(some: Iterable[Span]) -> list[Span]:
    """Spans in order, those that touch or overlap made one."""
    found: list[Span] = []
    for first, last in sorted(some):
        if found and first <= found[-1][1] + 1:
            found[-1] = found[-1][0], max(last, found[-1][1])
        else:
            found.append((first, last))
    return found


def as_text(some: Iterable[Span]) -> str:
    """Spans as an entry holds them: ``1-3,7``."""
    return ",".join(str(first) if first == last else f"{first}-{last}" for first, last in some)


def parse(text: str) -> list[Span]:
    """The spans that ``as_text`` has written."""
    pairs = (part.partition("-") for part in text.split(",") if part)
    return [(int(first), int(last or first)) for first, _, last in pairs]


def digests(judgements: QuerySet[Judgement]) -> Iterator[tuple[int, str]]:
    """The id and the digest of each of these judgements, by their ids. Few are held in memory at a time.

    The digest is the SHA-256 of a JSON array, ``[id, match, engine, edition, record_sha256, rules, status, findings, time,
    SHA-256 of the verdict's text, SHA-256 of the match's text]``.
    """
    rows = judgements.order_by("pk").values_list(*COLUMNS, "created_at", Cast("verdict", TextField()), "match__source")
    for *columns, created_at, verdict, source in rows.iterator(AT_ONCE):
        at = created_at.astimezone(UTC).isoformat(timespec="microseconds")
        hashed = [*columns, at, sha256(verdict.encode()), sha256(source)]
        yield columns[0], sha256(json.dumps(hashed, separators=(",", ":"), default=str).encode())


@receiver(pre_delete, sender=Upload)
def record_deleted_upload(sender: Any, instance: Upload, **kwargs: Any) -> None:
    """Each of its matches, which go with it, has an entry of its own."""
    details = {"club": instance.club_id, "filename": instance.filename, "sha256": instance.sha256}
    audit.observe("upload.delete", f"upload:{instance.pk}", **details)


@receiver(pre_delete, sender=Match)
def record_deleted_match(sender: Any, instance: Match, **kwargs: Any) -> None:
    """With the digest of its text and those of its verdicts, which go with it."""
    source = sha256(bytes(instance.source))
    verdicts = {str(pk): digest for pk, digest in digests(Judgement.objects.filter(match=instance))}
    details = {"club": instance.club_id, "name": str(instance), "sha256": instance.sha256, "source": source}
    audit.observe("match.delete", f"match:{instance.pk}", verdicts=verdicts, **details)


@receiver(pre_delete, sender=Judgement)
def record_deleted_verdict(sender: Any, instance: Judgement, origin: Any = None, **kwargs: Any) -> None:
    """Where the verdict alone is deleted."""
    if is_deleted_with(origin, Judgement):
        verdicts = {str(pk): digest for pk, digest in digests(Judgement.objects.filter(pk=instance.pk))}
        match = instance.match
        audit.observe("verdict.delete", f"match:{match.pk}", club=match.club_id, name=str(match), verdicts=verdicts)
