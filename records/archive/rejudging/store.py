"""Re-judging store: the new verdict on each match beside the former one, how a chunk of them is stored, and the differences."""

from __future__ import annotations

import logging
import uuid
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from celery.exceptions import SoftTimeLimitExceeded
from django.db.models import QuerySet

import referee
from records.accounts import webhooks
from records.accounts.webhooks.models import WebhookKind
from records.archive.matches.judging import matches_judged, webhook_payload
from records.archive.matches.judging.models import Judgement
from records.archive.matches.judging.verdict_store import JudgedMatch, store
from records.archive.matches.models import DELETED, Match
from records.archive.matches.replay import record_of
from records.archive.rejudging.models import Difference, Rejudging
from records.archive.rejudging.verdict_diff import KINDS, VerdictDiff, diff_verdicts, plain
from records.core.db.fields import storable
from referee.rulebook.rules import with_rules

log = logging.getLogger(__name__)

PAGE = 500
IRREPRODUCIBLE = "irreproducible"
"""The same engine, rulebook, record and rules, and another verdict: one of the two is not what the engine says."""
FAILED = "failed"
OUT_OF_TIME = "out of time"
READ = ("state", "current_judgement_id", "owner_key")
"""By what a match is known to be as it was read."""
ROWS = 500


class Outcome(NamedTuple):
    """The result for one match: a new verdict and its difference from the old one, or why there is none."""

    match: Match
    judged: JudgedMatch | None
    diff: VerdictDiff | None
    error: str = ""


def judge_again(rejudging: Rejudging, match: Match) -> Outcome:
    """Judge a match again and compare with its current verdict. An engine fault, and a stored value that is damaged, fail this
    match alone.

    Raises MemoryError: memory may be short by what others take, and the job is given up at this match only once no attempt is
    left (``records.core.queue.jobs``).
    """
    try:
        record = record_of(match)
        if rejudging.rules and isinstance(record, referee.Record):
            record = record._replace(rules=with_rules(record.rules, rejudging.rules))
        verdict = referee.verify(record)
        document = plain(verdict.as_dict())
        before = match.current_judgement.verdict if match.current_judgement else None
    except SoftTimeLimitExceeded:
        return Outcome(match, None, None, OUT_OF_TIME)
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001 - an engine fault is never a verdict; it is stored and shown as a failure
        log.exception("the engine failed on match %s", match.pk)
        return Outcome(match, None, None, f"{type(error).__name__}: {error}")
    return Outcome(match, JudgedMatch(match, record, verdict, document), diff_verdicts(before, document))


def store_results(rejudging: Rejudging, chunk: Sequence[Outcome]) -> tuple[dict[str, int], dict[str, Any]]:
    """Store the verdicts and differences of a chunk; returns the counts by kind and the chunk's summary.

    A match that somebody else has judged since it was read is left alone: its verdict is newer. So is one that was deleted.
    """
    rows = Match.objects.select_for_update(of=("self",)).filter(pk__in=[one.match.pk for one in chunk]).order_by("pk")
    stands = {pk: tuple(row) for pk, *row in rows.values_list("pk", *READ)}
    left = [one for one in chunk if stands.get(one.match.pk) == tuple(getattr(one.match, name) for name in READ)]
    good = [one for one in left if one.judged]
    wanted = [one for one in good if rejudging.apply or one.diff]
    stored = store([one.judged for one in wanted if one.judged], rejudging.rules)
    strange = _irreproducible(wanted, stored)
    differences = [
        Difference(
            rejudging=rejudging,
            match=one.match,
            old_id=one.match.current_judgement_id,
            new=None if one.match.pk in strange else stored.get(one.match.pk),
            kinds=_spaced([IRREPRODUCIBLE] if one.match.pk in strange else [], _kinds(one)),
            document=one.diff.document if one.diff else {},
            error=storable(one.error, 4000),
        )
        for one in left
        if one.diff or one.error
    ]
    Difference.objects.bulk_create(differences)
    if rejudging.apply:
        _apply([one for one in good if one.match.pk not in strange], stored)
    failed = sum(bool(one.error) for one in left)
    differing = sum(bool(one.diff) for one in left)
    return {
        "same": len(left) - failed - differing,
        "differing": differing,
        "failed": failed,
        "skipped": len(chunk) - len(left),
    }, _summary(left, differences)


def _kinds(one: Outcome) -> list[str]:
    return [FAILED] if one.error else one.diff.kinds if one.diff else []


def _spaced(*words: Iterable[str]) -> str:
    return " " + " ".join(word for some in words for word in some) + " "


def _irreproducible(wanted: Sequence[Outcome], stored: Mapping[uuid.UUID, Judgement]) -> set[uuid.UUID]:
    """The matches whose stored judgement by this same engine version says something else than the engine says now."""
    old = {one.match.pk: one for one in wanted if one.diff and stored[one.match.pk].pk == one.match.current_judgement_id}
    return set(old)


def _apply(good: Sequence[Outcome], stored: Mapping[uuid.UUID, Judgement]) -> None:
    """Make the new verdicts the current ones, and notify webhooks of those that differ."""
    changed = []
    for one in good:
        match, judgement = one.match, stored[one.match.pk]
        if match.current_judgement_id != judgement.pk or match.state != Match.State.JUDGED:
            match.current_judgement, match.state, match.error = judgement, Match.State.JUDGED, ""
            changed.append(match)
    Match.objects.bulk_update(changed, ["current_judgement", "state", "error"], batch_size=PAGE)
    if changed:
        matches_judged.send(Match, ids=[match.pk for match in changed])
    payloads: dict[int, list[tuple[Any, dict[str, Any]]]] = {}
    for one in good:
        if one.diff and one.match.club_id is not None:
            payload = webhook_payload(one.match, stored[one.match.pk])
            payloads.setdefault(one.match.club_id, []).append((one.match.pk, payload))
    for club, some in payloads.items():
        webhooks.notify_all(club, WebhookKind.MATCH_JUDGED, some)


def _summary(left: Sequence[Outcome], differences: Sequence[Difference]) -> dict[str, Any]:
    """How many matches differ in which way, and how often findings of each clause appeared and disappeared."""
    clauses: dict[str, Counter[str]] = {}
    for one in left:
        for clause, counts in (one.diff.clauses if one.diff else {}).items():
            clauses.setdefault(clause, Counter()).update(counts)
    kinds = Counter(kind for difference in differences for kind in difference.kinds.split())
    return {"kinds": dict(kinds), "clauses": {clause: dict(counts) for clause, counts in clauses.items()}}


def merged_summary(old: Mapping[str, Any], new: Mapping[str, Any]) -> dict[str, Any]:
    """Add up two summaries."""
    kinds = Counter(old.get("kinds", {})) + Counter(new["kinds"])
    order = [IRREPRODUCIBLE, FAILED, *KINDS]
    clauses = dict(old.get("clauses", {}))
    for clause, counts in new["clauses"].items():
        clauses[clause] = dict(Counter(clauses.get(clause, {})) + Counter(counts))
    return {"kinds": {kind: kinds[kind] for kind in order if kinds[kind]}, "clauses": dict(sorted(clauses.items()))}


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
