"""Figures of a club by game and rules, computed by DuckDB over the files of its export and not over the database."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from records.analytics import parquet
from records.analytics.models import AnalyticsExport, AnalyticsFile
from records.analytics.schema import TABLES
from records.db.fields import Document

if TYPE_CHECKING:
    import duckdb

MOST_BYTES = 64 << 20
"""Of files, past which no figures are computed: they are unpacked in the worker's temporary folder."""
GROUPS, PLAYERS, LISTED = 40, 4000, 100
"""Games with rules, players in all of them together, and the fans and broken rules of each game: the most frequent ones."""
OF_A_PLAYER = 5
"""The fans and broken rules of a player in a game, the most frequent ones."""

OF_GROUPS = """
SELECT game, rules, count(DISTINCT match) AS matches, count(*) AS rounds,
    count(*) FILTER (outcome = 'drawn' AND wins = 0) AS drawn, sum(wins)::BIGINT AS wins
FROM rounds JOIN matches USING (match) WHERE settled
GROUP BY game, rules ORDER BY rounds DESC, game, rules LIMIT ?
"""
OF_WINS = """
SELECT count(*) FILTER (from_seat IS NOT NULL) AS dealt_in, round(avg("value"), 2) AS "value"
FROM wins JOIN settled_rounds USING (match, round)
"""
OF_SEATS = """
SELECT count(*) AS seats, count(*) FILTER (wins > 0) AS seats_won, count(*) FILTER (dealt_in > 0) AS seats_dealt_in,
    count(ready) AS checked, count(*) FILTER (ready) AS ready
FROM seats JOIN settled_rounds USING (match, round)
"""
OF_ALL_ROUNDS = "SELECT count(*) AS seats_of_all FROM seats JOIN matches_of USING (match)"
OF_FANS = """
SELECT fan AS code, count(*) AS times
FROM (SELECT unnest(list_distinct([fan.code FOR fan IN fans])) AS fan FROM wins JOIN settled_rounds USING (match, round))
GROUP BY ALL ORDER BY times DESC, code LIMIT ?
"""
OF_RULES = """
SELECT code, clause, count(*) AS times, count(DISTINCT match) AS matches
FROM findings JOIN matches_of USING (match) WHERE severity = 'illegal'
GROUP BY ALL ORDER BY times DESC, code, clause LIMIT ?
"""
OF_PLAYERS = """
CREATE OR REPLACE TABLE players AS
WITH won AS (
    SELECT player, count(*) AS wins, round(avg("value"), 2) AS "value"
    FROM wins JOIN settled_rounds USING (match, round) JOIN seats USING (match, round, seat) GROUP BY player
), every AS (SELECT player, count(*) AS rounds_of_all FROM seats JOIN matches_of USING (match) GROUP BY player)
SELECT player, count(*) AS rounds, count(*) FILTER (seats.wins > 0) AS won, count(*) FILTER (dealt_in > 0) AS dealt_in,
    coalesce(any_value(won.wins), 0) AS wins, any_value(won."value") AS "value",
    count(ready) AS checked, count(*) FILTER (ready) AS ready, any_value(rounds_of_all) AS rounds_of_all
FROM seats JOIN settled_rounds USING (match, round) JOIN every USING (player) LEFT JOIN won USING (player)
WHERE player IS NOT NULL GROUP BY player ORDER BY rounds DESC, player LIMIT ?
"""
THE_PLAYERS = "SELECT * REPLACE (player::VARCHAR AS player) FROM players ORDER BY rounds DESC, player"
OF_PLAYERS_FANS = """
SELECT player::VARCHAR AS player, fan AS code, count(*) AS times
FROM (
    SELECT player, unnest(list_distinct([fan.code FOR fan IN fans])) AS fan
    FROM wins JOIN settled_rounds USING (match, round) JOIN seats USING (match, round, seat) JOIN players USING (player)
)
GROUP BY player, fan
QUALIFY row_number() OVER (PARTITION BY player ORDER BY times DESC, code) <= ? ORDER BY times DESC, code
"""
OF_PLAYERS_RULES = """
SELECT player::VARCHAR AS player, code, clause, count(*) AS times
FROM findings JOIN matches_of USING (match) JOIN seats USING (match, round, seat) JOIN players USING (player)
WHERE severity = 'illegal' GROUP BY player, code, clause
QUALIFY row_number() OVER (PARTITION BY player ORDER BY times DESC, code, clause) <= ? ORDER BY times DESC, code, clause
"""


def figures_of(export: AnalyticsExport) -> Document | None:
    """The figures of a club's export whose files are all there; None where they are too large."""
    if export.size > MOST_BYTES:
        return None
    with TemporaryDirectory(prefix="analytics-") as made, parquet.connection(Path(made)) as duck:
        _open(duck, export, Path(made))
        groups, left = [], PLAYERS
        for group in _rows(duck, OF_GROUPS, GROUPS):
            groups.append(group | _of_group(duck, group, left))
            left -= len(groups[-1]["players"])
        return {"groups": groups}


def _open(duck: duckdb.DuckDBPyConnection, export: AnalyticsExport, folder: Path) -> None:
    """Make the tables of an export views of DuckDB; where a table has no file it is empty."""
    files = AnalyticsFile.objects.filter(export=export)
    for name, table in TABLES.items():
        columns = ", ".join(f'"{column.name}" {column.type}' for column in table.columns)
        duck.execute(f"CREATE TABLE {name} ({columns})")  # the names are those of the schema
        for place in list(files.filter(table=name).order_by("place").values_list("place", flat=True)):
            file = folder / f"{name}.parquet"
            file.write_bytes(bytes(files.get(table=name, place=place).data))
            duck.execute(f"INSERT INTO {name} FROM read_parquet('{file}')")  # noqa: S608
            file.unlink()


def _of_group(duck: duckdb.DuckDBPyConnection, group: dict[str, Any], players: int) -> dict[str, Any]:
    """The figures of a game and rules: of settled rounds alone, what was broken of all rounds. ``players``: so many of them."""
    of = [group["game"], group["rules"]]
    duck.execute("CREATE OR REPLACE TABLE matches_of AS SELECT match FROM matches WHERE game = ? AND rules = ?", of)
    duck.execute(
        "CREATE OR REPLACE TABLE settled_rounds AS SELECT match, round FROM rounds JOIN matches_of USING (match) WHERE settled"
    )
    [wins], [seats], [every] = _rows(duck, OF_WINS), _rows(duck, OF_SEATS), _rows(duck, OF_ALL_ROUNDS)
    lists = {
        "fans": _rows(duck, OF_FANS, LISTED),
        "broken": _rows(duck, OF_RULES, LISTED),
        "players": _of_players(duck, players),
    }
    return {**wins, **seats, **every, **lists}


def _of_players(duck: duckdb.DuckDBPyConnection, most: int) -> list[dict[str, Any]]:
    """The figures of the players who sat in these rounds, those with the most rounds first."""
    duck.execute(OF_PLAYERS, [most])
    players = {row["player"]: row | {"fans": [], "broken": []} for row in _rows(duck, THE_PLAYERS)}
    for name, sql in (("fans", OF_PLAYERS_FANS), ("broken", OF_PLAYERS_RULES)):
        for row in _rows(duck, sql, OF_A_PLAYER):
            players[row.pop("player")][name].append(row)
    return list(players.values())


def _rows(duck: duckdb.DuckDBPyConnection, sql: str, *given: Any) -> list[dict[str, Any]]:
    asked = duck.execute(sql, list(given))
    names = [column[0] for column in asked.description or ()]
    return [dict(zip(names, row, strict=True)) for row in asked.fetchall()]
