"""The settings of an event: its name and days, how its stages, sheets and penalties count, its arbiters and share links; for its
organizers. Others of the club, and arbiters, see who its arbiters are."""

from __future__ import annotations

from pathlib import Path

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

import referee
from frontend.components.access import member_event_or_404
from frontend.components.event_tables.context import Context, event_head, found_or_404, offer_undo
from frontend.components.page.actions import Page, id_in, number_in, typed
from frontend.components.page.sent_once import sent_once
from frontend.components.rules.choices import grouped
from frontend.components.sharing import address_of, create_link, revoke_link
from frontend.pages.tournament.events.stage_choices import read_stage, stage_form
from frontend.pages.tournament.events.views import event_given
from records.accounts import access
from records.accounts.access.roles import require
from records.tournament import events, penalties, sheets
from records.tournament.models import Event, Stage

EXAMPLE = Path(__file__).with_name("example.toml").read_text(encoding="utf-8")
"""A short catalogue of penalties, to be seen beside the form."""


def _show(request: HttpRequest, found: Event, *, error: str = "", fresh: str = "") -> HttpResponse:
    """The settings page. ``fresh``: the address of a share link just made."""
    overview = events.overview_of(found)
    context = {**event_head(request, found, "settings", overview), "arbiters": events.arbiters_of(found), "error": error}
    if context["rights"]["arrange"]:
        own = penalties.own_catalogue(found)
        games = referee.games()
        of_sheets = [game for game in games if found.game in ("", game.id)]
        context |= {
            "given": event_given(request) if typed(request, "change") else found,
            "stages": [stage_form(one, _given(request, "change_stage", stage=one.number)) for one in overview.stages],
            "another": stage_form(given=_given(request, "add_stage")),
            "tagged": True,
            "attached": sum(one.match is not None for one in overview.tables),
            "fitting": events.fitting(found).count(),
            "games": games,
            "choices": grouped(of_sheets, found.club, found.sheet_game or found.game, found.sheet_rules),
            "appeals_until": Event.AppealsUntil.choices,
            "example": EXAMPLE,
            "catalogue_text": request.POST.get("text") or (own.text if own else ""),
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


def _set_rules(request: HttpRequest, found: Event) -> HttpResponse:
    """Set the rules of the score sheets."""
    given = {name: request.POST.get(name, "").strip() for name in ("rules", "rounds", "base")}
    game, _space, rules = given["rules"].partition(" ")
    sheets.change_settings(request.user, found, game, rules, _number(given["rounds"]) or 0, _number(given["base"]))
    return _back(found)


def _number(text: str) -> int | None:
    """A number of a form, None where nothing is said, -1 for what is none."""
    return None if not text else int(text) if text.isdecimal() and len(text) < 10 else -1


def _set_penalties(request: HttpRequest, found: Event) -> HttpResponse:
    """Set whether penalties count, whether warnings lapse, until when players appeal and how often."""
    given = request.POST
    fields: Context = {name: name in given for name in ("penalties_count", "warnings_lapse")}
    fields |= {name: given[name] for name in ("appeals_until", "appeals_allowed") if name in given}
    events.change(request.user, found, **fields)
    return _back(found)


def _catalogue(request: HttpRequest, found: Event) -> HttpResponse:
    """Give the event a catalogue of penalties of its own, written or as a file."""
    text = request.POST.get("text", "")
    if uploaded := request.FILES.get("file"):
        text = uploaded.read(256 << 10).decode("utf-8", "replace")
    penalties.store_catalogue(request.user, found, text, "json" if text.lstrip().startswith("{") else "toml")
    return _back(found)


def _appoint(request: HttpRequest, found: Event) -> HttpResponse:
    events.appoint(request.user, found, request.POST.get("username", ""))
    return _back(found)


def _dismiss(request: HttpRequest, found: Event) -> HttpResponse:
    """End a service; who ended their own goes on to their clubs and events."""
    one = found_or_404(events.arbiter_of(found, request.POST.get("username", "")))
    events.dismiss(request.user, one)
    return redirect("pages:clubs") if one.user_id == request.user.pk else _back(found)


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
            member_event_or_404,
            _show,
            change=_change,
            add_stage=sent_once(_add_stage),
            change_stage=_change_stage,
            remove_stage=_remove_stage,
            set_rules=_set_rules,
            set_penalties=_set_penalties,
            catalogue=_catalogue,
            appoint=_appoint,
            dismiss=_dismiss,
            share=sent_once(_share),
            revoke=_revoke,
            delete=_delete,
        )
    )
)
