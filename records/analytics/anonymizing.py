"""What makes a club's matches a dataset for everybody: who played, where and when exactly is not in it, what is rare is left out.

Nobody who has a dataset is to find a person by it. So its columns are those of a list (``schema.IN_DATASETS``). A match bears a
number drawn by lot, which is stored nowhere beside the match's own and is made of nothing, so that it cannot be worked out; rows
stand in the order of these numbers. Nothing says that the same person sat at two tables: else whoever finds one match by its
scores would read all others of the same people. What may join a match with other sources is told only where FEWEST share it.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from records.analytics import parquet
from records.analytics.models import AnalyticsExport, AnalyticsFile
from records.analytics.rows import Row
from records.analytics.schema import PUBLISHED
from referee import registry

FEWEST = 5
"""Matches that share game, rules and month, at least: else the month is dropped, then the rules, and then the match."""
MOST_BYTES = 64 << 20
"""Of the files of a dataset: they are unpacked in the worker's temporary folder."""

SHARED = """
CREATE TABLE shared AS
WITH by_month AS (
    SELECT match, game, rules, day, count(*) OVER (PARTITION BY game, rules, day) >= $fewest AS has_month FROM matches
), by_rules AS (
    SELECT *, has_month OR count(*) OVER (PARTITION BY game, rules, has_month) >= $fewest AS has_rules FROM by_month
), by_game AS (
    SELECT *, has_rules OR count(*) OVER (PARTITION BY game, has_rules) >= $fewest AS stays FROM by_rules
)
SELECT match, CASE WHEN has_month THEN day END AS day, CASE WHEN has_rules THEN rules END AS rules FROM by_game WHERE stays
"""
"""The matches that stay, with what is told of them. Whatever is told of one is told of FEWEST at least."""
SEATS = ("dealer", "seat", "from_seat")


def anonymous(rows: Iterable[tuple[str, Row]]) -> Iterator[tuple[str, Row]]:
    """The rows of a match as a dataset has them: under a number drawn by lot, its rounds counted from 1.

    None where the record has rules that are none of its game, or of which only the beginning is stored; none of seats that its
    game does not have: either may be any text.
    """
    taken = list(rows)
    [match] = (row for table, row in taken if table == "matches")
    game = registry.find(match["game"])
    rules = game.rulebook.rules(match["rules"]) if game else []
    if game is None or isinstance(rules, list):
        return
    seats = {*game.seats(rules), None, ""}
    numbers = {row["round"]: count for count, row in enumerate((row for table, row in taken if table == "rounds"), 1)}
    month = date.fromisoformat(match["day"]).replace(day=1)
    plain = {"match": str(uuid.uuid4()), "day": month.isoformat(), "rules": " ".join(match["rules"].split())}
    for table, row in taken:
        if all(row.get(name) in seats for name in SEATS):
            told = row | plain | {"round": numbers.get(row.get("round"), 0)}
            yield table, {column.name: told[column.name] for column in PUBLISHED[table].columns}


def finish(export: AnalyticsExport) -> tuple[int, list[tuple[str, bytes]]]:
    """How many matches are in a dataset without what is rare, and its files: one for each table, in the order of the lots.

    Raises ValueError for one that is larger than MOST_BYTES.
    """
    if export.size > MOST_BYTES:
        raise ValueError(f"the dataset has more than {MOST_BYTES} bytes")
    with TemporaryDirectory(prefix="analytics-") as made, parquet.connection(Path(made)) as duck:
        folder = Path(made)
        for table, place, data in AnalyticsFile.objects.filter(export=export).values_list("table", "place", "data").iterator(1):
            (folder / f"{table}-{place}.parquet").write_bytes(bytes(data))
        for table in PUBLISHED:
            duck.execute(f"CREATE VIEW {table} AS FROM read_parquet('{folder}/{table}-*.parquet')")  # names of the schema
        duck.execute(SHARED, {"fewest": FEWEST})
        [(matches,)] = duck.execute("SELECT count(*) FROM shared").fetchall()
        files = []
        for table in PUBLISHED:
            coarse = "REPLACE (shared.day AS day, shared.rules AS rules)" if table == "matches" else ""
            query = f"SELECT {table}.* {coarse} FROM {table} JOIN shared USING (match) ORDER BY ALL"  # noqa: S608
            duck.execute(parquet.copy(query, folder / f"{table}.parquet"))
            files.append((table, (folder / f"{table}.parquet").read_bytes()))
        return matches, files
