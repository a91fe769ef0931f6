"""Verdicts for the workflows of GitHub: findings as annotations at their lines, and a summary of a run as Markdown.

What a record says never begins a line, so that it cannot give the workflow a command.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from referee.chinese import in_language
from referee.cli.output.report import headline, moment, rulebook_of
from referee.cli.output.terms import plain, term
from referee.core.record import Record
from referee.core.verdict import NOTE, Finding, Verdict
from referee.core.wording import message_of, people_of, place_of
from referee.notation import NotationError
from referee.notation.source_places import SourcePlaces
from referee.rulebook import Rulebook

LISTED: Final = 200
"""Matches that a summary lists: a step may write no more than a mebibyte."""
_MARKUP: Final = re.compile(r"([\\`*_{}\[\]<>()#+.!|~-])")


class Flagged(NamedTuple):
    """A match that is not clean: where it stands, and its verdict in a line."""

    place: str
    verdict: str


class Summary:
    """Counts the matches of a run, and keeps the first that are not clean."""

    def __init__(self, language: str) -> None:
        self._language = language
        self._matches = self._flagged = 0
        self._listed: list[Flagged] = []

    def add(self, matches: int, flagged: Iterable[Flagged]) -> None:
        """Count so many more matches, of which these are not clean."""
        self._matches += matches
        for one in flagged:
            self._flagged += 1
            if len(self._listed) < LISTED:
                self._listed.append(one)

    def text(self) -> str:
        """The summary as Markdown."""
        lines = ["### Referee", "", term("summary", self._language, self._matches, self._flagged)]
        if self._listed:
            lines += ["", term("summary head", self._language), "|---|---|"]
            lines += [f"| {_escaped(one.place)} | {_escaped(one.verdict)} |" for one in self._listed]
        if self._flagged > LISTED:
            lines += ["", term("summary more", self._language, self._flagged - LISTED)]
        return "\n".join(lines) + "\n"


def annotated(
    verdict: Verdict, record: Record | NotationError, places: SourcePlaces | None, file: str, first_line: int, language: str
) -> Iterator[str]:
    """The lines of a verdict on a record of this file: its headline, then each finding as an annotation.

    ``places``: those of a match that was converted.

    ``first_line``: where the match begins; that is where findings without a place of their own are shown.
    """
    rulebook = rulebook_of(verdict)
    yield headline(verdict, f"{plain(file)}:{first_line}", rulebook, language)
    findings = verdict.all_findings()
    people = people_of(record) if findings else {}
    for finding in findings:
        document = finding.as_dict()
        message = in_language(message_of(document, rulebook, people.get(finding.round, {}), (language,)), language)
        source = place_of(document, record, places)
        when = ", ".join(filter(None, [moment(finding, language), source and plain(in_language(source.text, language))]))
        text = "\n".join([f"{when}: {plain(message)}", *_clause(finding, rulebook, language)])
        title = f"{finding.code} ({finding.clause})"
        level = "notice" if finding.severity == NOTE else "error"
        place = (finding.line, finding.column) if finding.line is not None else (first_line, None)
        place = (source.line, source.column) if source else place
        yield command(level, text, file=file, line=place[0], col=place[1], title=title)
    for code, count in verdict.more.items():
        yield command("notice", term("more of match", language, count, code), file=file, line=first_line)
    for round_ in verdict.rounds:
        for code, count in round_.more.items():
            yield command("notice", term("more", language, round_.number, count, code), file=file, line=first_line)


def command(name: str, text: str, **properties: str | int | None) -> str:
    """A command to the workflow: an annotation of this level with this text. Properties that are None are left out."""
    said = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items() if value is not None)
    return f"::{name} {said}".rstrip() + f"::{_data(text)}"


def _clause(finding: Finding, rulebook: Rulebook, language: str) -> Iterator[str]:
    if finding.penalty:
        yield term("penalty", language, finding.penalty)
    if clause := rulebook.clauses.get(finding.clause):
        yield f"{clause.id} {clause.mark}  {in_language(clause.text, language)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")


def _escaped(text: str) -> str:
    """Text that Markdown shows as it is, within a row of a table."""
    return _MARKUP.sub(r"\\\1", " ".join(text.split()))
