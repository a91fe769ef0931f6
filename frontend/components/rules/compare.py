"""Rules beside a preset: what differs, in words."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext as _

from records.core.languages import localized
from records.wording.rules_words import value_words, written_values
from referee import Game
from referee.rulebook import Rules
from referee.rulebook.options import POINT, UNREFEREED, Value, write


class Difference(NamedTuple):
    """What one option says in a preset and in other rules, in words; ``clause`` is empty where no single one says it."""

    text: str
    clause: str
    preset: str
    here: str


def differences(game: Game, rules: Rules, preset: str) -> list[Difference]:
    """What differs from a preset, in the order of the rulebook. Empty where nothing does, and for an unknown preset."""
    usual = game.rulebook.rules(preset)
    if not isinstance(usual, Rules):
        return []
    there, here = written_values(usual), written_values(rules)
    names = [*here, *(name for name in there if name not in here)]
    return [_difference(game, name, there.get(name), here.get(name)) for name in names if there.get(name) != here.get(name)]


def _difference(game: Game, name: str, there: Value, here: Value) -> Difference:
    book = game.rulebook
    option = next((one for one in book.options if one.name == name), None)
    if option is not None:
        values = [value_words(option, write(value)) for value in (there, here)]
        return Difference(localized(option.text), option.clause, *values)
    word, _point, code = name.partition(POINT)
    family, fan = book.families.get(word), book.fans.get(code)
    if family is None:
        values = ["–" if value is None else write(value) for value in (there, here)]
        return Difference(_("not refereed") if name == UNREFEREED else name, "", *values)
    text = localized(fan.text) if fan else code or localized(book.family_text(word))
    usual = fan.written if fan else "–"
    said = [usual if value is None else localized(family.said(book, write(value))) for value in (there, here)]
    return Difference(text, family.clause, *said)
