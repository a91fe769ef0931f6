"""Many small cases as one test: each for itself cost more than what it proves."""

from __future__ import annotations

import inspect
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
            _run(test.__name__, [(lambda case=case: test(*case), name(*case)) for case in cases])

        def whole() -> None:
            part(False)

        made = part if many > 1 else whole
        made.__name__, made.__module__, made.__doc__ = test.__name__, test.__module__, test.__doc__
        rest = [pytest.param(False, id="some"), pytest.param(True, id="rest", marks=proof)]
        return pytest.mark.parametrize("rest", rest)(part) if many > 1 else whole

    return decorate


def refusals(names: str | tuple[str, ...], cases: Iterable[Any]) -> Callable[[Callable[..., None]], Any]:
    """The same with fixtures, and in the form of ``parametrize``: what the service refuses changes nothing, so one club or event
    is enough for all cases. What a test itself has changed is rolled back after each."""
    named = (names,) if isinstance(names, str) else names

    def decorate(test: Callable[..., None]) -> Any:
        def whole(*of_class: Any, **fixtures: Any) -> None:
            from django.db import transaction

            def run(case: Any) -> None:
                with transaction.atomic():
                    given = (case,) if isinstance(names, str) else case
                    test(*of_class, **fixtures, **dict(zip(named, given, strict=True)))
                    transaction.set_rollback(True)

            _run(test.__name__, [(lambda case=case: run(case), case) for case in cases])

        signature = inspect.signature(test)
        kept = [parameter for name, parameter in signature.parameters.items() if name not in named]
        whole.__signature__ = signature.replace(parameters=kept)  # type: ignore[attr-defined]
        whole.__name__, whole.__module__, whole.__doc__ = test.__name__, test.__module__, test.__doc__
        return whole

    return decorate


def _run(test: str, cases: list[tuple[Callable[[], None], object]]) -> None:
    failures: list[BaseException] = []
    for case, name in cases:
        try:
            case()
        except (Exception, pytest.fail.Exception) as failure:
            failure.add_note(f"in the case: {name}")
            failures.append(failure)
    if failures:
        raise BaseExceptionGroup(f"{test}: {len(failures)} of {len(cases)} cases", failures)
