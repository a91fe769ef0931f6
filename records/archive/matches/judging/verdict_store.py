"""Storing verdicts in bulk: each once, as a judgement with its findings, seat results and summary."""

from __future__ import annotations

import uuid
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple

from django.db.models import prefetch_related_objects

import referee
from records.archive.matches.judging.models import Finding, Judgement, SeatFan, SeatResult, VerdictSummary
from records.archive.matches.judging.seat_results import SeatedPeople, build_results, build_summary, seated_people_of
from records.archive.matches.models import Match
from records.core.db.fields import LINE, storable
from referee.core import registry
from referee.core.verdict import checked_in, shown_as

Key = tuple[uuid.UUID, str, str, str]


class JudgedMatch(NamedTuple):
    """A match, its record, and its verdict, also as the document that is stored."""

    match: Match
    record: referee.Record | referee.NotationError
    verdict: referee.Verdict
    document: dict[str, Any]

    @property
    def key(self) -> Key:
        """The identity of a verdict: match, engine version, rulebook edition, record."""
        return self.match.pk, self.verdict.engine, edition_of(self.verdict.game), self.verdict.record_sha256


def store(
    verdicts: Sequence[JudgedMatch], rules: str = "", without_judgement: Collection[uuid.UUID] = ()
) -> dict[uuid.UUID, Judgement]:
    """Store the verdicts that are not stored yet, with all that belongs to them; returns the judgements by match.

    ``rules`` are those put in the place of the records' own; ``without_judgement`` are matches that have no judgement yet. The
    rows of the matches are locked by who calls, so that two do not store the same.
    """
    stored = _stored([judged.match.pk for judged in verdicts if judged.match.pk not in without_judgement], rules)
    new = [judged for judged in verdicts if judged.key not in stored]
    prefetch_related_objects([judged.match for judged in new if judged.match.club_id is not None], "seats")
    rows = [_judgement(judged, rules) for judged in new]
    Judgement.objects.bulk_create(rows)
    findings: list[Finding] = []
    results: list[SeatResult] = []
    fans: list[SeatFan] = []
    summaries: list[VerdictSummary] = []
    for judged, row in zip(new, rows, strict=True):
        stored[judged.key] = row
        seating = seated_people_of(judged.match, judged.record)
        findings += [_finding(row, finding, seating) for finding in judged.verdict.all_findings()]
        if seating:
            of_seats, with_fans = build_results(row, judged.document["rounds"], seating)
            results += of_seats
            fans += with_fans
            summaries.append(build_summary(row, judged.record))
    Finding.objects.bulk_create(findings)
    SeatResult.objects.bulk_create(results)
    SeatFan.objects.bulk_create(fans)
    VerdictSummary.objects.bulk_create(summaries)
    return {judged.match.pk: stored[judged.key] for judged in verdicts}


def _stored(matches: Sequence[uuid.UUID], rules: str) -> dict[Key, Judgement]:
    """The judgements of these matches that are stored already, by key."""
    found = Judgement.objects.filter(match__in=matches, rules=rules).defer("verdict") if matches else ()
    return {(one.match_id, one.engine_version, one.rulebook_edition, one.record_sha256): one for one in found}


def edition_of(game: str | None) -> str:
    """The edition of a game's rulebook; empty for an unknown game."""
    found = registry.find(game) if game else None
    return found.rulebook.edition if found else ""


def said_in(verdict: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of a judgement that say how its match stands: right, wrong, or not checked."""
    checked = checked_in(verdict["rounds"])
    shown = shown_as(verdict["status"], checked.complete)
    return {"status": verdict["status"], "shown_as": shown, "rounds": checked.of, "rounds_checked": checked.rounds}


def _judgement(judged: JudgedMatch, rules: str) -> Judgement:
    match, engine, edition, sha256 = judged.key
    return Judgement(
        match_id=match,
        engine_version=engine,
        rulebook_edition=edition,
        record_sha256=sha256,
        rules=rules,
        **said_in(judged.document),
        verdict=judged.document,
        findings_count=len(judged.verdict.all_findings()),
        counted=True,
    )


def _finding(judgement: Judgement, finding: referee.Finding, seating: SeatedPeople | None) -> Finding:
    return Finding(
        judgement=judgement,
        round=finding.round,
        move=finding.move,
        seat=storable(finding.seat or "", 8),
        code=finding.code,
        severity=finding.severity,
        clause=finding.clause,
        token=storable(finding.token or "", LINE),
        line=finding.line,
        column=finding.column,
        message=dict(finding.message),
        offender_seat=seating.occupant(finding.round, finding.seat) if seating and finding.severity == "illegal" else None,
    )
