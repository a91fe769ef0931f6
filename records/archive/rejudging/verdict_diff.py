"""The difference between two verdicts on the same record: findings, results, scores, wins and everything else.

Engine and rules are not compared: they are why there are two. Imports nothing of the database.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

KINDS = (
    "status",
    "finding-appeared",
    "finding-disappeared",
    "finding-changed",
    "outcome",
    "win",
    "score",
    "total",
    "other",
    "wording",
)
"""What can differ, the weightiest first. ``other``: something else of a round (ledger, kongs, next dealer …); ``wording``: a
finding's sentence alone."""
MOST = 300
"""Lines of one kind in one match's document; a changed ruleset can change every move."""
NOT_COMPARED = ("engine", "rules", "verdict")
PLACE = ("round", "move", "seat", "code")
FINDING_FIELDS = ("clause", *PLACE)
SEPARATE = ("findings", "wins", "scores", "status", "outcome")


class VerdictDiff(NamedTuple):
    """The kinds of differences, a document that lists each, and how often findings of each clause appeared or disappeared."""

    kinds: list[str]
    document: dict[str, Any]
    clauses: dict[str, dict[str, int]]


def plain(document: Mapping[str, Any]) -> dict[str, Any]:
    """A verdict's document in the form in which JSON is read back."""
    read: dict[str, Any] = json.loads(json.dumps(document))
    return read


def diff_verdicts(old: Mapping[str, Any] | None, new: Mapping[str, Any]) -> VerdictDiff | None:
    """The difference between two stored verdicts, None where there is none. ``old`` is None where there was no verdict."""
    before: Mapping[str, Any] = old or {}
    if not any("data" in finding for finding in _all_findings(before)):
        new = _without_data(new)
    if all(before.get(name) == new.get(name) for name in {*before, *new} - set(NOT_COMPARED)):
        return None
    document: dict[str, Any] = {}
    if before.get("status") != new["status"]:
        document["status"] = [before.get("status"), new["status"]]
    document |= _findings(_all_findings(before), _all_findings(new))
    rounds = _rounds(_by_number(before), _by_number(new))
    totals = _figures(_computed(before.get("totals")), _computed(new["totals"]))
    kinds = {kind for round_ in rounds for kind in round_["kinds"]} | _kinds(document) | ({"total"} if totals else set())
    if rounds:
        document["rounds"] = rounds
    if totals:
        document["totals"] = totals
    # Whatever else stands in the two documents: that something differs is never kept silent.
    if not kinds or any(before.get(name) != new.get(name) for name in {*before, *new} - {*NOT_COMPARED, *KNOWN}):
        kinds.add("other")
    clauses = _clauses(document)
    cut = {name: rows[:MOST] if isinstance(rows, list) else rows for name, rows in document.items()}
    return VerdictDiff([kind for kind in KINDS if kind in kinds], cut, clauses)


KNOWN = ("status", "findings", "rounds", "totals")


def _without_data(verdict: Mapping[str, Any]) -> Mapping[str, Any]:
    """The verdict without the ``data`` of its findings, which those of older engines lack: it says what their messages say."""
    rounds = [{**round_, "findings": _bare(round_["findings"])} for round_ in verdict.get("rounds", ())]
    return {**verdict, "findings": _bare(verdict.get("findings", ())), "rounds": rounds}


