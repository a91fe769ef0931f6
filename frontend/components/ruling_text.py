"""A ruling in words, and the anchor of the finding that it is on."""

from __future__ import annotations

from django.utils.translation import gettext as _

from referee.results.ranking.rulings import FindingKey


def anchor(key: FindingKey) -> str:
    """Where a match's page has a finding."""
    return f"f-{key.round}-{key.move}-{key.seat or 'x'}-{key.code or 'round'}-{key.nth}"


def decision(word: str) -> str:
    """What was decided."""
    return {"upheld": _("upheld"), "overruled": _("overruled"), "corrected": _("scores corrected")}.get(word, word)
