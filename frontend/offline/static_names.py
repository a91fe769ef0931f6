"""The tag ``static`` where the names of static files come from the page that loads them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template

register = template.Library()


@register.simple_tag(takes_context=True)
def static(context: Mapping[str, Any], name: str) -> str:
    """The address of a static file: under the name that the service or the folder has given it."""
    return str(context["in_browser"].static.get(name, name))
