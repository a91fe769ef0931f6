"""Publishing an event's results: everything that they follow from, in one signed document, numbered and never changed.

What is published is what the event's page says in the moment in which somebody says so: that is frozen under the event's lock, as
a list of what it follows from. A worker then judges every match again, as the document's readers will, some at a time; draws the
document up, signs it and stores it. Where it stands is stored with each step, in one conditional update: a worker may die at any
moment and another goes on, and of two at the same step one stores it and the other leaves.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.urls import reverse
from django.utils import timezone

import referee
from records import audit, bell, results_key, webhooks
from records.access import Right
from records.arbitration import key_of
from records.arranging import rules_of
from records.event import Event, Stage
from records.event_sheet import EventSheet, Issue, Seating, sheet_of
from records.fields import storable
from records.judging import record_of
from records.locking import locked, need
from records.models import LINE, Essence, Judgement, Match, Publication, Publishing
from records.refusal import Refusal
from records.ruling import Ruling
from records.webhook import WebhookKind
from referee.results import document as form
from referee.results.canonical import digest, load
from referee.results.document import compose, seal
from referee.results.essence import sitting_in, sitting_of
from referee.results.problems import Malformed, Problem
from referee.results.verification import Checked, check, opened

REASON = 2000
TOLD = 5
"""Unresolved things that a refusal names."""
OWN = ("number", "previous", "published", "forced")
"""Parts of a document that are the publication's own: two of the same results differ in these alone."""
TAKEN_OUT = {
    "zh": "這場牌已移出賽事，裁定不計分。", "en": "The match was taken out of the event; the ruling counts for no points.",
}  # fmt: skip
"""The remark on rulings that count no more."""
CHUNK = 50
"""Matches that are checked before that is stored."""
PULSE = 5.0
"""Seconds after which it is stored, however few they are."""
PAGE = 200
ATTEMPTS = 3
"""How often a worker may die over it without getting on."""
OPEN = (Publishing.State.PENDING, Publishing.State.RUNNING)

log = logging.getLogger(__name__)


@transaction.atomic
def publish(actor: Any, event: Event, force: str = "") -> Publishing:
    """Have the results published as they are now, superseding what was published before, which stays as it is.

    ``force`` is the reason why they are published although something is unresolved; it becomes part of the document. Asked for
    again while the same is on its way, it is that. Raises Refusal: 403, 404; 409 where something is unresolved, nothing has
    changed since, or other results are on their way; 422; 503 where the service's key cannot be read.
    """
    need(actor, Right.ARRANGE, event.club_id)
    found = locked(event)
    sheet = sheet_of(found)
    forced = _forced(force, sheet.issues)
    frozen = contents(sheet)
    said = digest(frozen)
    if under_way := found.publishings.filter(state__in=OPEN).defer("frozen").first():
        if under_way.digest == said:
            return under_way
        zh, en = "這個賽事的結果正在公告，稍後再試。", "Results of this event are being published; try again when they are."
        raise Refusal("being-published", zh, en, 409)
    last = found.publishings.filter(state=Publishing.State.DONE).defer("frozen").order_by("-number").first()
    if last is not None and last.digest == said:
        raise _nothing_new(last.number)
    _key()
    publishing = Publishing.objects.create(
        event=found, frozen=frozen, digest=said, forced=forced, unresolved=len(sheet.issues), matches=len(frozen["matches"]),
        user=actor, publisher=actor.pk, publisher_name=_named(actor), at=timezone.now().replace(microsecond=0),
    )  # fmt: skip
    audit.record(
        "event.publishing", f"event:{found.pk}", by=actor, club=found.club_id, matches=publishing.matches,
        unresolved=publishing.unresolved, forced=forced,
    )  # fmt: skip
    bell.ring_publishing(publishing.pk)
    return publishing


def carry_out(publishing_id: Any, seconds: float | None = None) -> None:
    """Go on with publishing, for so many seconds (PUBLISH_SLICE of the settings); then ring for the rest."""
    publishing = _claim(publishing_id)
    if publishing is None:
        return
    until = time.monotonic() + (settings.PUBLISH_SLICE if seconds is None else seconds)
    try:
        if publishing.attempts > ATTEMPTS:
            raise Refusal("given-up", "公告時程式一再中斷。", "Workers were lost over it again and again.", 500)
        while publishing.checked < publishing.matches:
            if not _check_some(publishing):
                return
            if time.monotonic() >= until:
                bell.ring_publishing(publishing.pk)
                return
        _finish(publishing)
    except Refusal as refusal:
        problem = {"code": refusal.code, "status": refusal.status, **refusal.message}
        _mine(publishing).update(state=Publishing.State.REFUSED, problem=problem, frozen={}, touched_at=timezone.now())


