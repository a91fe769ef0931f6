"""The rules by which a player's fault may be none: options of the clause that was broken, and leaving the clause out (TBL-17)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from frontend.i18n.localized import localized
from frontend.i18n.rules_words import value_words
from referee import Game
from referee.rulebook.options import UNREFEREED, Rules, with_rules, write


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
