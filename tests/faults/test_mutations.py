"""A slice of ``python -m tests.faults.mutations``."""

from __future__ import annotations

from tests.faults.mutations import run


def test_no_mutated_record_raises() -> None:
    counts, raised = run(range(600))
    assert raised == []
    assert {"unreadable", "flagged", "clean"} <= set(counts), "the changes reach neither end"
