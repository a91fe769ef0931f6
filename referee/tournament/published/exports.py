"""Published results as tables: standings, teams, tables played, ledger, rulings, penalties, appeals."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from referee.core.verdict import Text, checked_in
from referee.tournament.published.document import rulings_in, teams_in
from referee.tournament.published.form import Document
from referee.tournament.published.tables import DocumentMatch, called_in, match_of, tables_in
from referee.tournament.ranking.summary import Seating
from referee.tournament.ranking.tie_breaks import TIE_BREAKS

Cell = str | int | None
Entries = Iterable[Mapping[str, Any]]
"""The matches of a document."""


class Column(NamedTuple):
    """A column: its name, and its title in zh and en."""

    name: str
    title: Text


@dataclass(frozen=True, slots=True)
class Export:
    """A table: its title, its columns, and its rows of a document."""

    title: Text
    columns: tuple[Column, ...]
    rows: Callable[[Document, Entries], Iterator[Mapping[str, Cell]]]


def rows_of(name: str, document: Document, matches: Entries) -> Iterator[list[Cell]]:
    """The rows of a table, in the order of its columns. The matches are given separately and iterated once."""
    table = EXPORTS[name]
    return ([row.get(column.name) for column in table.columns] for row in table.rows(document, matches))


def figure(text: str) -> Cell:
    """An exact figure: an int if it is whole, else its text."""
    return int(text) if text.removeprefix("-").isdecimal() else text


def _standings(document: Document, matches: Entries) -> Iterator[Mapping[str, Cell]]:
    teams = teams_in(document)
    for row in document["standings"]["rows"]:
        yield {**_ranked(document, row), "entrant": row["entrant"], "team": teams.get(row["entrant"], "")}


def _teams(document: Document, matches: Entries) -> Iterator[Mapping[str, Cell]]:
    for row in document.get("teams", ()):
        yield {**_ranked(document, row), "team": row["team"]}


def _ranked(document: Document, row: Mapping[str, Any]) -> dict[str, Cell]:
    stages = {stage["number"]: stage["name"] or str(stage["number"]) for stage in document["stages"]}
    figures = {name: figure(value) if value is not None else None for name, value in row["figures"].items()}
    return {
        "rank": row["rank"],
        "stage": stages[row["stage"]],
        "points": figure(row["points"]),
        "carried": figure(row["carried"]),
        "tables": row["tables"],
        "taken_off": figure(row["taken_off"]) if "taken_off" in row else None,
        **figures,
    }


def _tables(document: Document, matches: Entries) -> Iterator[Mapping[str, Cell]]:
    called = called_in(document)
    said: dict[str, dict[str, Cell]] = {}

    def read() -> Iterator[DocumentMatch]:
        for entry in matches:
            said[entry["id"]] = _said(entry["verdict"]) if entry["verdict"] else {}
            yield match_of(entry)

    found = tables_in(document, read())
    for table in document["tables"]:
        place = {"stage": table["stage"], "round": table["round"], "table": table["table"], "match": table["match"]}
        if table["match"] is None:
            yield place
            continue
        one = found[table["match"]].played
        place |= said[table["match"]]
        for name in sorted(one.names):
            yield {
                **place,
                "name": name,
                "entrant": called.get(name),
                "wins": one.wins.get(name, 0),
                "points": None if one.points is None else one.points.get(name, 0),
                "upheld": one.upheld.get(name, 0),
            }


def _said(verdict: Mapping[str, Any]) -> dict[str, Cell]:
    """What a row tells of a verdict: its status, and how many of the rounds were checked."""
    checked = checked_in(verdict["rounds"])
    return {"verdict": verdict["status"], "rounds": checked.of, "checked": checked.rounds}


def _ledger(document: Document, matches: Entries) -> Iterator[Mapping[str, Cell]]:
    tables = {table["match"]: table for table in document["tables"]}
    for entry in matches:
        if entry["verdict"] is None:
            continue
        table, at = tables[entry["id"]], match_of(entry).seating
        for round_ in entry["verdict"]["rounds"]:
            seating = _seating(at, round_["round"], table["seated"] or {})
            for line in round_.get("ledger", ()):
                yield {
                    "stage": table["stage"],
                    "round": table["round"],
                    "table": table["table"],
                    "match": entry["id"],
                    "deal": round_["round"],
                    "move": line["move"],
                    "from": line["from"],
                    "payer": seating.get(line["from"]),
                    "to": line["to"],
                    "payee": seating.get(line["to"]),
                    "points": line["points"],
                    "reason": line["reason"],
                    "clause": line["clause"],
                }


def _seating(at: Seating | None, number: int, seated: Mapping[str, str]) -> Mapping[str, str]:
    return seated if at is None else {**at.seats, **at.rounds.get(number, {}), **seated}


def _rulings(document: Document, matches: Entries) -> Iterator[Mapping[str, Cell]]:
    places = {table["match"]: table for table in document["tables"]}
    for ruling, remark in rulings_in(document):
        table: Mapping[str, Any] = places.get(ruling["match"], {})
        given = ruling["scores"]
        yield {
            "number": ruling["number"],
            "stage": table.get("stage"),
            "round": table.get("round"),
            "table": table.get("table"),
            "match": ruling["match"],
            "deal": ruling["round"],
            "move": ruling["move"],
            "seat": ruling["seat"],
            "code": ruling["code"],
            "clause": ruling["clause"],
            "decision": ruling["decision"],
            "scores": " ".join(f"{side}{points:+d}" for side, points in sorted(given.items())) if given else None,
            "reason": ruling["reason"],
            "arbiter": ruling["arbiter"],
            "at": ruling["at"],
            "remark": " / ".join(text for _, text in sorted(remark.items())) if remark else None,
        }


def _penalties(document: Document, matches: Entries) -> Iterator[Mapping[str, Cell]]:
    said = document.get("penalties", {"count": False, "given": ()})
    cancelled = {one["cancels"] for one in said["given"]}
    for one in said["given"]:
        finding = one["finding"]
        yield {
            **{name: one[name] for name in ("number", "entrant", "seat", "deal", "move", "reason", "clause", "arbiter", "at")},
            **{name: one[name] or None for name in ("stage", "round", "table")},
            "penalty": _both(one["name"]),
            "offence": _both(one["said"]),
            "effect": one["effect"],
            "amount": figure(one["amount"]) if one["amount"] else None,
            "code": finding["code"] if finding else None,
            "cancels": one["cancels"],
            "counts": "yes" if said["count"] and one["cancels"] is None and one["number"] not in cancelled else "no",
        }


def _both(text: Mapping[str, str]) -> str:
    return " / ".join(dict.fromkeys(part for _, part in sorted(text.items())))


def _appeals(document: Document, matches: Entries) -> Iterator[Mapping[str, Cell]]:
    for one in document.get("appeals", ()):
        finding, answer = one["finding"] or {}, one["answer"] or {}
        yield {
            **{
                name: one[name]
                for name in ("number", "stage", "round", "table", "match", "seat", "player", "against", "of", "at")
            },
            "deal": finding.get("round"),
            "move": finding.get("move"),
            "code": finding.get("code"),
            "clause": finding.get("clause"),
            "appeal": one["text"],
            "outcome": answer.get("outcome"),
            "reason": answer.get("reason"),
            "ruling": answer.get("ruling"),
            "arbiter": answer.get("arbiter"),
            "answered": answer.get("at"),
        }


_TITLES: Mapping[str, Mapping[str, Text]] = tomllib.loads(Path(__file__).with_name("exports.toml").read_text("utf-8"))


def _columns(names: str) -> tuple[Column, ...]:
    return tuple(Column(name, _TITLES["columns"][name]) for name in names.split())


_FIGURES = tuple(Column(one.name, one.title) for one in TIE_BREAKS.values() if one.name != "points")

EXPORTS: Mapping[str, Export] = {
    "standings": Export(
        _TITLES["tables"]["standings"],
        (*_columns("rank entrant team stage points carried tables"), *_FIGURES, *_columns("taken_off")),
        _standings,
    ),
    "teams": Export(
        _TITLES["tables"]["teams"],
        (*_columns("rank team stage points carried tables"), *_FIGURES, *_columns("taken_off")),
        _teams,
    ),
    "tables": Export(
        _TITLES["tables"]["tables"],
        _columns("stage round table match verdict name entrant points wins upheld rounds checked"),
        _tables,
    ),
    "ledger": Export(
        _TITLES["tables"]["ledger"],
        _columns("stage round table match deal move from payer to payee points reason clause"),
        _ledger,
    ),
    "rulings": Export(
        _TITLES["tables"]["rulings"],
        _columns("number stage round table match deal move seat code clause decision scores reason arbiter at remark"),
        _rulings,
    ),
    "penalties": Export(
        _TITLES["tables"]["penalties"],
        _columns(
            "number stage round table entrant seat penalty effect amount offence reason clause deal move code cancels counts"
            " arbiter at"
        ),
        _penalties,
    ),
    "appeals": Export(
        _TITLES["tables"]["appeals"],
        _columns(
            "number stage round table match seat player against of deal move code clause appeal at outcome reason ruling arbiter"
            " answered"
        ),
        _appeals,
    ),
}
"""The tables, by their names. That of the teams is empty where nobody is of one, those of penalties and appeals where there are
none."""
