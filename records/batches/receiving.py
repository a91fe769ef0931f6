"""Receiving a batch: checking the upload, storing its bytes as they arrive, and enqueueing it to be ingested."""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Callable, Sequence
from datetime import timedelta
from typing import IO, Any

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from records import audit, queue
from records.batches import archives
from records.batches.models import Batch, BatchFile
from records.batches.parts import store_parts
from records.clubs.models import Club
from records.db.fields import LINE, storable
from records.matches.uploading import UploadError, require_upload_right
from referee.notation import NO_HINTS, Hints, foreign

CUT_OFF = 10.0
"""Seconds without another part after which an upload counts as cut off; a part takes milliseconds."""
PAGE = 500


def receive(
    read: Callable[[int], bytes],
    *,
    media_type: str,
    filename: str = "",
    user: Any = None,
    club: Club | None = None,
    public: bool = False,
    idempotency_key: str | None = None,
    hints: Hints = NO_HINTS,
) -> tuple[Batch, bool]:
    """Store an upload of many matches and enqueue it to be ingested; returns the batch and whether it is new. ``hints`` say what
    files of other formats do not.

    It is not new where its Idempotency-Key was used before: then the batch of that earlier upload is returned.

    Raises Refusal with nothing stored: 403 where the club is not theirs, 413 past a limit, 415, 422.
    """
    require_upload_right(user, club, public)
    with tempfile.TemporaryFile() as file:
        sha256 = _spool(read, file)
        size = file.tell()
        if not size:
            raise UploadError("empty", "檔案是空的。", "The file is empty.", 422)
        file.seek(0)
        form = archives.form_of(file.read(foreign.HEAD), filename, media_type)
        inside = archives.members(file) if form == archives.ZIP else [archives.Member(0, filename, size, None)]
        batch = Batch(form=form, sha256=sha256, size=size, public=public, user=user, club=club)
        batch.filename, batch.media_type = storable(filename, LINE), storable(media_type, 100)
        batch.game, batch.rules = storable(hints.game, LINE), storable(hints.rules, LINE)
        batch.unpacked = sum(member.size for member in inside)
        batch.idempotency_key = storable(idempotency_key or "", LINE)
        if earlier := _earlier(batch):
            return earlier, False
        _check_open_batches(batch)
        try:
            _create(batch, inside)
        except IntegrityError:
            # The same key was used at the same moment: the other request has won, and its answer is ours.
            if earlier := _earlier(batch):
                return earlier, False
            raise
        store_parts(batch, file)
        _enqueue(batch)
    return batch, True


def _spool(read: Callable[[int], bytes], file: IO[bytes]) -> str:
    """Copy the upload into a temporary file; returns its SHA-256. Raises UploadError (413) past the limit."""
    digest, size, most = hashlib.sha256(), 0, settings.BATCH_BYTES
    while data := read(64 * 1024):
        size += len(data)
        if size > most:
            raise UploadError("too-large", f"一批最多 {most:,} 位元組。", f"A batch has at most {most:,} bytes.", 413)
        digest.update(data)
        file.write(data)
    return digest.hexdigest()


def _earlier(batch: Batch) -> Batch | None:
    """The batch that was uploaded with this Idempotency-Key before; None where there is none.

    Raises UploadError where its body or club differs, or where it is not stored completely yet: its client may have been cut
    off, and an upload that is not stored must not be confirmed.
    """
    if not batch.idempotency_key:
        return None
    first = Batch.objects.filter(user=batch.user, idempotency_key=batch.idempotency_key).first()
    if first is not None and (first.sha256, first.club_id) != (batch.sha256, batch.club_id):
        raise UploadError(
            "idempotency-key-reused",
            "這個 Idempotency-Key 已用於另一份內容或另一個社團。",
            "This Idempotency-Key was used for another body or another club.",
            422,
        )
    if first is None or first.state != Batch.State.RECEIVING:
        return first
    if first.touched_at > timezone.now() - timedelta(seconds=CUT_OFF):
        raise UploadError(
            "still-receiving",
            "這個 Idempotency-Key 的上傳還在接收中，請稍後再送。",
            "The upload with this Idempotency-Key is still being received; send it again in a while.",
            409,
        )
    first.delete()  # its client went away in the middle, and is here again
    return None


def _check_open_batches(batch: Batch) -> None:
    """Raises UploadError (429) where too many batches of this club or person wait to be ingested."""
    whose = {"club": batch.club_id} if batch.club_id else {"club": None, "user": batch.user_id}
    most = settings.BATCHES_OPEN
    if Batch.objects.filter(**whose, state__in=(Batch.State.RECEIVING, *Batch.open_states())).count() >= most:
        zh, en = f"最多同時有 {most} 批等候收件。", f"At most {most} batches wait to be ingested at once."
        raise UploadError("too-many-batches", zh, en, 429)


@transaction.atomic
def _create(batch: Batch, inside: Sequence[archives.Member]) -> None:
    batch.save(force_insert=True)
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


def _enqueue(batch: Batch) -> None:
    """Enqueue a batch whose bytes are all stored, and write the audit entry."""
    with transaction.atomic():
        received = Batch.objects.filter(pk=batch.pk, state=Batch.State.RECEIVING)
        received.update(state=Batch.State.PENDING, touched_at=timezone.now())
        queue.enqueue_batch(batch.pk)
        audit.record(
            "batch",
            f"batch:{batch.pk}",
            by=batch.user,
            sha256=batch.sha256,
            filename=batch.filename,
            club=batch.club_id,
            public=batch.public,
        )
    batch.refresh_from_db()
