"""A ruling in words, the finding that it is on, and the scores that a form to rule has for each side."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

import referee
from records.archive import matches
from records.archive.models import Match
from records.core.errors import Refusal
from records.tournament.events.rulings import key_of
from records.tournament.models import Ruling
from records.wording.finding_text import FindingTexts
from records.wording.game_words import word
from records.wording.verdict_sheet import VerdictSheet
from referee.tournament.ranking.rulings import FindingKey, sides_of

SCORE = "score."
"""Before the name of a side: the field of its score."""


def anchor(key: FindingKey) -> str:
    """The anchor of a finding on its match's page."""
    return f"f-{key.round}-{key.move}-{key.seat or 'x'}-{key.code or 'round'}-{key.nth}"


def decision(word: str) -> str:
    """The decision of a ruling in the reader's language."""
    return {"upheld": _("upheld"), "overruled": _("overruled"), "corrected": _("scores corrected")}.get(word, word)


def finding_texts(rulings: Iterable[Ruling] = (), entries: Iterable[Mapping[str, Any]] = (), match: Any = None) -> FindingTexts:
    """The sentences of the findings that these rulings are on and that these appeals (``entries``, as a results document has
    them) object to, and of the findings of a match. A verdict that was ruled on has them where the current one has no more."""
    given = list(rulings)
    asked = {str(one["match"]) for one in entries if one.get("finding") and one.get("match")}
    asked |= {str(one.match_id) for one in given if one.code} | ({str(match)} if match else set())
    return FindingTexts(matches.findings_at(asked, {one.judgement_id for one in given if one.code}))


def said_of(ruling: Ruling, texts: FindingTexts) -> str:
    """What the finding says that a ruling is on."""
    return texts.say(ruling.match_id, key_of(ruling)) if ruling.code else _("round without a score")


def sides_to_score(match: Match, sheet: VerdictSheet) -> list[dict[str, str]]:
    """The sides that a ruling gives scores to: seats or teams by name, who sits there, and the field of the score."""
    record = matches.record_of(match)
    if isinstance(record, referee.NotationError):
        return []
    return [
        {"field": f"{SCORE}{side}", "text": word(sheet.game, "seats", side), "name": record.seats.get(side, "")}
        for side in sides_of(record)
    ]


def with_scores(sides: Iterable[Mapping[str, str]], given: Mapping[str, str]) -> list[dict[str, str]]:
    """The sides with the scores that were typed."""
    return [{**side, "given": given.get(side["field"], "")} for side in sides]


def scores_in(given: Mapping[str, str]) -> dict[str, int]:
    """The scores in a form. Raises Refusal (422) where one is not a whole number."""
    found: dict[str, int] = {}
    for name, value in given.items():
        if name.startswith(SCORE):
            text = value.strip()
            if not re.fullmatch("[-+−]?[0-9]{1,10}", text):
                raise Refusal("invalid-scores", gettext_lazy("Every side needs a whole number of points."), 422)
            found[name[len(SCORE) :]] = int(text.replace("−", "-"))
    return found