def sweep_publishings(older_than: float) -> int:
    """Ring again for every one that nobody has worked on for so many seconds; how many."""
    now = timezone.now()
    with transaction.atomic():
        forgotten = Publishing.objects.filter(state__in=OPEN, touched_at__lte=now - timedelta(seconds=older_than))
        ids = list(forgotten.order_by("touched_at").values_list("pk", flat=True)[:PAGE])
        Publishing.objects.filter(pk__in=ids).update(touched_at=now)
        for id_ in ids:
            bell.ring_publishing(id_)
    return len(ids)


def _claim(publishing_id: Any) -> Publishing | None:
    waiting = Publishing.objects.filter(pk=publishing_id, state__in=OPEN)
    if not waiting.update(state=Publishing.State.RUNNING, touched_at=timezone.now(), attempts=F("attempts") + 1):
        return None
    return Publishing.objects.select_related("event__club", "user").filter(pk=publishing_id).first()


def _mine(publishing: Publishing) -> Any:
    """The row, while nobody else has gone on with it."""
    return Publishing.objects.filter(pk=publishing.pk, state=Publishing.State.RUNNING, checked=publishing.checked)


def _check_some(publishing: Publishing) -> bool:
    """Check the next matches, and store how far that came; False where somebody else has gone on. Raises Refusal."""
    until = time.monotonic() + PULSE
    checked, report = publishing.checked, Checked()
    some = publishing.frozen["matches"][checked : checked + CHUNK]
    sittings = dict(Essence.objects.filter(pk__in=[one["judgement"] for one in some]).values_list("judgement", "document"))
    for one, (match, entry) in zip(some, _entries(some), strict=True):
        hashes = {"record_sha256": match.sha256, "verdict_sha256": entry["verdict"] and digest(entry["verdict"])}
        place = f"/document/matches/{checked}"
        found = check({**entry, **hashes}, place, report)
        if report.problems:
            raise _broken(publishing, report.problems[0])
        stored = sittings.get(one["judgement"])
        if found and stored and found.sitting != sitting_in(stored):
            said = {"zh": "座次與牌譜不合。", "en": "Its seats are not the record's."}
            raise _broken(publishing, Problem(place, "essence", said))
        checked += 1
        if time.monotonic() >= until:
            break
    if not _mine(publishing).update(checked=checked, attempts=0, touched_at=timezone.now()):
        return False
    publishing.checked = checked
    return True


def _finish(publishing: Publishing) -> None:
    """Draw up what was frozen, sign it and store it. Raises Refusal."""
    event = publishing.event
    last = event.publications.defer("file").first()
    document = _document(publishing, last)
    if last is not None and _same(document, last):
        raise _nothing_new(last.number)
    file = _sealed(document)
    with transaction.atomic():
        locked(event)  # who deletes the event waits, or has deleted this with it
        done = {"state": Publishing.State.DONE, "number": document["number"], "frozen": {}, "touched_at": timezone.now()}
        if not _mine(publishing).update(**done):
            return
        kept = _kept(publishing, document, file)
        audit.record(
            "event.publish", f"event:{event.pk}", by=publishing.user, club=event.club_id, number=kept.number, hash=kept.hash,
            fingerprint=kept.fingerprint, unresolved=kept.unresolved, forced=kept.forced,
        )  # fmt: skip


def _document(publishing: Publishing, last: Publication | None) -> dict[str, Any]:
    matches = publishing.frozen["matches"]
    essences = dict(
        Essence.objects.filter(judgement__in=[one["judgement"] for one in matches]).values_list("judgement", "document")
    )
    entries: list[dict[str, Any]] = []
    known: dict[str, form.Match] = {}
    for one, (match, entry) in zip(matches, _entries(matches), strict=True):
        stored = essences.get(one["judgement"])
        sitting = sitting_in(stored) if stored else sitting_of(record_of(match))
        known[one["id"]] = form.Match(one["id"], sitting, match.sha256, entry["verdict"])
        entries.append(entry)
    at = publishing.at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    own = {
        "forced": publishing.forced or None, "number": last.number + 1 if last else 1, "previous": last.hash if last else None,
        "published": {"at": at, "by": publishing.publisher_name},
    }  # fmt: skip
    return compose({**publishing.frozen, "matches": entries, **own}, known)


