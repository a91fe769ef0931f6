"""Ingesting a batch: its matches are stored, a chunk a step, and enqueued to be judged."""

from __future__ import annotations

import logging
import time
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import closing
from typing import Any

from django.db import transaction

import referee
from records.accounts import audit
from records.archive.batches import archives
from records.archive.batches.models import Batch, BatchEntry, BatchFile
from records.archive.batches.progress import complete
from records.archive.batches.reading import Item, chunks, unstored_items
from records.archive.matches import source_places
from records.archive.matches.judging.claims import urgent_match_waits
from records.archive.matches.models import Match, MatchSeat, Upload
from records.archive.matches.uploading import (
    Reading,
    aliases_in,
    judge_stopped,
    matches_stored,
    new_match,
    new_seats,
    owner_key,
    read_source,
)
from records.core import queue
from records.core.ops.digests import sha256 as digest
from records.core.queue import jobs
from referee.notation import Source

log = logging.getLogger(__name__)

GIVE_WAY = 2.0
"""Seconds after which ingesting gives way to matches that were uploaded by hand. Not at once: to continue, a file of many
matches is read again from its beginning."""
PAGE = 500


def steps(batch: Batch) -> Generator[bool, None, None]:
    """Store the matches of a batch, a chunk a step. Raises UploadError past the limit of matches."""
    patient = time.monotonic() + GIVE_WAY
    with closing(unstored_items(batch)) as items:
        # A worker was lost at this place: file by file now, so that the others are stored before the one that is to blame.
        for chunk, last in chunks(items, by_file=batch.attempts > 1):
            store_chunk(batch, chunk, last)
            yield time.monotonic() >= patient and urgent_match_waits()


def skip_file(batch: Batch) -> bool:
    """Give up the rest of the file of an archive at which a batch stands; False where several before it were given up too: then
    something else than a file is to blame."""
    before = batch.files.filter(number__range=(batch.next_file - jobs.ATTEMPTS, batch.next_file - 1))
    if batch.form != archives.ZIP or [_code(file) for file in before] == [jobs.GIVEN_UP] * jobs.ATTEMPTS:
        return False
    log.error("file %d of batch %s was given up after %d attempts", batch.next_file, batch.pk, jobs.ATTEMPTS)
    with transaction.atomic():
        error = archives.file_error(jobs.GIVEN_UP, jobs.given_up().message)
        batch.files.filter(number=batch.next_file).update(error=error)
        jobs.advance(batch, {"file": batch.next_file + 1, "match": 0})
    return True


def _code(file: BatchFile) -> str:
    return file.error["code"] if file.error else ""


def store_chunk(batch: Batch, chunk: Sequence[Item], last: bool) -> None:
    """Store a chunk of matches. The texts are read before the transaction begins. Raises Lost."""
    readings = [(item, read_source(item.source)) for item in chunk if item.source and not item.source.error]
    refused = [item for item in chunk if item.source and item.source.error]
    aliases = aliases_in(batch.club, [reading for _, reading in readings])
    with transaction.atomic():
        _advance(batch, chunk, last)
        _create_uploads(batch, [item.file for item, _ in readings])
        _store_matches(batch, readings, aliases)
        BatchEntry.objects.bulk_create(_refused_entry(batch, item) for item in refused)
        ended = [item.file for item in chunk if not item.source and _ended(item)]
        BatchFile.objects.bulk_update(ended, ["error"], batch_size=PAGE)
        if last:
            batch.parts.all().delete()
            transaction.on_commit(complete)


def _ended(item: Item) -> bool:
    """Set the error of a file that was read to its end; whether that changes its row."""
    changed, item.file.error = item.file.error != item.error, item.error
    return changed


