"""Holds published results against a log: whether they are in it, and whether it is still the log that they name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from referee.results.log.evidence import Evidence, Published
from referee.results.published.canonical import Unreadable
from referee.results.verification.history import History, verify_history
from referee.results.verification.problems import Problem
from referee.results.verification.verify import Report, head_in

Judge = Callable[[History, Sequence[str]], Iterable[tuple[bool, Problem | None]]]
"""Says of each of these signers of a log's heads whether the reader trusts it, and what is wrong with it."""


def published_in(name: str, report: Report) -> tuple[Published, str]:
    """The publication of a verified file, and its public key (PEM)."""
    document, file = report.document, report.file
    try:
        head = head_in(document)
    except Unreadable:
        head = None  # a problem of the file, and told there
    published = Published(name, document["event"]["id"], document["number"], file["hash"], head)
    return published, file["signature"]["key"]


def evidence_of(published: Iterable[tuple[Published, str]]) -> Evidence:
    """What these publications say of a log: the heads that they hold, and their keys."""
    evidence = Evidence()
    for one, key in published:
        evidence.add_published(one)
        try:
            evidence.add_key(key)
        except Unreadable:
            continue  # a problem of the file, and told there
    return evidence


def hold_against(reports: Sequence[tuple[str, Report]], evidence: Evidence, judge: Judge) -> None:
    """Say in the reports, each by the name of its file, whether the log shows that they are in it, and of which there is a newer
    one."""
    history = verify_history(evidence)
    own = {report.file["signature"]["fingerprint"] for _, report in reports}
    judged = [*judge(history, [signer for signer in history.signers if signer not in own])]
    history.problems += [wrong for _, wrong in judged if wrong]
    names = {name for name, _ in reports}
    for name, report in reports:
        # What is wrong with the log itself is wrong for each of them.
        report.problems += [one for one in history.problems if one.place == name or one.place not in names]
        notes = [one for one in history.notes if one.place == name or one.place not in names]
        report.notes += [*notes, *(one for one in history.remarks if one.place == name)]
        report.entry = history.logged.get(report.file["hash"])
        report.logged = report.entry is not None and not notes and all(trusted for trusted, _ in judged)
