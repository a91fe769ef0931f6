"""The rules of a match: a preset, the value of every option, and what its table has added or does not have refereed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import MappingProxyType

from referee.core.verdict import JSON
from referee.rulebook.options import POINT, UNREFEREED, Options, Value, write

NAMING = "Fan."
"""How the tags of a match begin that name what its table has added."""


class UnsupportedOptions(ValueError):
    """Raised for options that are allowed one by one but not together: the code of the rulebook's sentence that says why, and the
    facts in it."""

    def __init__(self, code: str, **facts: object) -> None:
        self.code, self.facts = code, facts
        super().__init__(code)


class Rules:
    """The rules of a match: the preset's name and the value of every option.

    Equal and hashable by value, so that what is worked out from rules can be kept. A game reads its options as attributes
    (``Options.of(rules).cap``); ``values`` lists them by name, in the rulebook's order, for whoever shows those of any game.
    ``unrefereed`` are the clauses that the table does not have refereed (TBL-17).

    ``own`` are the options of families (``fan.qingyise=2``) that differ from what holds without them, in the order of their
    names; ``called`` names what a table has added (``yitiaolong``: 一條龍), by its code. ``unsaid`` are options that a verdict
    does not name: added ones that are as usual, and those of which ``own`` says more. ``adds`` is true where a table adds
    anything: one that adds nothing pays no time for what it could add. ``fans`` are the clauses of the game's fans.
    """

    __slots__ = ("_hash", "adds", "called", "fans", "options", "own", "preset", "told", "unrefereed", "unsaid", "values")

    def __init__(
        self,
        preset: str,
        options: Options,
        names: tuple[str, ...],
        *,
        unsaid: frozenset[str] = frozenset(),
        adds: bool = False,
        own: tuple[tuple[str, str], ...] = (),
        called: tuple[tuple[str, str], ...] = (),
        fans: frozenset[str] = frozenset(),
    ) -> None:
        self.preset = preset
        self.options = options
        self.unrefereed = options.unrefereed
        self.own = own
        self.called = called
        self.unsaid = unsaid
        self.adds = adds or bool(own)
        self.fans = fans
        self.values: Mapping[str, Value] = MappingProxyType({name: getattr(options, name) for name in names})
        self.told: Mapping[str, Value] = {name: value for name, value in self.values.items() if name not in unsaid}
        """The options that a verdict names: all that the game has always had, and what tables add where they do."""
        self._hash = hash((preset, options, own, called))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rules) and self._key() == other._key()

    def _key(self) -> tuple[object, ...]:
        return self.preset, self.options, self.own, self.called

    def calling(self, tags: Mapping[str, str]) -> Rules:
        """The same with the names that the tags of a match give to what its table has added."""
        behind = [name.partition(POINT)[2] for name, _ in self.own]
        named = {name: tags[NAMING + name] for name in behind if name and NAMING + name in tags}
        return self._named(tuple({**dict(self.called), **named}.items())) if named else self

    def _named(self, called: tuple[tuple[str, str], ...]) -> Rules:
        return Rules(
            self.preset,
            self.options,
            tuple(self.values),
            unsaid=self.unsaid,
            adds=self.adds,
            own=self.own,
            called=called,
            fans=self.fans,
        )

    def family(self, word: str) -> dict[str, str]:
        """The options of a family by what stands behind the point; "" where it is a single one."""
        return {behind: value for name, value in self.own for before, _, behind in [name.partition(POINT)] if before == word}

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Rules({self.text!r})"

    def __reduce__(self) -> tuple[partial[Rules], tuple[object, ...]]:
        made = partial(Rules, unsaid=self.unsaid, adds=self.adds, own=self.own, called=self.called, fans=self.fans)
        return made, (self.preset, self.options, tuple(self.values))

    @property
    def unvalued(self) -> list[str]:
        """The clauses that are not refereed and on which the value of every win rests (TBL-17)."""
        if not self.unrefereed:
            return []
        families = self.options.families
        resting = {
            *self.options.valuing,
            *(families[word].clause for word in families if families[word].valuing and self.family(word)),
        }
        return [clause for clause in self.unrefereed if clause in resting]

    @property
    def unvalued_waits(self) -> list[str]:
        """Those, and the clauses of fans that are not refereed: what a hand waits for may be worth any of them (TBL-17)."""
        unvalued = {*self.unvalued, *self.fans}
        return [clause for clause in self.unrefereed if clause in unvalued]

    @property
    def text(self) -> str:
        """The rules as a record writes them, with every option; what tables add only where they do."""
        every = [*((name, write(value)) for name, value in self.told.items()), *self.own]
        if self.unrefereed:
            every.append((UNREFEREED, ",".join(self.unrefereed)))
        return " ".join([self.preset, *(f"{name}={value}" for name, value in every)])

    def as_dict(self) -> dict[str, JSON]:
        """The rules as a verdict has them; what tables add only where they do."""
        options: dict[str, JSON] = {**self.told, **{name: int(text) if text.isdigit() else text for name, text in self.own}}
        if self.unrefereed:
            options[UNREFEREED] = ",".join(self.unrefereed)
        return {"preset": self.preset, "options": options}


def with_rules(written: str, wanted: str) -> str:
    """The text of a record's rules with others in their place: a preset replaces all of them, options only those of the same
    name."""
    words = wanted.split()
    if "=" not in words[0]:
        return wanted
    named = {word.partition("=")[0] for word in words}
    return " ".join([*(word for word in written.split() if word.partition("=")[0] not in named), *words])
