"""Records broken in every way a file can be are refused by the reader or get a verdict."""

from __future__ import annotations

import random

import pytest

from scripts.fuzz.mutators import changed
from scripts.fuzz.targets import find
from tests.golden import records
from tests.proof import seeds


@pytest.mark.parametrize("some", seeds(200, 800, 600))
def test_mutated_record_breaks_no_promise(some: range) -> None:
    texts, target = [path.read_bytes() for path in records()], find("records")
    for seed in some:
        dice = random.Random(seed)
        target.run(changed(dice.choice(texts), dice))
