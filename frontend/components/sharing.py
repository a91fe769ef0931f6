"""Sharing a match or an event: share links, cards for messengers, HTML for embedding a board."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta
from typing import Any

from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.translation import gettext as _

from frontend.components.matches.links import Links
from frontend.components.matches.title import heading_of, title_of
from records.accounts import access
from records.archive import matches
from records.archive.models import Match
from records.core.languages import localized
from records.tournament.models import Event
from records.wording.verdict_sheet import VerdictSheet

DAYS = (1, 7, 30, 365)
"""For how many days a link can be made; one without lasts until it is revoked."""


def expiry(request: HttpRequest) -> datetime | None:
    """The time at which the link that the form asks for expires; None for never."""
    days = request.POST.get("days", "")
    return timezone.now() + timedelta(days=int(days)) if days in map(str, DAYS) else None


def create_link(request: HttpRequest, thing: Match | Event) -> str:
    """Create the share link that the form asks for; returns its secret."""
    return access.share(request.user, thing, request.POST.get("name", ""), expiry(request))[1]


def address_of(request: HttpRequest, secret: str) -> str:
    """The absolute address of a share link."""
    return request.build_absolute_uri(reverse("pages:open_link", args=[secret]))


def revoke_link(request: HttpRequest, thing: Match | Event, link_id: uuid.UUID) -> None:
    """Revoke a share link of a match or an event. Raises Http404 where there is none."""
    link = access.link_for(thing, link_id)
    if link is None:
        raise Http404
    access.revoke_link(request.user, link)


def headline(sheet: VerdictSheet, number: int = 0, move: int = 0) -> str:
    """The headline of a share card: the finding at the move, else the verdict in one line."""
    found = next((one for one in sheet.every if number and (one["round"], one["move"]) == (number, move)), None)
    return str(found["text"]) if found else sheet.line


def match_line(match: Match, sheet: VerdictSheet | None) -> str:
    """A match in one line: game, day, players."""
    game = localized(sheet.game.rulebook.name) if sheet and sheet.game else match.game
    players = " · ".join(seat.name for seat in match.seated_players if seat.name)
    return "  ".join(part for part in (game, match.date, players) if part)


def messenger_card(
    request: HttpRequest, match: Match, sheet: VerdictSheet | None, number: int = 0, move: int = 0
) -> dict[str, Any] | None:
    """The title, text and image of a page for messengers; None where the match is not public."""
    if sheet is None or not matches.is_open(match):
        return None
    links = Links(match)
    return {
        "title": f"{title_of(match)} – {_('The referee')}",
        "description": f"{headline(sheet, number, move)} {match_line(match, sheet)}",
        "image": request.build_absolute_uri(links.card(number, move)),
        "url": request.build_absolute_uri(request.path),
    }


def round_numbers(match: Match) -> list[int]:
    """The numbers of the rounds in the current verdict."""
    verdict = matches.verdict_of(match)
    return [round_["round"] for round_ in verdict["rounds"]] if verdict else []


def embed_html(request: HttpRequest, match: Match, secret: str = "") -> str:
    """The HTML for embedding the match's first round in another site; empty where there is none or the match is private."""
    numbers = round_numbers(match)
    if not numbers or not (match.public or secret):
        return ""
    where = request.build_absolute_uri(Links(match).embedded(numbers[0], secret))
    return format_html('<iframe src="{}" title="{}" width="100%" height="620" loading="lazy"></iframe>', where, heading_of(match))
