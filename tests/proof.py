"""Which part of a test by quantity runs every time, and which only in ``make proof``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

proof = pytest.mark.proof
"""A test, or one of its parameters, that proves by quantity: ``make proof`` runs it, ``make test`` does not."""


def seeds(few: int, many: int, step: int = 0) -> list[Any]:
    """Ranges of seeds to parametrize a test with: the first ``few`` every time, those up to ``many`` in ``make proof``."""
    starts = range(few, many, step or few)
    later = [range(start, min(start + (step or few), many)) for start in starts]
    return [_param(range(few)), *(_param(some, marks=proof) for some in later)]


def _param(some: range, **more: Any) -> Any:
    return pytest.param(some, id=f"{some.start}-{some.stop - 1}", **more)


LANGUAGES = ("zh-TW", "en-US")


def in_turn(things: Sequence[str]) -> list[Any]:
    """Language and thing, to parametrize a test of pages with: each thing in one of the languages every time, in turn, and in the
    other in ``make proof``."""
    return [
        pytest.param(language, thing, marks=() if (at + turn) % 2 == 0 else proof)
        for at, thing in enumerate(things)
        for turn, language in enumerate(LANGUAGES)
    ]
