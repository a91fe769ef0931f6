"""The sample matches that a new service is given, and storing one."""

from __future__ import annotations

from pathlib import Path

import records
from records import matches
from records.models import Match

SAMPLES = sorted((Path(records.__file__).parent / "samples").glob("*.ppn"))
ONE = SAMPLES[0].read_bytes()


def store(data: bytes = ONE, **more: object) -> Match:
    return matches.upload(data, media_type="text/x-ppn", **more).matches[0]  # type: ignore[arg-type]
