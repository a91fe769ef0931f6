"""Filters and tags for templates: texts in the reader's language, values of options, points with their sign, matches' titles."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import mark_safe

from frontend.components.matches import title as match_title
from records.core import languages
from records.core.languages import Sentence
from records.wording import figures, game_words, rules_words, verdict_text
from referee import Game
from referee.chinese import TRADITIONAL
from referee.core import registry

if TYPE_CHECKING:
    from records.archive.models import Match

register = template.Library()
register.filter("title", match_title.title_of)
register.filter("heading", match_title.heading_of)
register.filter("game", match_title.game_of)
register.filter(verdict_text.in_short)
register.filter(verdict_text.open_rounds)
register.filter(figures.points)
register.filter(figures.minus)
register.filter(figures.exact)
register.filter(figures.signed)
register.filter(figures.moment)
register.filter(languages.in_script)
register.simple_tag(languages.reader_language, name="short_language")


@register.filter
def localized(text: Any) -> str:
    """A text of the engine, a sentence, or an object with such a text, in the reader's language."""
    if isinstance(text, Sentence):
        return str(text)
    return languages.localized(text if isinstance(text, Mapping) else text.text)


@register.filter
def seat_word(seat: str, match: Match) -> str:
    """The word for a seat of a match; its letter where the game is unknown."""
    return game_words.word(registry.find(match.game), "seats", seat)


@register.simple_tag
def games() -> tuple[Game, ...]:
    """The games that are refereed here."""
    return registry.games()


@register.simple_tag
def html_language() -> str:
    """The reader's language as HTML names it: ``zh-Hant``, ``zh-Hans`` or ``en``."""
    return "zh-Hant" if languages.reader_language() == TRADITIONAL else languages.reader_language()


@register.simple_tag(takes_context=True)
def here(context: Mapping[str, Any], name: str) -> str:
    """The ``aria-current`` of a navigation link, where its page or a page below it is shown; a visitor's match is below none."""
    path, page = getattr(context.get("request"), "path", ""), reverse(f"pages:{name}")
    below = page != "/" and path.startswith(page) and not getattr(context.get("match"), "of_visitor", False)
    kind = "page" if path == page else "true" if below else ""
    return format_html(' aria-current="{}"', kind) if kind else ""


@register.simple_tag(takes_context=True)
def tab(context: Mapping[str, Any], label: str, name: str, view: str, *where: Any, count: int = 0) -> str:
    """A link in a row of tabs, marked where the context's ``here`` names it. ``count`` is shown where it is not 0."""
    mark = mark_safe(' aria-current="page"') if context.get("here") == name else ""
    chip = format_html(' <span class="chip flagged">{}</span>', count) if count else ""
    kind = "tab here" if mark else "tab"
    return format_html('<a class="{}"{} href="{}">{}{}</a>', kind, mark, reverse(view, args=where), label, chip)


@register.filter
def iso_day(day: str | None) -> str:
    """A day as a calendar's field takes it: ``2026-11-14`` of ``2026.11.14``; empty where it is no whole day."""
    return day.replace(".", "-") if day and re.fullmatch(r"\d{4}[.-]\d\d[.-]\d\d", day) else ""


@register.filter
def rules_in_words(text: str, game: Game | str | None = None) -> str:
    """Rules as a record names them, in the words of a game, or of the game with this id."""
    return rules_words.rules_words(text, registry.find(game) if isinstance(game, str) else game)


@register.filter
def differ(scores: list[dict[str, Any]]) -> bool:
    """Whether the claimed points of any seat differ from the computed ones."""
    return any(row["differs"] for row in scores)
