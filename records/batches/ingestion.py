"""Taking a batch in: its bytes are kept as they come, then its matches are stored, a chunk a transaction, and workers rung.

The place to go on from is stored with each chunk, in one conditional update: a worker may die at any moment and another goes
on, and of two at the same batch one stores a chunk and the other leaves.
"""

from __future__ import annotations

import hashlib
import io
import logging
import tempfile
import time
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from datetime import timedelta
from typing import IO, Any, NamedTuple

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F
from django.utils import timezone

import referee
from records import audit, queue
from records.access.roles import Right, may_with
from records.batches import archives
from records.batches.models import Batch, BatchEntry, BatchFile, BatchPart
from records.clubs.models import Club
from records.db.bulk_insert import insert
from records.db.fields import LINE, storable
from records.errors import Refusal
from records.matches.claims import somebody_waits
from records.matches.models import Match, MatchSeat, Upload
from records.matches.uploading import (
    IntakeError,
    Reading,
    allow,
    match_of,
    matches_stored,
    owner_key,
    reading_of,
    seats_of,
    spelled_in,
    wake,
)
from records.queue import enqueue
from referee.notation import Source, split_stream

log = logging.getLogger(__name__)

PART = 1024 * 1024
CHUNK_TEXT = 2 * 1024 * 1024
"""Characters of text after which a chunk is stored, however few its matches are."""
GIVE_WAY = 2.0
"""Seconds after which taking in lets what is uploaded by hand be judged before it goes on; it finds its place again in a file of
many matches by reading that from its beginning."""
ATTEMPTS = 3
"""How often taking in is tried again without any progress."""
CUT_OFF = 10.0
"""Seconds without another part after which what was being received is taken for cut off; a part takes milliseconds."""
PAGE = 500
OPEN = (Batch.State.PENDING, Batch.State.TAKING)


class Item(NamedTuple):
    """The next match of a file, or the file's end with what went wrong; ``number`` counts its matches so far."""

    file: BatchFile
    number: int
    source: Source | None
    error: archives.Error | None = None


def receive(
    read: Callable[[int], bytes],
    *,
    media_type: str,
    filename: str = "",
    user: Any = None,
    club: Club | None = None,
    public: bool = False,
    idempotency_key: str | None = None,
) -> tuple[Batch, bool]:
    """Keep an upload of many matches and have it taken in; whether it is new, or its Idempotency-Key was here before.

    Raises Refusal with nothing stored: 403 where the club is not theirs, 413 past a limit, 415, 422.
    """
    allow(user, club, public)
    with tempfile.TemporaryFile() as file:
        sha256 = _spool(read, file)
        size = file.tell()
        if not size:
            raise IntakeError("empty", "檔案是空的。", "The file is empty.", 422)
        file.seek(0)
        form = archives.form_of(file.read(16), filename, media_type)
        inside = archives.members(file) if form == archives.ZIP else [archives.Member(0, filename, size, None)]
        batch = Batch(
            filename=storable(filename, LINE),
            media_type=storable(media_type, 100),
            form=form,
            sha256=sha256,
            size=size,
            unpacked=sum(member.size for member in inside),
            public=public,
            user=user,
            club=club,
            idempotency_key=storable(idempotency_key or "", LINE),
        )
        if earlier := _earlier(batch):
            return earlier, False
        _not_too_many(batch)
        try:
            _open(batch, inside)
        except IntegrityError:
            # The same key was used at the same moment: the other request has won, and its answer is ours.
            if earlier := _earlier(batch):
                return earlier, False
            raise
        _keep(batch, file)
    return batch, True


def _spool(read: Callable[[int], bytes], file: IO[bytes]) -> str:
    digest, size, most = hashlib.sha256(), 0, settings.BATCH_BYTES
    while data := read(64 * 1024):
        size += len(data)
        if size > most:
            raise IntakeError("too-large", f"一批最多 {most:,} 位元組。", f"A batch has at most {most:,} bytes.", 413)
        digest.update(data)
        file.write(data)
    return digest.hexdigest()


def _earlier(batch: Batch) -> Batch | None:
    """The batch that this key was used for. Raises IntakeError where that had another body or another club, or is not yet kept:
    its client may have been cut off, and must not be told that what nobody has is accepted."""
    if not batch.idempotency_key:
        return None
    first = Batch.objects.filter(user=batch.user, idempotency_key=batch.idempotency_key).first()
    if first is not None and (first.sha256, first.club_id) != (batch.sha256, batch.club_id):
        raise IntakeError(
            "idempotency-key-reused",
            "這個 Idempotency-Key 已用於另一份內容或另一個社團。",
            "This Idempotency-Key was used for another body or another club.",
            422,
        )
    if first is None or first.state != Batch.State.RECEIVING:
        return first
    if first.touched_at > timezone.now() - timedelta(seconds=CUT_OFF):
        raise IntakeError(
            "still-receiving",
            "這個 Idempotency-Key 的上傳還在接收中，請稍後再送。",
            "The upload with this Idempotency-Key is still being received; send it again in a while.",
            409,
        )
    first.delete()  # its client went away in the middle, and is here again
    return None


