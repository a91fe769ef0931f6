"""Builds clauses, options, presets and words from the tables of a ``rules.toml``, and refuses unsound ones."""

from __future__ import annotations

import re
from collections.abc import Mapping

from referee.core.verdict import SEVERITIES, Text
from referee.rulebook import fan_lines
from referee.rulebook.clauses import KINDS_OF_WORDS, TONES, Clause, Words, flaw
from referee.rulebook.options import NONE, Option, Preset, Value
from referee.rulebook.toml import TomlTable

MARKS = ("T", "I", "T/I")
KINDS = ("bool", "int", "choice")
_ID = re.compile(r"[A-Z]+-\d+(\.\d+)?")


def words(table: TomlTable) -> Words:
    """The rulebook's words for its seats, tiles and everything else; empty where its core has them."""
    within = table.table("words")
    seats, spellings = _seats(within.table("seats"))
    others = {kind: within.localized_table(kind) for kind in KINDS_OF_WORDS if within.has(kind)}
    if table.has("fans"):
        others["fans"] = fan_lines.names(table)
    found = Words(
        seats, within.localized_table("tiles"), within.flag("grouped", False), spellings, others, _tones(within, others)
    )
    within.close()
    return found


def _tones(within: TomlTable, others: Mapping[str, Mapping[str, Text]]) -> dict[str, str]:
    """The styles in which a board shows marks, for the marks that this file has words for."""
    table = within.table("tones")
    found = {mark: table.text(mark) for mark in table.names()}
    for mark, tone in found.items():
        if tone not in TONES or mark not in others.get("marks", {}):
            raise table.fail(f"{mark}: expected a mark of this file, and one of {', '.join(TONES)}")
    return found


def _seats(within: TomlTable) -> tuple[dict[str, Text], dict[str, str]]:
    """The names of the seats, and other letters that records may use for them."""
    names: dict[str, Text] = {}
    spellings: dict[str, str] = {}
    for letter in within.names():
        entry = within.table(letter)
        spellings |= dict.fromkeys(entry.texts("written"), letter)
        names[letter] = entry.localized_text()
        entry.close()
    return names, spellings


def codes(table: TomlTable, core: Mapping[str, str]) -> dict[str, str]:
    """The finding codes with their severities, those of the core first; a code is declared once."""
    within = table.table("codes")
    found = dict(core)
    for code in within.names():
        severity = within.text(code)
        if code in core or severity not in SEVERITIES:
            raise within.fail(f"{code}: declared already" if code in core else f"{code}: expected one of {', '.join(SEVERITIES)}")
        found[code] = severity
    return found


def clauses(table: TomlTable, names: Words, severities: Mapping[str, str]) -> dict[str, Clause]:
    """The file's own clauses, in order."""
    found: dict[str, Clause] = {}
    for entry in table.tables("clause"):
        clause = _clause(entry, names, severities)
        if clause.id in found:
            raise entry.fail("stands here twice")
        found[clause.id] = clause
    return found


def _clause(entry: TomlTable, names: Words, severities: Mapping[str, str]) -> Clause:
    id_, checked = entry.text("id"), entry.flag("checked")
    if not _ID.fullmatch(id_):
        raise entry.fail("expected an id such as MJ-2.2")
    mark, reason = _source(entry)
    findings = entry.localized_table("findings")
    _check_findings(entry, findings, checked, severities)
    text = entry.localized_text()
    entry.close()
    return Clause(id_, mark, text["zh"], text["en"], checked, findings, reason, names, severities)


def _source(entry: TomlTable) -> tuple[str, Text | None]:
    """The mark of a clause or preset: whether the source says it; and the reason of what is inferred."""
    mark = entry.text("mark")
    if mark not in MARKS:
        raise entry.fail(f"mark: expected one of {', '.join(MARKS)}, got {mark!r}")
    if ("I" in mark) != entry.has("reason"):
        raise entry.fail("a reason belongs to what is inferred, and to nothing else")
    return mark, entry.localized_field("reason") if entry.has("reason") else None


def _check_findings(entry: TomlTable, findings: Mapping[str, Text], checked: bool, severities: Mapping[str, str]) -> None:
    if findings and not checked:
        raise entry.fail("raises findings, so it is checked")
    for key, templates in findings.items():
        code = key.partition(":")[0]
        if code not in severities:
            raise entry.fail(f"{code} is no finding code: [codes] declares them")
        if code not in findings:
            raise entry.fail(f"{code} has cases, but no message for all others")
        for template in templates.values():
            wrong = flaw(template)
            if wrong:
                raise entry.fail(f"{key}: {wrong}")


