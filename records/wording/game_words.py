"""A game's words for seats, tiles and reasons in the reader's language, from its rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from records.core.languages import in_script, localized, reader_language
from referee import Game
from referee.chinese import ENGLISH
from referee.rulebook import CORE

BANK = "BANK"
"""The bank, which pays or is paid where no seat does."""
SEVERITIES = ("illegal", "score", "record", "note")
"""Severities of findings in the order in which lists show them."""


def word(game: Game | None, kind: str, key: str | None) -> str:
    """The word of a kind (``seats``, ``tiles``, ``reasons`` …) for a key; the key itself where the game has none."""
    if not key:
        return ""
    if key == BANK:
        return _("the bank")
    words = (game.rulebook if game else CORE).words.of(kind)
    return localized(words[key]) if key in words else key


def severity(code: str) -> str:
    """The severity of a finding in the reader's language."""
    return {
        "illegal": _("rule broken"),
        "score": _("settlement wrong"),
        "record": _("record at fault"),
        "note": _("note"),
    }.get(code, code)


def words(game: Game | None, *kinds: str) -> dict[str, str]:
    """All words of these kinds, by their keys."""
    book = game.rulebook if game else CORE
    return {key: localized(text) for kind in kinds for key, text in book.words.of(kind).items()}


def figures(game: Game | None, scores: Mapping[str, int] | None) -> str:
    """The points of seats or teams by their names; empty where there are none."""
    return (game.rulebook if game else CORE).words.say(scores, "figures", reader_language()) if scores else ""


def side_word(game: Game | None, side: Iterable[str]) -> str:
    """The name of a side: a seat, or the seats of a team together."""
    return " ".join(word(game, "seats", seat) for seat in side)


def outcome(game: Game | None, ended: str, wins: int) -> str:
    """The outcome of a round as text. A round that ends after wins because the wall is empty is not called drawn."""
    if ended == "drawn" and wins:
        ended = "drawn-after-wins" if wins > 1 else "drawn-after-a-win"
    return word(game, "outcomes", ended).replace("{n}", str(wins))


def place(game: Game | None, number: int) -> str:
    """The name of the first place, the second and so on."""
    return word(game, "places", str(number))


def value(game: Game | None, figure: int | None, fan: str = "") -> str:
    """The value of a win, or of the fan with this code, in its unit; empty where there is none."""
    if figure is None:
        return ""
    return (game.rulebook if game else CORE).words.value(figure, reader_language(), fan)


def fan_in_words(game: Game | None, fan: Mapping[str, Any]) -> dict[str, str]:
    """The name of a fan, as the verdict has it in Chinese and by its code in English, and its value in its unit."""
    words = (game.rulebook if game else CORE).words.of("fans")
    english = reader_language() == ENGLISH and fan["code"] in words
    name = words[fan["code"]][ENGLISH] if english else in_script(fan["name"])
    return {"name": name, "value": value(game, fan["value"], fan["code"])}


def refusal(game: Game | None, code: str) -> str:
    """The reason why a hand does not win, in one line."""
    found = word(game, "refusals", code)
    return _("This does not win.") if found == code else found
