"""The files of an event that other programs subscribe to or read: each for whoever may see the event's page.

Programs have no session. They bring the secret of a share link in the address, ``?key=``.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Callable
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.urls import register_converter
from django.urls.converters import StringConverter
from django.utils.cache import get_conditional_response
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from frontend.components.access import actor_by_key
from frontend.pages.tournament.event_feeds.calendar import calendar_of
from frontend.pages.tournament.event_feeds.results import feed_of
from frontend.pages.tournament.event_feeds.tables import prescript_of, results_of, seating_of
from frontend.pages.tournament.event_feeds.written import Written
from records.accounts.access.facts import Reader
from records.tournament import events, publications

FRESH = 60
"""Seconds for which who has a file of a public event need not ask again."""


class File(NamedTuple):
    """A file of an event: its media type, and what writes it."""

    media_type: str
    write: Callable[[Written], str | bytes]


FILES = {
    "rounds.ics": File("text/calendar; charset=utf-8", calendar_of),
    "results.atom": File("application/atom+xml; charset=utf-8", feed_of),
    "seating.csv": File("text/csv; charset=utf-8", seating_of),
    "results.csv": File("text/csv; charset=utf-8", results_of),
    "prescript.txt": File("text/plain; charset=utf-8", prescript_of),
}


class FileConverter(StringConverter):
    """The part of an address that names one of these files."""

    regex = "|".join(map(re.escape, FILES))


register_converter(FileConverter, "event_file")


@require_safe
def file(request: HttpRequest, event_id: uuid.UUID, name: str) -> HttpResponseBase:
    """A file of an event, 304 for who has the present one."""
    actor = actor_by_key(request)
    event, found = events.find(actor, event_id), FILES[name]
    if event is None:
        raise Http404
    reader = events.reader_of(actor, event)
    tag = f'W/"{event.version}-{get_language()}-{reader.replace(" ", "-")}"'
    open_to_all = event.public and reader == Reader.OUTSIDER and not actor.is_authenticated
    kept = f"public, max-age={FRESH}" if open_to_all else "private, no-cache"
    headers = {"ETag": tag, "Cache-Control": kept}
    unchanged = get_conditional_response(request, etag=tag)
    if unchanged is not None:
        for header, value in headers.items():
            unchanged.headers[header] = value
        return unchanged
    content = found.write(Written(request, actor, publications.overview_for(actor, event)))
    headers["Content-Disposition"] = f'inline; filename="{name}"'
    return HttpResponse(content, content_type=found.media_type, headers=headers)
