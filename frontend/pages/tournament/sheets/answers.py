"""The sheet of a table as it stands, for whoever has its page open, as JSON."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from records.tournament import sheets
from records.tournament.models import ScoreSheet


def state_of(writer: sheets.Writer, sheet: ScoreSheet) -> dict[str, Any]:
    """The sheet as it stands, for whoever has it open."""
    match = sheet.match if sheet.match is not None and not sheet.match.is_deleted else None
    return {
        **sheets.state_of(sheet),
        "match": reverse("pages:match", args=[match.pk]) if match and writer.user is not None else "",
        "me": {"seat": writer.seat, "account": writer.user is not None},
    }
