"""The words of the form that draws rounds: methods, who is drawn, counts."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from records.core.languages import localized
from records.tournament.models import Event
from records.tournament.seating import layouts_for
from records.wording.game_words import side_word

Choice = tuple[str, str, str]
"""A value of a pick-list, its name, and a sentence that says what it does."""


def methods() -> list[Choice]:
    """The methods by which rounds are drawn."""
    return [
        (
            "unmet",
            _("No repeat opponents"),
            _("All rounds at once: as few repeated meetings as can be found, seats dealt out evenly."),
        ),
        ("lot", _("By lot"), _("Tables and seats by lot in every round.")),
        ("swiss", _("Swiss, by the standings"), _("One round: similar scores play each other; past opponents are kept apart.")),
        ("groups", _("Groups, knock-out"), _("Everybody plays within a group. Then the first of each group go on.")),
        (
            "teams",
            _("Team against team"),
            _("Every team is a side of a table and plays one team after another, all against all."),
        ),
        ("prescribed", _("As prescribed"), _("Rounds and tables from a plan that you paste, by numbers or names.")),
    ]


def method_name(method: str) -> str:
    """The name of a method."""
    return next((name for value, name, _ in methods() if value == method), method)


def who_plays() -> list[Choice]:
    """Of whom a drawing is made."""
    return [
        ("all", _("Everybody"), _("all on the list who have not left")),
        ("best", _("The best of the standings"), _("this many from the top, and all who share the last place")),
        (
            "groups",
            _("The first of each group"),
            _("this many of each group of the last drawing, or of each table of its last round"),
        ),
    ]


def layouts(event: Event) -> list[tuple[str, str]]:
    """The tables that the event's game can have, in words."""
    found = []
    for one in layouts_for(event):
        name = "" if event.game else localized(one.game.rulebook.name) + " · "
        seats = ngettext("%(n)s seat", "%(n)s seats", len(one.layout.seats)) % {"n": len(one.layout.seats)}
        sides = ": " + " / ".join(side_word(one.game, side) for side in one.layout.sides) if one.layout.side_size > 1 else ""
        found.append((one.key, f"{name}{seats}{sides}"))
    return found


def count_words(counts: Mapping[str, int]) -> list[tuple[str, int, str]]:
    """The figures of a drawing: what is counted, the number, what it means."""
    return [
        (_("Repeated meetings"), counts.get("repeats", 0), _("meetings beyond the first, over all pairs, earlier rounds too")),
        (_("The same seat too often"), counts.get("seats", 0), _("how often somebody has a seat beyond the even share")),
        (_("The same table again"), counts.get("same_table", 0), _("how often somebody comes to a table again")),
        (_("Team-mates at one table"), counts.get("team_mates", 0), _("pairs of one team who sit against each other")),
        (_("Sitting out"), counts.get("sits_out", 0), _("how often the person who sits out most does so")),
    ]