def _bare(findings: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [{name: value for name, value in finding.items() if name != "data"} for finding in findings]


def _all_findings(verdict: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [*verdict.get("findings", ()), *(finding for round_ in verdict.get("rounds", ()) for finding in round_["findings"])]


def _findings(old: Iterable[dict[str, Any]], new: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """Compare findings. They are the same where round, move, seat and code are; several with the same key, in their order."""
    before, after = _placed(old), _placed(new)
    sections: dict[str, list[Any]] = {
        "appeared": [_finding_fields(finding) for place, finding in after.items() if place not in before],
        "disappeared": [_finding_fields(finding) for place, finding in before.items() if place not in after],
        "changed": [],
        "reworded": [],
    }
    for place in (place for place in before if place in after):
        fields = {
            name: [before[place].get(name), after[place].get(name)]
            for name in before[place]
            if before[place].get(name) != after[place].get(name)
        }
        if fields:
            kind = "reworded" if "message" in fields and fields.keys() <= {"message", "data"} else "changed"
            fields.pop("message", None)
            sections[kind].append({**_finding_fields(after[place]), **({"fields": fields} if fields else {})})
    return {name: rows for name, rows in sections.items() if rows}


def _placed(findings: Iterable[dict[str, Any]]) -> dict[tuple[Any, ...], dict[str, Any]]:
    seen: Counter[tuple[Any, ...]] = Counter()
    placed = {}
    for finding in findings:
        place = tuple(finding[name] for name in PLACE)
        seen[place] += 1
        placed[*place, seen[place]] = finding
    return placed


def _finding_fields(finding: dict[str, Any]) -> dict[str, Any]:
    return {name: finding[name] for name in FINDING_FIELDS}


def _kinds(document: Mapping[str, Any]) -> set[str]:
    words = {
        "status": "status",
        "appeared": "finding-appeared",
        "disappeared": "finding-disappeared",
        "changed": "finding-changed",
        "reworded": "wording",
    }
    return {kind for name, kind in words.items() if document.get(name)}


def _by_number(verdict: Mapping[str, Any]) -> dict[int, dict[str, Any]]:
    return {round_["round"]: round_ for round_ in verdict.get("rounds", ())}


def _rounds(before: Mapping[int, dict[str, Any]], after: Mapping[int, dict[str, Any]]) -> list[dict[str, Any]]:
    rows = []
    for number in sorted({*before, *after}):
        old, new = before.get(number, {}), after.get(number, {})
        row: dict[str, Any] = {}
        kinds = []
        if _states(old) != _states(new):
            row["outcome"] = [_states(old), _states(new)]
            kinds.append("outcome")
        if wins := _wins(old.get("wins", ()), new.get("wins", ())):
            row["wins"] = wins
            kinds.append("win")
        if scores := _figures(_computed(old.get("scores")), _computed(new.get("scores"))):
            row["scores"] = scores
            kinds.append("score")
        compared_apart = {*SEPARATE, "ledger"} if "scores" in row else set(SEPARATE)  # other scores have another ledger
        if others := sorted(name for name in {*old, *new} - compared_apart if old.get(name) != new.get(name)):
            row["other"] = others
            kinds.append("other")
        if kinds:
            rows.append({"round": number, **row, "kinds": kinds})
    return rows


def _states(round_: Mapping[str, Any]) -> str | None:
    """The outcome of a round; ``halted`` where the referee stopped."""
    halted = round_.get("status") == "halted"
    return "halted" if halted else round_.get("outcome")


def _wins(old: Iterable[dict[str, Any]], new: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    before = {(win["move"], win["seat"]): win for win in old}
    after = {(win["move"], win["seat"]): win for win in new}
    return [
        {"seat": seat, "move": move, "value": [_win_value(before.get((move, seat))), _win_value(after.get((move, seat)))]}
        for move, seat in sorted({*before, *after})
        if before.get((move, seat)) != after.get((move, seat))
    ]


def _win_value(win: dict[str, Any] | None) -> Any:
    """What a win was worth and by which fans; None where it was none."""
    return None if win is None else {"value": win["value"], "fans": [fan["code"] for fan in win["fans"]]}


def _computed(scores: Any) -> Mapping[str, int] | None:
    computed: Mapping[str, int] | None = scores["computed"] if scores else None
    return computed


def _figures(old: Mapping[str, int] | None, new: Mapping[str, int] | None) -> dict[str, list[int | None]]:
    """The figures that differ by seat or team, as pairs of old and new."""
    seats = dict.fromkeys([*(old or ()), *(new or ())])
    both = {seat: [(old or {}).get(seat), (new or {}).get(seat)] for seat in seats}
    return {seat: figures for seat, figures in both.items() if figures[0] != figures[1]}


def _clauses(document: Mapping[str, Any]) -> dict[str, dict[str, int]]:
    counts: dict[str, dict[str, int]] = {}
    for name in ("appeared", "disappeared", "changed"):
        for finding in document.get(name, ()):
            row = counts.setdefault(finding["clause"], {})
            row[name] = row.get(name, 0) + 1
    return counts
