"""The font in which the service writes into images: share cards, rounds as GIFs."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from PIL import ImageFont

FILE: Final = Path(__file__).with_name("referee-serif.otf")


@cache
def font(size: int) -> ImageFont.FreeTypeFont:
    """The font in a size in pixels."""
    return ImageFont.truetype(FILE, size)
