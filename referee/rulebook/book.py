"""The rulebook of a game: its clauses and those of its core, its options and presets; and resolving the text of a match's
rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType

from referee.core.verdict import JSON, Finding, Text
from referee.rulebook import fan_lines, load
from referee.rulebook.clauses import Clause, FindingTemplate, Words
from referee.rulebook.fan_lines import FanLine
from referee.rulebook.options import POINT, UNREFEREED, NotAllowed, Option, Options, Preset, Value, misfit, write
from referee.rulebook.penalties import Catalogue
from referee.rulebook.penalty_reading import read_file
from referee.rulebook.rules import Rules, UnsupportedOptions
from referee.rulebook.toml import RulebookError, TomlTable
from referee.rulebook.verbs import Verb, verbs

UNKNOWN_OPTION = "unknown-option"
NOTATION = "PPN-"
"""How the clauses of the notation begin: they say what a record is, not what is played."""
_REMEMBERED = 512


class Rulebook:
    """Everything in a ``rules.toml``, checked when it is loaded.

    ``called`` are other names of the game than its ``name``, by which files of other programs may name it. ``usual``: whether a
    page opens with it where nobody has named a game.

    What is its own stands upon what its core has: ``verbs`` are the moves that it has words for, ``rulings`` what an arbiter may
    rule in it alone (``E.fa:dead-hand``), ``codes`` the findings that it may raise with their severity, ``words`` how it calls
    seats, tiles and all else, ``clauses`` the core's clauses and then its own, ``options`` its own and then the core's, ``fans``
    the lines of its table of fans. ``cited``
    are the ids of its own clauses that code has asked for by ``rulebook[id]``; every other clause must be marked as a mere
    description. ``penalties`` are those of the ``penalties.toml`` beside it, else the core's.
    """

    def __init__(self, table: TomlTable, core: Rulebook | None, typed: type[Options]) -> None:
        self.core = core
        self.id = table.text("id")
        self.name: Text = table.localized_field("name")
        self.called = table.texts("called")
        self.edition = table.text("edition")
        self.base = table.number("base", 1)
        self.usual = table.flag("usual", False)
        self.words: Words = load.words(table).over(core.words if core else Words())
        self.verbs: Mapping[str, Verb] = MappingProxyType(verbs(table, core.verbs if core else {}))
        self.rulings: tuple[str, ...] = (*(core.rulings if core else ()), *table.texts("rulings"))
        self.codes: Mapping[str, str] = load.codes(table, core.codes if core else {})
        self.own: Mapping[str, Clause] = MappingProxyType(load.clauses(table, self.words, self.codes))
        if core and (twice := set(core.clauses) & set(self.own)):
            raise table.fail(f"{', '.join(sorted(twice))} stands in {core.id} already")
        self.clauses: Mapping[str, Clause] = MappingProxyType({**(core.clauses if core else {}), **self.own})
        self.sections: Mapping[str, Text] = {**(core.sections if core else {}), **table.localized_table("sections")}
        self.fans: Mapping[str, FanLine] = MappingProxyType(fan_lines.lines(table, self.clauses))
        self.options: tuple[Option, ...] = load.options(table, self.clauses, core.options if core else ())
        self.presets: tuple[Preset, ...] = load.presets(table, self.options)
        self.seats = "".join(self.words.seats)
        self.penalties: Catalogue = core.penalties if core else Catalogue((), ())
        self.cited: set[str] = set()
        self.families = typed.families
        self._typed = typed
        self._resolved = lru_cache(_REMEMBERED)(self._resolve)
        self._one = lru_cache(_REMEMBERED)(_first)
        table.close()
        if wrong := misfit(self.options, typed):
            raise table.fail(wrong)
        for preset in self.presets:
            _rules, problems = self._resolve(preset.name)
            if problems:
                raise table.fail(f"preset {preset.name}: {problems[0].message['en']}")

    @classmethod
    def load(cls, path: Path, core: Rulebook | None = None, options: type[Options] = Options) -> Rulebook:
        """Load and check a ``rules.toml`` together with the game's class of options. Raises RulebookError.

        Raises RulebookError with the place of what is wrong.
        """
        book = cls(TomlTable.read(path), core, options)
        own = path.with_name("penalties.toml")
        book.penalties = read_file(own) if own.exists() else book.penalties
        return book

    def __getitem__(self, id_: str) -> Clause:
        """The clause with this id, which counts as cited. Raises RulebookError."""
        if id_ in self.own:
            self.cited.add(id_)
            return self.own[id_]
        if self.core is None:
            raise RulebookError(f"no clause {id_}")
        return self.core[id_]

    def __iter__(self) -> Iterator[Clause]:
        return iter(self.clauses.values())

    def raising(self, code: str, rules: Rules | None = None) -> FindingTemplate:
        """The finding of this code in the clause nearest to the game: its own before its core's; before them the clause of what a
        table has added by these rules."""
        for id_ in self._added(rules) if rules else ():
            if any(key.partition(":")[0] == code for key in self.clauses[id_].findings):
                return self[id_].raises(code, self.words)
        book: Rulebook | None = self
        while book is not None:
            for clause in book.own.values():
                if any(key.partition(":")[0] == code for key in clause.findings):
                    return book[clause.id].raises(code, self.words)
            book = book.core
        raise RulebookError(f"no clause of {self.id} raises {code}")

    def _added(self, rules: Rules) -> Iterator[str]:
        """The clauses of the options that tables add and that these rules have otherwise than usual."""
        yield from (option.clause for option in self.options if option.added and option.name not in rules.unsaid)
        yield from (self.families[name.partition(POINT)[0]].clause for name, _ in rules.own)

    def option(self, name: str) -> Option:
        """The option with this name. Raises RulebookError."""
        found = next((option for option in self.options if option.name == name), None)
        if found is None:
            raise RulebookError(f"no option {name} in {self.id}")
        return found

    def family_text(self, word: str) -> Text:
        """The purpose of the options of a family."""
        return self.words.of("families")[word]

    def preset(self, name: str) -> Preset | None:
        return next((preset for preset in self.presets if preset.name == name), None)

    @property
    def refereed(self) -> list[str]:
        """The ids of the clauses that a table need not have refereed: all but those of the notation (TBL-17)."""
        return [id_ for id_ in self.clauses if not id_.startswith(NOTATION)]

    # -- reading a rules text ----------------------------------------------------------------------------------

    def rules(self, text: str, tags: Mapping[str, str] = MappingProxyType({})) -> Rules | list[Finding]:
        """The rules that ``preset option=value …`` resolves to, by default of the first preset; or the findings on that text.

        Everything that is unknown in it is answered as a finding with what was expected, not only the first. ``tags`` are those
        of the match, which may name fans of the table's own."""
        rules, problems = self._resolved(text)
        if rules is None:
            return list(problems)
        return rules.calling(tags) if tags and rules.own else rules

    def _resolve(self, text: str) -> tuple[Rules | None, tuple[Finding, ...]]:
        words = text.split()
        problems: list[Finding] = []
        preset = self._preset(words, problems)
        chosen: dict[str, Value] = {}
        own: dict[str, str] = {}
        for word in words:
            self._choose(word, chosen, own, problems)
        added: dict[str, str] = {}
        for word in preset.adds if preset else ():
            self._choose(word, {}, added, problems)
        if problems or preset is None:
            return None, tuple(problems)
        own = {**added, **own}
        left_out = str(chosen.pop(UNREFEREED, "")).split(",")
        unrefereed = tuple(id_ for id_ in self.refereed if id_ in left_out)
        try:
            written = {**{name: write(value) for name, value in chosen.items()}, **own}
            for name in own:
                self.families[name.partition(POINT)[0]].together(self, name, written)
            options = self._typed(**self._filled({**preset.options, **chosen}), unrefereed=unrefereed)
            options.beside(own)
            of_old = {name: value for name, value in {**preset.options, **chosen}.items() if not self.option(name).added}
            usual = self._filled(of_old)
            rules = self._made(preset, options, own, usual)
            return self._one(rules, rules.unsaid), ()
        except UnsupportedOptions as error:
            return None, (self._unsupported(text, error),)

    def _made(self, preset: Preset, options: Options, own: Mapping[str, str], usual: Mapping[str, Value]) -> Rules:
        unsaid = [one.name for one in self.options if one.added and getattr(options, one.name) == usual[one.name]]
        differing = tuple(sorted((name, value) for name, value in own.items() if value))
        names = tuple(one.name for one in self.options)
        adds = len(unsaid) < sum(one.added for one in self.options)
        valued = [self.fans.get(name.partition(POINT)[2]) for name in own]
        settled = [line.option for line in valued if line is not None and line.option is not None]
        return Rules(
            preset.name,
            options,
            names,
            unsaid=frozenset([*unsaid, *settled]),
            adds=adds,
            own=differing,
            called=preset.called,
            fans=frozenset(line.clause.id for line in self.fans.values()),
        )

    def _preset(self, words: list[str], problems: list[Finding]) -> Preset | None:
        """The preset that the text starts with, taken off its words."""
        if not words or "=" in words[0]:
            return self.presets[0]
        name = words.pop(0)
        found = self.preset(name)
        if found is None:
            problems.append(self._problem("preset", name, [preset.name for preset in self.presets]))
        return found

    def _choose(self, word: str, chosen: dict[str, Value], own: dict[str, str], problems: list[Finding]) -> None:
        name, sign, value = word.partition("=")
        option = next((option for option in self.options if option.name == name), None)
        before, point, behind = name.partition(POINT)
        family = self.families.get(before)
        if family is not None and family.single == bool(point):
            family = None
        if not sign or option is None and family is None and name != UNREFEREED:
            every: list[JSON] = [f"{word}{POINT}…" for word, one in self.families.items() if not one.single] if point else []
            problems.append(self._problem("option", word if sign else name, every or [option.name for option in self.options]))
        elif name in chosen or name in own:
            problems.append(self._problem("twice", word, [name]))
        elif option is None and family is None:
            chosen[name] = value
            problems += self._unknown_clauses(value)
        else:
            try:
                if option is not None:
                    chosen[name] = option.read(value)
                elif family is not None:
                    own[name] = family.read(self, behind, value)
            except NotAllowed as error:
                problems.append(self._problem(error.reason, word, error.expected))
            except ValueError:
                problems.append(self._problem("value", word, option.expected() if option else []))

    def _unknown_clauses(self, value: str) -> Iterator[Finding]:
        """What is wrong with the clauses that a table does not have refereed (TBL-17)."""
        raises = self["TBL-17"].raises(UNKNOWN_OPTION, self.words)
        expected: list[JSON] = list(self.refereed)
        for id_ in value.split(","):
            if id_ not in self.refereed:
                facts: Mapping[str, JSON] = {"actual": f"{UNREFEREED}={id_}", "expected": ", ".join(self.refereed)}
                yield raises.finding(facts)._replace(expected=expected)

    def _filled(self, chosen: Mapping[str, Value]) -> dict[str, Value]:
        """The value of every option, in the rulebook's order."""
        values: dict[str, Value] = {}
        plain = {option.name: chosen.get(option.name, option.default) for option in self.options}
        for option in self.options:
            values[option.name] = plain[option.name]
            if option.name not in chosen:
                for other, value, default in option.defaults:
                    if plain[other] == value:
                        values[option.name] = default
        return values

    def _unsupported(self, text: str, error: UnsupportedOptions) -> Finding:
        raises = self.raising(UNKNOWN_OPTION)
        return raises.finding(
            {"reason": "together", "expected": {**self.words.sentence(error.code, **error.facts)}, "actual": text}
        )

    def _problem(self, reason: str, actual: str, expected: list[JSON]) -> Finding:
        raises = self.raising(UNKNOWN_OPTION)
        listed = ", ".join(str(name) for name in expected) or "–"
        return raises.finding({"reason": reason, "expected": listed, "actual": actual})._replace(expected=expected)


def _first(rules: Rules, unsaid: frozenset[str]) -> Rules:
    """Of equal rules that say the same the first, so that what is kept by rules finds them without comparing their options."""
    return rules
