"""The sample matches, which come with the service: invented, many of them flagged."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import referee
from referee.core import registry

FILES = tuple(sorted(Path(__file__).parent.glob("*.ppn"), key=lambda path: (len(path.name), path.name)))


class Sample(NamedTuple):
    """A sample match: its text, its record, and the verdict on it as a document."""

    text: str
    record: referee.Record
    verdict: dict[str, Any]


@cache
def flagged() -> Mapping[str, Sample]:
    """Of every game that has one, by its id, the flagged sample with the fewest findings. It is worked out once a process."""
    found: dict[str, Sample] = {}
    for path in FILES:
        text = path.read_text(encoding="utf-8")
        record = referee.parse(text)
        assert isinstance(record, referee.Record), path
        verdict = referee.verify(record).as_dict()
        best = found.get(record.game)
        if verdict["status"] != "flagged" or registry.find(record.game) is None:
            continue
        if best is None or _findings(verdict) < _findings(best.verdict):
            found[record.game] = Sample(text, record, verdict)
    return found


def _findings(verdict: dict[str, Any]) -> int:
    return len(verdict["findings"]) + sum(len(round_["findings"]) for round_ in verdict["rounds"])