def _not_too_many(batch: Batch) -> None:
    """Raises IntakeError (429) where so many of this club, or of the person's own, still wait to be taken in."""
    whose = {"club": batch.club_id} if batch.club_id else {"club": None, "user": batch.user_id}
    most = settings.BATCHES_OPEN
    if Batch.objects.filter(**whose, state__in=(Batch.State.RECEIVING, *OPEN)).count() >= most:
        zh, en = f"最多同時有 {most} 批等候收件。", f"At most {most} batches wait to be taken in at once."
        raise IntakeError("too-many-batches", zh, en, 429)


@transaction.atomic
def _open(batch: Batch, inside: Sequence[archives.Member]) -> None:
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


def _keep(batch: Batch, file: IO[bytes]) -> None:
    """The bytes, a part a transaction; the batch can be taken in once all are there."""
    file.seek(0)
    number = 0
    while data := file.read(PART):
        BatchPart.objects.create(batch=batch, number=number, data=data)
        Batch.objects.filter(pk=batch.pk).update(touched_at=timezone.now())
        number += 1
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


def take_in(batch_id: Any, seconds: float | None = None) -> None:
    """Go on storing a batch's matches, for so many seconds (BATCH_SLICE of the settings); then ring for the rest."""
    batch = _claim(batch_id)
    if batch is None:
        return
    patient = time.monotonic() + GIVE_WAY
    until = time.monotonic() + (settings.BATCH_SLICE if seconds is None else seconds)
    try:
        with closing(_items(batch)) as items:
            for chunk, last in _chunks(items):
                if not _store(batch, chunk, last) or last:
                    return
                if time.monotonic() >= until or (time.monotonic() >= patient and somebody_waits()):
                    queue.enqueue_batch(batch.pk)
                    return
    except IntakeError as error:
        _fail(batch, archives.said(error.code, **error.message))


def _claim(batch_id: Any) -> Batch | None:
    waiting = Batch.objects.filter(pk=batch_id, state__in=OPEN)
    if not waiting.update(state=Batch.State.TAKING, touched_at=timezone.now(), attempts=F("attempts") + 1):
        return None
    batch = Batch.objects.select_related("user", "club").get(pk=batch_id)
    if batch.attempts > ATTEMPTS:
        log.error("batch %s was given up after %d attempts at the same place", batch_id, ATTEMPTS)
        zh, en = "多次嘗試都停在同一處，已放棄。", "Placeholder up: it stopped again and again at the same place."
        _fail(batch, archives.said("given-up", zh, en))
        return None
    return batch


def _fail(batch: Batch, error: archives.Error) -> None:
    Batch.objects.filter(pk=batch.pk, state=Batch.State.TAKING).update(state=Batch.State.FAILED, error=error)


def _items(batch: Batch) -> Iterator[Item]:
    """The matches that are not stored yet, file after file. Raises IntakeError past the limit of matches."""
    stored = batch.stored
    with io.BufferedReader(Parts(batch), PART) as whole:
        archive = zipfile.ZipFile(whole) if batch.form == archives.ZIP else None
        for file in _files(batch):
            skipped = batch.next_match if file.number == batch.next_file else 0
            for item in _items_of(file, archive, whole, skipped, batch.form):
                stored += item.source is not None
                if stored > settings.BATCH_MATCHES:
                    zh, en = "一批最多 {:,} 場。", "A batch has at most {:,} matches."
                    most = settings.BATCH_MATCHES
                    raise IntakeError("too-many-matches", zh.format(most), en.format(most), 413)
                yield item


def _files(batch: Batch) -> Iterator[BatchFile]:
    at = batch.next_file
    while page := list(batch.files.filter(number__gte=at).select_related("upload").defer("upload__source")[:PAGE]):
        yield from page
        at = page[-1].number + 1


def _items_of(file: BatchFile, archive: zipfile.ZipFile | None, whole: IO[bytes], skipped: int, form: str) -> Iterator[Item]:
    number, error = 0, file.error
    if error is None:
        try:
            for number, source in enumerate(_sources(file, archive, whole, form), 1):
                if number > skipped:
                    yield Item(file, number, source)
        except referee.NotationError as wrong:
            error = archives.said(wrong.code, **wrong.message, line=wrong.line, column=wrong.column)
        except _Nested:
            error = archives.nested()
        except archives.UNREADABLE:
            error = archives.broken_file()
    yield Item(file, number, None, error)


