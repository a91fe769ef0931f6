"""The options on which a table agrees: single ones, presets, a game's typed class of them, and families of further ones."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from types import NoneType
from typing import TYPE_CHECKING, ClassVar, Self, get_args, get_type_hints

from referee.chinese import OwnText
from referee.core.verdict import JSON, Text

if TYPE_CHECKING:
    from referee.rulebook.book import Rulebook
    from referee.rulebook.rules import Rules

Value = bool | int | str | None
NONE = "none"
UNREFEREED = "unrefereed"
"""The option by which a table names clauses that it does not have refereed (TBL-17)."""
POINT = "."
"""What stands between the word of a family and the name of an option of it."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option: a switch (``bool``), a number (``int``) or a word (``choice``).

    ``values`` lists what is allowed; empty for a number that is only bounded by ``least`` and ``most``. None stands in
    it where ``none`` may be written; words may stand beside numbers. ``meanings`` explains values; ``defaults`` overrules
    ``default`` where another option has a certain value: ``(option, value, default)``. One that is ``added`` is told only where
    a table differs from the default. ``changes``: other clauses than its own that hold otherwise by it.
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
    added: bool = False
    changes: tuple[str, ...] = ()

    @property
    def text(self) -> Text:
        """What it settles, in ``zh`` and ``en``."""
        return OwnText(zh=self.zh, en=self.en)

    def expected(self) -> list[JSON]:
        """The allowed values as text."""
        written: list[JSON] = [write(value) for value in self.values]
        if self.kind == "int" and self.least is not None:
            written.insert(0, f"{self.least}..{'' if self.most is None else self.most}")
        return written

    def read(self, text: str) -> Value:
        """The value of a text. Raises ValueError where it is not allowed."""
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
    """A named set of options; those that it leaves out have their defaults.

    ``adds`` are options of families (``fan.qidui=3``) as a record writes them, ``called`` the names of fans that they add.
    ``mark`` says like a clause's whether the source has it (``T``), we infer it (``I``), or both; ``reason`` why.
    """

    name: str
    zh: str
    en: str
    options: Mapping[str, Value] = field(hash=False)
    mark: str
    reason: Text | None = field(hash=False)
    adds: tuple[str, ...] = ()
    called: tuple[tuple[str, str], ...] = ()

    @property
    def text(self) -> Text:
        """Whose rules these are, in ``zh`` and ``en``."""
        return OwnText(zh=self.zh, en=self.en)


@dataclass(frozen=True)
class Options:
    """The options of one game, an attribute for each option of its ``rules.toml``. Each game has a subclass.

    Every attribute is typed: ``bool`` for a switch, ``int`` for a number, ``Literal`` of its words for a choice, ``| None``
    where ``none`` may be written. One with a default is an option that a game of this core need not have. A combination that the
    game cannot honour is refused by raising UnsupportedOptions in ``__post_init__``.
    """

    unrefereed: tuple[str, ...] = field(default=(), kw_only=True)
    """The clauses that this table does not have refereed, in the order of the rulebook (TBL-17). Every game has it; it is none
    of the options that a ``rules.toml`` lists."""
    valuing: ClassVar[tuple[str, ...]] = ()
    """The clauses on which the value of every win rests, besides those of its fans: limits, how fan are added up."""
    families: ClassVar[Mapping[str, Family]] = {}
    """Options with a name of the table's own behind a point (``fan.qingyise=2``), by the word before it."""

    @classmethod
    def of(cls, rules: Rules) -> Self:
        """The options of these rules as this game's class. Raises TypeError for the rules of another game."""
        options = rules.options
        if not isinstance(options, cls):
            raise TypeError(f"{rules!r} are no rules of {cls.__module__}")
        return options

    def beside(self, own: Mapping[str, str]) -> None:
        """Raise UnsupportedOptions where they cannot stand beside these options of families, each as it was read."""

    @classmethod
    def names(cls) -> list[str]:
        """The names of the options that a table can always choose: the class's own before those of the class that it is based
        on."""
        return [name for name in cls._every() if name not in cls.optional()]

    @classmethod
    def optional(cls) -> set[str]:
        """The names of the options that a game need not have."""
        return {field.name for field in fields(cls) if field.default is not MISSING and field.name != UNREFEREED}

    @classmethod
    def _every(cls) -> list[str]:
        listed = [field.name for field in fields(cls) if field.name != UNREFEREED]
        own = [name for name in vars(cls).get("__annotations__", ()) if name in listed]
        return [*own, *(name for name in listed if name not in own)]


