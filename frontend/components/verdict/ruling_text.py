"""A ruling in words, and the anchor of the finding that it is on."""

from __future__ import annotations

from django.utils.translation import gettext as _

from referee.results.ranking.rulings import FindingKey


def anchor(key: FindingKey) -> str:
    """The anchor of a finding on its match's page."""
    return f"f-{key.round}-{key.move}-{key.seat or 'x'}-{key.code or 'round'}-{key.nth}"


def decision(word: str) -> str:
    """The decision of a ruling in the reader's language."""
    return {"upheld": _("upheld"), "overruled": _("overruled"), "corrected": _("scores corrected")}.get(word, word)
