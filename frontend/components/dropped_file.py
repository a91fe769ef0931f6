"""One dropped file: stored and judged by a worker, or for a visitor judged at once without being stored."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext as _

from frontend.components.verdict.sheet import Sheet, sheet_of
from frontend.i18n.localized import localized
from records import errors, matches, sandbox
from records.models import Club

SHOWN = 50
"""Matches of one file that the upload page shows in place: a page of thousands takes a web worker half a minute."""
MEDIA_TYPES = {"ppn": "text/x-ppn", "json": "application/json", "ndjson": "application/x-ndjson"}


def receive_file(request: HttpRequest, file: Any, room: sandbox.Room, club: Club | None = None) -> dict[str, Any]:
    """Handle a dropped file: store it for the person or a club, or judge for a visitor what the page may still show of it."""
    kind = MEDIA_TYPES.get(file.name.rpartition(".")[2].lower(), "text/x-ppn")
    if file.size > settings.UPLOAD_BYTES:
        return {"name": file.name, "error": _("The file is too large: at most 16 MiB.")}
    data = file.read()
    try:
        if not request.user.is_authenticated:
            sheets, unjudged = _judged(data, room)
            return {"name": file.name, "sheets": sheets, "unjudged": unjudged}
        uploaded = matches.upload(data, media_type=kind, filename=file.name, user=request.user, club=club)
    except sandbox.Busy:
        raise
    except errors.Refusal as error:
        return {"name": file.name, "error": localized(error.message)}
    return {"name": file.name, "matches": uploaded.matches[:SHOWN], "rest": max(0, len(uploaded.matches) - SHOWN)}


def _judged(data: bytes, room: sandbox.Room) -> tuple[list[Sheet], bool]:
    """The verdicts on the first matches of a file, and whether it has more. Raises Busy, TooCostly."""
    verdicts, more = sandbox.first_verdicts(data, SHOWN, room)
    return [sheet_of(verdict) for verdict in verdicts], more