class NotAllowed(ValueError):
    """Raised by a family for a name or a value that it does not have; ``expected`` says what may stand there."""

    def __init__(self, reason: str, expected: list[JSON]) -> None:
        self.reason = reason
        self.expected = expected
        super().__init__(reason)


class Family(ABC):
    """Options that a table writes where it needs them, one by one or one for each name: ``ladder=sum``, ``fan.CODE=N``."""

    clause: ClassVar[str]
    valuing: ClassVar[bool] = False
    """Whether the value of every win rests on its clause, where a table writes any."""
    single: ClassVar[bool] = True
    """Whether it is one option without a name behind a point."""
    conditions: tuple[str, ...] = ()
    """The words that may stand behind a value, where a table may put some together."""

    @abstractmethod
    def read(self, book: Rulebook, name: str, value: str) -> str:
        """The value as ``Rules`` keep it, empty where it is what holds anyway. Raises NotAllowed for an unknown name (reason
        ``option``) or value (``value``)."""

    def together(self, book: Rulebook, name: str, chosen: Mapping[str, str]) -> None:  # noqa: B027
        """Raise UnsupportedOptions where the option may not stand beside the others that a text has, as it has them."""

    @abstractmethod
    def example(self, book: Rulebook) -> str:
        """One of them as a record writes it."""

    def names(self, book: Rulebook) -> Mapping[str, tuple[Text, str]]:
        """The names that may stand behind the point, each with what it is and its usual value; empty where a table makes them
        up."""
        return {}

    def offered(self, book: Rulebook, clause: str) -> Mapping[str, Text]:
        """Values of the single option by which breaking this clause may be no fault, each in words."""
        return {}

    def condition(self, book: Rulebook, condition: str) -> Text:
        """One of the conditions in words; a figure behind it is put into them."""
        name, _colon, figure = condition.partition(":")
        known = book.words.of("conditions")
        said = known.get(condition) or known.get(f"{name}:N") or OwnText(zh=condition, en=condition)
        return OwnText(zh=said["zh"].replace("{n}", figure), en=said["en"].replace("{n}", figure))

    def said(self, book: Rulebook, value: str) -> Text:
        """A value in words."""
        return OwnText(zh=value, en=value)


def misfit(options: Sequence[Option], typed: type[Options]) -> str | None:
    """The difference between a game's class of options and the options of its ``rules.toml``, None where there is none."""
    hints = get_type_hints(typed)
    given, wanted = typed.names(), [option.name for option in options if option.name not in typed.optional()]
    if given != wanted:
        return f"{typed.__module__} has the options {', '.join(given) or 'none'}, expected {', '.join(wanted) or 'none'}"
    for option in options:
        wanted_types, has = _types_of(option), _types(hints[option.name])
        if not (wanted_types <= has if option.name in typed.optional() else wanted_types == has):
            expected = " | ".join(sorted(getattr(one, "__name__", repr(one)) for one in _types_of(option)))
            return f"option {option.name}: {typed.__module__} has {hints[option.name]}, expected {expected}"
    return None


def _types(hint: object) -> set[object]:
    """The types that a type hint allows, and the words of a ``Literal``."""
    parts = get_args(hint)
    return {found for part in parts for found in _types(part)} if parts else {hint}


def _types_of(option: Option) -> set[object]:
    """The types that the hint of an option must allow."""
    words: set[object] = {value for value in option.values if isinstance(value, str)}
    plain: Mapping[str, set[object]] = {"bool": {bool}, "int": {int} | words, "choice": words}
    return plain[option.kind] | ({NoneType} if None in option.values else set())


def write(value: Value) -> str:
    """A value as a record writes it: ``true``, ``8``, ``wall4``, ``none``."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return NONE if value is None else str(value)
