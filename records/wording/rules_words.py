"""The rules of a match in the reader's language: presets, options and their values as the rulebook words them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from records.core.languages import localized
from referee import Game
from referee.core import registry
from referee.rulebook.options import NONE, POINT, UNREFEREED, Option, Preset, Value, write
from referee.rulebook.rules import Rules, with_rules

ENDS = re.compile(r"[。；]|[.;](?=\s|$)")
COLON = re.compile(r"：|: ")


def rules_words(text: str, game: Game | None = None) -> str:
    """Rules as a record names them, in words: the preset, then what was agreed beside it; the text itself where no game reads it.

    Without a game, the first whose rulebook reads the text says it.
    """
    for one in [game] if game else registry.games():
        book = one.rulebook
        rules = book.rules(text)
        if isinstance(rules, Rules) and (preset := book.preset(rules.preset)):
            return " · ".join([preset_words(preset), *options_words(one, agreed(one, rules.preset, written_values(rules)))])
    return text


def preset_words(preset: Preset) -> str:
    """A preset's name: what its text says before the first colon."""
    return _first(localized(preset.text))


def agreed(game: Game, preset: str, values: Mapping[str, Value]) -> dict[str, Value]:
    """The options in which a table differs from its preset."""
    usual = game.rulebook.rules(preset)
    if not isinstance(usual, Rules):
        return dict(values)
    held = written_values(usual)
    return {name: value for name, value in values.items() if held.get(name) != value}


def written_values(rules: Rules) -> dict[str, Value]:
    """The options of rules by name, with what the table has added, and the clauses that are not refereed where there are any."""
    return {**rules.values, **dict(rules.own), **({UNREFEREED: ",".join(rules.unrefereed)} if rules.unrefereed else {})}


def options_words(game: Game, values: Mapping[str, Value]) -> list[str]:
    """Options with their values, each by the beginning of its text; of those that the rulebook lacks, as they are written."""
    return list(_options_words(game, {one.name: one for one in game.rulebook.options}, values))


def _options_words(game: Game, known: Mapping[str, Option], values: Mapping[str, Value]) -> Iterable[str]:
    for name, value in values.items():
        option, fan = known.get(name), game.rulebook.fans.get(name.rpartition(POINT)[2])
        word, _point, code = name.partition(POINT)
        family = game.rulebook.families.get(word)
        if name == UNREFEREED:
            yield _("not refereed: %(clauses)s") % {"clauses": str(value).replace(",", _(", "))}
        elif option is None and family is not None:
            text = localized(fan.text) if fan else code or _first(localized(game.rulebook.family_text(word)))
            yield _("%(option)s: %(value)s") % {"option": text, "value": localized(family.said(game.rulebook, write(value)))}
        elif option is None:
            yield f"{name}={write(value)}"
        else:
            text = _first(localized(option.text))
            yield _("%(option)s: %(value)s") % {"option": text, "value": value_words(option, write(value))}


def _first(text: str) -> str:
    """What a text says before its first colon or full stop."""
    return COLON.split(ENDS.split(text)[0])[0]


def value_words(option: Option, written: str) -> str:
    """A value of an option, as it is written in a record, in words."""
    if option.kind == "bool":
        return _("yes") if written == "true" else _("no")
    if written in option.meanings:
        return localized(option.meanings[written])
    return _("none") if written == NONE else written


def clause_of(game: Any, id_: str) -> dict[str, Any]:
    """A clause with its text and the address of its place in the rulebook."""
    clause = game.rulebook.clauses.get(id_) if game else None
    if clause is None:
        return {"id": id_, "text": "", "link": None}
    link = reverse("pages:rulebook", args=[game.id]) + f"#{id_}"
    return {"id": id_, "text": localized(clause.text), "mark": clause.mark, "link": link}


def other_rules(clause: str, rules: Mapping[str, Any], game: Game) -> list[dict[str, str]]:
    """What a table at which breaking this clause is no fault may have in its rules beside those of the verdict: each as a record
    writes it, and in words."""
    return list(_other_rules(clause, rules, game))


def _other_rules(clause: str, rules: Mapping[str, Any], game: Game) -> Iterator[dict[str, str]]:
    book, options = game.rulebook, rules["options"]
    written = " ".join([rules["preset"], *(f"{name}={write(value)}" for name, value in options.items())])
    for option in book.options:
        for value in option.values if clause in (option.clause, *option.changes) else ():
            wanted = f"{option.name}={write(value)}"
            if value != options.get(option.name, option.default) and isinstance(book.rules(with_rules(written, wanted)), Rules):
                yield {"rules": wanted, "text": value_words(option, write(value))}
    for word, family in book.families.items():
        for text, meaning in family.offered(book, clause).items():
            wanted = f"{word}={text}"
            if text != str(options.get(word, "")) and isinstance(book.rules(with_rules(written, wanted)), Rules):
                yield {"rules": wanted, "text": localized(meaning)}
    if clause in book.refereed:
        left_out = [known for known in str(options.get(UNREFEREED, "")).split(",") if known]
        yield {"rules": f"{UNREFEREED}={','.join([*left_out, clause])}", "text": _("this rule does not hold at our table")}
