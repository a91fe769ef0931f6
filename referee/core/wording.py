"""Words findings for whoever reads them: in their language, and with the players' names where the record has them.

A verdict is stored with seats only. When one is shown, each message is made again here, by the template of its clause and the
finding's ``data``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from referee.chinese import LANGUAGES
from referee.core import registry
from referee.core.record import Record
from referee.core.verdict import Text
from referee.notation import NotationError
from referee.rulebook import CORE, FindingTemplate, Rulebook, RulebookError
from referee.rulebook.clauses import Names

Document = dict[str, Any]


def message_of(finding: Mapping[str, Any], book: Rulebook, names: Names, languages: Sequence[str] = LANGUAGES) -> Text:
    """The message of a finding, given as its document, with the names of the players in each of these languages.

    It is the stored message where nobody is named, and where the finding was stored without ``data`` or for another wording of
    its clause.
    """
    stored: Text = finding["message"]
    data, template = finding.get("data"), _template(finding, book) if names else None
    if template is None or not data or not template.fits(data):
        return stored
    return {language: template.said(data, language, names) for language in languages}


def people_of(record: Record | NotationError) -> Mapping[int, Names]:
    """The names of the players by round and seat; of round 0, the match, those whom its header names."""
    if isinstance(record, NotationError):
        return {}
    return {0: record.seats, **{round_.number: record.people(round_) for round_ in record.rounds}}


def verdict_with_names(verdict: Document, record: Record | NotationError, languages: Sequence[str] = LANGUAGES) -> Document:
    """The document of a verdict, its messages with the names of the players of each round."""
    people = people_of(record)
    book = _rulebook(verdict["game"])
    rounds = [
        {**round_, "findings": _with_names(round_["findings"], book, people.get(round_["round"], {}), languages)}
        for round_ in verdict["rounds"]
    ]
    return {**verdict, "findings": _with_names(verdict["findings"], book, people.get(0, {}), languages), "rounds": rounds}


def frame_with_names(frame: Document, languages: Sequence[str] = LANGUAGES) -> Document:
    """A frame, its messages with the names of the players that it shows."""
    if not frame.get("findings"):
        return frame
    names = {seat["seat"]: seat["name"] for seat in frame["seats"] if seat.get("name")}
    return {**frame, "findings": _with_names(frame["findings"], _rulebook(frame["game"]), names, languages)}


def _with_names(findings: Iterable[Document], book: Rulebook, names: Names, languages: Sequence[str]) -> list[Document]:
    return [{**finding, "message": message_of(finding, book, names, languages)} for finding in findings]


def _rulebook(game: str | None) -> Rulebook:
    found = registry.find(game) if game else None
    return found.rulebook if found else CORE


def _template(finding: Mapping[str, Any], book: Rulebook) -> FindingTemplate | None:
    clause = book.clauses.get(finding["clause"])
    try:
        return clause.raises(finding["code"], book.words) if clause else None
    except RulebookError:
        return None
