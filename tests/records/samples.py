"""The sample matches that a new service is given, and storing one."""

from __future__ import annotations

from records.archive import matches
from records.archive.models import Match
from records.archive.samples import FILES as SAMPLES

ONE = SAMPLES[0].read_bytes()


def store(data: bytes = ONE, **more: object) -> Match:
    return matches.upload(data, media_type="text/x-ppn", **more).matches[0]  # type: ignore[arg-type]
