"""What the pages of an event share: their common context, and answering forms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from frontend.components.access import event_or_404
from frontend.components.clubs.rights import forbidden_page
from frontend.components.event_tables.context import event_head
from frontend.i18n.localized import localized
from records.core.errors import Refusal
from records.tournament.events.overview.event import EventOverview
from records.tournament.models import Event

Context = dict[str, Any]
REMOVAL = "removal"
"""The part of the session, and of the address, that says what was removed last."""
Found = TypeVar("Found")


class EventPage(NamedTuple):
    """A page of an event with forms: its address name, and the function that shows it with an error."""

    name: str
    show: Callable[..., HttpResponse]


def event_context(request: HttpRequest, event: Event, here: str, overview: EventOverview | None = None) -> Context:
    """What every page of an event shows at its head. ``here``: the tab that is open; ``overview``: of the event, where the page
    has it."""
    return {
        **event_head(request, event, here, overview),
        "removal": removal_of(request, event),
    }


def remove_or_explain(
    request: HttpRequest, event: Event, removed: dict[str, Any], change: Callable[[], Any], page: EventPage
) -> HttpResponse:
    """Remove something, remember in the session what it takes to bring it back, and redirect to a page that offers that."""
    answer = change_or_explain(request, event, change, page, undo=REMOVAL)
    if answer.status_code == 302:
        request.session[REMOVAL] = {"event": str(event.pk), "page": page.name, **removed}
    return answer


def removal_of(request: HttpRequest, event: Event) -> Context | None:
    """What was removed from this event last and can be brought back; None where the page is not asked for it."""
    found: Context | None = request.session.get(REMOVAL)
    return found if found and found["event"] == str(event.pk) and request.GET.get("undo") == REMOVAL else None


def change_or_explain(
    request: HttpRequest, event: Event, change: Callable[[], Any], page: EventPage, undo: Any = None
) -> HttpResponse:
    """Make a change and redirect to a page, which offers to ``undo`` what was done to that match; where the change is refused,
    show that page with the reason."""
    try:
        change()
    except Refusal as refusal:
        return explain(request, event, refusal, page)
    address = reverse(f"pages:{page.name}", args=[event.pk])
    return redirect(f"{address}?undo={undo}" if undo else address)


def explain(request: HttpRequest, event: Event, refusal: Refusal, page: EventPage) -> HttpResponse:
    """A page of an event with the reason why a change was refused."""
    if refusal.status == 403:
        return forbidden_page(request, 403)
    return page.show(request, event_or_404(request, event.pk), error=localized(refusal.message), status=refusal.status)


def found_or_404(found: object, kind: type[Found]) -> Found:
    """The object if it is of this kind. Raises Http404 otherwise."""
    if not isinstance(found, kind):
        raise Http404
    return found
