"""The bytes of a batch: stored in parts as they are received, read back as one file."""

from __future__ import annotations

import io
from typing import IO, Any

from records.archive.batches.models import Batch, BatchPart

PART = 1024 * 1024
"""Bytes of a part."""


def store_parts(batch: Batch, file: IO[bytes]) -> None:
    """Store a file's bytes in parts."""
    file.seek(0)
    number = 0
    while data := file.read(PART):
        BatchPart.objects.create(batch=batch, number=number, data=data)
        number += 1


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
            part = BatchPart.objects.filter(batch=self._batch, number=number).values_list("data", flat=True).first()
            self._number, self._data = number, bytes(part or b"")
        given = self._data[start : start + len(buffer)]
        buffer[: len(given)] = given
        self._at += len(given)
        return len(given)
