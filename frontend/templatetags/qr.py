"""The tag for templates that draws an address as a QR code: ``{% load qr %}{% qr address %}``."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

import segno
from django import template
from django.utils.html import format_html
from django.utils.translation import gettext as _

register = template.Library()

QUIET = 4
"""Light modules around the code, without which cameras do not find it."""


@register.simple_tag
def qr(address: str) -> str:
    """A QR code of an address as an inline SVG, which grows to the width of its box and is named for who does not see it."""
    wide, dark = _code(address)
    return format_html(
        '<svg class="qr" viewBox="0 0 {0} {0}" role="img" shape-rendering="crispEdges"><title>{1}</title>'
        '<path fill="#fff" d="M0 0h{0}v{0}H0z"/><path fill="#000" d="{2}"/></svg>',
        wide,
        _("QR code of %(address)s") % {"address": address},
        dark,
    )


@lru_cache(100)
def _code(address: str) -> tuple[int, str]:
    """The modules of a side with the quiet ones around, and the dark modules as a path."""
    code = segno.make_qr(address, error="m")
    rows = enumerate(code.matrix_iter(border=QUIET))
    return int(code.symbol_size(border=QUIET)[0]), "".join(_row(number, bytes(row)) for number, row in rows)


def _row(number: int, modules: bytes) -> str:
    """The dark modules of a row as a path, one part for all that touch each other."""
    path, at = "", 0
    for is_dark, run in groupby(modules):
        long = len(list(run))
        if is_dark:
            path += f"M{at} {number}h{long}v1h-{long}z"
        at += long
    return path
