"""Batches, ingested without a worker, and the files that they are made of."""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any

from records.archive import batches
from records.archive.models import Batch
from records.core.queue import jobs
from tests.files import BROKEN, CLEAN, FLAGGED, NDJSON, PPN, ZIP, as_json, many, named, zipped

__all__ = [
    "BROKEN",
    "CLEAN",
    "FLAGGED",
    "NDJSON",
    "PPN",
    "ZIP",
    "as_json",
    "many",
    "named",
    "pieces",
    "received",
    "taken",
    "zipped",
]


def received(data: str | bytes, media_type: str = PPN, **more: Any) -> Batch:
    raw = data.encode() if isinstance(data, str) else data
    return batches.receive(io.BytesIO(raw).read, media_type=media_type, **more)


def taken(data: str | bytes, media_type: str = PPN, **more: Any) -> Batch:
    """A batch, received and ingested to its end."""
    batch = received(data, media_type, **more)
    jobs.run(batch.pk, seconds=600)
    batch.refresh_from_db()
    return batch


def pieces(parts: Iterator[bytes]) -> Any:
    """Something to read from that makes its bytes as they are asked for."""
    held = bytearray()

    def read(size: int) -> bytes:
        while len(held) < size and (more := next(parts, b"")):
            held.extend(more)
        given = bytes(held[:size])
        del held[:size]
        return given

    return read
