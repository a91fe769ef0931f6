"""The tables of an export and their columns: what files are written by, and what the documentation is made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

TEXT, COUNT, AMOUNT, FLAG = "VARCHAR", "INTEGER", "BIGINT", "BOOLEAN"


class Column(NamedTuple):
    """A column: its name, its type as DuckDB writes it, and what it holds."""

    name: str
    type: str
    what: str


class Table(NamedTuple):
    """A table: its name, what a row of it is, and its columns."""

    name: str
    row: str
    columns: tuple[Column, ...]


MATCH = Column("match", "UUID", "the match")
ROUND = Column("round", COUNT, "the number of the round, as the record has it")
SEAT = Column("seat", TEXT, "the seat, by its letter in records")

TABLES = {
    table.name: table
    for table in (
        Table(
            "matches",
            "a match that has a verdict",
            (
                MATCH,
                Column("club", TEXT, "the short name of its club; null outside of clubs"),
                Column("event", TEXT, "the event, as the record names it"),
                Column("stage", TEXT, "the stage, likewise"),
                Column("table_name", TEXT, "the table, likewise"),
                Column(
                    "day", "DATE", "when it was played, of a month the first; where the record has no date, when it was uploaded"
                ),
                Column("uploaded_at", "TIMESTAMPTZ", "when it was uploaded"),
                Column("game", TEXT, "the game"),
                Column("rules", TEXT, "the rules as written, at most 1000 characters; empty: the game's usual ones"),
                Column("engine", TEXT, "the version of the engine that judged it"),
                Column("status", TEXT, "the verdict: `clean`, `flagged` or `unreadable`"),
                Column("rounds", COUNT, "how many rounds it has"),
                Column("findings", COUNT, "how many findings, those that the verdict only counts included"),
            ),
        ),
        Table(
            "rounds",
            "a round of a match",
            (
                MATCH,
                ROUND,
                Column("status", TEXT, "`clean`, `flagged` or `halted`"),
                Column("outcome", TEXT, "`win`, `drawn`, `void`, `abandoned`, `unfinished` or `unknown`"),
                Column("dealer", TEXT, "the seat of the dealer"),
                Column("settled", FLAG, "whether its scores could be computed"),
                Column("wins", COUNT, "how many wins; 0 also in a game of places"),
                Column("kongs", COUNT, "how many kongs"),
            ),
        ),
        Table(
            "seats",
            "a seat of a round, with who sat there",
            (
                MATCH,
                ROUND,
                SEAT,
                Column("name", TEXT, "who sat there, as the record writes the name; null where it names nobody"),
                Column("player", "UUID", "the club's player who has this name; null outside of clubs"),
                Column("player_name", TEXT, "what the club calls this player"),
                Column("points", AMOUNT, "the computed points, a team's for each of it; null where the round is not settled"),
                Column("wins", COUNT, "how often the seat won; in a game of places 1 for the first"),
                Column("dealt_in", COUNT, "how many wins were on a tile of this seat"),
                Column("ready", FLAG, "whether it was paid (true) or paid others (false) for being ready at the end; else null"),
                Column("place", COUNT, "the place, in a game of places"),
            ),
        ),
        Table(
            "wins",
            "a win",
            (
                MATCH,
                ROUND,
                Column("move", COUNT, "the number of the move"),
                SEAT,
                Column("from_seat", TEXT, "the seat that gave the tile; null where it was drawn"),
                Column("by", TEXT, "how: `draw`, `discard`, `rob`, by the game's words"),
                Column("tile", TEXT, "the winning tile; null where it is not told by itself"),
                Column("value", AMOUNT, "what the hand was worth; null where unseen tiles keep it from being computed"),
                Column("fans", "STRUCT(code VARCHAR, value BIGINT)[]", "its fans, each with what it counts in the game's unit"),
            ),
        ),
        Table(
            "findings",
            "a finding that the verdict lists",
            (
                MATCH,
                Column("round", COUNT, "the number of the round; 0: the match as a whole"),
                Column("move", COUNT, "the number of the move; 0: the deal or the header"),
                Column("seat", TEXT, "the seat, null where it is nobody's"),
                Column("code", TEXT, "what it is"),
                Column("severity", TEXT, "`illegal`, `score`, `record` or `note`"),
                Column("clause", TEXT, "the clause that says so"),
            ),
        ),
    )
}
"""The tables by their names, in the order in which they are told."""


LOT = "the match, by a number drawn by lot each time that the dataset is made"
COUNTED = "the number of the round, counted from 1"
IN_DATASETS: dict[str, dict[str, str]] = {
    "matches": {
        "match": LOT,
        "day": "the first of the month in which it was played (without a date: uploaded); null where that is rare",
        "game": "",
        "rules": "the rules as written, at most 1000 characters; empty: the game's usual ones; null where that is rare",
        "status": "the verdict: `clean` or `flagged`",
        "rounds": "",
        "findings": "",
    },
    "rounds": {"match": LOT, "round": COUNTED} | dict.fromkeys(("status", "outcome", "dealer", "settled", "wins", "kongs"), ""),
    "seats": {"match": LOT, "round": COUNTED} | dict.fromkeys(("seat", "points", "wins", "dealt_in", "ready", "place"), ""),
    "wins": {"match": LOT, "round": COUNTED} | dict.fromkeys(("move", "seat", "from_seat", "by", "tile", "value", "fans"), ""),
    "findings": {"match": LOT, "round": f"{COUNTED}; 0: the match as a whole"}
    | dict.fromkeys(("move", "seat", "code", "severity", "clause"), ""),
}
"""The columns that a published dataset has, and what they hold where that is not the same. A new column is in none before it is
named here."""


def _published(table: Table, told: Mapping[str, str]) -> Table:
    columns = (column._replace(what=told[column.name] or column.what) for column in table.columns if column.name in told)
    return table._replace(row=table.row.removesuffix(", with who sat there"), columns=tuple(columns))


PUBLISHED = {name: _published(TABLES[name], told) for name, told in IN_DATASETS.items()}
"""The tables of a published dataset."""


def as_markdown(tables: Mapping[str, Table] = TABLES) -> str:
    """The tables and columns, as the documentation has them."""
    return "\n".join(_table(table) for table in tables.values())


def _table(table: Table) -> str:
    rows = "\n".join(f"| `{column.name}` | `{column.type}` | {column.what} |" for column in table.columns)
    return f"### {table.name}\n\nA row is {table.row}.\n\n| column | type | |\n|---|---|---|\n{rows}\n"
