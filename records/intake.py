"""Taking an upload in: its bytes are kept, its matches are stored pending in the same transaction, and workers are rung."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

import referee
from records import bell
from records.models import Club, Match, MatchSeat, Upload
from referee.notation import Source, read

MEDIA_TYPES = ("text/x-ppn", "text/plain", "application/json", "application/x-ndjson", "application/octet-stream", "")


class IntakeError(Exception):
    """An upload that is refused as a whole; nothing of it was stored. ``status`` is that of HTTP."""

    def __init__(self, code: str, zh: str, en: str, status: int) -> None:
        self.code, self.status = code, status
        self.message = {"zh": zh, "en": en}
        super().__init__(en)


class Intake(NamedTuple):
    """What became of an upload: its matches in their order, and for each whether it is new."""

    upload: Upload
    matches: list[Match]
    created: list[bool]


def accept(
    data: bytes, *, media_type: str, filename: str = "", user: Any = None, club: Club | None = None,
    public: bool = False, idempotency_key: str | None = None,
) -> Intake:  # fmt: skip
    """Store an upload and its matches. The same record of the same owner is stored once: the existing match is answered.

    Raises IntakeError (413, 415, 422) with nothing stored.
    """
    _check(data, media_type)
    digest = hashlib.sha256(data).hexdigest()
    if idempotency_key and (earlier := _earlier(user, idempotency_key, digest)):
        return earlier
    try:
        with transaction.atomic():
            upload = Upload.objects.create(
                source=data, sha256=digest, media_type=media_type[:100], filename=clean(filename)[:255], user=user,
                club=club, idempotency_key=clean(idempotency_key or "")[:200],
            )  # fmt: skip
            stored = [_store(upload, ordinal, source, public) for ordinal, source in _sources(data)]
            bell.ring([match.id for match, created in stored if created])
    except IntegrityError:
        # The same key was used at the same moment: the other transaction has won, and its answer is ours.
        earlier = _earlier(user, idempotency_key, digest) if idempotency_key else None
        if earlier is None:
            raise
        return earlier
    return Intake(upload, [match for match, _ in stored], [created for _, created in stored])


def clean(text: str) -> str:
    """Text as a database column can hold it; the source bytes keep what this leaves out."""
    return text.replace("\x00", "\ufffd").encode("utf-8", "replace").decode("utf-8")


def _check(data: bytes, media_type: str) -> None:
    if media_type.partition(";")[0].strip().lower() not in MEDIA_TYPES:
        expected = "text/x-ppn, application/json, application/x-ndjson"
        raise IntakeError(
            "unsupported-media-type", f"不接受 {media_type}；可用 {expected}。",
            f"{media_type} is not accepted; expected {expected}.", 415,
        )  # fmt: skip
    if len(data) > settings.UPLOAD_BYTES:
        raise IntakeError(
            "too-large", f"檔案最多 {settings.UPLOAD_BYTES:,} 位元組，實為 {len(data):,}。",
            f"A file has at most {settings.UPLOAD_BYTES:,} bytes, this one has {len(data):,}.", 413,
        )  # fmt: skip
    if not data.strip():
        raise IntakeError("empty", "檔案是空的。", "The file is empty.", 422)


def _sources(data: bytes) -> Iterator[tuple[int, Source]]:
    """The matches of a body, numbered from 1. Raises IntakeError where it cannot be taken apart at all."""
    try:
        yield from enumerate(referee.split(data), 1)
    except referee.NotationError as error:
        status = 413 if error.code == "too-large" else 422
        raise IntakeError(error.code, error.message["zh"], error.message["en"], status) from error


def _earlier(user: Any, key: str, digest: str) -> Intake | None:
    """What an earlier upload with this key was answered. Raises IntakeError where its body was another."""
    upload = Upload.objects.filter(user=user, idempotency_key=clean(key)[:200]).first()
    if upload is None:
        return None
    if upload.sha256 != digest:
        raise IntakeError(
            "idempotency-key-reused", "這個 Idempotency-Key 已用於另一份內容。",
            "This Idempotency-Key was used for another body.", 422,
        )  # fmt: skip
    matches = list(_matches_of(upload))
    return Intake(upload, matches, [False] * len(matches))


def _matches_of(upload: Upload) -> Iterator[Match]:
    """The matches that an upload's records are stored as, whoever brought them first."""
    owner = owner_key(upload)
    for source in referee.split(bytes(upload.source)):
        record = read(source)
        yield Match.objects.get(owner_key=owner, sha256=record.sha256)


def owner_key(upload: Upload) -> str:
    """Within what a record is stored once: the club, else the person."""
    if upload.club_id:
        return f"club:{upload.club_id}"
    return f"user:{upload.user_id}" if upload.user_id else "house"


def _store(upload: Upload, ordinal: int, source: Source, public: bool) -> tuple[Match, bool]:
    record = read(source)
    owner = owner_key(upload)
    match, created = Match.objects.get_or_create(
        owner_key=owner, sha256=record.sha256,
        defaults={
            "upload": upload, "ordinal": ordinal, "first_line": source.first_line, "form": source.form,
            "source": source.text.encode("utf-8", "surrogatepass"), "state_since": timezone.now(), "public": public,
            "user": upload.user, "club": upload.club, **_header(record),
        },
    )  # fmt: skip
    if created and isinstance(record, referee.Record):
        MatchSeat.objects.bulk_create(_seats(match, record))
    return match, created


def _header(record: referee.Record | referee.NotationError) -> dict[str, str]:
    if isinstance(record, referee.NotationError):
        return {}
    tag = record.tags.get
    return {
        "game": clean(record.game)[:64], "rules": clean(record.rules)[:400], "event": clean(tag("Event", ""))[:400],
        "stage": clean(tag("Stage", ""))[:400], "table": clean(tag("Table", ""))[:400],
        "date": clean(tag("Date", ""))[:40],
    }  # fmt: skip


def _seats(match: Match, record: referee.Record) -> Iterator[MatchSeat]:
    names = [*record.seats.items(), *(entry for round_ in record.rounds for entry in round_.sits.items())]
    for seat, name in dict.fromkeys((seat, clean(name)[:400]) for seat, name in names):
        yield MatchSeat(match=match, seat=seat, name=name)
