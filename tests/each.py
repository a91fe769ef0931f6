"""Many small cases as one test: each for itself cost more than what it proves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Any

import pytest

from tests.proof import proof


def each(things: Iterable[Any], name: Callable[..., object] = str, many: int = 1) -> Callable[[Callable[..., None]], Any]:
    """Run a test for each thing, or tuple of arguments, and fail at the end with all that failed, each by its name. One of so
    ``many`` runs each time, the rest in ``make proof``."""
    parts: dict[bool, list[tuple[Any, ...]]] = defaultdict(list)
    for at, thing in enumerate(things):
        parts[bool(at % many)].append(thing if isinstance(thing, tuple) else (thing,))
    groups = [
        pytest.param(cases, id="the-rest" if rest else "each", marks=proof if rest else ()) for rest, cases in parts.items()
    ]

    def decorate(test: Callable[..., None]) -> Any:
        def every(cases: list[tuple[Any, ...]]) -> None:
            failures: list[BaseException] = []
            for case in cases:
                try:
                    test(*case)
                except (Exception, pytest.fail.Exception) as failure:
                    failure.add_note(f"in the case: {name(*case)}")
                    failures.append(failure)
            if failures:
                raise BaseExceptionGroup(f"{test.__name__}: {len(failures)} of {len(cases)} cases", failures)

        every.__name__, every.__module__, every.__doc__ = test.__name__, test.__module__, test.__doc__
        return pytest.mark.parametrize("cases", groups)(every)

    return decorate
