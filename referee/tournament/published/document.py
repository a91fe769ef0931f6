"""The results document: all data from which the standings of an event follow, and the standings, in one signed file.

``{"document": …, "hash": …, "signature": …}``, in canonical form and a line feed. The hash is that of the document's canonical
bytes; docs/reference/results.md says what each part means.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from referee.core.verdict import JSON, Text
from referee.tournament.published.canonical import digest
from referee.tournament.published.form import VERSION, Document
from referee.tournament.published.tables import AtTable, DocumentMatch, called_in, open_in, tables_in, unanswered_in
from referee.tournament.ranking.penalties import Penalty
from referee.tournament.ranking.standings import StageRules, Standings, standings

ENDING = b"\n"


def entry_of(entry: Document, record_sha256: str) -> dict[str, JSON]:
    """A match with its hashes."""
    verdict_sha256 = None if entry["verdict"] is None else digest(entry["verdict"])
    return {**entry, "record_sha256": record_sha256, "verdict_sha256": verdict_sha256}


def concluded(parts: Mapping[str, JSON], matches: Iterable[DocumentMatch]) -> dict[str, JSON]:
    """Add to a document what follows from its matches. They are read once and not kept in memory.

    Raises ValueError where a stage's rules are none.
    """
    document: dict[str, Any] = dict(parts)
    tables = tables_in(document, matches)
    found = {**document, "standings": shown(ranked(document, tables), document), "open": open_in(document, tables)}
    if teams_in(document):
        found["teams"] = teams_shown(ranked(document, tables, by_team=True))
    return {**found, "results": VERSION}


def rules_of(stage: Document) -> StageRules:
    """The rules by which a stage counts. Raises ValueError if they are not valid."""
    return StageRules(
        stage["number"],
        stage["points"],
        tuple(map(Fraction, stage["placement"])),
        Fraction(stage["carry"]),
        stage["cut"],
        tuple(stage["tie_breaks"]),
    )


def rulings_in(document: Document) -> list[tuple[Document, Text | None]]:
    """Every ruling, in the order of its number, with its remark; only rulings on matches that were taken out have one."""
    apart = [(one["ruling"], one["remark"]) for one in document.get("taken_out", ())]
    return sorted([*((one, None) for one in document["rulings"]), *apart], key=lambda said: said[0]["number"])


def teams_in(document: Document) -> dict[str, str]:
    """The team of each entrant who belongs to one."""
    return {entrant["name"]: entrant["team"] for entrant in document["entrants"] if entrant["team"]}


def ranked(document: Document, tables: Mapping[str, AtTable], by_team: bool = False) -> Standings:
    """Compute the standings of entrants or of teams. Raises ValueError for a stage whose rules are not valid."""
    entrants = [entrant["name"] for entrant in document["entrants"]]
    played = [table.played for table in tables.values()]
    teams = teams_in(document) if by_team else None
    return standings(
        map(rules_of, document["stages"]), played, entrants, called_in(document), teams, counting_penalties(document)
    )


def counting_penalties(document: Document) -> list[Penalty]:
    """The penalties of a document that count in its standings; none where its event only lists them."""
    said = document.get("penalties")
    return [penalty_of(entry) for entry in said["given"]] if said and said["count"] else []


def penalty_of(entry: Document) -> Penalty:
    """A penalty as the standings count it."""
    place = entry["stage"], entry["round"], entry["table"]
    return Penalty(entry["number"], entry["entrant"], place, entry["effect"], Fraction(entry["amount"] or 0), entry["cancels"])


def shown(found: Standings, document: Document) -> dict[str, JSON]:
    """Standings as JSON of a document. They are provisional while a table has no points, or an appeal is not answered."""
    undecided: list[JSON] = [
        {"stage": one.stage, "round": one.round, "table": one.table, "match": one.match} for one in found.undecided
    ]
    rows: list[JSON] = [row.as_dict() for row in found.rows]  # type: ignore[misc]
    out: dict[str, JSON] = {"out": [*found.out]} if found.out else {}
    provisional = found.provisional or any(unanswered_in(document))
    return {"provisional": provisional, "undecided": undecided, "rows": rows, **out}


def teams_shown(found: Standings) -> list[JSON]:
    """Standings of teams as JSON of a document; undecided tables are listed with the standings of players only."""
    rows: list[dict[str, Any]] = [row.as_dict() for row in found.rows]
    return [{"team": row.pop("entrant"), **row} for row in rows]
