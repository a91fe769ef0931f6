"""Reports that are written while they are sent."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any


def as_json(name: str, summary: dict[str, Any], rows: Iterator[dict[str, Any]]) -> Iterator[str]:
    """One document: what is told of the whole under its name, then a row a line."""
    yield f'{{"{name}": ' + json.dumps(summary, default=str) + ', "rows": ['
    for number, row in enumerate(rows):
        yield (",\n" if number else "\n") + json.dumps(row)
    yield "\n]}\n"
