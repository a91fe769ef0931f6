"""A file to download: what the API and the pages answer with, for the same file the same."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from django.utils.http import content_disposition_header

WAITING = 100
"""Pieces of a zip that wait to be sent, at most."""


class File(NamedTuple):
    """A file to download. ``content`` is read once, piece by piece."""

    name: str
    media_type: str
    content: Iterable[bytes] | Iterable[str]
    size: int | None = None
    """In bytes, where that is known before it is read."""

    @property
    def headers(self) -> dict[str, str]:
        """The headers of the answer that it is the body of."""
        sized = {} if self.size is None else {"Content-Length": str(self.size)}
        disposition = content_disposition_header(True, self.name) or "attachment"
        return {"Content-Type": self.media_type, "Content-Disposition": disposition, **sized}


def zipped(files: Iterable[tuple[str, Iterable[bytes]]]) -> Iterator[bytes]:
    """A zip of files, each with its name and its content, compressed while it is sent.

    The same files give the same zip. Of each, some pieces are in memory at a time.
    """
    written = _Written()
    with zipfile.ZipFile(written, "w") as archive:
        for name, pieces in files:
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED  # an entry's own, not the archive's, counts
            with archive.open(info, "w", force_zip64=True) as file:
                for piece in pieces:
                    file.write(piece)
                    if written.waiting:
                        yield written.taken()
            yield written.taken()
    yield written.taken()


class _Written(io.RawIOBase):
    """What a zip was written of and is not sent yet. It cannot be sought in, so that a zip needs nothing written before."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def writable(self) -> bool:
        """A zip is written to it."""
        return True

    def write(self, piece: Any) -> int:
        """Keep a piece until it is taken."""
        self._pieces.append(bytes(piece))
        return len(self._pieces[-1])

    @property
    def waiting(self) -> bool:
        """Whether there is enough to be sent."""
        return len(self._pieces) >= WAITING

    def taken(self) -> bytes:
        """What was written since the last time."""
        pieces, self._pieces = self._pieces, []
        return b"".join(pieces)
