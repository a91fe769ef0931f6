"""One dropped file: stored and judged by a worker, or for a visitor judged at once without being stored."""

from __future__ import annotations

from itertools import islice
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext as _

import referee
from frontend.components.verdict.sheet import sheet_of
from frontend.i18n.localized import localized
from records import errors, matches
from records.models import Club

SHOWN = 50
"""Matches of one file that the upload page shows in place: a page of thousands takes a web worker half a minute."""
MEDIA_TYPES = {"ppn": "text/x-ppn", "json": "application/json", "ndjson": "application/x-ndjson"}


def receive_file(request: HttpRequest, file: Any, club: Club | None = None) -> dict[str, Any]:
    """Handle a dropped file: store it for the person or a club, or judge it at once for a visitor."""
    kind = MEDIA_TYPES.get(file.name.rpartition(".")[2].lower(), "text/x-ppn")
    if file.size > settings.UPLOAD_BYTES:
        return {"name": file.name, "error": _("The file is too large: at most 16 MiB.")}
    data = file.read()
    if not request.user.is_authenticated:
        records = list(islice(referee.parse_file(data), SHOWN + 1))
        sheets = [sheet_of(referee.verify(record).as_dict()) for record in records[:SHOWN]]
        return {"name": file.name, "sheets": sheets, "unjudged": len(records) > SHOWN}
    try:
        uploaded = matches.upload(data, media_type=kind, filename=file.name, user=request.user, club=club)
    except errors.Refusal as error:
        return {"name": file.name, "error": localized(error.message)}
    return {"name": file.name, "matches": uploaded.matches[:SHOWN], "rest": max(0, len(uploaded.matches) - SHOWN)}
