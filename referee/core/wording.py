"""Words findings for whoever reads them: in their language, with the players' names, and with their places in a converted file.

A verdict is stored with seats only, and knows no file. When one is shown, each message is made again here, by the template of
its clause and the finding's ``data``. A finding is about a tag or a move of the record, which was made of a cell, a line or a
value of the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from referee.chinese import LANGUAGES
from referee.core import registry
from referee.core.record import Record, Round
from referee.core.verdict import RECORD, SCORE, Text
from referee.notation import NotationError
from referee.notation.source_places import SourcePlace, SourcePlaces
from referee.rulebook import CORE, FindingTemplate, Rulebook, RulebookError
from referee.rulebook.clauses import Names

Document = dict[str, Any]

_TAG: Final = re.compile(r"\[([A-Za-z0-9.]+) \"")
_FIGURES: Final = {True: "Scores", False: "Totals"}
"""The tag that has the figures of a round, and the one that has those of a match."""
_HANDS: Final = ("Hand.", "Shown.")
"""What the tags begin with that have the tiles or cards of a seat."""


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


# -- places in a file that was converted ----------------------------------------------------------------------------------------


def place_of(finding: Mapping[str, Any], record: Record | NotationError, places: SourcePlaces | None) -> SourcePlace | None:
    """The place of a finding, given as its document: that of its move, or of the tag that it is about. A finding whose tag is not
    known stands where its round, or its match, begins. None where the match was not converted."""
    if isinstance(record, NotationError):
        return record.source_place
    if places is None:
        return None
    number, move = finding["round"], finding["move"]
    part = places.rounds.get(number, places)
    name = _tag_of(finding, _tags(record, number))
    if name and name in part.tags:
        return part.tags[name]
    moves = places.rounds[number].moves if number in places.rounds else ()
    return moves[move - 1] if 0 < move <= len(moves) else part.begins


def with_places(verdict: Document, record: Record | NotationError, places: SourcePlaces | None) -> Document:
    """The document of a verdict on a converted match with the place of each finding in the file, as its ``source_place``."""

    def placed(findings: list[Document]) -> list[Document]:
        found = [(finding, place_of(finding, record, places)) for finding in findings]
        return [{**finding, "source_place": place.as_dict()} if place else finding for finding, place in found]

    if places is None and not isinstance(record, NotationError):
        return verdict
    rounds = [{**round_, "findings": placed(round_["findings"])} for round_ in verdict["rounds"]]
    return {**verdict, "findings": placed(verdict["findings"]), "rounds": rounds}


def _tag_of(finding: Mapping[str, Any], tags: Mapping[str, str]) -> str | None:
    """The tag that a finding is about: the one that its facts quote, that of the figures, or the one that says what the finding
    calls ``actual``. None where it is about its move, or no tag is known. On a sheet, what contradicts itself is told at a move,
    and is a tag all the same: a shown hand, a circumstance.
    """
    facts = finding.get("data") or {"actual": finding["actual"]}
    actual = facts.get("actual")
    quoted = _TAG.match(actual) if isinstance(actual, str) else None
    if quoted:
        return quoted[1]
    of_figures = finding["severity"] == SCORE and not finding["seat"]
    of_sheet = finding["severity"] == RECORD and "Kind" in tags
    if finding["move"] and not of_figures and not of_sheet:
        return None
    if finding["seat"]:
        said = set(str(actual).split()) if isinstance(actual, str | int) else set()
        own = {name: value for name, value in tags.items() if name.endswith(f".{finding['seat']}")}
        hand = [name for name in own if name.startswith(_HANDS)]
        return next(_saying(said, own), None) or next(iter(hand if len(own) > 1 else own), None)
    figures = [_FIGURES[finding["round"] > 0]] if of_figures else []
    return next(iter([*_saying(set(actual.split()) if isinstance(actual, str) else set(), tags), *figures]), None)


def _saying(said: set[str], tags: Mapping[str, str]) -> Iterator[str]:
    """The tags that say these words, those first that say nothing else."""
    found = [(len(words) > len(said), name) for name, value in tags.items() if said and said <= (words := set(value.split()))]
    yield from (name for _, name in sorted(found, key=lambda one: one[0]))


def _tags(record: Record, number: int) -> Mapping[str, str]:
    """What the tags of a round say, or those of the match for round 0, by their names."""
    round_ = next((one for one in record.rounds if one.number == number), None)
    return dict(_of_round(round_) if round_ else _of_match(record))


def _of_match(record: Record) -> Iterator[tuple[str, str]]:
    yield "Game", record.game
    yield "Rules", record.rules
    yield from record.tags.items()


def _of_round(round_: Round) -> Iterator[tuple[str, str]]:
    plain = {"Dealer": round_.dealer, "Leader": round_.leader, "Dice": round_.dice, "Break": round_.break_, "Draw": round_.draw}
    plain |= {"Places": round_.places, "Start": round_.start, "End": round_.end}
    yield from ((name, value) for name, value in plain.items() if value)
    yield from ((f"Hand.{seat}", hand) for seat, hand in round_.hands.items())
    yield from ((f"Sit.{seat}", name) for seat, name in round_.sits.items())
    yield from round_.tags.items()
