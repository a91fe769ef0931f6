"""Numbers and ids that a form or an address brings."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from typing import Any

from django.http import Http404


def number_in(given: Mapping[str, Any], name: str) -> int:
    """A whole number of at most nine digits that was typed; 0 where none was."""
    text = str(given.get(name, ""))
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def id_in(given: Mapping[str, Any], name: str) -> uuid.UUID:
    """The id of a thing that a form names. Raises Http404 where it is none."""
    try:
        return uuid.UUID(str(given.get(name, "")))
    except ValueError:
        raise Http404 from None
