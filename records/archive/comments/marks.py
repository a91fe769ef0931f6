"""Rings and arrows on a table: pieces named by where they lie, their face, and which of several alike, as ``E.hand:5p:0``.

Only sizes and characters are checked: the board draws those whose pieces it finds.
"""

from __future__ import annotations

import re
from typing import Any

from django.utils.translation import gettext_lazy as _

from records.core.errors import Refusal

MOST = 20
"""Rings and arrows of one comment."""
PIECE = re.compile(r"[A-Za-z.]{1,16}:[0-9A-Za-z?]{1,3}:[0-9]{1,2}")


def read_marks(found: Any) -> list[list[str]]:
    """Rings and arrows as they were sent. Raises Refusal (422) for what is none."""
    if not isinstance(found, list) or len(found) > MOST or not all(map(_is_mark, found)):
        raise Refusal("invalid-marks", _("Expected rings and arrows, {most} at most."), 422, most=MOST)
    return found


def _is_mark(mark: Any) -> bool:
    return (
        isinstance(mark, list)
        and 1 <= len(mark) <= 2
        and all(isinstance(piece, str) and PIECE.fullmatch(piece) for piece in mark)
    )