class _Nested(Exception):
    """A file of an archive is an archive, whatever it is called."""


def _sources(file: BatchFile, archive: zipfile.ZipFile | None, whole: IO[bytes], form: str) -> Iterator[Source]:
    most = settings.BATCH_MATCH_BYTES
    if archive is None:
        whole.seek(0)
        yield from split_stream(whole.read, lines=form == archives.LINES, most=most)
        return
    with archive.open(archive.infolist()[file.position]) as member:
        if archives.packed(member.peek(16)[:16]):
            raise _Nested
        yield from split_stream(member.read, lines=archives.is_lines(file.name), most=most)


def _chunks(items: Iterable[Item]) -> Iterator[tuple[list[Item], bool]]:
    """The items, about as many together as one task carries; whether these are the last."""
    chunk: list[Item] = []
    text = 0
    for item in items:
        chunk.append(item)
        text += len(item.source.text) if item.source else 0
        if len(chunk) >= enqueue.CHUNK or text >= CHUNK_TEXT:
            yield chunk, False
            chunk, text = [], 0
    yield chunk, True


def _store(batch: Batch, chunk: Sequence[Item], last: bool) -> bool:
    """Store a chunk, where nobody else has. Read before the transaction: nobody waits for that."""
    readings = [(item, reading_of(item.source)) for item in chunk if item.source]
    spelled = spelled_in(batch.club, [reading for _, reading in readings])
    with transaction.atomic():
        if not _move(batch, chunk, last):
            return False
        _uploads(batch, [item.file for item, _ in readings])
        _matches(batch, readings, spelled)
        ended = [item.file for item in chunk if not item.source and _ended(item)]
        BatchFile.objects.bulk_update(ended, ["error"], batch_size=PAGE)
        if last:
            batch.parts.all().delete()
    return True


def _ended(item: Item) -> bool:
    """Note a file's error with it."""
    changed, item.file.error = item.file.error != item.error, item.error
    return changed


def _move(batch: Batch, chunk: Sequence[Item], last: bool) -> bool:
    """Go past a chunk, where the batch still stands before it: not cancelled, and no other worker was here."""
    before = Batch.objects.filter(pk=batch.pk, state=Batch.State.TAKING, next_file=batch.next_file, next_match=batch.next_match)
    sources = [item.source for item in chunk if item.source]
    if chunk:
        end = chunk[-1]
        batch.next_file, batch.next_match = (end.file.number, end.number) if end.source else (end.file.number + 1, 0)
    return bool(
        before.update(
            next_file=batch.next_file,
            next_match=batch.next_match,
            stored=F("stored") + len(sources),
            attempts=0,
            read_bytes=F("read_bytes") + sum(len(source.text.encode("utf-8", "replace")) for source in sources),
            touched_at=timezone.now(),
            state=Batch.State.TAKEN if last else Batch.State.TAKING,
        )
    )


def _uploads(batch: Batch, files: Iterable[BatchFile]) -> None:
    """An upload for every file of which a match is stored; its text is that of its matches and is not kept twice."""
    fresh = list({file.pk: file for file in files if file.upload_id is None}.values())
    for file in fresh:
        file.upload = Upload(
            source=b"",
            media_type=batch.media_type,
            filename=file.name or batch.filename,
            sha256=batch.sha256,
            user=batch.user,
            club=batch.club,
        )
    Upload.objects.bulk_create([file.upload for file in fresh if file.upload])
    BatchFile.objects.bulk_update(fresh, ["upload"], batch_size=PAGE)


def _matches(batch: Batch, readings: Sequence[tuple[Item, Reading]], spelled: Mapping[str, int]) -> None:
    new: dict[str, Match] = {}
    seats: list[MatchSeat] = []
    for item, reading in readings:
        if reading.sha256 not in new:
            assert item.file.upload is not None
            new[reading.sha256] = match = match_of(item.file.upload, item.number, reading, batch.public)
            match.bulk = True
            seats += seats_of(match, reading.record, spelled)
    owner = owner_key(batch)
    # In one order whoever stores them, so that neither waits for the other.
    Match.objects.bulk_create(sorted(new.values(), key=lambda match: match.sha256), ignore_conflicts=True)
    kept = dict(Match.objects.filter(owner_key=owner, sha256__in=list(new)).values_list("sha256", "pk"))
    ours = {digest for digest, match in new.items() if kept[digest] == match.pk}
    insert([seat for seat in seats if seat.match.sha256 in ours])
    matches_stored.send(Match, club_id=batch.club_id, matches=[match for digest, match in new.items() if digest in ours])
    queue.enqueue_matches([match.pk for digest, match in new.items() if digest in ours])
    wake(owner, [digest for digest in new if digest not in ours])
    entries = []
    for item, reading in readings:
        entries.append(_entry(batch, item, reading, kept[reading.sha256], reading.sha256 in ours))
        ours.discard(reading.sha256)  # a record that stands twice in the batch is new only once
    insert(entries)


