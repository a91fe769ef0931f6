"""Reading a batch: those matches of its files that are not stored yet, in order and in chunks of about a task's size."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import IO, Any, NamedTuple

from django.utils.translation import gettext_lazy as _

import referee
from records.archive.batches import archives
from records.archive.batches.models import Batch, BatchFile, FileError
from records.archive.matches.uploading import UploadError
from records.core.queue import enqueue
from records.core.queue.models import JobPart
from referee.notation import NO_HINTS, Hints, Source, foreign, limits, split, split_stream
from referee.notation.converters import converter_of

PART = 1024 * 1024
"""Bytes of a part of a batch."""
CHUNK_TEXT = 2 * 1024 * 1024
"""Characters of text after which a chunk ends, however few its matches are."""
PAGE = 500
MOST_MATCHES = 100_000
"""Matches of one batch."""
MATCH_BYTES = 4 * 1024 * 1024
"""Characters of one match of a batch; with those of a chunk, what ingesting holds in memory."""


class Item(NamedTuple):
    """The next match of a file; without ``source``, the file's end and its error. ``number`` counts the file's matches so far."""

    file: BatchFile
    number: int
    source: Source | None
    error: FileError | None = None


def unstored_items(batch: Batch) -> Generator[Item, None, None]:
    """Those matches of a batch that are not stored yet, file after file. Raises UploadError past the limit of matches."""
    stored = batch.counts.get("stored", 0)
    with io.BufferedReader(Parts(batch), PART) as whole:
        archive = zipfile.ZipFile(whole) if batch.form == archives.ZIP else None
        for file in _files(batch):
            skipped = batch.next_match if file.number == batch.next_file else 0
            for item in items_of(file, archive, whole, skipped, batch.form, Hints(batch.game, batch.rules)):
                stored += item.source is not None
                if stored > MOST_MATCHES:
                    raise UploadError("too-many-matches", _("A batch has at most {most:,} matches."), 413, most=MOST_MATCHES)
                yield item


def _files(batch: Batch) -> Iterator[BatchFile]:
    at = batch.next_file
    while page := list(batch.files.filter(number__gte=at).select_related("upload").defer("upload__source")[:PAGE]):
        yield from page
        at = page[-1].number + 1


def items_of(
    file: BatchFile, archive: zipfile.ZipFile | None, whole: IO[bytes], skipped: int, form: str, hints: Hints = NO_HINTS
) -> Iterator[Item]:
    """The matches of a file after so many, then its end with its error, if it has one."""
    number, error = 0, file.error
    if error is None:
        try:
            for number, source in enumerate(_sources(file, archive, whole, form, hints), 1):
                if number > skipped:
                    yield Item(file, number, source)
        except referee.NotationError as wrong:
            error = archives.notation_error(wrong)
        except _NestedArchive:
            error = archives.nested()
        except archives.UNREADABLE:
            error = archives.broken_file()
    yield Item(file, number, None, error)


class _NestedArchive(Exception):
    """Raised for a file of the archive that is an archive itself, whatever its name."""


def _sources(file: BatchFile, archive: zipfile.ZipFile | None, whole: IO[bytes], form: str, hints: Hints) -> Iterator[Source]:
    if archive is None:
        whole.seek(0)
        head = whole.read(foreign.HEAD)
        whole.seek(0)
        yield from _split(file, head, whole.read, hints, lines=form == archives.LINES)
        return
    with archive.open(archive.infolist()[file.position]) as member:
        assert isinstance(member, zipfile.ZipExtFile)
        head = member.peek(foreign.HEAD)
        if foreign.archive_of(head):
            raise _NestedArchive
        yield from _split(file, head, member.read, hints, lines=archives.is_lines(file.name))


def _split(file: BatchFile, head: bytes, read: Callable[[int], bytes], hints: Hints, *, lines: bool) -> Iterator[Source]:
    """The matches of a file that begins with these bytes. One that is converted is read as a whole, and kept as it was."""
    if converter_of(head) is None:
        yield from split_stream(read, lines=lines, most=MATCH_BYTES)
        return
    file.original = read(limits.CONVERTED_BYTES + 1)
    yield from split(file.original, hints)


def chunks(items: Iterable[Item], *, by_file: bool = False) -> Iterator[tuple[list[Item], bool]]:
    """Group the items into chunks for one transaction each; yields each chunk with whether it is the last.

    ``by_file``: no chunk has matches of two files.
    """
    chunk: list[Item] = []
    text = 0
    for item in items:
        chunk.append(item)
        text += len(item.source.text) if item.source else 0
        if len(chunk) >= enqueue.CHUNK or text >= CHUNK_TEXT or (by_file and item.source is None):
            yield chunk, False
            chunk, text = [], 0
    yield chunk, True


class Parts(io.RawIOBase):
    """The stored bytes of a batch as a seekable file; one part at a time is held in memory."""

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
            part = JobPart.objects.filter(job=self._batch, number=number).values_list("data", flat=True).first()
            self._number, self._data = number, bytes(part or b"")
        given = self._data[start : start + len(buffer)]
        buffer[: len(given)] = given
        self._at += len(given)
        return len(given)
