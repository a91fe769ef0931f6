"""People by a pasted list: what is read of it is shown before anybody is entered."""

from __future__ import annotations

from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from contextlib import suppress
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from frontend.components.event_tables.context import Context, event_head
from records.accounts import access
from records.accounts.access.roles import require
from records.tournament import seating
from records.tournament.models import Event
from records.tournament.seating import PastedPerson
from records.tournament.seating.people import TEXT

LINES = 50
"""Lines of a pasted list that are named at most because nobody was entered by them."""


def show_people(request: HttpRequest, event: Event, *, error: str = "") -> HttpResponse:
    """The form; posted, what is read."""
    require(access.may(request.user, access.Right.ARRANGE, event.club_id))
    text = _given(request)
    found = seating.read_people(event, text) if text.strip() and not error else []
    context = {
        **event_head(request, event, "people"),
        "text": text,
        "found": [_row(one) for one in found],
        "good": sum(not one.problem for one in found),
        "error": error,
    }
    return render(request, "pages/tournament/seating/people.html", context)


def enter(request: HttpRequest, event: Event) -> HttpResponse:
    """Enter everybody without a problem, and go on to the list, which says how many were entered and which lines were not."""
    entered = seating.enter_people(request.user, event, _given(request))
    told = urlencode({"entered": entered.people, "left_out": ",".join(map(str, entered.left_out[:LINES]))})
    return redirect(f"{reverse('pages:event_people', args=[event.pk])}?{told}")


def left_out_in(request: HttpRequest) -> list[int]:
    """The lines of the pasted list that were not entered, as the address says after it."""
    return [int(line) for line in request.GET.get("left_out", "").split(",")[:LINES] if line.isdecimal() and len(line) < 5]


def _given(request: HttpRequest) -> str:
    """What was pasted, or stands in the file that was chosen."""
    file = request.FILES.get("file")
    if file is None:
        return request.POST.get("people", "")
    return _decoded(file.read(4 * TEXT + 1))


def _decoded(data: bytes) -> str:
    """The text of a file in UTF-8 or UTF-16, else as Chinese spreadsheets write it, in the reader's script first."""
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return data.decode("utf-16", "replace")
    usual = ("big5hkscs", "gb18030") if get_language() == "zh-hant" else ("gb18030", "big5hkscs")
    for encoding in ("utf-8-sig", *usual):
        with suppress(UnicodeDecodeError):
            return data.decode(encoding)
    return data.decode("utf-8", "replace")


def _row(one: PastedPerson) -> Context:
    said = {
        "": _("the club has no such player; entered without") if one.unknown else "",
        "empty": _("there is no name in this line"),
        "too-long": _("longer than 200 characters"),
        "twice": _("stands in line %(line)s already") % {"line": one.other},
        "entered": _("is on the list already"),
    }
    return {"one": one, "said": said[one.problem]}
