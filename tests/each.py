"""Many small cases as one test: each for itself cost more than what it proves."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

from tests.proof import proof


def each(
    things: Iterable[Any] | Callable[[], Iterable[Any]], name: Callable[..., object] = str, many: int = 1
) -> Callable[[Callable[..., None]], Any]:
    """Run a test for each thing, or tuple of arguments, and fail at the end with all that failed, each by its name. One of so
    ``many`` runs each time, the rest in ``make proof``. What is read or computed for it is given by a function, so that nothing
    is done while tests are collected."""

    def decorate(test: Callable[..., None]) -> Any:
        def part(rest: bool) -> None:
            found = enumerate(things() if callable(things) else things)
            cases = [thing if isinstance(thing, tuple) else (thing,) for at, thing in found if bool(at % many) == rest]
            assert cases
            failures: list[BaseException] = []
            for case in cases:
                try:
                    test(*case)
                except (Exception, pytest.fail.Exception) as failure:
                    failure.add_note(f"in the case: {name(*case)}")
                    failures.append(failure)
            if failures:
                raise BaseExceptionGroup(f"{test.__name__}: {len(failures)} of {len(cases)} cases", failures)

        def whole() -> None:
            part(False)

        made = part if many > 1 else whole
        made.__name__, made.__module__, made.__doc__ = test.__name__, test.__module__, test.__doc__
        rest = [pytest.param(False, id="some"), pytest.param(True, id="rest", marks=proof)]
        return pytest.mark.parametrize("rest", rest)(part) if many > 1 else whole

    return decorate
