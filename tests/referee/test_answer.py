"""The answer on a whole file lists no more findings than a bound; none is lost, the others are counted."""

from __future__ import annotations

import json
from collections import Counter

import pytest

import referee
from referee.core.verdict import Verdict
from referee.notation import limits
from referee.worker.jobs import JOBS, Left, within_answer
from tests.golden import HOME

EMPTY = '[PPN "1"]\n[Game "gouji"]\n' + "".join(f'[Round "{number}"]\n' for number in range(1, 11))
"""A match of ten rounds, each with findings."""


def verdict(text: str | bytes = EMPTY) -> Verdict:
    return referee.verify(next(iter(referee.parse_file(text))))


def counted(verdict: Verdict) -> Counter[str]:
    """How many findings of each code a verdict tells of, listed or counted."""
    found = Counter(finding.code for finding in verdict.all_findings())
    for more in (verdict.more, *(round_.more for round_ in verdict.rounds)):
        found.update(more)
    return found


def test_answer_within_the_bound_is_the_verdict_itself() -> None:
    whole, left = verdict(), Left(1_000)
    assert within_answer(whole, left) is whole
    assert left.findings == 1_000 - len(whole.all_findings())


def test_answer_past_the_bound_lists_the_first_findings_and_counts_the_others() -> None:
    whole = verdict()
    every = whole.all_findings()
    for most in (1, 3, len(every) - 1):
        shown = within_answer(whole, Left(most))
        assert shown.all_findings() == every[:most]
        assert counted(shown) == counted(whole)
        assert shown.status == whole.status
        assert [round_.status for round_ in shown.rounds] == [round_.status for round_ in whole.rounds]


def test_every_match_past_the_bound_lists_its_first_finding() -> None:
    left = Left(0)
    for text in (EMPTY, "no record", (HOME / "sichuan" / "three-suits.ppn").read_bytes()):
        whole = verdict(text)
        shown = within_answer(whole, left)
        assert shown.all_findings() == whole.all_findings()[:1]
        assert counted(shown) == counted(whole)


def test_clean_verdict_is_the_same_past_the_bound() -> None:
    clean = verdict((HOME / "sichuan" / "clean-01.ppn").read_bytes())
    assert within_answer(clean, Left(0)) is clean


def test_answer_past_its_bytes_ends_with_what_is_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """P14: the service holds an answer to the same limit as the command line."""
    monkeypatch.setattr(limits, "ANSWER_BYTES", 30_000)
    options = {"languages": ["en"], "simplified": False, "indent": None}
    told = json.loads(b"".join(JOBS["verdicts"]([EMPTY.encode() * 20], options)))
    assert [one["findings"][0]["code"] for one in told if one["status"] == "unreadable"] == ["too-large"]
    assert told[-1]["status"] == "unreadable"
    assert 2 < len(told) < 20
