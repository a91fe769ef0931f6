"""Writing a piece of an export: rows as lines of JSON in a temporary folder, which DuckDB turns into a Parquet file a table.

Nothing of DuckDB is loaded before a worker writes its first piece: web processes never need it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, TYPE_CHECKING, Any

from records.analytics.schema import TABLES, Table
from records.db.fields import LINE, storable
from records.rules_line import RULES

if TYPE_CHECKING:
    import duckdb

MEMORY = "256MB"
ROW = 1 << 20
"""Bytes of a row in JSON at most: some texts of LINE characters, and the fans of a win."""


class Writer:
    """Takes the rows of a piece of an export, and makes files of them."""

    def __init__(self, folder: Path, tables: Mapping[str, Table], lines: Mapping[str, IO[str]]) -> None:
        self._folder, self._tables, self._lines = folder, tables, lines
        self.size = 0
        """Characters that were taken."""

    def add(self, table: str, row: dict[str, Any]) -> None:
        """Take a row of a table; of a text what a column to search by would hold."""
        shown = {
            name: storable(value, RULES if name == "rules" else LINE) if isinstance(value, str) else value
            for name, value in row.items()
        }
        self.size += self._lines[table].write(json.dumps(shown, separators=(",", ":")) + "\n")

    def files(self) -> Iterator[tuple[str, bytes]]:
        """A Parquet file for each table, also for one without rows; each is read when it is asked for."""
        for lines in self._lines.values():
            lines.flush()
        with connection(self._folder) as duck:
            for name in self._lines:
                made = self._folder / f"{name}.parquet"
                duck.execute(_copy(self._tables[name], self._folder / f"{name}.json", made))
                yield name, made.read_bytes()


@contextmanager
def writer(tables: Mapping[str, Table] = TABLES) -> Iterator[Writer]:
    """A writer of these tables, whose temporary files are gone at the end."""
    with TemporaryDirectory(prefix="analytics-") as made, ExitStack() as open_files:
        folder = Path(made)
        lines = {name: open_files.enter_context((folder / f"{name}.json").open("w")) for name in tables}
        yield Writer(folder, tables, lines)


@contextmanager
def connection(folder: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    """DuckDB in this process, which reads and writes files of this folder alone and loads nothing from elsewhere."""
    import duckdb

    config: dict[str, str | bool | int | float | list[str]] = {
        "threads": 1,
        "memory_limit": MEMORY,
        "temp_directory": str(folder),
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
    }
    with duckdb.connect(":memory:", config=config) as duck:
        duck.execute(f"SET allowed_directories = ['{folder}/']")
        duck.execute("SET enable_external_access = false")
        duck.execute("SET lock_configuration = true")
        yield duck


def _copy(table: Table, lines: Path, made: Path) -> str:
    """The statement that turns lines of JSON into a Parquet file; its names are those of the schema and of temporary files."""
    columns = ", ".join(f"'{column.name}': '{column.type}'" for column in table.columns)
    read = f"read_json('{lines}', format = 'newline_delimited', maximum_object_size = {ROW}, columns = {{{columns}}})"
    return copy(f"FROM {read}", made)


def copy(query: str, made: Path) -> str:
    """The statement that writes what a query gives to a Parquet file."""
    return f"COPY ({query}) TO '{made}' (FORMAT parquet, COMPRESSION zstd)"
