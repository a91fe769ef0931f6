"""Zip archives: listing their files, and refusing archives that are not safe to unpack.

An archive is judged by its directory before any of it is unpacked, and unpacking one of its files never gives more bytes
than the directory says. A file's name is never a path here: it is shown, and tells JSON lines by their ending.
"""

from __future__ import annotations

import struct
import zipfile
import zlib
from typing import IO, NamedTuple

from django.utils.translation import gettext_lazy as _

import referee
from records.archive.batches.models import FileError
from records.archive.matches.uploading import UploadError
from records.core.languages import Message, Sentence
from referee.notation import foreign

ZIP, LINES, TEXT = "zip", "ndjson", "text"

_END = struct.Struct("<4s4H2LH")
_END_SIGNATURE, _END64_LOCATOR, _COMMENT = b"PK\x05\x06", b"PK\x06\x07", 65_535
_ENTRY_BYTES = 512
"""What an entry of the directory takes at most, on average: longer ones are no names of files."""
UNPACKED_BYTES = 1024 * 1024 * 1024
"""The largest size of an unpacked archive."""
MOST_RATIO = 100
"""The largest compression ratio of a file that is not small."""
MOST_FILES = 10_000
_SMALL = 1024 * 1024
"""A file so small may be as regular as it likes."""
ENDINGS = (".zip", ".gz", ".tgz", ".7z", ".rar", ".xz", ".bz2", ".tar", ".zst")
UNREADABLE = (zipfile.BadZipFile, zlib.error, EOFError, struct.error, NotImplementedError, RuntimeError, UnicodeError)
"""What the standard library raises over an archive that is not what it says."""


class Member(NamedTuple):
    """A file of an archive: its number in the directory, its name to show, its unpacked size, and why it cannot be read."""

    position: int
    name: str
    size: int
    error: FileError | None


def form_of(head: bytes, filename: str, media_type: str) -> str:
    """The form of an upload: ``zip``, JSON lines or text. Raises UploadError (415) for other kinds of archives."""
    kind = foreign.archive_of(head)
    if kind == "zip":
        return ZIP
    if kind:
        raise UploadError("unsupported-archive", _("{kind} is not accepted; use zip."), 415, kind=kind)
    return LINES if "ndjson" in media_type or is_lines(filename) else TEXT


def is_lines(name: str) -> bool:
    """Whether a file of this name holds JSON lines."""
    return name.lower().endswith((".ndjson", ".jsonl"))


def members(file: IO[bytes]) -> list[Member]:
    """List the files of an archive without unpacking any. Raises UploadError where it is no zip or exceeds a limit."""
    size = _check_directory(file)
    try:
        with zipfile.ZipFile(file) as archive:
            entries = archive.infolist()
    except UNREADABLE as error:
        raise _damaged_archive() from error
    shown = [(place, entry) for place, entry in enumerate(entries) if not _clutter(entry.filename)]
    if len(entries) > MOST_FILES:
        raise _too_many_files(len(entries))
    if not shown:
        raise UploadError("empty", _("There is no file in the archive."), 422)
    _check_sizes([entry for _, entry in shown], size)
    return [Member(place, name_of(entry), entry.file_size, _refused(entry)) for place, entry in shown]


def _check_directory(file: IO[bytes]) -> int:
    """The size of the archive. Reads the size of the directory from the archive's end before zipfile reads the whole
    directory."""
    size = file.seek(0, 2)
    start = file.seek(max(0, size - _COMMENT - _END.size - 20))
    tail = file.read()
    at = tail.rfind(_END_SIGNATURE)
    if at < 0 or len(tail) - at < _END.size:
        raise _damaged_archive()
    _, _, _, _, count, directory, offset, _ = _END.unpack_from(tail, at)
    # No archive within these limits needs the 64-bit form, whose directory would be another one.
    if tail[max(0, at - 20) : at].startswith(_END64_LOCATOR) or count == 0xFFFF or 0xFFFFFFFF in (directory, offset):
        raise _too_many_files(count)
    if count > MOST_FILES or directory > MOST_FILES * _ENTRY_BYTES:
        raise _too_many_files(count)
    if directory + offset > start + at:
        raise _damaged_archive()
    return size


def _check_sizes(entries: list[zipfile.ZipInfo], size: int) -> None:
    total = sum(entry.file_size for entry in entries)
    if total > UNPACKED_BYTES:
        most = UNPACKED_BYTES
        raise UploadError(
            "too-large-unpacked",
            _("An archive has at most {most:,} bytes unpacked, this one has {total:,}."),
            413,
            most=most,
            total=total,
        )
    for entry in entries:
        if entry.file_size > _SMALL and entry.file_size > MOST_RATIO * entry.compress_size:
            raise _zip_bomb()
    # Files that lie over one another: small in the archive, large when each is unpacked.
    if sum(entry.compress_size for entry in entries) > size or (total > _SMALL and total > MOST_RATIO * size):
        raise _zip_bomb()


def _refused(entry: zipfile.ZipInfo) -> FileError | None:
    if entry.flag_bits & 0x1:
        return file_error("encrypted", _("The file is encrypted."))
    # The other methods unpack a block at once, whatever its size.
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return file_error("unsupported-compression", _("This compression is not read; use deflate."))
    return nested() if entry.filename.lower().endswith(ENDINGS) else None


def file_error(code: str, message: Message | Sentence) -> FileError:
    """An error of a file or a match as it is stored; ``localized`` tells its message."""
    said = message if isinstance(message, Sentence) else Sentence(message)
    return {"code": code, "message": said.stored()}


def notation_error(error: referee.NotationError) -> FileError:
    """The error of a text that cannot be read, with its place."""
    found = file_error(error.refusal, error.message)
    found |= {"line": error.line, "column": error.column}
    return found | {"source_place": error.source_place.as_dict()} if error.source_place else found


def nested() -> FileError:
    """The error of a file that is an archive itself."""
    return file_error("nested-archive", _("An archive within the archive is not opened."))


def broken_file() -> FileError:
    """The error of a file that does not unpack to the size in the directory."""
    return file_error("broken-archive", _("This file is damaged in the archive."))


def name_of(entry: zipfile.ZipInfo) -> str:
    """The name of a file to show. Archives made on Chinese systems write GB 18030 without saying so."""
    if entry.flag_bits & 0x800:
        return entry.filename
    try:
        raw = entry.filename.encode("cp437")
    except UnicodeEncodeError:
        return entry.filename
    for encoding in ("utf-8", "gb18030"):
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            continue
    return entry.filename


def _clutter(name: str) -> bool:
    """Whether an entry is a folder, or a file that operating systems add to archives."""
    return name.endswith("/") or name.startswith("__MACOSX/") or name.rpartition("/")[2] in (".DS_Store", "Thumbs.db")


def _damaged_archive() -> UploadError:
    return UploadError("broken-archive", _("The archive is damaged."), 422)


def _too_many_files(count: int) -> UploadError:
    most = MOST_FILES
    return UploadError("too-many-files", _("An archive has at most {most:,} files."), 413, most=most)


def _zip_bomb() -> UploadError:
    return UploadError(
        "too-compressed",
        _("A file may unpack to at most {most} times its size in the archive."),
        413,
        most=MOST_RATIO,
    )
