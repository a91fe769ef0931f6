"""Problems found in a results file: each has a code, a sentence in zh and en, and its place as a JSON pointer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee.core.texts import Texts, shortened
from referee.core.verdict import JSON, Text
from referee.tournament.published.canonical import Unreadable, canonical

SHOWN = 80
"""Characters of a value that a sentence quotes."""

TEXTS = Texts(__file__)


class Problem(NamedTuple):
    """A problem and its place."""

    place: str
    code: str
    message: Text

    def as_dict(self) -> dict[str, JSON]:
        return {"place": self.place, "code": self.code, "message": dict(self.message)}


class Malformed(Unreadable):
    """Raised for JSON that is not a results file, with the faults of its form."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = problems
        first = problems[0]
        super().__init__(first.message, first.place)


def problem(place: str, code: str, **facts: object) -> Problem:
    """The problem with this code."""
    return Problem(place, code, TEXTS(code, **{name: shown(fact) for name, fact in facts.items()}))


def differs(place: str, code: str, expected: object, actual: object) -> Problem:
    """The problem that a value is not the expected one."""
    return problem(place, "differs", expected=expected, actual=actual)._replace(code=code)


def shown(value: object) -> str:
    """A value as a message quotes it."""
    return shortened(str(value), SHOWN)


def compare(place: str, code: str, found: JSON, told: JSON) -> Iterator[Problem]:
    """The problem that stated and computed values first differ; for lists one problem for every item."""
    if isinstance(found, list) and isinstance(told, list):
        for number in range(max(len(found), len(told))):
            one, other = (many[number] if number < len(many) else None for many in (found, told))
            yield from compare(f"{place}/{number}", code, [one] if isinstance(one, list) else one, other)
    elif canonical(found) != canonical(told):
        part = parting(found, told)
        yield differs(f"{place}{part}", code, _quoted(found, part), _quoted(told, part))


def parting(one: JSON, other: JSON) -> str:
    """The JSON pointer to the first difference of two values, in the order of keys; empty if they differ as a whole."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        return next((_step(key, one[key], other[key]) for key in sorted(one) if canonical(one[key]) != canonical(other[key])), "")
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = enumerate(zip(one, other, strict=True))
        return next((_step(str(n), left, right) for n, (left, right) in pairs if canonical(left) != canonical(right)), "")
    return ""


def _step(key: str, one: JSON, other: JSON) -> str:
    return f"/{key.replace('~', '~0').replace('/', '~1')}{parting(one, other)}"


def _quoted(value: JSON, pointer: str) -> str:
    for part in pointer.split("/")[1:]:
        if isinstance(value, list):
            value = value[int(part)]
        elif isinstance(value, dict):
            value = value[part.replace("~1", "/").replace("~0", "~")]
    return canonical(value).decode()
