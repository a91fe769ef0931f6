"""Files of many matches, and taking them in without a worker."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Iterator
from typing import Any

import referee
from records import services
from records.models import Batch
from tests.golden import HOME

CLEAN = (HOME / "sichuan" / "clean-01.ppn").read_text(encoding="utf-8")
FLAGGED = (HOME / "sichuan" / "three-suits.ppn").read_text(encoding="utf-8")
BROKEN = '[PPN "1"]\n[Game sichuan]\n'
PPN, ZIP, NDJSON = "text/x-ppn", "application/zip", "application/x-ndjson"


def named(event: str, text: str = CLEAN) -> str:
    """The same match under another name: another record."""
    head, _, tail = text.partition("\n")
    lines = [line for line in tail.split("\n") if not line.startswith("[Event ")]
    return "\n".join([head, f'[Event "{event}"]', *lines]) + "\n"


def many(count: int, event: str = "m") -> str:
    return "".join(named(f"{event} {number}") for number in range(count))


def as_json(text: str) -> str:
    return json.dumps(referee.write_json(referee.parse(text)))


def zipped(files: dict[str, str | bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return made.getvalue()


def received(data: str | bytes, media_type: str = PPN, **more: Any) -> Batch:
    raw = data.encode() if isinstance(data, str) else data
    return services.receive(io.BytesIO(raw).read, media_type=media_type, **more)[0]


def taken(data: str | bytes, media_type: str = PPN, **more: Any) -> Batch:
    """A batch, received and taken in to its end."""
    batch = received(data, media_type, **more)
    services.take_in(batch.pk, 600)
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
