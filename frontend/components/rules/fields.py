"""A line of rules as the fields of a form: a preset, a field for each option, and what a table adds; and the line again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from frontend.components.rules import picks
from records.core.languages import localized
from records.wording.rules_words import value_words
from referee import Game
from referee.rulebook import Rulebook
from referee.rulebook.options import POINT, Option, Preset, write

OPTION = "option."
"""How the names of the fields of options begin."""
MORE = "more"
"""The field of the words that are no option of the list: ``fan.qidui=3 unrefereed=…``."""


class Chosen(NamedTuple):
    """What a line of rules says: the preset by name, the options that it names, the words that are no option of the list."""

    preset: str
    options: Mapping[str, str]
    more: str


def taken_apart(book: Rulebook, line: str) -> Chosen:
    """The parts of a line."""
    words = line.split()
    preset = words.pop(0) if words and "=" not in words[0] else book.presets[0].name
    known = {option.name for option in book.options}
    options = {name: value for name, _, value in (word.partition("=") for word in words) if name in known}
    return Chosen(preset, options, " ".join(word for word in words if word.partition("=")[0] not in known))


def given_in(book: Rulebook, given: Mapping[str, str]) -> Chosen:
    """The parts of a line in the fields of a form."""
    options = {option.name: given.get(OPTION + option.name, "").strip() for option in book.options}
    named = {name: value for name, value in options.items() if value}
    more = [*picks.words_in(book, given), *given.get(MORE, "").split()]
    return Chosen(given.get("preset") or book.presets[0].name, named, " ".join(more))


def line_of(chosen: Chosen) -> str:
    """The line that these parts make."""
    return " ".join([chosen.preset, *(f"{name}={value}" for name, value in chosen.options.items()), *chosen.more.split()])


def in_address(game: Game, line: str) -> dict[str, str]:
    """A line as the parameters of an address at which these fields are filled in."""
    chosen = taken_apart(game.rulebook, line)
    options = {OPTION + name: value for name, value in chosen.options.items()}
    return {"game": game.id, "preset": chosen.preset, **options, **({MORE: chosen.more} if chosen.more else {})}


def fields(book: Rulebook, chosen: Chosen, *, pick: bool = False) -> dict[str, Any]:
    """The fields of a game's rules as the template ``components/rules/fields.html`` shows them; with ``pick`` also a field for
    each thing that a table may add."""
    preset = book.preset(chosen.preset) or book.presets[0]
    picked, more = picks.fields(book, preset.name, chosen.more) if pick else ([], chosen.more)
    groups = [(_("Options"), False), (_("What tables add"), True)]
    return {
        "presets": [{"name": one.name, "text": localized(one.text), "chosen": one == preset} for one in book.presets],
        "groups": [_group(book, preset, chosen, *group) for group in groups],
        MORE: more,
        "picks": picked,
        "additions": [] if pick else additions(book),
    }


def _group(book: Rulebook, preset: Preset, chosen: Chosen, title: str, added: bool) -> dict[str, Any]:
    options = [field(option, preset, chosen.options.get(option.name, "")) for option in book.options if option.added == added]
    return {"title": title, "options": options, "open": any(option["chosen"] for option in options)}


def field(option: Option, preset: Preset, chosen: str) -> dict[str, Any]:
    """An option as a form field: a list of its values, or a text field where any number is allowed."""
    usual = preset.options.get(option.name, option.default)
    values = [{"value": write(value), "text": value_words(option, write(value))} for value in option.values]
    return {
        "name": OPTION + option.name,
        "text": localized(option.text),
        "clause": option.clause,
        "usual": value_words(option, write(usual)),
        "values": values,
        "free": option.least is not None,
        "chosen": chosen,
    }


def additions(book: Rulebook) -> list[dict[str, str]]:
    """What a table may add to the options of a game: its word, an example of how it is written, in words, and its clause."""
    return [
        {
            "word": word if one.single else f"{word}{POINT}…",
            "example": one.example(book),
            "text": localized(book.family_text(word)),
            "clause": one.clause,
        }
        for word, one in book.families.items()
    ]
