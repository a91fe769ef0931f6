"""Reports that are sent while they are written."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any


def as_json(name: str, summary: dict[str, Any], rows: Iterator[dict[str, Any]]) -> Iterator[str]:
    """A JSON document: the summary under its name, then the rows, one a line."""
    yield f'{{"{name}": ' + json.dumps(summary, default=str) + ', "rows": ['
    for number, row in enumerate(rows):
        yield (",\n" if number else "\n") + json.dumps(row)
    yield "\n]}\n"