def _entries(frozen: Sequence[Mapping[str, Any]]) -> Iterator[tuple[Match, dict[str, Any]]]:
    """The matches of what was frozen, each with its entry of the document. Raises Refusal where one is there no more."""
    for start in range(0, len(frozen), PAGE):
        some = frozen[start : start + PAGE]
        matches = {str(pk): match for pk, match in Match.objects.in_bulk([one["id"] for one in some]).items()}
        wanted = [one["judgement"] for one in some if one["judgement"]]
        verdicts = dict(Judgement.objects.filter(pk__in=wanted).values_list("pk", "verdict"))
        for one in some:
            match, verdict = matches.get(one["id"]), verdicts.get(one["judgement"])
            if match is None or (one["judgement"] and verdict is None):
                zh = "有一場牌或其裁決已被刪除，請再公告一次。"
                raise Refusal("gone", zh, "A match or its verdict was deleted meanwhile; publish again.", 409)
            text = bytes(match.source).decode("utf-8", "surrogatepass")
            said = {"id": one["id"], "form": match.form, "first_line": match.first_line, "text": text, "verdict": verdict}
            yield match, said


def contents(sheet: EventSheet) -> dict[str, Any]:
    """What an event's results follow from, as the document holds it, but matches and judgements by their ids."""
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
        "rulings": [_ruling(one) for one in sorted(_rulings(sheet), key=lambda ruling: ruling.number)], **_taken_out(sheet),
    }  # fmt: skip


def _taken_out(sheet: EventSheet) -> dict[str, Any]:
    """Rulings on matches that are in the event no more; nothing where there are none."""
    if not sheet.apart:
        return {}
    hashes = dict(Match.objects.filter(pk__in=[ruling.match_id for ruling in sheet.apart]).values_list("pk", "sha256"))
    rulings = sorted(sheet.apart, key=lambda ruling: ruling.number)
    said = [{"ruling": _ruling(one), "record_sha256": hashes[one.match_id], "remark": TAKEN_OUT} for one in rulings]
    return {"taken_out": said}


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
    assert seating.match is not None
    return {"id": str(seating.match.pk), "judgement": seating.match.current_judgement_id}


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


def _nothing_new(number: int | None) -> Refusal:
    zh = f"從公告 {number} 以來什麼也沒有變。"
    return Refusal("nothing-new", zh, f"Nothing has changed since publication {number}.", 409)


def _key() -> bytes:
    """The key that signs. Raises Refusal."""
    try:
        return results_key.private_key()
    except results_key.NoKey as error:
        log.error("results cannot be signed: %s", error)
        zh, en = "這個服務的簽署金鑰讀不了；請告訴管理者。", "The service's signing key cannot be read; tell who runs it."
        raise Refusal("no-key", zh, en, 503) from None


def _sealed(document: dict[str, Any]) -> bytes:
    """The signed file, checked; its matches were before. Raises Refusal."""
    file = seal(document, _key())
    try:
        problems = opened(file).problems
    except Malformed as error:
        problems = list(error.problems)
    if problems:
        raise _does_not_hold(document["event"]["id"], problems[0])
    return file


def _broken(publishing: Publishing, problem: Problem) -> Refusal:
    return _does_not_hold(str(publishing.event_id), problem)


def _does_not_hold(event: str, problem: Problem) -> Refusal:
    log.error("results of event %s do not hold: %s %s", event, problem.place, problem.code)
    return Refusal(
        "does-not-hold", f"結果核對不過（{problem.place}）：{problem.message['zh']}請把這場重新裁過。",
        f"The results do not hold ({problem.place}): {problem.message['en']} Have that match judged again.", 409,
    )  # fmt: skip


def _kept(publishing: Publishing, document: dict[str, Any], file: bytes) -> Publication:
    sealed: Any = load(file)
    event = publishing.event
    publication = Publication(
        event=event, number=document["number"], hash=sealed["hash"], previous=document["previous"] or "", file=file,
        fingerprint=sealed["signature"]["fingerprint"], key=sealed["signature"]["key"], matches=len(document["matches"]),
        rulings=len(form.rulings_in(document)), unresolved=publishing.unresolved, forced=publishing.forced,
        publisher=publishing.publisher, publisher_name=publishing.publisher_name, at=publishing.at,
    )  # fmt: skip
    publication.save(force_insert=True)
    said = {
        "event": str(event.pk), "name": event.name, "number": publication.number, "hash": publication.hash,
        "url": reverse("api:publication", args=[event.pk, publication.number]),
        "page": reverse("pages:publication", args=[event.pk, publication.number]),
    }  # fmt: skip
    webhooks.notify(event.club_id, WebhookKind.RESULTS_PUBLISHED, f"{event.pk}:{publication.number}", said)
    return publication
