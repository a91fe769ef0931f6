"""Ruling on findings of an event's matches, or giving a score to a round that has none. Rulings are added, never changed."""

from __future__ import annotations

import json
import uuid
from collections.abc import Mapping
from datetime import UTC
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _

import referee
from records.accounts import audit
from records.accounts.access.roles import Right
from records.accounts.audit.checks import Check, register
from records.accounts.audit.models import AuditEntry
from records.archive.matches.judging.models import Judgement
from records.archive.matches.models import Match
from records.archive.matches.replay import record_of
from records.core.db.fields import LINE, storable
from records.core.entered_text import several_lines
from records.core.errors import Refusal
from records.core.ops.digests import sha256
from records.core.people import Actor, person
from records.tournament.events.lock import lock_event, require_event_right
from records.tournament.events.models import Event, Ruling
from referee.tournament.ranking import rulings as law
from referee.tournament.ranking.rulings import CORRECTED, DECISIONS, FindingKey, findings_of, sides_of

REASON = 2000
"""Characters of a reason."""
MOST = 10**9
"""Points that a ruling can give."""
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


@transaction.atomic
def rule(
    actor: Actor,
    event: Event,
    match: Match,
    finding: FindingKey,
    decision: str,
    reason: str,
    scores: Mapping[str, int] | None = None,
) -> Ruling:
    """Rule on a finding of a match's current verdict. Earlier rulings on it stay and are superseded.

    Without a finding's code the round itself is ruled on, where the verdict gives it no score. The same decision made twice
    is stored once. Raises Refusal (403, 404, 409, 422).
    """
    require_event_right(actor, Right.RULE, event)
    locked = lock_event(event)
    judged, judgement = _current_judgement(locked, match)
    _require_finding(judgement.verdict, finding, decision)
    ruling = Ruling(
        event=locked,
        match=judged,
        judgement=judgement,
        **finding.as_dict(),
        decision=decision,
        reason=reason_of(reason),
        scores=_scores(judged, finding, scores) if decision == CORRECTED else None,
        arbiter=person(actor).pk,
        arbiter_name=storable(actor.get_username(), LINE),
    )
    before = standing_ruling(locked, judged, finding)
    if before is not None and _is_same(before, ruling):
        return before
    _store(ruling, actor)
    return ruling


@transaction.atomic
def rule_and_score(
    actor: Actor,
    event: Event,
    match: Match,
    finding: FindingKey,
    decision: str,
    reason: str,
    scores: Mapping[str, int] | None = None,
) -> None:
    """Rule on a finding and, where scores come with a decision that gives none, give them to its round by a second ruling.

    Only a round that the verdict gives no score can be given one so. Raises Refusal as ``rule`` does; then nothing is stored.
    """
    rule(actor, event, match, finding, decision, reason, scores)
    if decision != CORRECTED and scores:
        rule(actor, event, match, FindingKey(finding.round), CORRECTED, reason, scores)


def _current_judgement(event: Event, match: Match) -> tuple[Match, Judgement]:
    """The match as it is now, and its current judgement. Raises Refusal: 404 outside of the event, 409 without a verdict."""
    if not event.tables.filter(match=match).exists():
        raise Refusal("not-attached", _("This match is at no table of the event."), 404)
    judged = Match.objects.select_related("current_judgement").get(pk=match.pk)
    if judged.current_judgement is None:
        raise Refusal("not-judged", _("There is no verdict on this match yet."), 409)
    return judged, judged.current_judgement


def _store(ruling: Ruling, actor: Actor) -> None:
    """Store a ruling under the event's next number, and write it to the audit log."""
    event = ruling.event
    ruling.number = (event.rulings.aggregate(Max("number"))["number__max"] or 0) + 1
    ruling.save(force_insert=True)
    audit.record(
        "event.ruling",
        f"event:{event.pk}",
        by=actor,
        club=event.club_id,
        number=ruling.number,
        match=str(ruling.match_id),
        finding=key_of(ruling).as_dict(),
        decision=ruling.decision,
        scores=ruling.scores,
        reason=ruling.reason,
        sha256=ruling_digest(ruling),
    )


def key_of(ruling: Ruling) -> FindingKey:
    """The finding that a ruling is on."""
    return FindingKey(ruling.round, ruling.move, ruling.seat, ruling.code, ruling.clause, ruling.nth)


def as_engine_ruling(ruling: Ruling) -> law.Ruling:
    """A ruling in the form that the standings are computed from."""
    return law.Ruling(ruling.number, key_of(ruling), ruling.decision, ruling.scores)


def standing_ruling(event: Event, match: Match, finding: FindingKey) -> Ruling | None:
    """The latest ruling on a finding, None where there is none."""
    return event.rulings.filter(match=match, **finding.as_dict()).order_by("-number").first()


def _is_same(before: Ruling, ruling: Ruling) -> bool:
    fields = ("decision", "scores", "reason", "arbiter", "judgement_id")
    return all(getattr(before, name) == getattr(ruling, name) for name in fields)


def _require_finding(verdict: dict[str, Any], finding: FindingKey, decision: str) -> None:
    """Raises Refusal where the verdict has no such finding, or it does not allow this decision."""
    if decision not in DECISIONS:
        found, expected = storable(str(decision), 40), ", ".join(DECISIONS)
        raise Refusal("invalid-decision", _("Expected {expected}, found “{found}”."), 422, expected=expected, found=found)
    if finding in findings_of(verdict):
        return
    scores = {round_["round"]: round_["scores"]["computed"] for round_ in verdict["rounds"]}
    if finding != FindingKey(finding.round) or finding.round not in scores:
        raise Refusal("no-such-finding", _("The verdict has no such finding."), 404)
    if scores[finding.round] is not None:
        raise Refusal("round-has-a-score", _("The verdict gives this round a score, and no finding was named."), 409)
    if decision != CORRECTED:
        raise Refusal("invalid-decision", _("A round without a score can only be given one."), 422)


def _scores(match: Match, finding: FindingKey, scores: Mapping[str, int] | None) -> dict[str, int]:
    """The corrected scores, one for every seat or team. Raises Refusal (422)."""
    record = record_of(match)
    if isinstance(record, referee.NotationError):
        raise Refusal("unreadable", _("A record that cannot be read gets no scores: correct it and upload it."), 422)
    sides = sides_of(record)
    if not finding.round and any(round_.sits for round_ in record.rounds):
        raise Refusal("seats-change", _("Where people change seats from round to round, correct each round."), 422)
    given = dict(scores or {})
    if set(given) != set(sides):
        expected, found = ", ".join(sides), storable(", ".join(map(str, given)), 100)
        raise Refusal(
            "invalid-scores", _("Expected a score for each of {expected}, found “{found}”."), 422, expected=expected, found=found
        )
    wrong = next((points for points in given.values() if type(points) is not int or abs(points) > MOST), None)
    if wrong is not None:
        found = storable(str(wrong), 40)
        raise Refusal("invalid-scores", _("Expected whole points, found “{found}”."), 422, found=found)
    return {side: given[side] for side in sides}


def reason_of(given: str, needed: bool = True) -> str:
    """The reason of an arbiter's act. Raises Refusal (422) for one that is too long or, where it is needed, for none."""
    text = several_lines(given, REASON + 1)
    if (needed and not text) or len(text) > REASON:
        raise Refusal("reason-needed", _("A reason is needed, of at most {most} characters."), 422, most=REASON)
    return text
