"""The digest of a stored verdict: over all that a judgement says, and over the text of the record that it speaks of."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC

from django.db.models import QuerySet, TextField
from django.db.models.functions import Cast

from records.archive.matches.models import Judgement
from records.core.ops.digests import sha256

AT_ONCE = 20
"""Rows that are fetched at once: a verdict and its record may have some megabytes."""
COLUMNS = ("pk", "match_id", "engine_version", "rulebook_edition", "record_sha256", "rules", "status", "findings_count")


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