def options(table: TomlTable, known: Mapping[str, Clause], core: tuple[Option, ...] = ()) -> tuple[Option, ...]:
    """The file's own options in order, then those of its core that it does not declare itself.

    A file may declare an option of its core again, with its own text and clause, to leave only some of the values. Of those that
    tables add it has what ``added_options`` names; all of them where it has no core.
    """
    own = tuple(_option(entry, known) for entry in table.tables("option"))
    names = [option.name for option in own]
    wanted = table.texts("added_options")
    if missing := [name for name in wanted if name in names or not any(one.added and one.name == name for one in core)]:
        raise table.fail(f"added_options: {', '.join(missing)} is none that the core adds, or stands here")
    found = (*own, *(one for one in core if one.name not in names and (not one.added or one.name in wanted)))
    names = [option.name for option in found]
    inherited = {option.name: option for option in core}
    for option in found:
        if names.count(option.name) > 1:
            raise table.fail(f"option {option.name} stands here twice")
        above = inherited.get(option.name, option)
        if option.kind != above.kind or not set(option.values) <= set(above.values):
            raise table.fail(f"option {option.name}: its values are not among those of the core")
        if any(other not in names for other, _, _ in option.defaults):
            raise table.fail(f"option {option.name}: its default follows an option that is none")
    return found


def _option(entry: TomlTable, known: Mapping[str, Clause]) -> Option:
    kind, clause = entry.text("kind"), entry.text("clause")
    if kind not in KINDS:
        raise entry.fail(f"kind: expected one of {', '.join(KINDS)}, got {kind!r}")
    if clause not in known:
        raise entry.fail(f"no clause {clause}")
    values: tuple[Value, ...] = (True, False) if kind == "bool" else tuple(_value(entry, one) for one in entry.items("values"))
    least = entry.number("least", 0) if entry.has("least") else None
    most = entry.number("most", 0) if entry.has("most") else None
    text = entry.localized_text()
    default = _value(entry, entry.get("default"))
    conditions = tuple(_condition(one) for one in entry.tables("defaults"))
    meanings = entry.localized_table("meanings")
    changes = entry.texts("changes")
    if wrong := [id_ for id_ in changes if not _ID.fullmatch(id_)]:
        raise entry.fail(f"changes: {', '.join(wrong)} is no clause")
    own = (least, most, meanings, conditions, entry.flag("added", False), changes)
    option = Option(entry.text("name"), kind, values, default, text["zh"], text["en"], clause, *own)
    entry.close()
    for value in (default, *(condition[2] for condition in conditions)):
        _check_value(entry, option, value)
    return option


def _condition(entry: TomlTable) -> tuple[str, Value, Value]:
    """``{option, is, default}``: the default where another option has this value."""
    found = entry.text("option"), _value(entry, entry.get("is")), _value(entry, entry.get("default"))
    entry.close()
    return found


def presets(table: TomlTable, known: tuple[Option, ...]) -> tuple[Preset, ...]:
    """The presets, the default one first."""
    by_name = {option.name: option for option in known}
    found: list[tuple[bool, Preset]] = []
    for entry in table.tables("preset"):
        chosen = entry.table("options")
        values: dict[str, Value] = {}
        for name in chosen.names():
            if name not in by_name:
                raise entry.fail(f"no option {name}")
            values[name] = _value(entry, chosen.get(name))
            _check_value(entry, by_name[name], values[name])
        text, (mark, reason) = entry.localized_text(), _source(entry)
        adds, named = entry.texts("adds"), entry.table("called")
        called = tuple((code, named.text(code)) for code in named.names())
        preset = Preset(entry.text("name"), text["zh"], text["en"], values, mark, reason, adds, called)
        found.append((entry.flag("default", False), preset))
        entry.close()
    if found and sum(default for default, _ in found) != 1:
        raise table.fail("expected exactly one default preset")
    return tuple(preset for _, preset in sorted(found, key=lambda pair: not pair[0]))


def _value(entry: TomlTable, value: object) -> Value:
    """A value in TOML; ``none`` stands for None."""
    if value == NONE:
        return None
    if isinstance(value, bool | int | str):
        return value
    raise entry.fail(f"expected a value, got {value!r}")


def _check_value(entry: TomlTable, option: Option, value: Value) -> None:
    within = option.least is not None and type(value) is int and value >= option.least
    if within and (option.most is None or value <= option.most):  # type: ignore[operator]
        return
    if not any(type(value) is type(one) and value == one for one in option.values):
        raise entry.fail(f"{option.name}: {value!r} is none of its values")
