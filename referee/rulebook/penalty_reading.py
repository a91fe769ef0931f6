"""Reads a catalogue of penalties from TOML or JSON: what is wrong is told with its line, what was expected and what came."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, NoReturn

from referee.chinese import OwnText
from referee.core.texts import shortened
from referee.core.verdict import Text
from referee.rulebook.penalties import (
    EFFECTS,
    POINTS,
    TEXTS,
    WITH_AMOUNT,
    Catalogue,
    Grade,
    Offence,
    PenaltyClause,
)
from referee.rulebook.toml import LANGUAGES, RulebookError

TOML, JSON = "toml", "json"
MOST_CHARACTERS = 64 << 10
MOST_GRADES, MOST_OFFENCES, MOST_AMOUNTS = 40, 200, 40
MOST_TEXT = 200
LARGEST = 10**6
SHOWN = 60
"""Characters of a wrong value that an error shows."""
MARKS = ("T", "I", "T/I")

Path_ = tuple[str | int, ...]
_CODE = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_AMOUNT = re.compile(r"[0-9]{1,7}(\.[0-9]{1,3}|/[1-9][0-9]{0,2})?")
_HEAD = re.compile(r"\s*\[\[\s*([\w-]+)\s*\]\]")
_PAIR = re.compile(r"\s*\"?([\w-]+)\"?\s*=")
_SPACE = re.compile(r"[ \t\r\n]*")
_UNWRITTEN = re.compile("[\0\ud800-\udfff]")
"""What JSON can say and no text can hold: NUL and lone surrogates."""


class CatalogueError(ValueError):
    """Raised for a catalogue that is none: the line, where it is known, what was expected and what came, in zh and en."""

    def __init__(self, message: Text, line: int | None = None) -> None:
        self.line = line
        self.message = TEXTS("at-line", line=line, said=message) if line else message
        super().__init__(self.message["en"])


class _Wrong(Exception):
    """What is wrong at a place of the document."""

    def __init__(self, place: Path_, expected: Text, came: object) -> None:
        self.place, self.expected, self.came = place, expected, came
        super().__init__(expected["en"])


def read_file(path: Path) -> Catalogue:
    """The catalogue of a rulebook. Raises RulebookError where the file is none."""
    try:
        return read_catalogue(path.read_text("utf-8"), TOML)
    except (OSError, CatalogueError) as error:
        raise RulebookError(f"{path.parent.name}/{path.name}: {error}") from error


def read_catalogue(text: str, form: str, base: Catalogue | None = None) -> Catalogue:
    """Read a catalogue. Without grades of its own it has those of ``base``. Raises CatalogueError."""
    if len(text) > MOST_CHARACTERS:
        raise CatalogueError(TEXTS("too-long", most=MOST_CHARACTERS))
    document = _from_json(text) if form == JSON else _from_toml(text)
    try:
        return _catalogue(document, base)
    except _Wrong as wrong:
        came = "—" if wrong.came is None else shortened(repr(wrong.came), SHOWN)
        place = ".".join(str(step + 1) if isinstance(step, int) else step for step in wrong.place)
        facts = {"expected": wrong.expected, "came": came}
        said = TEXTS("expected-at", place=place, **facts) if place else TEXTS("expected", **facts)
        raise CatalogueError(said, _line(text, form, wrong.place)) from None


def _line(text: str, form: str, place: Path_) -> int | None:
    """The line of a value, or of the nearest one around it whose line is known."""
    lines = _json_lines(text) if form == JSON else _toml_lines(text)
    return next((lines[place[:length]] for length in range(len(place), 0, -1) if place[:length] in lines), None)


def _from_toml(text: str) -> Any:
    try:
        return tomllib.loads(text.replace("\r\n", "\n"), parse_float=str)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        found = re.search(r"line (\d+), column (\d+)", str(error))
        line = int(found[1]) if found else text.count("\n") + 1
        column = found[2] if found else str(len(text) - text.rfind("\n"))
        what = re.sub(r" \(at .*\)$", "", str(error))
        raise CatalogueError(TEXTS("no-toml", column=column, what=what), line) from None


def _from_json(text: str) -> Any:
    try:
        return json.loads(text, parse_float=str)
    except json.JSONDecodeError as error:
        raise CatalogueError(TEXTS("no-json-at", column=error.colno, what=error.msg), error.lineno) from None
    except (ValueError, RecursionError) as error:
        raise CatalogueError(TEXTS("no-json", what=error)) from None


def _catalogue(document: Any, base: Catalogue | None) -> Catalogue:
    fields = _object(document, (), {"grade", "offence", "clause"})
    grades = tuple(_grade(one, place) for one, place in _list(fields.get("grade", []), ("grade",), MOST_GRADES))
    grades = grades or (base.grades if base else ())
    if not grades:
        _fail(("grade",), TEXTS("any-grade"), fields.get("grade"))
    codes = [grade.code for grade in grades]
    _once(codes, "grade")
    for number, grade in enumerate(grades):
        for before, then in grade.after:
            for code in (before, then):
                if code not in codes:
                    _fail(("grade", number, "after"), TEXTS("grade", known=", ".join(codes)), code)
    entries = _list(fields.get("offence", []), ("offence",), MOST_OFFENCES)
    offences = tuple(_offence(one, place, {grade.code: grade for grade in grades}) for one, place in entries)
    _once([offence.code for offence in offences], "offence")
    clauses = tuple(_clause(one, place) for one, place in _list(fields.get("clause", []), ("clause",), MOST_GRADES))
    return Catalogue(grades, offences, clauses or (base.clauses if base else ()))


def _grade(value: Any, place: Path_) -> Grade:
    fields = _object(value, place, {"code", "name", "effect", "amounts", "after", "rises", "lapses"})
    effect = fields.get("effect")
    if not isinstance(effect, str) or effect not in EFFECTS:
        _fail((*place, "effect"), TEXTS("one-of", known=", ".join(EFFECTS)), effect)
    amounts = tuple(
        _amount(one, at, whole=effect == POINTS)
        for one, at in _list(fields.get("amounts", []), (*place, "amounts"), MOST_AMOUNTS)
    )
    if bool(amounts) != (effect in WITH_AMOUNT) or list(amounts) != sorted(set(amounts)):
        needs = TEXTS("amounts") if effect in WITH_AMOUNT else TEXTS("no-amounts")
        _fail((*place, "amounts"), needs, fields.get("amounts"))
    after = _object(fields.get("after", {}), (*place, "after"), None)
    steps = tuple((before, _code(then, (*place, "after"))) for before, then in after.items())
    flags = {name: _flag(fields.get(name, False), (*place, name)) for name in ("rises", "lapses")}
    code, name = _code(fields.get("code"), (*place, "code")), _text(fields.get("name"), (*place, "name"))
    return Grade(code, name, effect, amounts, steps, **flags)


def _offence(value: Any, place: Path_, grades: Mapping[str, Grade]) -> Offence:
    fields = _object(value, place, {"code", "name", "grades", "amount", "clause", "findings"})
    usual = tuple(_code(one, at) for one, at in _list(fields.get("grades"), (*place, "grades"), MOST_GRADES))
    if not usual or set(usual) - set(grades):
        _fail((*place, "grades"), TEXTS("grades", known=", ".join(grades)), fields.get("grades"))
    amount = None
    if "amount" in fields:
        amount = _amount(fields["amount"], (*place, "amount"))
        if amount not in grades[usual[0]].amounts:
            allowed = ", ".join(map(str, grades[usual[0]].amounts)) or "—"
            _fail((*place, "amount"), TEXTS("amount-of-grade", allowed=allowed), str(amount))
    findings = tuple(_code(one, at) for one, at in _list(fields.get("findings", []), (*place, "findings"), MOST_GRADES))
    clause = fields.get("clause", "")
    if not isinstance(clause, str) or len(clause) > 40 or _UNWRITTEN.search(clause):
        _fail((*place, "clause"), TEXTS("clause"), clause)
    return Offence(
        _code(fields.get("code"), (*place, "code")),
        _text(fields.get("name"), (*place, "name")),
        usual,
        amount,
        clause,
        findings,
    )


def _clause(value: Any, place: Path_) -> PenaltyClause:
    fields = _object(value, place, {"id", "mark", "zh", "en"})
    id_, mark = fields.get("id"), fields.get("mark")
    if not isinstance(id_, str) or not re.fullmatch(r"[A-Z]+-\d+(\.\d+)?", id_):
        _fail((*place, "id"), TEXTS("clause-id"), id_)
    if mark not in MARKS:
        _fail((*place, "mark"), TEXTS("one-of", known=", ".join(MARKS)), mark)
    texts = {language: fields.get(language) for language in LANGUAGES}
    for language, text in texts.items():
        if not isinstance(text, str) or not text.strip() or _UNWRITTEN.search(text):
            _fail((*place, language), TEXTS("text"), text)
    return PenaltyClause(id_, mark, OwnText({language: str(text) for language, text in texts.items()}))


def _object(value: Any, place: Path_, known: set[str] | None) -> dict[str, Any]:
    if not isinstance(value, dict):
        _fail(place, TEXTS("table"), value)
    if known is not None and (unknown := sorted(set(value) - known)):
        _fail((*place, unknown[0]), TEXTS("fields", known=", ".join(sorted(known))), unknown[0])
    return dict(value)


def _list(value: Any, place: Path_, most: int) -> Iterator[tuple[Any, Path_]]:
    if not isinstance(value, list) or len(value) > most:
        came = len(value) if isinstance(value, list) else value
        _fail(place, TEXTS("list", most=most), came)
    return ((one, (*place, number)) for number, one in enumerate(value))


def _text(value: Any, place: Path_) -> Text:
    """A text in zh and en, or one for both."""
    texts = dict.fromkeys(LANGUAGES, value) if isinstance(value, str) else _object(value, place, set(LANGUAGES))
    for language in LANGUAGES:
        text = texts.get(language)
        if not isinstance(text, str) or not text.strip() or len(text) > MOST_TEXT or _UNWRITTEN.search(text):
            step = place if isinstance(value, str) else (*place, language)
            _fail(step, TEXTS("short-text", most=MOST_TEXT), text)
    return OwnText({language: str(texts[language]) for language in LANGUAGES})


def _code(value: Any, place: Path_) -> str:
    if not isinstance(value, str) or not _CODE.fullmatch(value):
        _fail(place, TEXTS("code"), value)
    return value


def _flag(value: Any, place: Path_) -> bool:
    if not isinstance(value, bool):
        _fail(place, TEXTS("flag"), value)
    return value


def _amount(value: Any, place: Path_, whole: bool = False) -> Fraction:
    text = str(value) if isinstance(value, (int, str)) and not isinstance(value, bool) else ""
    amount = Fraction(text) if _AMOUNT.fullmatch(text) else Fraction(0)
    if not 0 < amount <= LARGEST or (whole and amount.denominator > 1):
        if whole:
            _fail(place, TEXTS("whole", most=LARGEST), value)
        _fail(place, TEXTS("amount"), value)
    return amount


def _once(codes: list[str], kind: str) -> None:
    for number, code in enumerate(codes):
        if code in codes[:number]:
            _fail((kind, number, "code"), TEXTS("unused-code"), code)


def _fail(place: Path_, expected: Text, came: object) -> NoReturn:
    raise _Wrong(place, expected, came)


def _toml_lines(text: str) -> dict[Path_, int]:
    """The line of every table of a list and of its fields, as far as they begin a line."""
    found: dict[Path_, int] = {}
    counts: dict[str, int] = {}
    here: Path_ = ()
    for number, line in enumerate(text.splitlines(), 1):
        if head := _HEAD.match(line):
            here = (head[1], counts.get(head[1], 0))
            counts[head[1]] = counts.get(head[1], 0) + 1
            found[here] = number
        elif pair := _PAIR.match(line):
            found.setdefault((*here, pair[1]), number)
    return found


def _json_lines(text: str) -> dict[Path_, int]:
    """The line of every value of a JSON text that is known to be valid."""
    found: dict[Path_, int] = {}
    decoder = json.JSONDecoder(parse_float=str)

    def space(at: int) -> int:
        passed = _SPACE.match(text, at)
        return passed.end() if passed else at

    def value(at: int, place: Path_) -> int:
        at = space(at)
        found[place] = text.count("\n", 0, at) + 1
        if text[at] not in "{[":
            return int(decoder.raw_decode(text, at)[1])
        closing, number, at = ("}" if text[at] == "{" else "]"), 0, space(at + 1)
        while text[at] != closing:
            step: str | int = number
            if closing == "}":
                step, at = decoder.raw_decode(text, at)
                at = space(at) + 1
            at = space(value(at, (*place, step)))
            number, at = number + 1, space(at + 1) if text[at] == "," else at
        return at + 1

    value(0, ())
    return found
