"""Tags of the page of a table: its clock and the call for a referee, and the appeals of its players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template

from frontend.components.event_tables.appealing import appealing_context
from frontend.components.event_tables.clock import call_context
from records.tournament.events import SeatLink

register = template.Library()


@register.inclusion_tag("components/event_tables/call.html", takes_context=True)
def call_referee(context: Mapping[str, Any], link: SeatLink) -> dict[str, Any]:
    """The table's clock and its call for a referee, for who has the link."""
    shared = {name: context[name] for name in ("request", "csrf_token", "call_error") if name in context}
    return {**shared, **call_context(link)}


@register.inclusion_tag("components/event_tables/appealing.html", takes_context=True)
def table_appeals(context: Any, link: SeatLink) -> dict[str, Any]:
    """What the players of a table can appeal against, and the form to do so."""
    return {
        **appealing_context(link),
        "csrf_token": context.get("csrf_token"),
        "error": context.get("appeal_error"),
        "text": context.get("appeal_text", ""),
    }