def _advance(batch: Batch, chunk: Sequence[Item], last: bool) -> None:
    """Move the batch's place past a chunk."""
    sources = [item.source for item in chunk if item.source]
    cursor = batch.cursor
    if chunk:
        end = chunk[-1]
        number, stored = (end.file.number, end.number) if end.source else (end.file.number + 1, 0)
        cursor = {"file": number, "match": stored}
    counts = {"stored": len(sources), "bytes": sum(len(source.text.encode("utf-8", "replace")) for source in sources)}
    jobs.advance(batch, cursor, counts=counts, end=last)


def _create_uploads(batch: Batch, files: Iterable[BatchFile]) -> None:
    """Create an upload for every file that has a match to store. Its source is empty, as the matches hold the text; but of a file
    that was converted it is the file, whose hash is told in the audit log."""
    fresh = list({file.pk: file for file in files if file.upload_id is None}.values())
    for file in fresh:
        file.upload = Upload(
            source=file.original,
            media_type=batch.media_type,
            filename=file.name or batch.filename,
            sha256=digest(file.original) if file.original else batch.sha256,
            user=batch.user,
            club=batch.club,
        )
    Upload.objects.bulk_create([file.upload for file in fresh if file.upload])
    BatchFile.objects.bulk_update(fresh, ["upload"], batch_size=PAGE)
    for upload in (file.upload for file in fresh if file.upload and file.original):
        told = {"sha256": upload.sha256, "filename": upload.filename, "club": batch.club_id, "public": batch.public}
        audit.record("upload", f"upload:{upload.pk}", by=batch.user, batch=str(batch.pk), **told)


def _store_matches(batch: Batch, readings: Sequence[tuple[Item, Reading]], aliases: Mapping[str, int]) -> None:
    new: dict[str, Match] = {}
    seats: list[MatchSeat] = []
    sources: dict[str, Source] = {}
    for item, reading in readings:
        if reading.sha256 not in new:
            assert item.file.upload is not None
            new[reading.sha256] = match = new_match(item.file.upload, item.number, reading, batch.public)
            match.bulk = True
            sources[reading.sha256] = reading.source
            seats += new_seats(match, reading.record, aliases)
    owner = owner_key(batch)
    # In one order whoever stores them, so that neither waits for the other.
    Match.objects.bulk_create(sorted(new.values(), key=lambda match: match.sha256), ignore_conflicts=True)
    stored = dict(Match.objects.filter(owner_key=owner, sha256__in=list(new)).values_list("sha256", "pk"))
    ours = {digest for digest, match in new.items() if stored[digest] == match.pk}
    MatchSeat.objects.bulk_create(seat for seat in seats if seat.match.sha256 in ours)
    source_places.store((new[digest], source) for digest, source in sources.items() if digest in ours)
    matches_stored.send(Match, club_id=batch.club_id, matches=[match for digest, match in new.items() if digest in ours])
    queue.enqueue_matches([match.pk for digest, match in new.items() if digest in ours])
    judge_stopped(owner, [digest for digest in new if digest not in ours])
    entries = []
    for item, reading in readings:
        entries.append(_entry(batch, item, reading, stored[reading.sha256], reading.sha256 in ours))
        ours.discard(reading.sha256)  # a record that stands twice in the batch is new only once
    BatchEntry.objects.bulk_create(entries)


def _refused_entry(batch: Batch, item: Item) -> BatchEntry:
    """The row of a match that is not converted: it says why, and has no match."""
    assert item.source is not None
    assert item.source.error is not None
    error = archives.notation_error(item.source.error)
    line = item.source.first_line
    return BatchEntry(batch=batch, file=item.file, number=item.number, first_line=line, fresh=False, error=error)


def _entry(batch: Batch, item: Item, reading: Reading, match_id: Any, fresh: bool) -> BatchEntry:
    wrong = reading.record if isinstance(reading.record, referee.NotationError) else None
    error = archives.notation_error(wrong) if wrong else None
    return BatchEntry(
        batch=batch,
        file=item.file,
        number=item.number,
        first_line=reading.source.begins,
        match_id=match_id,
        fresh=fresh,
        error=error,
    )
