"""The tags by which a page names its scripts and styles: each with what it imports, so that all are asked for at once."""

from __future__ import annotations

from collections.abc import Iterable

from django import template
from django.templatetags.static import static
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from frontend.assets import imports_of

register = template.Library()


@register.simple_tag
def module(name: str) -> SafeString:
    """A script that is an ES module."""
    return format_html('{}\n<script type="module" src="{}"></script>', _preloads(imports_of(name)), static(name))


@register.simple_tag
def module_for_later(name: str) -> SafeString:
    """A module that a script of the page imports once the page is there."""
    return _preloads((name, *imports_of(name)))


@register.simple_tag
def stylesheet(name: str) -> SafeString:
    """A style."""
    links = format_html_join("\n", '<link rel="preload" as="style" href="{}">', ((static(other),) for other in imports_of(name)))
    return format_html('{}\n<link rel="stylesheet" href="{}">', links, static(name))


def _preloads(names: Iterable[str]) -> SafeString:
    return format_html_join("\n", '<link rel="modulepreload" href="{}">', ((static(name),) for name in names))
