"""``referee verify-log``: whether a log is still the one whose signed heads somebody kept, and publications are in it."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Iterator, Sequence

from referee.chinese import in_language
from referee.cli.files import STANDARD_INPUT, InputError, opened, seekable
from referee.cli.output.terms import plain, term
from referee.cli.results.log_evidence import gathered
from referee.cli.results.trust import Trust, TrustDecision
from referee.results.published import signature
from referee.results.published.canonical import MOST_BYTES, Unreadable
from referee.results.verification import verify
from referee.results.verification.history import History, verify_history
from referee.results.verification.in_log import published_in
from referee.results.verification.problems import Problem

HOLDS, FAILS, UNPROVEN = 0, 1, 3
RESULTS = b'{"document":'
"""How a file of published results begins."""


def run(chosen: Namespace) -> int:
    """Hold everything against everything else. Raises InputError for what cannot be read."""
    if not (chosen.files or chosen.log):
        raise InputError(term("nothing given", chosen.lang))
    trust = Trust(chosen)
    results = [name for name in chosen.files if _is_results(name)]
    reports = [(name, _read_results(name, chosen.lang)) for name in results]
    files = [name for name in chosen.files if name not in results]
    history = verify_history(gathered([published_in(name, report) for name, report in reports], files, chosen))
    for name, report in reports:
        history.problems += [one._replace(place=f"{name} {one.place}") for one in report.problems]
    judged = trust.of_log(history.origin, history.origin, history.signers, not history.problems)
    history.problems += [one.problem for one in judged if one.problem]
    status = _status(history, judged)
    if chosen.json:
        found = {"holds": status == HOLDS, "trusted": [one.trusted for one in judged], **history.as_dict()}
        print(json.dumps(found, ensure_ascii=False, separators=(",", ":")))
        return status
    names = {report.file["hash"]: name for name, report in reports}
    for line in _lines(history, judged, names, chosen.lang):
        print(line)
    return status


def _status(history: History, judged: Sequence[TrustDecision]) -> int:
    if history.problems:
        return FAILS
    return HOLDS if history.signers and not history.notes and all(one.trusted for one in judged) else UNPROVEN


def _is_results(name: str) -> bool:
    """Whether a file is one of published results; standard input never is."""
    if name == STANDARD_INPUT:
        return False
    with opened(name) as file:
        return file.read(len(RESULTS)) == RESULTS


def _read_results(name: str, language: str) -> verify.Report:
    """The file but for its matches, which ``verify-results`` judges. Raises InputError."""
    try:
        with seekable(name, MOST_BYTES) as file:
            return verify.opened(file)
    except Unreadable as error:
        raise InputError(f"{name}: {in_language(error.message, language)}") from error


def _lines(history: History, judged: Sequence[TrustDecision], names: dict[str, str], language: str) -> Iterator[str]:
    if history.problems:
        first = "does not hold"
    elif history.notes or not history.signers:
        first = "unproven"
    else:
        first = "holds" if all(one.trusted for one in judged) else "holds together"
    yield term(first, language)
    yield f"    {term('log', language, plain(history.origin), history.heads, f'{history.size:,}')}"
    for digest, entry in history.logged.items():
        yield f"    {term('logged', language, plain(names.get(digest, digest)), f'{entry:,}')}"
    for signer, one in zip(history.signers, judged, strict=True):
        yield f"    {term('signed by', language)}  {signature.grouped(signer)}"
        if one.sentence:
            yield f"    {one.sentence}"
    for mark, problems in (("✗", history.problems), ("·", [*history.notes, *history.remarks])):
        for problem in problems:
            yield f"  {mark} {_problem_line(problem, language)}"


def _problem_line(one: Problem, language: str) -> str:
    return f"{plain(one.place)}  {plain(in_language(one.message, language))}  ({one.code})"
