"""A verdict for people to read: one line for the match, then its findings with their place, message and clause."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import Any

from referee.chinese import ENGLISH, in_language
from referee.cli.output.terms import plain, term
from referee.core.record import Record
from referee.core.registry import find
from referee.core.verdict import Finding, RoundVerdict, Verdict, checked_in, shown_as
from referee.core.wording import message_of, people_of, place_of
from referee.notation import NotationError
from referee.notation.source_places import SourcePlace, SourcePlaces
from referee.rulebook import CORE, Rulebook
from referee.rulebook.clauses import BETWEEN

WIDTH = 100
STOPS = "，。；：、）」！？"
_PIECE = re.compile(r"[!-~]+|.", re.DOTALL)


def report(
    verdict: Verdict, record: Record | NotationError, places: SourcePlaces | None, place: str, language: str
) -> Iterator[str]:
    """The lines of a verdict on a record, which was converted where it has ``places``; ``place`` is where the match stands, as
    file and line."""
    rulebook = rulebook_of(verdict)
    yield headline(verdict, place, rulebook, language)
    findings = verdict.all_findings()
    people = people_of(record) if findings else {}
    for finding in findings:
        document = finding.as_dict()
        message = message_of(document, rulebook, people.get(finding.round, {}), (language,))
        yield f"    {_where(finding, place_of(document, record, places), language)}"
        yield f"        {plain(in_language(message, language))}"
        if finding.penalty:
            yield f"        {term('penalty', language, finding.penalty)}"
        yield from (f"        {line}" for line in clause_lines(rulebook, finding.clause, language))
    for code, count in verdict.more.items():
        yield f"    {term('more of match', language, count, code)}"
    for round_ in verdict.rounds:
        for code, count in round_.more.items():
            yield f"    {term('more', language, round_.number, count, code)}"
        unrefereed = round_.checked.get("unrefereed")
        if isinstance(unrefereed, list):
            yield f"    {term('unrefereed', language, round_.number, ', '.join(map(str, unrefereed)))}"
        if round_.status == "halted":
            yield f"    {term('halted', language, round_.number)}"
        if round_.partial and (round_.wins or round_.ledger):
            paid = scores(rulebook, _paid(round_, rulebook), language)
            yield f"        {term('partial', language, len(round_.wins), len(round_.kongs), paid)}"
        if round_.partial and (placed := _placed(round_, rulebook, language)):
            yield f"        {term('partial places', language, placed)}"


def rulebook_of(verdict: Verdict) -> Rulebook:
    """The rulebook that a verdict cites: its game's, or what all games share."""
    game = find(verdict.game) if verdict.game else None
    return game.rulebook if game else CORE


def headline(verdict: Verdict, place: str, rulebook: Rulebook, language: str) -> str:
    """A verdict in one line: its status, where the match stands, its game, how much was found, the scores."""
    return "  ".join(part for part in _parts(verdict, place, rulebook, language) if part)


def _parts(verdict: Verdict, place: str, rulebook: Rulebook, language: str) -> Iterator[str]:
    checked = checked_in(_as_noted(round_) for round_ in verdict.rounds)
    yield term(shown_as(verdict.status, checked.complete), language)
    yield place
    if verdict.game:
        preset = verdict.rules["preset"] if verdict.rules else None
        yield plain(f"{verdict.game} ({preset})" if preset else verdict.game)
    if verdict.rounds:
        yield term("rounds", language, len(verdict.rounds))
    if checked.open:
        yield term("rounds checked", language, checked.rounds)
    if count := len(verdict.all_findings()):
        yield term("findings", language, count)
    if verdict.computed is not None:
        yield scores(rulebook, verdict.computed, language)


def _as_noted(round_: RoundVerdict) -> dict[str, Any]:
    """The part of a round's document that says how far it was checked."""
    return {"status": round_.status, "checked": round_.checked, "scores": {"computed": round_.computed}}


def _paid(round_: RoundVerdict, rulebook: Rulebook) -> dict[str, int]:
    """What each seat that paid or was paid has by the ledger, in the order of play."""
    return {
        seat: sum(line.points * ((line.payee == seat) - (line.payer == seat)) for line in round_.ledger)
        for seat in rulebook.seats
        if any(seat in (line.payer, line.payee) for line in round_.ledger)
    }


def _placed(round_: RoundVerdict, rulebook: Rulebook, language: str) -> str:
    """The places that were decided, each with its seat, in a game that has places."""
    places = round_.extra.get("places")
    words = rulebook.words
    return in_language(BETWEEN, language).join(
        f"{words.name(str(number), language, 'places')} {words.name(str(seat), language, 'seats')}"
        for number, seat in enumerate(places if isinstance(places, list) else (), 1)
        if seat
    )


def scores(rulebook: Rulebook, figures: Mapping[str, int], language: str) -> str:
    """Seats with their points as text."""
    return rulebook.words.say(figures, "figures", language) if figures else ""


def _where(finding: Finding, source: SourcePlace | None, language: str) -> str:
    parts = [moment(finding, language)]
    if finding.token:
        parts.append(plain(finding.token))
    if source is not None:
        parts.append(plain(in_language(source.text, language)))
    elif finding.line is not None:
        parts.append(term("place", language, finding.line, finding.column))
    parts.append(f"{term(finding.severity, language)}: {finding.code}")
    return "  ".join(parts)


def moment(finding: Finding, language: str) -> str:
    """When it happened: the match as a whole, the deal or a move of a round."""
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
    return folded(f"{id_} {clause.mark}  {in_language(clause.text, language)}", width, language)


def folded(text: str, width: int, language: str) -> list[str]:
    """Break text into lines of at most this many columns. A Chinese character takes two; no line starts with a stop."""
    if language == ENGLISH:
        return wrap(text, width)
    lines, line, used = [], "", 0
    for piece in _PIECE.findall(text):
        columns = len(piece) if piece.isascii() else 2
        if used + columns > width and piece not in STOPS:
            lines.append(line.rstrip())
            line, used = "", 0
        line, used = line + piece, used + columns
    return [*lines, line]
