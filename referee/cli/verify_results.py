"""``referee verify-results``: whether published results hold, file by file, with nothing but the files and this engine."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterator

from referee.chinese import in_language
from referee.cli.files import InputError, seekable
from referee.cli.output.progress import Progress
from referee.cli.output.terms import plain, term
from referee.cli.trust import Trust
from referee.core.replay import ENGINE_VERSION
from referee.core.verdict import JSON
from referee.tournament.published import signature
from referee.tournament.published.canonical import MOST_BYTES, Unreadable
from referee.tournament.verification.problems import Malformed, Problem
from referee.tournament.verification.references import chained
from referee.tournament.verification.verify import Report, verify_results

HOLDS, FAILS, UNREADABLE, UNPROVEN = 0, 1, 2, 3
"""Exit statuses. ``UNPROVEN``: the file holds together, and something that only its reader can say is missing."""
WORSE = (HOLDS, UNPROVEN, FAILS, UNREADABLE)
"""The exit statuses, the worst last."""


def run(chosen: Namespace) -> int:
    """Verify the files. The exit status is that of the worst one."""
    trust = Trust(chosen)
    statuses, reports = [HOLDS], []
    for name in chosen.files:
        try:
            report = _verify(name, chosen.lang)
        except (InputError, Unreadable) as error:
            _print_refusal(name, error, chosen)
            statuses.append(UNREADABLE)
            continue
        reports.append((name, report))
    links = list(chained((name, report.document, report.file["hash"]) for name, report in reports))
    for name, report in reports:
        report.problems += [one for at, one in links if at == name]
    for name, report in reports:
        of_key = _judge(report, trust)
        _print_report(name, report, of_key, chosen)
        statuses.append(_status(report))
    return max(statuses, key=WORSE.index)


def _judge(report: Report, trust: Trust) -> str:
    """Say in the report whether its key is trusted; returns the sentence about the key."""
    club, signer = report.document["event"]["club"]["slug"], report.file["signature"]["fingerprint"]
    report.trusted, sentence, wrong = trust.of_club("/signature/key", club, signer, report.consistent)
    if wrong is not None:
        report.problems.append(wrong)
    return sentence


def _status(report: Report) -> int:
    if not report.consistent:
        return FAILS
    return HOLDS if report.holds else UNPROVEN


def _verify(name: str, language: str) -> Report:
    with seekable(name, MOST_BYTES) as file:
        size = file.seek(0, 2)
        with Progress(term("verifying", language), size) as progress:
            done = 0

            def advance(number: int, of: int) -> None:
                nonlocal done
                now = size * number // of
                progress.advance(now - done)
                done = now

            return verify_results(file, advance=advance)


def _print_refusal(name: str, error: InputError | Unreadable, chosen: Namespace) -> None:
    """Print why a file cannot be read or is no results file."""
    message = {"zh": str(error), "en": str(error)} if isinstance(error, InputError) else error.message
    problems = error.problems if isinstance(error, Malformed) else [Problem("", "unreadable", message)]
    if chosen.json:
        _print({"file": name, "holds": False, "consistent": False, "problems": [one.as_dict() for one in problems]})
    elif isinstance(error, InputError):
        print(f"referee: {plain(str(error))}", file=sys.stderr)
    else:
        print(f"{term('unreadable', chosen.lang)}  {plain(name)}")
        for one in problems:
            print(f"    {_problem_line(one, chosen.lang)}")


def _print(document: dict[str, JSON]) -> None:
    print(json.dumps(document, ensure_ascii=False, separators=(",", ":")))


def _print_report(name: str, report: Report, of_key: str, chosen: Namespace) -> None:
    if chosen.json:
        _print({"file": name, **report.as_dict()})
        return
    for line in _lines(name, report, of_key, chosen.lang):
        print(line)


def _verdict_line(report: Report, language: str) -> str:
    if not report.consistent:
        return term("does not hold", language)
    if report.trusted is None:
        return term("holds together", language)
    if report.newer:
        return term("holds by newer", language, plain(", ".join(sorted(report.newer))), ENGINE_VERSION)
    return term("holds", language)


def _lines(name: str, report: Report, of_key: str, language: str) -> Iterator[str]:
    """The report as text: whether the file holds, its event, its key, and every problem."""
    document, file = report.document, report.file
    published = document["published"]
    yield f"{_verdict_line(report, language)}  {plain(name)}"
    event, club = plain(document["event"]["name"]), plain(document["event"]["club"]["name"])
    at, by = plain(published["at"]), plain(published["by"])
    yield f"    {term('publication', language, event, club, document['number'], at, by)}"
    yield f"    {term('published what', language, len(document['matches']), len(document['rulings']), report.judged)}"
    if report.other:
        yield f"    {term('other engine', language, report.other)}"
    if document["open"]:
        yield f"    {term('left open', language, len(document['open']), plain(document['forced'] or ''))}"
    yield f"    {term('hash', language)}  {file['hash']}"
    yield f"    {term('signed by', language)}  {signature.grouped(file['signature']['fingerprint'])}"
    if of_key:
        yield f"    {of_key}"
    if head := document.get("audit"):
        yield f"    {term('audit', language, head['number'])}  {head['hash']}"
    for one in report.problems:
        yield f"  ✗ {_problem_line(one, language)}"
    for one in report.notes:
        yield f"  · {_problem_line(one, language)}"


def _problem_line(one: Problem, language: str) -> str:
    return f"{plain(one.place) or '/'}  {plain(in_language(one.message, language))}  ({one.code})"
