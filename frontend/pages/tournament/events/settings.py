"""The settings of an event: its name and days, how its stages count, its share links, deleting it."""

from __future__ import annotations

import uuid

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

import referee
from frontend.components.access import member_event_or_404
from frontend.components.page.actions import Page, id_in, number_in, typed
from frontend.components.page.sent_once import sent_once
from frontend.components.sharing import address_of, create_link, revoke_link
from frontend.pages.tournament.events.forms import Context, event_context, event_given, found_or_404, offer_undo
from frontend.pages.tournament.events.stage_choices import read_stage, stage_form
from records.accounts import access
from records.accounts.access.roles import require
from records.tournament import events
from records.tournament.models import Event, Stage


def _found(request: HttpRequest, event_id: uuid.UUID) -> Event:
    """The event, for its organizers."""
    found = member_event_or_404(request, event_id)
    require(access.may(request.user, access.Right.ARRANGE, found.club_id))
    return found


def _show(request: HttpRequest, found: Event, *, error: str = "", fresh: str = "") -> HttpResponse:
    """The settings page. ``fresh``: the address of a share link just made."""
    overview = events.overview_of(found)
    context = {
        **event_context(request, found, "settings", overview),
        "given": event_given(request) if typed(request, "change") else found,
        "stages": [stage_form(one, _given(request, "change_stage", stage=one.number)) for one in overview.stages],
        "another": stage_form(given=_given(request, "add_stage")),
        "tagged": True,
        "attached": sum(one.match is not None for one in overview.tables),
        "fitting": events.fitting(found).count(),
        "entrants": len(overview.entrants),
        "teams": len(set(overview.teams.values())),
        "error": error,
        "games": referee.games(),
        "shares": access.links_to(found),
        "fresh": fresh,
    }
    return render(request, "pages/tournament/events/settings.html", context)


def _back(found: Event) -> HttpResponse:
    return redirect("pages:event_settings", found.pk)


def _change(request: HttpRequest, found: Event) -> HttpResponse:
    """Change the name, days and visibility of an event."""
    events.change(request.user, found, **event_given(request))
    return _back(found)


def _given(request: HttpRequest, action: str, **about: int) -> Context | None:
    """The fields of a stage as they were typed into a refused form."""
    return read_stage(request) if typed(request, action, **about) else None


def _stage(request: HttpRequest, found: Event) -> Stage:
    return found_or_404(events.stage_of(found, number_in(request.POST, "stage")))


def _add_stage(request: HttpRequest, found: Event) -> HttpResponse:
    events.add_stage(request.user, found, **read_stage(request))
    return _back(found)


def _change_stage(request: HttpRequest, found: Event) -> HttpResponse:
    """Change how a stage counts."""
    events.change_stage(request.user, _stage(request, found), **read_stage(request))
    return _back(found)


def _remove_stage(request: HttpRequest, found: Event) -> HttpResponse:
    one = _stage(request, found)
    removed = events.of_stage(one)
    events.remove_stage(request.user, one)
    return offer_undo(request, found, removed, "event_settings")


def _share(request: HttpRequest, found: Event) -> HttpResponse:
    """Make a link to the event and show it."""
    require(access.may(request.user, access.Right.SHARE, found.club_id))
    return _show(request, found, fresh=address_of(request, create_link(request, found)))


def _revoke(request: HttpRequest, found: Event) -> HttpResponse:
    """Revoke a link to the event."""
    require(access.may(request.user, access.Right.SHARE, found.club_id))
    revoke_link(request, found, id_in(request.POST, "link"))
    return _back(found)


def _delete(request: HttpRequest, found: Event) -> HttpResponse:
    """Delete the event; its matches stay."""
    events.delete(request.user, found)
    return redirect("pages:events", found.club.slug)


settings = login_required(
    never_cache(
        Page(
            _found,
            _show,
            change=_change,
            add_stage=sent_once(_add_stage),
            change_stage=_change_stage,
            remove_stage=_remove_stage,
            share=sent_once(_share),
            revoke=_revoke,
            delete=_delete,
        )
    )
)
