"""Appeals as pages list them: of an event as it is, and of published results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from frontend.components.event_tables.penalties import place_of
from frontend.i18n.finding_text import FindingTexts
from referee.tournament.ranking.rulings import FindingKey


def appeal_rows(entries: Iterable[Mapping[str, Any]], texts: FindingTexts) -> list[dict[str, Any]]:
    """Appeals in the form of a results document, each with its words."""
    return [
        {**one, "against_text": against(one, texts), "place": place_of(one["stage"], one["round"], one["table"])}
        for one in entries
    ]


def against(entry: Mapping[str, Any], texts: FindingTexts) -> str:
    """What an appeal is against, in words."""
    if entry["against"] == "ruling":
        return _("ruling %(n)s") % {"n": entry["of"]}
    if entry["against"] == "penalty":
        return _("penalty %(n)s") % {"n": entry["of"]}
    return texts.say(entry["match"], FindingKey(**entry["finding"]))
