"""A verdict for people to read: one line for the match, then its findings with their place, message and clause."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from textwrap import wrap

from referee.cli.terms import plain, term
from referee.registry import find
from referee.rulebook import CORE, Rulebook
from referee.verdict import Finding, Verdict

WIDTH = 100
STOPS = "，。；：、）」！？"
_PIECE = re.compile(r"[!-~]+|.", re.DOTALL)


def report(verdict: Verdict, place: str, language: str) -> Iterator[str]:
    """The lines of a verdict; ``place`` is where its match stands, as file and line."""
    game = find(verdict.game) if verdict.game else None
    rulebook = game.rulebook if game else CORE
    yield "  ".join(part for part in _headline(verdict, place, rulebook, language) if part)
    for finding in verdict.all_findings():
        yield f"    {_where(finding, language)}"
        yield f"        {plain(finding.message[language])}"
        if finding.penalty:
            yield f"        {term('penalty', language, finding.penalty)}"
        yield from (f"        {line}" for line in clause_lines(rulebook, finding.clause, language))
    for round_ in verdict.rounds:
        if round_.status == "halted":
            yield f"    {term('halted', language, round_.number)}"


def _headline(verdict: Verdict, place: str, rulebook: Rulebook, language: str) -> Iterator[str]:
    yield term(verdict.status, language)
    yield place
    if verdict.game:
        preset = verdict.rules["preset"] if verdict.rules else None
        yield plain(f"{verdict.game} ({preset})" if preset else verdict.game)
    if verdict.rounds:
        yield _count_text("round", len(verdict.rounds), language)
    if count := len(verdict.all_findings()):
        yield _count_text("finding", count, language)
    if verdict.computed is not None:
        yield scores(rulebook, verdict.computed, language)


def _count_text(what: str, count: int, language: str) -> str:
    return term(f"one {what}", language) if count == 1 else term(f"{what}s", language, count)


def scores(rulebook: Rulebook, figures: Mapping[str, int], language: str) -> str:
    """Seats with their points as text."""
    text = " ".join(f"{seat}{points:+d}" if points else f"{seat}0" for seat, points in figures.items())
    return rulebook.words.say(text, "figures", language) if text else ""


def _where(finding: Finding, language: str) -> str:
    parts = [_move(finding, language)]
    if finding.token:
        parts.append(plain(finding.token))
    if finding.line is not None:
        parts.append(term("place", language, finding.line, finding.column))
    parts.append(f"{term(finding.severity, language)}: {finding.code}")
    return "  ".join(parts)


def _move(finding: Finding, language: str) -> str:
    if finding.round == 0:
        return term("match", language)
    if finding.move == 0:
        return term("deal", language, finding.round)
    return term("move", language, finding.round, finding.move)


def clause_lines(rulebook: Rulebook, id_: str, language: str, width: int = WIDTH) -> list[str]:
    """A clause as text: id, mark and wording, broken into lines."""
    clause = rulebook.clauses.get(id_)
    if clause is None:
        return [id_]
    return folded(f"{id_} {clause.mark}  {clause.zh if language == 'zh' else clause.en}", width, language)


def folded(text: str, width: int, language: str) -> list[str]:
    """Break text into lines of at most this many columns. A Chinese character takes two; no line starts with a stop."""
    if language != "zh":
        return wrap(text, width)
    lines, line, used = [], "", 0
    for piece in _PIECE.findall(text):
        columns = len(piece) if piece.isascii() else 2
        if used + columns > width and piece not in STOPS:
            lines.append(line.rstrip())
            line, used = "", 0
        line, used = line + piece, used + columns
    return [*lines, line]
