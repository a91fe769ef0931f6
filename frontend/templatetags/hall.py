"""The tag by which the page of a table shows its clock and lets its players call a referee."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template

from frontend.components.event_tables.call import call_context
from records.tournament.events import SeatLink

register = template.Library()


@register.inclusion_tag("components/event_tables/call.html", takes_context=True)
def call_referee(context: Mapping[str, Any], link: SeatLink) -> dict[str, Any]:
    """The table's clock and its call for a referee, for who has the link."""
    shared = {name: context[name] for name in ("request", "csrf_token", "call_error") if name in context}
    return {**shared, **call_context(link)}
