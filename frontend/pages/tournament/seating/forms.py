"""What the pages of seating share: their common context, and answering forms."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from frontend.components.access import member_event_or_404
from frontend.components.clubs.rights import forbidden_page, rights_in
from frontend.components.event_tables.context import event_head
from frontend.i18n.game_words import word
from frontend.i18n.localized import localized
from records.core.errors import Refusal
from records.tournament import events
from records.tournament.models import Entrant, Event, Stage
from records.tournament.seating import PlannedRound
from referee.core import registry

Context = dict[str, Any]
Page = Callable[..., HttpResponse]


def seating_context(request: HttpRequest, event: Event) -> Context:
    """What every page of seating shows at its head."""
    return {**event_head(request, event, "seating"), "rights": rights_in(request, event.club)}


def change_or_explain(
    request: HttpRequest, event: Event, change: Callable[[], Any], page: Page, anchor: str = ""
) -> HttpResponse:
    """Make a change and redirect to the plan; where the change is refused, show a page with the reason."""
    try:
        change()
    except Refusal as refusal:
        return explain(request, event, refusal, page)
    answer = redirect("pages:seating", event.pk)
    answer["Location"] += anchor
    return answer


def explain(request: HttpRequest, event: Event, refusal: Refusal, page: Page) -> HttpResponse:
    """A page with the reason why a change was refused."""
    if refusal.status == 403:
        return forbidden_page(request, 403)
    found = member_event_or_404(request, event.pk)
    return page(request, found, error=localized(refusal.message), status=refusal.status)


def stage_or_404(event: Event, number: int) -> Stage:
    """A stage of the event, without a number the last. Raises Http404."""
    found = events.stage_of(event, number) if number else event.stages.order_by("-number").first()
    if found is None:
        raise Http404
    return found


def entrant_or_404(event: Event, key: int) -> Entrant:
    """An entrant of the event. Raises Http404."""
    found = events.entrant_of(event, key)
    if found is None:
        raise Http404
    return found


def seat_words(one: PlannedRound) -> dict[str, str]:
    """The names of the seats of a round's tables, in the words of its game."""
    drawn = str(one.draw.option("layout", "")) if one.draw else ""
    game = registry.find(drawn.partition(":")[0] or one.stage.event.game)
    letters = {seat for table in one.tables for seat, _ in table.seats}
    return {seat: word(game, "seats", seat) for seat in letters}
