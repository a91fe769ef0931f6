"""The options that a table agrees on, the presets that bundle them, and the rules that a record's text resolves to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from referee.verdict import JSON, Text

Value = bool | int | str | None
NONE = "none"


@dataclass(frozen=True, slots=True)
class Option:
    """One thing that tables agree on: a switch (``bool``), a number (``int``) or a word (``choice``).

    ``values`` lists what is allowed; empty for a number that is only bounded by ``least`` and ``most``. None stands in
    it where ``none`` may be written. ``meanings`` explains values; ``defaults`` overrules ``default`` where another
    option has a certain value: ``(option, value, default)``.
    """

    name: str
    kind: str
    values: tuple[Value, ...]
    default: Value
    zh: str
    en: str
    clause: str
    least: int | None = None
    most: int | None = None
    meanings: Mapping[str, Text] = field(default_factory=dict, hash=False)
    defaults: tuple[tuple[str, Value, Value], ...] = ()

    def expected(self) -> list[JSON]:
        """What may be written, for people to read."""
        written: list[JSON] = [write(value) for value in self.values]
        if self.kind == "int" and self.least is not None:
            written.insert(0, f"{self.least}..{'' if self.most is None else self.most}")
        return written

    def read(self, text: str) -> Value:
        """The value that a text writes. Raises ValueError where it is none of this option's."""
        for value in self.values:
            if write(value) == text:
                return value
        if self.least is not None and text.isascii() and text.isdigit() and text == str(int(text[:9])):
            number = int(text)
            if self.least <= number and (self.most is None or number <= self.most):
                return number
        raise ValueError(text)


@dataclass(frozen=True, slots=True)
class Preset:
    """A named choice of options; what it leaves out keeps its default."""

    name: str
    zh: str
    en: str
    options: Mapping[str, Value] = field(hash=False)


class Rules:
    """The rules of one match, fully resolved: the preset's name and every option's value, in the rulebook's order.

    Equal and hashable by value, so that what is worked out from rules can be kept.
    """

    __slots__ = ("_hash", "_items", "options", "preset")

    def __init__(self, preset: str, options: Mapping[str, Value]) -> None:
        self.preset = preset
        self.options: Mapping[str, Value] = MappingProxyType(dict(options))
        self._items = tuple(options.items())
        self._hash = hash((preset, self._items))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and self.preset == other.preset and self._items == other._items

    def __hash__(self) -> int:
        return self._hash

    def __getitem__(self, name: str) -> Value:
        return self.options[name]

    def __repr__(self) -> str:
        return f"Rules({self.text!r})"

    def __reduce__(self) -> tuple[type[Rules], tuple[str, dict[str, Value]]]:
        return Rules, (self.preset, dict(self.options))

    @property
    def text(self) -> str:
        """The rules as a record may write them, every option named."""
        return " ".join([self.preset, *(f"{name}={write(value)}" for name, value in self._items)])

    def as_dict(self) -> dict[str, JSON]:
        """The rules as a verdict shows them."""
        options: dict[str, JSON] = dict(self._items)
        return {"preset": self.preset, "options": options}


def write(value: Value) -> str:
    """A value as it is written in a record: ``true``, ``8``, ``wall4``, ``none``."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return NONE if value is None else str(value)
