"""The tables of a results document: the result of each match at its table, and what is undecided there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from referee.core.record import Record
from referee.core.verdict import JSON
from referee.notation import NotationError, Source, read
from referee.tournament.published.form import Document
from referee.tournament.ranking.rulings import FindingKey, Ruling, Settled, settle
from referee.tournament.ranking.seat_scores import SeatScores, seat_scores, waiting
from referee.tournament.ranking.summary import Seating, seating_of


class DocumentMatch(NamedTuple):
    """A match of a document: who sat where (None if the record cannot be read), its hash, its verdict."""

    id: str
    seating: Seating | None
    sha256: str
    verdict: Document | None


def record_in(entry: Document) -> Record | NotationError:
    """The record of a match, or the error that says why it cannot be read."""
    return read(Source(entry["text"], entry["first_line"], entry["form"]))


def match_of(entry: Document, record: Record | NotationError | None = None) -> DocumentMatch:
    """A match of a document; its record is read if it was not given."""
    record = record_in(entry) if record is None else record
    return DocumentMatch(entry["id"], seating_of(record), record.sha256, entry["verdict"])


def rulings_on(document: Document) -> dict[str, list[Ruling]]:
    """The rulings on each match, with superseded ones."""
    found: dict[str, list[Ruling]] = {}
    for entry in document["rulings"]:
        key = FindingKey(**{name: entry[name] for name in FindingKey._fields})
        found.setdefault(entry["match"], []).append(Ruling(entry["number"], key, entry["decision"], entry["scores"]))
    return found


def called_in(document: Document) -> dict[str, str]:
    """The entrant whom each spelling of a name means."""
    return {spelling: entrant["name"] for entrant in document["entrants"] for spelling in entrant["spellings"]}


class AtTable(NamedTuple):
    """The result of one table: everybody's scores, and what is undecided, as the document's ``open`` lists it."""

    played: SeatScores
    unsettled: tuple[Mapping[str, JSON], ...]


def tables_in(document: Document, matches: Iterable[DocumentMatch]) -> dict[str, AtTable]:
    """The result of each match at its table, in the order of the tables; without scores if a match has no verdict."""
    rulings, tables = rulings_on(document), {table["match"]: table for table in document["tables"]}
    found = {match.id: _at_table(tables[match.id], match, rulings.get(match.id, ())) for match in matches if match.id in tables}
    return {match: found[match] for match in tables if match in found}


def _at_table(table: Document, match: DocumentMatch, rulings: Iterable[Ruling]) -> AtTable:
    place = table["stage"], table["round"], table["table"]
    if match.seating is None or match.verdict is None:
        seats = match.seating.seats if match.seating else {}
        unsettled = {"kind": "no-verdict" if match.verdict is None else "unreadable"}
        return AtTable(waiting(place, match.id, (table["seated"] or seats).values()), (unsettled,))
    settled = settle(match.verdict, rulings)
    return AtTable(
        seat_scores(place, match.id, match.seating, match.verdict, settled, table["seated"]), tuple(_unsettled(settled))
    )


def open_in(document: Document, tables: Mapping[str, AtTable]) -> list[JSON]:
    """The open questions, table by table: no match, no verdict, findings without a ruling, rulings whose finding is gone,
    rounds without a score, names that belong to no entrant, occur twice, or are missing."""
    called = called_in(document)
    found: list[JSON] = []
    for table in document["tables"]:
        at = tables.get(table["match"])
        said: Iterable[Mapping[str, JSON]] = [{"kind": "no-match"}]
        if at is not None:
            said = [*at.unsettled, *_unnamed(at.played, called)]
        place = {name: table[name] for name in ("stage", "round", "table", "match")}
        found += [{**place, **one} for one in said]
    return [*found, *unanswered_in(document)]


def unanswered_in(document: Document) -> Iterable[JSON]:
    """The appeals that nobody has answered."""
    for appeal in document.get("appeals", ()):
        if appeal["answer"] is None:
            place = {name: appeal[name] for name in ("stage", "round", "table", "match")}
            yield {**place, "kind": "appeal", "appeal": appeal["number"]}


def _unsettled(settled: Settled) -> Iterable[dict[str, Any]]:
    yield from ({"kind": "finding", "finding": key.as_dict()} for key in settled.unanswered)
    yield from ({"kind": "ruling", "ruling": ruling.number} for ruling in settled.missing)
    told = {key.round for key in settled.unanswered}
    yield from ({"kind": "no-score", "of": number} for number in settled.without_score if number not in told)


def _unnamed(table: SeatScores, called: Mapping[str, str]) -> Iterable[dict[str, Any]]:
    names = sorted(table.names)
    known = [called[name] for name in names if name in called]
    if unknown := [name for name in names if name not in called]:
        yield {"kind": "unknown-name", "names": unknown}
    if twice := [*sorted(table.twice), *sorted({one for one in known if known.count(one) > 1})]:
        yield {"kind": "same-name", "names": twice}
    if not names:
        yield {"kind": "no-names"}
