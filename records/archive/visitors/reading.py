"""A visitor's matches read: by whoever has their address, until a day is over; deleted by the browser that dropped them."""

from __future__ import annotations

import secrets
import uuid

from django.utils import timezone
from django.utils.crypto import constant_time_compare

from records.archive.matches.models import Judgement, Match, MatchSeat, Upload
from records.archive.visitors.models import VisitorFile, VisitorMatch
from records.archive.visitors.receiving import keyed_digest
from referee.core.verdict import on_trust


def find_file(file_id: uuid.UUID) -> VisitorFile | None:
    """A visitor's file by its id, None where there is none any more: its day is over, also where nobody has deleted it so far."""
    return VisitorFile.objects.filter(pk=file_id, expires_at__gt=timezone.now()).first()


def find(match_id: uuid.UUID) -> VisitorMatch | None:
    """A visitor's match by its id, with its file; None where there is none any more."""
    return VisitorMatch.objects.select_related("file").filter(pk=match_id, file__expires_at__gt=timezone.now()).first()


def matches_of(file: VisitorFile) -> list[Match]:
    """The matches of a file in order, as the pages of matches read them."""
    return [as_match(row) for row in file.matches.select_related("file")]


def as_match(row: VisitorMatch) -> Match:
    """A visitor's match as a match that the pages read like any other. It is never saved: it belongs to no upload that is."""
    match = Match(
        id=row.pk,
        upload=Upload(filename=row.file.filename),
        state=Match.State.JUDGED,
        created_at=row.file.created_at,
        **{name: getattr(row, name) for name in READ},
    )
    match.of_visitor = True
    match.current_judgement = Judgement(
        match=match,
        engine_version=row.verdict["engine"],
        record_sha256=row.sha256,
        status=row.verdict["status"],
        verdict=row.verdict,
        findings_count=row.findings_count,
        on_trust=any(map(on_trust, row.verdict["rounds"])),
    )
    match.seat_rows = [MatchSeat(match=match, seat=seat, name=name) for seat, name in row.players]
    return match


READ = ("ordinal", "first_line", "form", "source", "sha256", "game", "rules", "event", "stage", "table", "date")
"""The columns that a visitor's match and any other have alike."""


def belongs_to(file: VisitorFile, browser: str) -> bool:
    """Whether this browser dropped the file."""
    return constant_time_compare(file.browser, keyed_digest(browser or secrets.token_hex()))


def delete(file: VisitorFile) -> None:
    """Delete a file with its matches, at once."""
    file.delete()


def delete_expired() -> int:
    """Delete the files whose day is over; returns how many there were."""
    return VisitorFile.objects.filter(expires_at__lte=timezone.now()).delete()[1].get("archive.VisitorFile", 0)
