"""``referee verify-results``: whether published results hold, file by file, with nothing but the files and this engine."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from referee.cli.files import InputError, seekable
from referee.cli.progress import Progress
from referee.cli.terms import plain, term
from referee.results.published.canonical import MOST_BYTES, Unreadable
from referee.verdict import JSON

try:
    from referee.results.published import signature
    from referee.results.verification.problems import Malformed, Problem
    from referee.results.verification.references import chained
    from referee.results.verification.verify import Report, digits_of, verify_results
except ModuleNotFoundError as error:
    if not (error.name or "").startswith("cryptography"):
        raise
    raise InputError(f"{term('no cryptography', 'zh')} {term('no cryptography', 'en')}") from error

HOLDS, FAILS, UNREADABLE = 0, 1, 2


def run(chosen: Namespace) -> int:
    """Verify the files. The exit status is that of the worst one."""
    keys = [_key(key, chosen.lang) for key in chosen.key]
    status, reports = HOLDS, []
    for name in chosen.files:
        try:
            report = _verify(name, keys, chosen.lang)
        except (InputError, Unreadable) as error:
            _print_refusal(name, error, chosen)
            status = max(status, UNREADABLE)
            continue
        reports.append((name, report))
    links = list(chained((name, report.document, report.file["hash"]) for name, report in reports))
    for name, report in reports:
        report.problems += [problem for at, problem in links if at == name]
        _print_report(name, report, chosen)
        status = max(status, HOLDS if report.holds else FAILS)
    return status


def _key(given: str, language: str) -> str:
    """The fingerprint, or the beginning of one, of a key that was given as a file or as text. Raises InputError."""
    path = Path(given)
    try:
        return digits_of(path.read_text(encoding="ascii", errors="replace") if path.is_file() else given)
    except Unreadable as error:
        raise InputError(f"{given[:80]}: {error.message[language]}") from error
    except (OSError, ValueError) as error:
        raise InputError(f"{given[:80]}: {error}") from error


def _verify(name: str, keys: list[str], language: str) -> Report:
    with seekable(name, MOST_BYTES) as file:
        size = file.seek(0, 2)
        with Progress(term("verifying", language), size) as progress:
            done = 0

            def advance(number: int, of: int) -> None:
                nonlocal done
                now = size * number // of
                progress.advance(now - done)
                done = now

            return verify_results(file, keys, advance)


def _print_refusal(name: str, error: InputError | Unreadable, chosen: Namespace) -> None:
    """Print why a file cannot be read or is no results file."""
    message = {"zh": str(error), "en": str(error)} if isinstance(error, InputError) else error.message
    problems = error.problems if isinstance(error, Malformed) else [Problem("", "unreadable", message)]
    if chosen.json:
        _print({"file": name, "holds": False, "problems": [one.as_dict() for one in problems]})
    elif isinstance(error, InputError):
        print(f"referee: {plain(str(error))}", file=sys.stderr)
    else:
        print(f"{term('unreadable', chosen.lang)}  {plain(name)}")
        for one in problems:
            print(f"    {_problem_line(one, chosen.lang)}")


def _print(document: dict[str, JSON]) -> None:
    print(json.dumps(document, ensure_ascii=False, separators=(",", ":")))


def _print_report(name: str, report: Report, chosen: Namespace) -> None:
    if chosen.json:
        _print({"file": name, **report.as_dict()})
        return
    for line in _lines(name, report, chosen.lang):
        print(line)


def _lines(name: str, report: Report, language: str) -> Iterator[str]:
    """The report as text: whether the file holds, its event, its key, and every problem."""
    document, file = report.document, report.file
    published = document["published"]
    yield f"{term('holds' if report.holds else 'does not hold', language)}  {plain(name)}"
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
    if report.trusted is None:
        yield f"    {term('own key', language)}"
    elif report.trusted:
        yield f"    {term('your key', language)}"
    for one in report.problems:
        yield f"  ✗ {_problem_line(one, language)}"
    for one in report.notes:
        yield f"  · {_problem_line(one, language)}"


def _problem_line(one: Problem, language: str) -> str:
    return f"{plain(one.place) or '/'}  {plain(one.message[language])}  ({one.code})"
