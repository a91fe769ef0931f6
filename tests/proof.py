"""Which part of a test by quantity runs every time, and which only in ``make proof``."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import pytest

ROUND = int(os.environ.get("PROOF_ROUND", "0"))
"""0 in ``make test`` and ``make proof``; each round of ``make proof HOURS=4`` takes other seeds."""

proof = pytest.mark.proof
"""A test, or one of its parameters, that proves by quantity: ``make proof`` runs it, ``make test`` does not."""
seeded = pytest.mark.seeded
"""Such a test besides that does something else in each round."""


def in_round(many: int) -> range:
    """So many seeds, which no other round has."""
    return range(ROUND * many, (ROUND + 1) * many)


def seeds(few: int, many: int, step: int = 0) -> list[Any]:
    """Ranges of seeds to parametrize a test with: the first ``few`` every time, those up to ``many`` in ``make proof``."""
    first, *later = in_round(many)[:few], *(in_round(many)[at : at + (step or few)] for at in range(few, many, step or few))
    return [_param(first, marks=(proof, seeded) if ROUND else ()), *(_param(some, marks=(proof, seeded)) for some in later)]


def _param(some: range, **more: Any) -> Any:
    return pytest.param(some, id=f"{some.start}-{some.stop - 1}", **more)


slow = pytest.mark.slow
"""A test that takes many seconds, since it clicks through whole pages or kills and floods a service of its own:
``make service-test`` runs it, in CI on PostgreSQL and RabbitMQ; ``make test`` does not."""


def every_fifth(things: Iterable[str]) -> list[Any]:
    """Things to parametrize a test with: every fifth of them each time, all of them in ``make proof``."""
    return [pytest.param(thing, marks=proof if at % 5 else ()) for at, thing in enumerate(sorted(things))]


def one_in(many: int, things: Iterable[Any], other: Any = proof) -> list[Any]:
    """Things, or tuples of them, to parametrize a test with: one of so many each time, the rest in ``make proof`` or where the
    other mark has them run."""
    return [
        pytest.param(*(thing if isinstance(thing, tuple) else (thing,)), marks=other if at % many else ())
        for at, thing in enumerate(things)
    ]
