"""Sample records that were made without this engine, and what the referee must say of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HOME = Path(__file__).parent


def clean(game: str) -> list[Path]:
    """The matches that were played by the rules."""
    return sorted((HOME / game / "clean").glob("*.ppn"))


def flagged(game: str) -> Iterator[dict[str, Any]]:
    """The matches with one thing wrong: ``name``, ``ppn``, ``expect``."""
    path = HOME / game / "flagged.jsonl"
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            yield json.loads(line)
