"""What of an answer must equal what the suite expects, and what is free.

Each part of an answer is brought into one form in which what is free is gone: texts, the order of equal things, how a payment is
split over lines. Two answers agree in a part where these forms do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from typing import Any, NamedTuple

Document = dict[str, Any]
Tells = Collection[str]

CITES = ("codes", "clauses", "moves")
"""No parts, but what is named within them: a program that has no codes of findings, no numbers of clauses, or does not say at
which move a line of the ledger stands, is compared without."""


class Difference(NamedTuple):
    """A part in which an answer is not what was expected; of lists only what one of the two has beyond the other."""

    part: str
    expected: Any
    got: Any


class Malformed(Exception):
    """Raised for an answer that has not the form of one."""


class Absent(Exception):
    """Raised where a document does not have a part."""


def differences(kind: str, expected: Document, answer: Any, tells: Tells) -> list[Difference]:
    """Where an answer differs from what is expected, in the parts that its program tells. Raises Malformed."""
    if not isinstance(answer, dict):
        raise Malformed(f"expected an object, got {type(answer).__name__}")
    found = []
    for part, form in PARTS[kind].items():
        if part not in tells:
            continue
        try:
            right = form(expected, tells)
        except Absent:
            continue  # the suite does not know it
        try:
            told = form(answer, tells)
        except Absent:
            found.append(Difference(part, right, None))
            continue
        except (KeyError, TypeError, ValueError, AttributeError, IndexError, OverflowError) as error:
            raise Malformed(f"{part}: {type(error).__name__} {str(error)[:200]}") from error
        found += AGREE.get(part, _unlike)(part, right, told)
    return found


def _unlike(part: str, right: Any, told: Any) -> list[Difference]:
    """The difference between two forms: of rounds those that differ, of lists what one has beyond the other."""
    if isinstance(right, dict) and isinstance(told, dict) and all(isinstance(number, int) for number in right):
        unlike = [(number, _unlike(part, said, told.get(number))) for number, said in right.items()]
        return [Difference(f"{part} of round {number}", one.expected, one.got) for number, found in unlike for one in found]
    if right == told:
        return []
    if isinstance(right, list) and isinstance(told, list):
        return [Difference(part, _beyond(right, told), _beyond(told, right))]
    return [Difference(part, right, told)]


def _beyond(some: list[Any], others: list[Any]) -> list[Any]:
    """What of one list the other does not have; both where only the order differs."""
    left, beyond = list(others), []
    for one in some:
        if one in left:
            left.remove(one)
        else:
            beyond.append(one)
    return beyond if beyond or left else some


# -- a verdict -------------------------------------------------------------------------------------------------------


def _of(document: Document, name: str) -> Any:
    """A member of a document. Raises Absent where it is not there."""
    if name not in document:
        raise Absent
    return document[name]


def _of_rounds(name: str, made: Callable[[Any, Tells], Any] = lambda told, tells: told) -> Callable[[Document, Tells], Any]:
    """A member of the rounds, by their numbers."""

    def form(document: Document, tells: Tells) -> dict[int, Any]:
        rounds = _of(document, "rounds")
        found = {int(round_["round"]): made(round_[name], tells) for round_ in rounds if name in round_}
        if rounds and not found:
            raise Absent
        return found

    return form


def _named(finding: Document, tells: Tells) -> dict[str, str]:
    """What a finding is called, as far as the program has names for it."""
    names = (("code", "codes"), ("clause", "clauses"))
    return {name: finding[name] for name, told in names if told in tells and name in finding}


def _placed(document: Document) -> list[tuple[int, int, Document]]:
    """Every finding with the number of its round (0: the match) and its move; those of rounds first, in their order."""
    found = []
    for round_ in document.get("rounds", ()):
        found += [(int(round_["round"]), int(finding["move"]), finding) for finding in _of(round_, "findings")]
    return found + [(0, int(finding.get("move", 0)), finding) for finding in _of(document, "findings")]


def _first(document: Document, tells: Tells) -> tuple[int, int, list[dict[str, str]]] | None:
    """Where the first finding stands, and what the findings there are called; None where there is none."""
    if "first" in document:
        first = document["first"]
        return first and (first["round"], first["move"], [_named(first, tells)])
    placed = sorted(_placed(document), key=lambda one: (one[0] == 0, one[:2]))
    there = [_named(finding, tells) for number, move, finding in placed if (number, move) == placed[0][:2]]
    return (*placed[0][:2], there) if placed else None


def _other_first(part: str, right: Any, told: Any) -> list[Difference]:
    """The first findings differ: they stand elsewhere, or none of those there is called what one of the expected ones is."""
    alike = right == told
    if right and told and right[:2] == told[:2]:
        alike = any(one.items() <= other.items() for one in right[2] for other in told[2])
    return [] if alike else [Difference(part, right, told)]


def _findings(document: Document, tells: Tells) -> list[Any]:
    placed = [[number, move, finding.get("seat") or "", _named(finding, tells)] for number, move, finding in _placed(document)]
    return sorted(placed, key=str)


def _location(document: Document, tells: Tells) -> list[Any]:
    """Line and column of what of a text cannot be read."""
    if _of(document, "status") != "unreadable":
        raise Absent
    return [[finding["line"], finding["column"]] for finding in _of(document, "findings")]


def _fans(fans: list[Document], tells: Tells) -> list[Any]:
    names = ("code", "value", "clause") if "clauses" in tells else ("code", "value")
    return sorted([[fan[name] for name in names] for fan in fans], key=str)


def _wins(wins: list[Document], tells: Tells) -> list[Any]:
    found = [[win[name] for name in ("move", "seat", "from", "by", "tile", "value")] for win in wins]
    if "fans" in tells:
        found = [[*told, _fans(win["fans"], tells)] for told, win in zip(found, wins, strict=True)]
    return sorted(found, key=str)


def _kongs(kongs: list[Document], tells: Tells) -> list[Any]:
    return sorted(([kong[name] for name in ("move", "seat", "kind", "tile", "multiplier")] for kong in kongs), key=str)


def _ledger(lines: list[Document], tells: Tells) -> list[Any]:
    """Who pays whom how much for what; lines that say the same are one, and what comes to nothing is none."""
    names = ["from", "to", "reason", *["clause"] * ("clauses" in tells), *["move"] * ("moves" in tells)]
    paid = Counter[tuple[Any, ...]]()
    for line in lines:
        paid[tuple(line[name] for name in names)] += line["points"]
    return sorted(([*what, points] for what, points in paid.items() if points), key=str)


def _computed(figures: Document, tells: Tells) -> dict[str, int] | None:
    """Computed figures by seat or side."""
    computed: dict[str, int] | None = figures["computed"]
    return computed


def _totals(document: Document, tells: Tells) -> dict[str, int] | None:
    return _computed(_of(document, "totals"), tells)


def _in_any_order(told: list[Any] | None, tells: Tells) -> list[Any] | None:
    return sorted(told, key=str) if told is not None else None


def _member(name: str) -> Callable[[Document, Tells], Any]:
    """A member that is compared as it is."""
    return lambda document, tells: _of(document, name)


def _fans_of_hand(document: Document, tells: Tells) -> list[Any]:
    return _fans(_of(document, "fans"), tells)


PARTS: dict[str, dict[str, Callable[[Document, Tells], Any]]] = {
    "verify": {
        "status": _member("status"),
        "states": _of_rounds("status"),
        "location": _location,
        "first": _first,
        "findings": _findings,
        "outcome": _of_rounds("outcome"),
        "dealers": _of_rounds("next_dealer"),
        "won": _of_rounds("wins", _wins),
        "kongs": _of_rounds("kongs", _kongs),
        "ledger": _of_rounds("ledger", _ledger),
        "scores": _of_rounds("scores", _computed),
        "totals": _totals,
        "places": _of_rounds("places"),
        "opened": _of_rounds("opened", _in_any_order),
        "owed": _of_rounds("owed"),
        "rulings": _of_rounds("penalties"),
    },
    "score": {
        "wins": _member("wins"),
        "value": _member("value"),
        "fans": _fans_of_hand,
        "reason": _member("reason"),
        "waits": _member("waits"),
    },
}
"""The parts of an answer and the form in which each is compared."""

AGREE: dict[str, Callable[[str, Any, Any], list[Difference]]] = {"first": _other_first}
"""Parts that agree otherwise than by being equal."""

ALL_PARTS = frozenset((*PARTS["verify"], *PARTS["score"], *CITES))
