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
GROUPS, PLAYERS, FANS, RULES = 40, 30, 12, 12
"""Games with rules, and of each the players, fans and broken rules that are told: the most frequent ones."""

OF_GROUPS = """
SELECT game, rules, count(DISTINCT match) AS matches, count(*) AS rounds,
    count(*) FILTER (outcome = 'drawn' AND wins = 0) AS drawn, sum(wins)::BIGINT AS wins
FROM rounds JOIN matches USING (match) WHERE settled
GROUP BY game, rules ORDER BY rounds DESC, game, rules LIMIT ?
"""
OF_WINS = """
SELECT count(*) FILTER (from_seat IS NOT NULL) AS dealt_in, round(avg("value"), 2) AS "value"
FROM wins JOIN of_group USING (match, round)
"""
OF_READY = "SELECT count(ready) AS checked, count(*) FILTER (ready) AS ready FROM seats JOIN of_group USING (match, round)"
OF_FANS = """
SELECT fan.code AS code, count(*) AS times
FROM (SELECT unnest(fans) AS fan FROM wins JOIN of_group USING (match, round)) GROUP BY ALL ORDER BY times DESC, code LIMIT ?
"""
OF_RULES = """
SELECT code, clause, count(*) AS times, count(DISTINCT match) AS matches
FROM findings JOIN (SELECT DISTINCT match FROM of_group) USING (match) WHERE severity = 'illegal'
GROUP BY ALL ORDER BY times DESC, code, clause LIMIT ?
"""
OF_PLAYERS = """
WITH worth AS (
    SELECT player, round(avg("value"), 2) AS "value"
    FROM wins JOIN of_group USING (match, round) JOIN seats USING (match, round, seat) GROUP BY player
)
SELECT player::VARCHAR AS player, any_value(player_name) AS name, count(*) AS rounds,
    count(*) FILTER (seats.wins > 0) AS won, count(*) FILTER (dealt_in > 0) AS dealt_in, any_value(worth."value") AS "value",
    count(ready) AS checked, count(*) FILTER (ready) AS ready
FROM seats JOIN of_group USING (match, round) LEFT JOIN worth USING (player)
WHERE player IS NOT NULL GROUP BY player ORDER BY rounds DESC, name, player LIMIT ?
"""


def figures_of(export: AnalyticsExport) -> Document | None:
    """The figures of a club's export whose files are all there; None where they are too large."""
    if export.size > MOST_BYTES:
        return None
    with TemporaryDirectory(prefix="analytics-") as made, parquet.connection(Path(made)) as duck:
        _open(duck, export, Path(made))
        groups = _rows(duck, OF_GROUPS, GROUPS)
        return {"groups": [group | _of_group(duck, group) for group in groups]}


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


def _of_group(duck: duckdb.DuckDBPyConnection, group: dict[str, Any]) -> dict[str, Any]:
    """The figures of a game and rules: of settled rounds alone, what was broken of all rounds of their matches."""
    duck.execute(
        "CREATE OR REPLACE TABLE of_group AS SELECT match, round FROM rounds JOIN matches USING (match) "
        "WHERE settled AND game = ? AND rules = ?",
        [group["game"], group["rules"]],
    )
    [wins], [ready] = _rows(duck, OF_WINS), _rows(duck, OF_READY)
    more = {
        "fans": _rows(duck, OF_FANS, FANS),
        "broken": _rows(duck, OF_RULES, RULES),
        "players": _rows(duck, OF_PLAYERS, PLAYERS),
    }
    return {**wins, **ready, **more}


def _rows(duck: duckdb.DuckDBPyConnection, sql: str, *given: Any) -> list[dict[str, Any]]:
    asked = duck.execute(sql, list(given))
    names = [column[0] for column in asked.description or ()]
    return [dict(zip(names, row, strict=True)) for row in asked.fetchall()]
