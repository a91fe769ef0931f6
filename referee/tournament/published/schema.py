"""Schemas of JSON values; the faults of a document are given with their places as JSON pointers.

The same schemas are published as JSON Schema (``referee.schemas``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from referee.core.texts import shortened
from referee.core.verdict import JSON, Text
from referee.tournament.published.canonical import TEXTS

MOST = 10**12
"""The largest figure in results."""
MOST_TEXT = 16 << 20

JSONSchema = dict[str, JSON]
Named = dict[str, JSON]
"""The named parts of a JSON Schema, its ``$defs``."""
_WORDS = re.compile(r"[\w-]+(\|[\w-]+)*", re.ASCII)


class Fault(NamedTuple):
    """A place where a document does not fit its schema."""

    place: str
    expected: Text
    actual: str

    @property
    def message(self) -> Text:
        return TEXTS("expected", expected=self.expected, actual=self.actual)


class Schema:
    """The schema of a value."""

    def faults(self, value: JSON, place: str) -> Iterator[Fault]:
        """The faults of a value, with their places."""
        raise NotImplementedError

    def json_schema(self, named: Named) -> JSONSchema:
        """The same as JSON Schema; parts that have a name are put into ``named`` and referred to."""
        raise NotImplementedError


class Free(Schema):
    """The schema of any value."""

    def faults(self, value: JSON, place: str) -> Iterator[Fault]:
        return iter(())

    def json_schema(self, named: Named) -> JSONSchema:
        return {}


@dataclass(frozen=True, slots=True)
class Line(Schema):
    """The schema of a text, optionally of a given form."""

    form: str = ""
    most: int = MOST_TEXT

    def faults(self, value: JSON, place: str) -> Iterator[Fault]:
        if not isinstance(value, str) or len(value) > self.most:
            yield Fault(place, TEXTS("text"), _shown(value))
        elif self.form and not re.fullmatch(self.form, value, re.ASCII):
            yield Fault(place, TEXTS("form", form=self.form), _shown(value))

    def json_schema(self, named: Named) -> JSONSchema:
        if _WORDS.fullmatch(self.form):
            return {"enum": [*self.form.split("|")]}
        longest: JSONSchema = {} if self.most == MOST_TEXT else {"maxLength": self.most}
        return {"type": "string", **longest, **({"pattern": f"^(?:{self.form})$"} if self.form else {})}


@dataclass(frozen=True, slots=True)
class Whole(Schema):
    """The schema of an integer."""

    least: int = -MOST
    most: int = MOST

    def faults(self, value: JSON, place: str) -> Iterator[Fault]:
        if not isinstance(value, int) or isinstance(value, bool) or not self.least <= value <= self.most:
            yield Fault(place, TEXTS("whole", least=self.least, most=self.most), _shown(value))

    def json_schema(self, named: Named) -> JSONSchema:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True, slots=True)
class Flag(Schema):
    """The schema of true or false."""

    def faults(self, value: JSON, place: str) -> Iterator[Fault]:
        if not isinstance(value, bool):
            yield Fault(place, TEXTS("flag"), _shown(value))

    def json_schema(self, named: Named) -> JSONSchema:
        return {"type": "boolean"}


@dataclass(frozen=True, slots=True)
class Maybe(Schema):
    """The schema of a value or null."""

    shape: Schema

    def faults(self, value: JSON, place: str) -> Iterator[Fault]:
        if value is not None:
            yield from self.shape.faults(value, place)

    def json_schema(self, named: Named) -> JSONSchema:
        return {"anyOf": [self.shape.json_schema(named), {"type": "null"}]}


@dataclass(frozen=True, slots=True)
class Items(Schema):
    """The schema of a list."""

    shape: Schema

    def faults(self, value: JSON, place: str) -> Iterator[Fault]:
        if not isinstance(value, Sequence) or isinstance(value, str):
            yield Fault(place, TEXTS("list"), _shown(value))
            return
        for number, one in enumerate(value):
            yield from self.shape.faults(one, f"{place}/{number}")

    def json_schema(self, named: Named) -> JSONSchema:
        return {"type": "array", "items": self.shape.json_schema(named)}


@dataclass(frozen=True, slots=True)
class MapOf(Schema):
    """The schema of an object with any keys, whose values have the same schema."""

    shape: Schema

    def faults(self, value: JSON, place: str) -> Iterator[Fault]:
        if not isinstance(value, dict):
            yield Fault(place, TEXTS("object"), _shown(value))
            return
        for key, one in value.items():
            yield from self.shape.faults(one, _below(place, key))

    def json_schema(self, named: Named) -> JSONSchema:
        return {"type": "object", "additionalProperties": self.shape.json_schema(named)}


@dataclass(frozen=True, slots=True)
class Object(Schema):
    """The schema of an object with these keys, and optionally those of ``more``; ``open`` ones may have other keys, which are
    ignored. ``name``: what it is called where it is published; ``published``: another schema that says all of it."""

    fields: Mapping[str, Schema]
    open: bool = False
    more: Mapping[str, Schema] = field(default_factory=dict)
    name: str = ""
    published: str = ""

    def faults(self, value: JSON, place: str) -> Iterator[Fault]:
        if not isinstance(value, dict):
            yield Fault(place, TEXTS("object"), _shown(value))
            return
        for key, shape in self.fields.items():
            if key in value:
                yield from shape.faults(value[key], _below(place, key))
            else:
                yield Fault(place, TEXTS("key", key=key), _shown(sorted(value)))
        for key in sorted(value.keys() & self.more.keys()):
            yield from self.more[key].faults(value[key], _below(place, key))
        if not self.open:
            for key in sorted(value.keys() - self.fields.keys() - self.more.keys()):
                yield Fault(_below(place, key), TEXTS("no-such-key"), _shown(value[key]))

    def json_schema(self, named: Named) -> JSONSchema:
        if self.published:
            return {"$ref": self.published}
        properties: JSONSchema = {key: shape.json_schema(named) for key, shape in {**self.fields, **self.more}.items()}
        required: list[JSON] = [*self.fields]
        whole: JSONSchema = {
            "type": "object",
            "required": required,
            "properties": properties,
            "additionalProperties": self.open,
        }
        if not self.name:
            return whole
        named[self.name] = {"title": self.name, **whole}
        return {"$ref": f"#/$defs/{self.name}"}


def _below(place: str, key: str) -> str:
    return f"{place}/{key.replace('~', '~0').replace('/', '~1')[:80]}"


def _shown(value: object) -> str:
    return shortened(repr(value), 60)
