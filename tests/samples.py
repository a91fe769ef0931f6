"""The shared sample records, where they lie beside the project."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

SAMPLES = Path(__file__).parents[2] / "shared" / "samples"

needs_samples = pytest.mark.skipif(not SAMPLES.is_dir(), reason=f"no sample records at {SAMPLES}")


def clean(game: str) -> list[Path]:
    """The matches that were played by the rules."""
    return sorted((SAMPLES / game / "clean").glob("*.ppn"))


def flagged(game: str) -> Iterator[dict[str, Any]]:
    """The matches with one thing wrong: ``name``, ``ppn``, ``expect``."""
    path = SAMPLES / game / "flagged.jsonl"
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            yield json.loads(line)
