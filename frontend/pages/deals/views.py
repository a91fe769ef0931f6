"""The page of an event's walls and deals: statistics for arbiters, with how many figures there are beside each."""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Mapping
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from frontend.components.access import member_event_or_404
from frontend.components.clubs.rights import forbidden_page
from frontend.components.event_tables.context import event_head
from frontend.i18n.game_words import word
from records import deal_statistics, events
from records.access import Right
from records.errors import Refusal
from records.models import Event
from referee import registry

STANDS_OUT = 0.01
"""A corrected value below this stands out."""
SMALLEST = 0.001
"""Values below this are not written out."""


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def deals(request: HttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """The statistics as they last were; by POST they are worked out anew. For arbiters."""
    event = member_event_or_404(request, event_id)
    if not events.may_in(request.user, Right.RULE, event):
        return forbidden_page(request, 403)
    if request.method == "POST":
        try:
            deal_statistics.ask(request.user, event)
        except Refusal:
            return forbidden_page(request, 403)
        return redirect("pages:deals", event.pk)
    asked = deal_statistics.of_event(event)
    context = {**event_head(request, event, "deals"), "asked": asked}
    if asked and asked.result:
        context |= _shown(event, asked.result)
    return render(request, "pages/deals/deals.html", context)


def _shown(event: Event, result: Mapping[str, Any]) -> dict[str, Any]:
    """The document for the template."""
    game = registry.find(events.usual_rules(event).game)
    figures = [_figure(one, game) for one in result["figures"]]
    names = _names(event, [place for places in (*result["repeats"], *result["seeds"]) for place in places])
    return {
        "result": result,
        "figures": figures,
        "outstanding": [one for one in figures if one["stands_out"]],
        "repeats": [[names(place) for place in places] for places in result["repeats"]],
        "seeds": [[names(place) for place in places] for places in result["seeds"]],
        "distances": [(word(game, "seats", seat), steps) for seat, steps in result["distances"].items()],
    }


def _figure(one: Mapping[str, Any], game: Any) -> dict[str, Any]:
    said = {
        "seat": _("Tiles or cards dealt to %(of)s"),
        "place": _("Quarter %(of)s of the wall"),
        "distance": _("Distance from ready at the deal, between seats"),
        "dealer": _("Tiles or cards dealt to whoever deals"),
        "repeated": _("The same deal twice"),
    }[one["code"]]
    of = word(game, "seats", one["of"]) if one["code"] == "seat" else one["of"]
    return {
        **one,
        "said": said % {"of": of} if "%(of)s" in said else said,
        "p_said": _chance(one["p"]),
        "corrected_said": _chance(one["corrected"]),
        "stands_out": one["corrected"] < STANDS_OUT,
        "kinds": [(word(game, "tiles", kind), came, due) for kind, came, due in one["extremes"]],
    }


def _chance(value: float) -> str:
    return f"< {SMALLEST}" if value < SMALLEST else f"{value:.3f}"


def _names(event: Event, places: Iterable[list[Any]]) -> Any:
    """What says where a deal is: its table and round, with the match."""
    wanted = {match for match, _number in places}
    tables = {str(table.match_id): table.name for table in event.tables.filter(match__in=wanted)} if wanted else {}
    return lambda place: {"match": place[0], "table": tables.get(place[0], "?"), "round": place[1]}
