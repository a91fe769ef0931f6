"""Penalties and appeals as pages list them: of an event as it is, and of published results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from records.core.languages import localized
from records.wording.figures import exact
from records.wording.finding_text import FindingTexts
from referee.rulebook.penalties import effect_text
from referee.tournament.ranking.rulings import FindingKey


def penalty_rows(entries: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Penalties in the form of a results document, each with its words."""
    given = list(entries)
    cancelled = {one["cancels"]: one["number"] for one in given if one["cancels"]}
    return [
        {
            **one,
            "title": title_of(one["name"], one["amount"]),
            "does": localized(effect_text(one["effect"])),
            "offence_text": localized(one["said"]) if one["said"] else "",
            "place": place_of(one["stage"], one["round"], one["table"], one["deal"], one["move"]),
            "cancelled_by": cancelled.get(one["number"]),
        }
        for one in given
    ]


def title_of(name: Mapping[str, str], amount: Any) -> str:
    """A grade with its amount, where the name does not say it."""
    figure = exact(amount) if amount else ""
    text = localized(name)
    return f"{text} {figure}" if figure and figure not in text else text


def place_of(stage: int, round_: int, table: str, deal: int = 0, move: int = 0) -> str:
    """Where it was: stage, round, table, and the moment in the match."""
    if not table:
        return _("stage %(n)s") % {"n": stage}
    parts = [_("round %(round)s, table %(table)s") % {"round": round_, "table": table}]
    if deal:
        parts.append(_("Round %(n)s") % {"n": deal})
    if move:
        parts.append(_("move %(n)s") % {"n": move})
    return " · ".join(parts)


def appeal_rows(entries: Iterable[Mapping[str, Any]], texts: FindingTexts) -> list[dict[str, Any]]:
    """Appeals in the form of a results document, each with its words."""
    return [
        {**one, "against_text": against(one, texts), "place": place_of(one["stage"], one["round"], one["table"])}
        for one in entries
    ]


def against(entry: Mapping[str, Any], texts: FindingTexts) -> str:
    """The thing that an appeal is against, in words."""
    if entry["against"] == "ruling":
        return _("ruling %(n)s") % {"n": entry["of"]}
    if entry["against"] == "penalty":
        return _("penalty %(n)s") % {"n": entry["of"]}
    return texts.say(entry["match"], FindingKey(**entry["finding"]))
