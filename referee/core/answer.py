"""The verdicts on a whole file as one answer: no more findings listed than a bound, the others counted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from referee.core.verdict import Finding, Verdict
from referee.notation import limits
from referee.notation.errors import TEXTS, NotationError, too_large


@dataclass(slots=True)
class Left:
    """What an answer may still list."""

    findings: int = limits.ANSWER_FINDINGS
    bytes: int = field(default_factory=lambda: limits.ANSWER_BYTES)

    def past(self, line: int) -> NotationError | None:
        """The error of a match at this line that the answer has no room for; None where it has."""
        if self.bytes > 0:
            return None
        return too_large(line, 1, TEXTS("bytes-of-answer"), limits.ANSWER_BYTES, limits.ANSWER_BYTES - self.bytes)


def within_answer(verdict: Verdict, left: Left) -> Verdict:
    """The verdict as the answer lists it: past the bound with its first finding only, the others counted in ``more``."""
    count = len(verdict.findings) + sum(len(round_.findings) for round_ in verdict.rounds)
    most = max(left.findings, 1)
    left.findings = max(left.findings - count, 0)
    if count <= most:
        return verdict
    more = dict(verdict.more)
    findings = _first(verdict.findings, most, more)
    most -= len(findings)
    rounds = []
    for round_ in verdict.rounds:
        counted = dict(round_.more)
        shown = _first(round_.findings, most, counted)
        most -= len(shown)
        rounds.append(round_._replace(findings=shown, more=counted))
    return verdict._replace(findings=findings, more=more, rounds=tuple(rounds))


def _first(findings: Sequence[Finding], most: int, more: dict[str, int]) -> tuple[Finding, ...]:
    """The first of these findings; the others are counted in ``more`` by their codes."""
    for finding in findings[most:]:
        more[finding.code] = more.get(finding.code, 0) + 1
    return tuple(findings[:most])
