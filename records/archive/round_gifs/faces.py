"""The faces of tiles and cards as images. Each is drawn once at several times its size, and then made smaller."""

from __future__ import annotations

import math
import tomllib
from functools import cache
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw

from records.core.fonts import font

INK, RED, GREEN, BLUE, IVORY, EDGE, BACK = "#1d2b4a", "#b4231a", "#14724a", "#1f4f9c", "#fdfaf0", "#c9c2ae", "#2f6d5b"
WIDTH, HEIGHT, FINE = 60, 80, 3
"""The size of a face in its own units, and how many pixels a unit has before it is made smaller."""
UNSEEN: Final = "?"
WRITTEN: Final[dict[str, str]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
"""The characters on tiles and jokers."""
HONOURS: Final = (INK, INK, INK, INK, BLUE, GREEN, RED)
"""The colours of the honours by rank: winds, then dragons."""
JOKERS: Final = {"x": INK, "X": RED}
TEN: Final = "T"
COLUMNS: Final = {1: (30,), 2: (18, 42), 3: (13, 30, 47)}
ROWS: Final = {1: (40,), 2: (22, 58), 3: (16, 40, 64), 4: (13, 31, 49, 67)}
LAID: Final = {2: (1, 1), 3: (1, 1, 1), 4: (2, 2), 5: (2, 1, 2), 6: (2, 2, 2), 7: (1, 3, 3), 8: (2, 2, 2, 2), 9: (3, 3, 3)}
"""How many coins or canes each row has, by rank."""


@cache
def face(name: str, kind: str, width: int) -> Image.Image:
    """The face of a piece, so many pixels wide. ``kind`` is ``tiles`` or ``cards``; an unseen piece shows its back."""
    image = Image.new("RGBA", (WIDTH * FINE, HEIGHT * FINE))
    pen = _Pen(image)
    pen.sheet(BACK if name == UNSEEN else IVORY)
    if name == UNSEEN:
        pen.frame()
    elif kind == "cards":
        _card(pen, name)
    else:
        _tile(pen, name)
    return image.resize((width, round(width * HEIGHT / WIDTH)), Image.Resampling.LANCZOS)


class _Pen:
    """Draws in units of a face."""

    def __init__(self, image: Image.Image) -> None:
        self.draw = ImageDraw.Draw(image)

    def sheet(self, fill: str) -> None:
        box = (FINE, FINE, (WIDTH - 1) * FINE, (HEIGHT - 1) * FINE)
        self.draw.rounded_rectangle(box, 7 * FINE, fill=fill, outline=EDGE, width=FINE * 2)

    def frame(self) -> None:
        box = (9 * FINE, 9 * FINE, (WIDTH - 9) * FINE, (HEIGHT - 9) * FINE)
        self.draw.rounded_rectangle(box, 4 * FINE, outline=EDGE, width=FINE)

    def text(self, x: float, y: float, size: int, text: str, fill: str) -> None:
        self.draw.text((x * FINE, y * FINE), text, font=font(size * FINE), fill=fill, anchor="mm")

    def circle(self, x: float, y: float, radius: float, fill: str) -> None:
        self.draw.ellipse([(x - radius) * FINE, (y - radius) * FINE, (x + radius) * FINE, (y + radius) * FINE], fill=fill)

    def ellipse(self, box: tuple[float, float, float, float], fill: str) -> None:
        self.draw.ellipse([at * FINE for at in box], fill=fill)

    def cane(self, x: float, y: float, height: float, fill: str) -> None:
        for top in (y - height / 2, y + 0.6):
            box = [(x - 4.6) * FINE, top * FINE, (x + 4.6) * FINE, (top + height / 2 - 0.6) * FINE]
            self.draw.rounded_rectangle(box, 2.4 * FINE, fill=fill)
        self.draw.line([x * FINE, (y - height / 2 + 3) * FINE, x * FINE, (y + height / 2 - 3) * FINE], IVORY, FINE)


def _tile(pen: _Pen, name: str) -> None:
    rank, suit = int(name[0]), name[1]
    if suit == "z":
        pen.text(30, 39, 44, WRITTEN["honours"][rank - 1], HONOURS[rank - 1])
    elif suit == "m":
        pen.text(30, 23, 31, WRITTEN["numerals"][rank - 1], INK)
        pen.text(30, 56, 33, WRITTEN["characters"], RED)
    elif rank == 1:
        (_great_coin if suit == "p" else _sparrow)(pen)
    else:
        _laid(pen, rank, suit)


def _laid(pen: _Pen, rank: int, suit: str) -> None:
    rows = LAID[rank]
    size = {1: 30, 2: 30, 3: 21, 4: 15}[len(rows)]
    for row, (count, y) in enumerate(zip(rows, ROWS[len(rows)], strict=True)):
        for column, x in enumerate(COLUMNS[count]):
            fill = (GREEN, RED, BLUE, GREEN)[row] if len(rows) != 2 else (BLUE, GREEN)[(row + column) % 2]
            if suit == "p":
                radius = min(size / 2, 8.4 if count == 3 else 11)
                pen.circle(x, y, radius, fill)
                pen.circle(x, y, radius * 0.62, IVORY)
                pen.circle(x, y, radius * 0.34, fill)
            else:
                pen.cane(x, y, size, fill)


def _great_coin(pen: _Pen) -> None:
    for radius, fill in ((23, GREEN), (20, IVORY), (13, RED), (9.6, IVORY), (4, RED)):
        pen.circle(30, 40, radius, fill)
    for turn in range(12):
        angle = math.tau * turn / 12
        pen.circle(30 + 16.6 * math.cos(angle), 40 + 16.6 * math.sin(angle), 2.4, GREEN)


def _sparrow(pen: _Pen) -> None:
    for shift in (-7, 0, 7):
        pen.draw.line([(20 + shift / 2) * FINE, 56 * FINE, (17 + shift) * FINE, 74 * FINE], BLUE, 3 * FINE)
    pen.ellipse((10, 29, 47, 62), GREEN)
    pen.circle(40, 22, 10, GREEN)
    pen.ellipse((15, 37, 38, 55), RED)
    pen.draw.polygon([at * FINE for at in (49, 18, 57, 23, 48, 26)], fill=RED)
    pen.circle(42, 20, 2.4, IVORY)


def _card(pen: _Pen, name: str) -> None:
    if name in JOKERS:
        for y, character in zip((24, 55), WRITTEN[name], strict=True):
            pen.text(30, y, 26, character, JOKERS[name])
        return
    pen.text(30, 38, 42 if name != TEN else 34, "10" if name == TEN else name, INK)