def _entry(batch: Batch, item: Item, reading: Reading, match_id: Any, fresh: bool) -> BatchEntry:
    wrong = reading.record if isinstance(reading.record, referee.NotationError) else None
    error = archives.said(wrong.code, **wrong.message, line=wrong.line, column=wrong.column) if wrong else None
    return BatchEntry(
        batch=batch,
        file=item.file,
        number=item.number,
        first_line=reading.source.first_line,
        match_id=match_id,
        fresh=fresh,
        error=error,
    )


@transaction.atomic
def cancel(user: Any, batch: Batch) -> Batch:
    """Take nothing more in and judge nothing more of it. What is judged or being judged stays; the rest is ``stopped``.

    A batch whose every match was judged stays as it is. Raises Refusal (403).
    """
    _changeable(user, batch)
    locked = Batch.objects.select_for_update().get(pk=batch.pk)
    waiting = Match.objects.filter(
        pk__in=BatchEntry.objects.filter(batch=locked, fresh=True).values("match"), state=Match.State.PENDING
    )
    stopped = waiting.update(state=Match.State.STOPPED, state_since=timezone.now())
    if stopped or locked.state != Batch.State.TAKEN:
        locked.state = Batch.State.CANCELLED
        locked.save(update_fields=["state"])
        locked.parts.all().delete()
        audit.record("batch.cancel", f"batch:{batch.pk}", by=user, club=batch.club_id, stopped=stopped)
    return locked


@transaction.atomic
def resume(user: Any, batch: Batch) -> Batch:
    """Go on with a batch that was given up. Raises Refusal: 403, 409 where it was not given up."""
    _changeable(user, batch)
    given_up = Batch.objects.filter(pk=batch.pk, state=Batch.State.FAILED)
    if not given_up.update(state=Batch.State.PENDING, attempts=0, error=None, touched_at=timezone.now(), done_at=None):
        raise Refusal("not-failed", "這一批沒有中斷，不必續做。", "This batch was not given up; there is nothing to resume.", 409)
    queue.enqueue_batch(batch.pk)
    audit.record("batch.resume", f"batch:{batch.pk}", by=user, club=batch.club_id)
    return Batch.objects.get(pk=batch.pk)


def _changeable(user: Any, batch: Batch) -> None:
    if not may_with(user, Right.SCORE, batch):
        raise Refusal("permission-denied", "你在這個社團的身分不能這樣做。", "Your role in this club does not allow this.", 403)


def sweep_batches(older_than: float) -> int:
    """Ring again for every batch that nobody has worked on for so many seconds; how many. What was never received goes."""
    now = timezone.now()
    lost = Batch.objects.filter(state=Batch.State.RECEIVING, touched_at__lt=now - timedelta(seconds=settings.BATCH_LOST_AFTER))
    lost.delete()
    with transaction.atomic():
        forgotten = Batch.objects.filter(state__in=OPEN, touched_at__lte=now - timedelta(seconds=older_than))
        ids = list(forgotten.order_by("touched_at").values_list("pk", flat=True)[:PAGE])
        Batch.objects.filter(pk__in=ids).update(touched_at=now)
        for id_ in ids:
            queue.enqueue_batch(id_)
    return len(ids)


class Parts(io.RawIOBase):
    """The bytes of a batch as a file: one part in memory."""

    def __init__(self, batch: Batch) -> None:
        self._batch, self._at, self._number, self._data = batch, 0, -1, b""

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._at

    def seek(self, offset: int, whence: int = 0) -> int:
        self._at = max(0, offset + (0, self._at, self._batch.size)[whence])
        return self._at

    def readinto(self, buffer: Any) -> int:
        number, start = divmod(self._at, PART)
        if number != self._number:
            part = BatchPart.objects.filter(batch=self._batch, number=number).values_list("data", flat=True).first()
            self._number, self._data = number, bytes(part or b"")
        given = self._data[start : start + len(buffer)]
        buffer[: len(given)] = given
        self._at += len(given)
        return len(given)
