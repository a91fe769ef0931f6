"""Receiving a batch: its bytes into a temporary file, then all of it into the database, enqueued to be ingested."""

from __future__ import annotations

import hashlib
import io
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, Any, NamedTuple

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from records.accounts import audit
from records.accounts.clubs.models import Club
from records.archive.batches import archives
from records.archive.batches.models import KIND, Batch, BatchFile
from records.archive.batches.reading import PART
from records.archive.matches.uploading import UploadError, require_upload_right
from records.core.db.fields import LINE, storable
from records.core.queue import jobs
from records.core.queue.models import JobPart
from referee.notation import NO_HINTS, Hints, foreign

PAGE = 500


class Received(NamedTuple):
    """The bytes of an upload, in a temporary file, with their digest."""

    file: IO[bytes]
    sha256: str


def receive(
    read: Callable[[int], bytes], *, user: Any = None, club: Club | None = None, public: bool = False, **more: Any
) -> Batch:
    """Receive an upload of many matches and store it, as ``received`` and ``store`` do. Raises Refusal with nothing stored."""
    with received(read, user, club, public) as upload:
        return store(upload, user=user, club=club, public=public, **more)


@contextmanager
def received(read: Callable[[int], bytes], user: Any, club: Club | None, public: bool) -> Iterator[Received]:
    """Receive an upload, before the transaction that stores it: a client may be slow.

    Raises Refusal: 403 where the club is not theirs, 413 past the limit, 422 where nothing came.
    """
    require_upload_right(user, club, public)
    with tempfile.TemporaryFile() as file:
        sha256 = _spool(read, file)
        if not file.tell():
            raise UploadError("empty", _("The file is empty."), 422)
        yield Received(file, sha256)


@transaction.atomic
def store(
    upload: Received,
    *,
    media_type: str,
    filename: str = "",
    user: Any = None,
    club: Club | None = None,
    public: bool = False,
    hints: Hints = NO_HINTS,
) -> Batch:
    """Store an upload that was received, and enqueue it to be ingested. ``hints`` say what files of other formats do not.

    Raises Refusal with nothing stored: 413 past a limit, 415, 422, 429 where too many batches wait.
    """
    file, sha256 = upload
    size = file.seek(0, io.SEEK_END)
    file.seek(0)
    form = archives.form_of(file.read(foreign.HEAD), filename, media_type)
    inside = archives.members(file) if form == archives.ZIP else [archives.Member(0, filename, size, None)]
    batch = Batch(kind=KIND, form=form, sha256=sha256, size=size, public=public, user=user, club=club)
    batch.filename, batch.media_type = storable(filename, LINE), storable(media_type, 100)
    batch.game, batch.rules = storable(hints.game, LINE), hints.rules
    batch.unpacked = sum(member.size for member in inside)
    _check_open_batches(batch)
    jobs.start(batch)
    files = [
        BatchFile(
            batch=batch,
            number=number,
            position=member.position,
            name=storable(member.name, LINE),
            size=member.size,
            error=member.error,
        )
        for number, member in enumerate(inside, 1)
    ]
    BatchFile.objects.bulk_create(files, batch_size=PAGE)
    file.seek(0)
    for number, data in enumerate(iter(lambda: file.read(PART), b"")):
        JobPart.objects.create(job=batch, number=number, data=data)
    audit.record("batch", f"batch:{batch.pk}", by=user, sha256=sha256, filename=batch.filename, club=batch.club_id, public=public)
    return batch


def _spool(read: Callable[[int], bytes], file: IO[bytes]) -> str:
    """Copy the upload into a temporary file; returns its SHA-256. Raises UploadError (413) past the limit."""
    digest, size, most = hashlib.sha256(), 0, settings.BATCH_BYTES
    while data := read(64 * 1024):
        size += len(data)
        if size > most:
            raise UploadError("too-large", _("A batch has at most {most:,} bytes."), 413, most=most)
        digest.update(data)
        file.write(data)
    return digest.hexdigest()


def _check_open_batches(batch: Batch) -> None:
    """Raises UploadError (429) where too many batches of this club or person wait to be ingested."""
    whose = {"club": batch.club_id} if batch.club_id else {"club": None, "user": batch.user_id}
    most = settings.BATCHES_OPEN
    if Batch.objects.filter(**whose, state__in=Batch.OPEN).count() >= most:
        raise UploadError("too-many-batches", _("At most {most} batches wait to be ingested at once."), 429, most=most)
