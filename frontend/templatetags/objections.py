"""The tag by which a table's page shows the objections of its players."""

from __future__ import annotations

from typing import Any

from django import template

from frontend.components.event_tables.objections import objections_context
from records.tournament.events import SeatLink

register = template.Library()


@register.inclusion_tag("components/event_tables/objections.html", takes_context=True)
def table_objections(context: Any, link: SeatLink) -> dict[str, Any]:
    """What the players of a table can object to, and the form to do so."""
    return {
        **objections_context(link),
        "csrf_token": context.get("csrf_token"),
        "error": context.get("objection_error"),
        "text": context.get("objection_text", ""),
    }
