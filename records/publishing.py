"""Publishing an event's results: everything that they follow from, in one signed document, numbered and never changed.

What is published is what the event's page says in that moment; the document is verified before it is kept, as its readers will
verify it.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import UTC
from typing import Any

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

import referee
from records import audit, results_key, webhooks
from records.access import Right
from records.arbitration import key_of
from records.arranging import rules_of
from records.event import Event, Stage
from records.event_sheet import EventSheet, Issue, Seating, sheet_of
from records.fields import storable
from records.locking import locked, need
from records.models import LINE, Publication
from records.refusal import Refusal
from records.ruling import Ruling
from records.webhook import WebhookKind
from referee.results.canonical import digest, load
from referee.results.document import compose, seal
from referee.results.problems import Malformed
from referee.results.verification import verify_results

REASON = 2000
TOLD = 5
"""Unresolved things that a refusal names."""
OWN = ("number", "previous", "published", "forced")
"""Parts of a document that are the publication's own: two of the same results differ in these alone."""

log = logging.getLogger(__name__)


@transaction.atomic
def publish(actor: Any, event: Event, force: str = "") -> Publication:
    """Publish the results as they are now, superseding what was published before, which stays as it is.

    ``force`` is the reason why they are published although something is unresolved; it becomes part of the document. Raises
    Refusal: 403, 404; 409 where something is unresolved, or nothing has changed since; 422; 503 where the service's key cannot
    be read.
    """
    need(actor, Right.ARRANGE, event.club_id)
    found = locked(event)
    sheet = sheet_of(found)
    forced = _forced(force, sheet.issues)
    last = found.publications.defer("file").first()
    at = timezone.now().replace(microsecond=0)
    document = compose({
        **contents(sheet), "forced": forced or None, "number": last.number + 1 if last else 1,
        "previous": last.hash if last else None,
        "published": {"at": at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"), "by": _named(actor)},
    })  # fmt: skip
    if last is not None and _same(document, last):
        zh = f"從公告 {last.number} 以來什麼也沒有變。"
        raise Refusal("nothing-new", zh, f"Nothing has changed since publication {last.number}.", 409)
    kept = _kept(found, document, _sealed(document), len(sheet.issues), at, actor)
    audit.record(
        "event.publish", f"event:{found.pk}", by=actor, number=kept.number, hash=kept.hash, fingerprint=kept.fingerprint,
        unresolved=kept.unresolved, forced=kept.forced,
    )  # fmt: skip
    return kept


def contents(sheet: EventSheet) -> dict[str, Any]:
    """What an event's results follow from, as the document holds it."""
    event = sheet.event
    return {
        "engine": referee.ENGINE_VERSION,
        "rulebooks": {
            match.game: match.current_judgement.rulebook_edition for one in sheet.seatings
            if (match := one.match) and match.current_judgement and match.current_judgement.rulebook_edition
        },
        "event": {
            "id": str(event.pk), "name": event.name, "club": {"name": event.club.name, "slug": event.club.slug},
            "game": event.game, "tag": event.tag, "starts": event.starts, "ends": event.ends,
        },
        "stages": [_stage(stage) for stage in sheet.stages],
        "entrants": [
            {
                "name": entrant.name, "team": entrant.team,
                "spellings": [name for name, meant in sorted(sheet.called.items()) if meant == entrant.name],
            }
            for entrant in sheet.entrants
        ],
        "tables": [_table(one) for one in sheet.seatings],
        "matches": [_match(one) for one in sheet.seatings if one.match],
        "rulings": [_ruling(one) for one in sorted(_rulings(sheet), key=lambda ruling: ruling.number)],
    }  # fmt: skip


def _stage(stage: Stage) -> dict[str, Any]:
    rules = rules_of(stage)
    return {
        "number": rules.number, "name": stage.name, "tag": stage.tag, "points": rules.points,
        "placement": [str(points) for points in rules.placement], "carry": str(rules.carry), "cut": rules.cut,
        "tie_breaks": list(rules.tie_breaks),
    }  # fmt: skip


def _table(seating: Seating) -> dict[str, Any]:
    return {
        "stage": seating.stage.number, "round": seating.round, "table": seating.table.name,
        "match": str(seating.match.pk) if seating.match else None, "seated": dict(seating.table.seated) or None,
    }  # fmt: skip


def _match(seating: Seating) -> dict[str, Any]:
    match = seating.match
    assert match is not None
    return {
        "id": str(match.pk), "form": match.form, "first_line": match.first_line,
        "text": bytes(match.source).decode("utf-8", "surrogatepass"),
        "verdict": match.current_judgement.verdict if match.current_judgement else None,
    }  # fmt: skip


def _rulings(sheet: EventSheet) -> Sequence[Ruling]:
    return [ruling for one in sheet.seatings for ruling in one.rulings]


def _ruling(ruling: Ruling) -> dict[str, Any]:
    return {
        "number": ruling.number, "match": str(ruling.match_id), **key_of(ruling).as_dict(), "decision": ruling.decision,
        "scores": ruling.scores, "reason": ruling.reason, "arbiter": ruling.arbiter_name,
        "at": ruling.at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
    }  # fmt: skip


def _named(actor: Any) -> str:
    return storable(actor.get_full_name() or actor.get_username(), LINE)


def _forced(force: str, issues: Sequence[Issue]) -> str:
    """The reason, where one is needed. Raises Refusal."""
    reason = storable(force, REASON + 1).strip()
    if len(reason) > REASON:
        raise Refusal("reason-too-long", f"理由最多 {REASON} 字。", f"A reason has at most {REASON} characters.", 422)
    if not issues:
        return ""
    if not reason:
        zh, en = "、".join(_said(one) for one in issues[:TOLD]), ", ".join(_said(one) for one in issues[:TOLD])
        more = len(issues) > TOLD
        raise Refusal(
            "unresolved",
            f"還有 {len(issues)} 項未決：{zh}{'……' if more else ''}。先裁定，或說明為何仍要公告。",
            f"{len(issues)} unresolved: {en}{', …' if more else ''}. Settle them, or say why it is published all the same.", 409,
        )  # fmt: skip
    return reason


def _said(issue: Issue) -> str:
    """An unresolved thing in short: ``table 3: missed-win-lock 2.17``."""
    where = ".".join(map(str, issue.seating.place)) if issue.seating else str(issue.match or "")
    if issue.finding is None:
        return f"{where} {issue.kind}"
    return f"{where} {issue.finding.code or issue.kind} {issue.finding.round}.{issue.finding.move}"


def _same(document: dict[str, Any], last: Publication) -> bool:
    before: Any = load(bytes(Publication.objects.values_list("file", flat=True).get(pk=last.pk)))
    return digest(_results(document)) == digest(_results(before["document"]))


def _results(document: dict[str, Any]) -> dict[str, Any]:
    return {name: part for name, part in document.items() if name not in OWN}


def _sealed(document: dict[str, Any]) -> bytes:
    """The signed file, verified. Raises Refusal."""
    try:
        file = seal(document, results_key.private_key())
    except results_key.NoKey as error:
        log.error("results cannot be signed: %s", error)
        zh, en = "這個服務的簽署金鑰讀不了；請告訴管理者。", "The service's signing key cannot be read; tell who runs it."
        raise Refusal("no-key", zh, en, 503) from None
    try:
        problems = verify_results(file).problems
    except Malformed as error:
        problems = list(error.problems)
    if problems:
        first = problems[0]
        log.error("results of event %s do not hold: %s %s", document["event"]["id"], first.place, first.code)
        raise Refusal(
            "does-not-hold", f"結果核對不過（{first.place}）：{first.message['zh']}請把這場重新裁過。",
            f"The results do not hold ({first.place}): {first.message['en']} Have that match judged again.", 409,
        )  # fmt: skip
    return file


def _kept(event: Event, document: dict[str, Any], file: bytes, unresolved: int, at: Any, actor: Any) -> Publication:
    sealed: Any = load(file)
    publication = Publication(
        event=event, number=document["number"], hash=sealed["hash"], previous=document["previous"] or "", file=file,
        fingerprint=sealed["signature"]["fingerprint"], key=sealed["signature"]["key"], matches=len(document["matches"]),
        rulings=len(document["rulings"]), unresolved=unresolved, forced=document["forced"] or "", publisher=actor.pk,
        publisher_name=_named(actor), at=at,
    )  # fmt: skip
    publication.save(force_insert=True)
    said = {
        "event": str(event.pk), "name": event.name, "number": publication.number, "hash": publication.hash,
        "url": reverse("api:publication", args=[event.pk, publication.number]),
        "page": reverse("pages:publication", args=[event.pk, publication.number]),
    }  # fmt: skip
    webhooks.notify(event.club_id, WebhookKind.RESULTS_PUBLISHED, f"{event.pk}:{publication.number}", said)
    return publication
