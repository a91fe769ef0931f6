"""All that the service holds about an account as a zip: a file of JSON for each kind of thing, and the uploads themselves.

The zip is made while it is sent, row by row: memory does not grow with what somebody has uploaded.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib.auth.models import User
from django.db.models import Q, QuerySet

from records.accounts.models import ApiToken, AuditEntry, Invitation, Membership, ShareLink
from records.archive import comments, matches, mistakes
from records.archive.matches.deletion.models import DeletedMatch
from records.archive.models import Batch, Upload
from records.core.files import zipped
from records.tournament import live_tables, sheets
from records.tournament.models import (
    AppealAnswer,
    Arbiter,
    Event,
    Penalty,
    PenaltyCatalogue,
    RefereeCall,
    Ruling,
)

Row = dict[str, Any]
ROWS = 100
README = """\
What the service holds about the account {name}, as JSON: a file for each kind of thing. In "uploads" lie the files as they were
uploaded, in "matches" the records that were read in them with their verdicts. Passwords, secrets and codes are stored as digests
or encrypted, and are no part of this.
"""


def _rows(found: QuerySet[Any], *columns: str) -> Iterator[Row]:
    """These columns of rows, a few in memory at a time."""
    for row in found.values(*columns).iterator(ROWS):
        yield dict(row)


def account(user: User) -> Iterator[Row]:
    """The account itself."""
    addresses = list(EmailAddress.objects.filter(user=user).values("email", "verified", "primary"))
    names = {"id": user.pk, "name": user.get_username(), "first_name": user.first_name, "last_name": user.last_name}
    yield {**names, "email": user.email, "addresses": addresses, "joined": user.date_joined, "last_login": user.last_login}


def memberships(user: User) -> Iterable[Row]:
    """The clubs and invitations to clubs."""
    rows = Membership.objects.filter(user=user).order_by("pk")
    return _rows(rows, "club__name", "club__slug", "role", "created_at", "accepted_at")


def tokens(user: User) -> Iterable[Row]:
    """The names of the API tokens, and what they may."""
    rows = ApiToken.objects.filter(user=user).order_by("pk")
    return _rows(rows, "name", "scopes", "club__slug", "created_at", "last_used_at", "expires_at")


def sessions(user: User) -> Iterable[Row]:
    """Where somebody is signed in."""
    rows = UserSession.objects.filter(user=user).order_by("pk")
    return _rows(rows, "created_at", "last_seen_at", "ip", "user_agent")


def second_factors(user: User) -> Iterator[Row]:
    """Which second factors there are."""
    for one in Authenticator.objects.filter(user=user).order_by("pk"):
        yield {"kind": one.type, "name": one.data.get("name"), "created": one.created_at, "last_used": one.last_used_at}


def share_links(user: User) -> Iterable[Row]:
    """The share links that somebody made."""
    rows = ShareLink.objects.filter(created_by=user).order_by("created_at")
    return _rows(rows, "name", "match", "event", "created_at", "expires_at", "revoked_at")


def invitations(user: User) -> Iterable[Row]:
    """The links of invitation that somebody made or used."""
    rows = Invitation.objects.filter(created_by=user) | Invitation.objects.filter(used_by=user)
    return _rows(rows.order_by("created_at"), "name", "club__slug", "role", "created_at", "expires_at", "used_at")


def acts(user: User) -> Iterator[Row]:
    """What the audit log says that somebody did."""
    for entry in AuditEntry.objects.filter(actor=f"user:{user.pk}").order_by("number").iterator(ROWS):
        details = json.loads(entry.details)
        yield {"number": entry.number, "at": entry.at, "action": entry.action, "target": entry.target, "details": details}


def events(user: User) -> Iterable[Row]:
    """The events that somebody made."""
    rows = Event.objects.filter(created_by=user).order_by("created_at")
    return _rows(rows, "id", "name", "club__slug", "created_at")


def rulings(user: User) -> Iterable[Row]:
    """The rulings that somebody gave as an arbiter."""
    rows = Ruling.objects.filter(arbiter=user.pk).order_by("pk")
    return _rows(rows, "event", "number", "match", "decision", "reason", "scores", "at")


def services(user: User) -> Iterable[Row]:
    """The events that somebody serves as an arbiter."""
    rows = Arbiter.objects.filter(user=user).order_by("pk")
    return _rows(rows, "event", "event__name", "added_at")


def calls(user: User) -> Iterable[Row]:
    """The calls for a referee that somebody made when signed in, took or closed."""
    rows = RefereeCall.objects.filter(Q(called_by=user) | Q(taken_by=user) | Q(closed_by=user)).order_by("pk")
    return _rows(rows, "event", "table__name", "reason", "text", "called_at", "taken_at", "closed_at", "outcome")


def penalties(user: User) -> Iterable[Row]:
    """The penalties that somebody gave as an arbiter."""
    rows = Penalty.objects.filter(arbiter=user.pk).order_by("pk")
    return _rows(rows, "event", "number", "entrant_name", "grade", "amount", "offence", "reason", "cancels", "at")


def answers(user: User) -> Iterable[Row]:
    """The answers to appeals that somebody gave as an arbiter."""
    rows = AppealAnswer.objects.filter(arbiter=user.pk).order_by("pk")
    return _rows(rows, "appeal__event", "appeal__number", "outcome", "reason", "ruling", "at")


def catalogues(user: User) -> Iterable[Row]:
    """The catalogues of penalties that somebody wrote."""
    rows = PenaltyCatalogue.objects.filter(made_by=user).order_by("pk")
    return _rows(rows, "event", "number", "form", "text", "made_at")


def batches(user: User) -> Iterable[Row]:
    """The batches that somebody uploaded; their files are among the uploads."""
    rows = Batch.objects.filter(user=user).order_by("created_at")
    return _rows(rows, "id", "filename", "club__slug", "size", "state", "created_at")


def uploads(user: User) -> Iterator[Row]:
    """The files that somebody uploaded."""
    rows = Upload.objects.filter(user=user).order_by("created_at", "pk").select_related("club").defer("source")
    for one in rows.iterator(ROWS):
        club = one.club.slug if one.club else None
        yield {"id": one.pk, "file": _file_of(one), "club": club, "sha256": one.sha256, "created": one.created_at}


def played(user: User) -> Iterator[Row]:
    """The matches in those files that somebody may still see."""
    for one in _matches_of(user).iterator(ROWS):
        row = {name: getattr(one, name) for name in ("event", "stage", "table", "date", "game", "rules", "public", "state")}
        judgement = one.current_judgement
        status, checked = (judgement.status, judgement.checked._asdict()) if judgement else (None, None)
        verdict = {"verdict": status, "checked": checked}
        club = one.club.slug if one.club else None
        yield {"id": one.pk, "upload": one.upload_id, "sha256": one.sha256, "club": club, **verdict, **row}


def deleted(user: User) -> Iterable[Row]:
    """The matches that were deleted lately and can be brought back."""
    rows = DeletedMatch.objects.filter(user=user).order_by("pk")
    return _rows(rows, "match", "club__slug", "deleted_by", "deleted_at", "ends_at")


PARTS: dict[str, Callable[[User], Iterable[Row]]] = {
    "account": account,
    "memberships": memberships,
    "tokens": tokens,
    "sessions": sessions,
    "second-factors": second_factors,
    "share-links": share_links,
    "invitations": invitations,
    "log": acts,
    "events": events,
    "rulings": rulings,
    "services": services,
    "calls": calls,
    "penalties": penalties,
    "appeal-answers": answers,
    "penalty-catalogues": catalogues,
    "batches": batches,
    "uploads": uploads,
    "matches": played,
    "deleted": deleted,
    "sheets": sheets.rows_of,
    "live-tables": live_tables.rows_of,
    "comments": comments.rows_of,
    "puzzles": mistakes.rows_of,
}
"""The files of JSON, each with a function that gives its rows."""


def archive_of(user: User) -> Iterator[bytes]:
    """The zip, piece by piece."""
    return zipped(_files(user))


def _files(user: User) -> Iterator[tuple[str, Iterable[bytes]]]:
    """Every file of the zip by its name."""
    yield "README.txt", [README.format(name=user.get_username()).encode()]
    for name, rows in PARTS.items():
        yield f"{name}.json", _json(rows(user))
    for upload in _one_by_one(Upload.objects.filter(user=user).order_by("created_at", "pk")):
        yield _file_of(upload), [bytes(upload.source)]
    for match in _one_by_one(_matches_of(user).defer(None).defer("upload__source")):
        yield f"matches/{match.pk}.{match.form}", [bytes(match.source)]
        if (verdict := matches.verdict_of(match)) is not None:
            yield f"matches/{match.pk}.verdict.json", [json.dumps(verdict, ensure_ascii=True).encode()]


def _one_by_one(found: QuerySet[Any]) -> Iterator[Any]:
    """Rows with their texts, each read by its key: for a cursor over all of them PostgreSQL writes every text to its disk."""
    for key in found.values_list("pk", flat=True).iterator():
        yield from found.filter(pk=key)


def _matches_of(user: User) -> Any:
    mine = matches.visible_to(user).filter(user=user).select_related("club")
    return mine.prefetch_related(None).order_by("created_at", "pk")


def _file_of(upload: Upload) -> str:
    """Where a file lies in the zip: its own name says nothing of where."""
    name = re.sub(r"[^\w. -]+", "_", upload.filename).strip(". ")[-80:]
    return f"uploads/{upload.pk}-{name or 'record'}"


def _json(rows: Iterable[Row]) -> Iterator[bytes]:
    """Rows as an array of JSON, each on a line of its own."""
    yield b"["
    for place, row in enumerate(rows):
        yield (b",\n" if place else b"\n") + json.dumps(row, ensure_ascii=True, default=str).encode()
    yield b"\n]\n"
