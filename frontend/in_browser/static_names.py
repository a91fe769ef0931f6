"""The tags of ``static`` and ``assets`` where the names of static files come from the page that loads them.

The browser has all of them already, so nothing is asked for ahead.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag(takes_context=True)
def static(context: Mapping[str, Any], name: str) -> str:
    """The address of a static file: under the name that the service or the folder has given it."""
    return str(context["in_browser"].static.get(name, name))


@register.simple_tag(takes_context=True)
def module(context: Mapping[str, Any], name: str) -> SafeString:
    """A script that is an ES module."""
    return format_html('<script type="module" src="{}"></script>', static(context, name))


@register.simple_tag
def module_for_later(name: str) -> str:
    """Nothing: it is there when it is imported."""
    return ""


@register.simple_tag(takes_context=True)
def stylesheet(context: Mapping[str, Any], name: str) -> SafeString:
    """A style."""
    return format_html('<link rel="stylesheet" href="{}">', static(context, name))
