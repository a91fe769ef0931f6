"""Reads a ``rules.toml`` strictly: every field has its type, unknown fields are refused, errors name the place."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

from referee.chinese import OwnText
from referee.core.verdict import Text

LANGUAGES = ("zh", "en")
"""What every text is written in; ``referee.chinese`` shows it in Simplified Chinese too."""


class RulebookError(ValueError):
    """Raised for a rulebook that is not sound, or for a clause, option or code that it does not have."""


class TomlTable:
    """A TOML table with its place for errors. Every field must be read; ``close`` refuses the others."""

    __slots__ = ("_read_fields", "_fields", "place")

    def __init__(self, fields: Mapping[str, object], place: str) -> None:
        self._fields = fields
        self._read_fields: set[str] = set()
        self.place = place

    @classmethod
    def read(cls, path: Path) -> TomlTable:
        """Read a whole file. Raises RulebookError where it is missing or not TOML."""
        place = f"{path.parent.name}/{path.name}"
        try:
            return cls(tomllib.loads(path.read_text("utf-8")), place)
        except (OSError, tomllib.TOMLDecodeError) as error:
            raise RulebookError(f"{place}: {error}") from error

    def fail(self, what: str) -> RulebookError:
        """The error for something wrong in this table."""
        return RulebookError(f"{self.place}: {what}")

    def get(self, name: str) -> object:
        """The value of a field of any type, None where it is missing."""
        self._read_fields.add(name)
        return self._fields.get(name)

    def has(self, name: str) -> bool:
        return name in self._fields

    def text(self, name: str) -> str:
        value = self.get(name)
        if not isinstance(value, str) or not value.strip():
            raise self.fail(f"{name}: expected a text, got {value!r}")
        return value

    def flag(self, name: str, default: bool | None = None) -> bool:
        value = self.get(name)
        if value is None and default is not None:
            return default
        if not isinstance(value, bool):
            raise self.fail(f"{name}: expected true or false, got {value!r}")
        return value

    def number(self, name: str, default: int) -> int:
        value = self.get(name)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.fail(f"{name}: expected a whole number, got {value!r}")
        return value

    def items(self, name: str) -> list[object]:
        """A list; empty where it is missing."""
        value = self.get(name)
        if value is None:
            return []
        if not isinstance(value, list):
            raise self.fail(f"{name}: expected a list, got {value!r}")
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts; empty where it is missing."""
        found = self.items(name)
        texts = tuple(one for one in found if isinstance(one, str) and one)
        if len(texts) < len(found):
            raise self.fail(f"{name}: expected texts, got {found!r}")
        return texts

    def table(self, name: str) -> TomlTable:
        """A table inside this one; empty where it is missing."""
        value = self.get(name)
        if value is None:
            value = {}
        if not isinstance(value, dict):
            raise self.fail(f"{name}: expected a table, got {value!r}")
        return TomlTable(value, f"{self.place}: {name}")

    def tables(self, name: str) -> Iterator[TomlTable]:
        """The tables of a list. Errors name each by its ``id`` or ``name``."""
        for number, entry in enumerate(self.items(name), 1):
            if not isinstance(entry, dict):
                raise self.fail(f"{name}: expected tables, got {entry!r}")
            yield TomlTable(entry, f"{self.place}: {entry.get('id') or entry.get('name') or f'{name} {number}'}")

    def localized_text(self) -> Text:
        """The text of this table in ``zh`` and ``en``."""
        return OwnText({language: self.text(language) for language in LANGUAGES})

    def localized_field(self, name: str) -> Text:
        """The text of a field in ``zh`` and ``en``; the field has nothing else."""
        subtable = self.table(name)
        text = subtable.localized_text()
        subtable.close()
        return text

    def localized_table(self, name: str) -> dict[str, Text]:
        """A table whose fields each have a text in ``zh`` and ``en``."""
        subtable = self.table(name)
        found: dict[str, Text] = {}
        for key in subtable._fields:
            found[key] = subtable.localized_field(key)
        return found

    def names(self) -> list[str]:
        return list(self._fields)

    def close(self) -> None:
        """Raise RulebookError for fields that were not read: a misspelt name would be ignored otherwise."""
        unknown = sorted(set(self._fields) - self._read_fields)
        if unknown:
            raise self.fail(f"unknown {', '.join(unknown)}")
