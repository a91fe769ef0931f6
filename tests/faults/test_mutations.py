"""A slice of ``python -m tests.faults.mutations``."""

from __future__ import annotations

import pytest

from tests.faults.mutations import run
from tests.proof import seeds


@pytest.mark.parametrize("some", seeds(200, 4000, 1900))
def test_mutated_record_is_judged_without_an_exception(some: range) -> None:
    counts, raised = run(some)
    assert raised == []
    assert {"unreadable", "flagged", "clean"} <= set(counts), "the changes reach neither end"
