"""A ruling in words, the anchor of the finding that it is on, and what that finding says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from frontend.i18n.finding_text import FindingTexts
from records.archive import matches
from records.tournament.events.rulings import key_of
from records.tournament.models import Ruling
from referee.tournament.ranking.rulings import FindingKey


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
