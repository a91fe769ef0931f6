"""Draws the frames of a round as a GIF: a band for each seat, with its hand, melds and discards, the last move and the points."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from PIL import Image, ImageDraw

from records.archive.round_gifs.faces import HEIGHT, UNSEEN, WIDTH, face
from records.core.fonts import font
from records.core.languages import localized
from referee import Game
from referee.core.record import DRAW
from referee.notation import grammar_of

Frame = Mapping[str, Any]
PLAY, END = 16_000, 3_000
"""Milliseconds of play at most, and for how long the end stands."""
SLOWEST, FASTEST = 700, 120
"""Milliseconds of a frame."""
MOST_BYTES = 4 << 20
WIN: Final = "hu"
MOST_WINS: Final = 6
"""The winning tiles of a seat that are shown, the last ones."""
SIZE: Final = 720
MARGIN, HEAD = 14, 62
BAND: Final = {"tiles": 166, "cards": 146}
HELD: Final = {"tiles": 46, "cards": 36}
"""The width of a piece in a hand …"""
LAID: Final = {"tiles": 31, "cards": 32}
"""… and of one that was discarded or played."""
FELT, PLATE, GOLD, PALE, SOFT, WON, LOST = "#1f4d40", "#296051", "#f0cf77", "#f7f4ec", "#b9cdc2", "#f0cf77", "#f2a79b"
COLOURS: Final = 128


def draw(frames: Sequence[Frame], game: Game, title: str) -> bytes:
    """The round as a GIF of at most PLAY and END, and of MOST_BYTES. ``title`` stands above the table."""
    shown = _shown(frames)
    middle, end = (_image(frame, game, title, frame is shown[-1]) for frame in (shown[len(shown) // 2], shown[-1]))
    palette = _together(middle, end).quantize(COLOURS)
    images = (_image(frame, game, title, frame is shown[-1]) for frame in shown)  # held one by one: each has some 2 MB
    pieces = [image.quantize(palette=palette, dither=Image.Dither.NONE) for image in images]
    while len(data := _written(pieces)) > MOST_BYTES and len(pieces) > 2:  # the deal and the end at least
        pieces = [*pieces[:-1:2], pieces[-1]]
    return data


def _together(one: Image.Image, other: Image.Image) -> Image.Image:
    """Two images side by side: what stands on the table at the end is not all that was shown."""
    both = Image.new("RGB", (2 * SIZE, one.height))
    both.paste(one, (0, 0))
    both.paste(other, (SIZE, 0))
    return both


def _written(pieces: Sequence[Image.Image]) -> bytes:
    pause = max(FASTEST, min(SLOWEST, PLAY // len(pieces) // 10 * 10))
    durations = [pause] * (len(pieces) - 1) + [END]
    stream = io.BytesIO()
    pieces[0].save(stream, "GIF", save_all=True, append_images=pieces[1:], duration=durations, loop=0)
    return stream.getvalue()


def _shown(frames: Sequence[Frame]) -> Sequence[Frame]:
    """The frames that are drawn: of a long round no mere draws, then as many as there is time for, evenly."""
    most, last = PLAY // FASTEST, frames[-1]
    found = list(frames)
    if len(found) > most // 2:
        found = [one for one in found if one is last or DRAW not in (one["token"] or "")]
    if len(found) <= most:
        return found
    return [found[number * (len(found) - 1) // (most - 1)] for number in range(most)]


def _image(frame: Frame, game: Game, title: str, ends: bool) -> Image.Image:
    kind = frame["faces"]
    height = BAND[kind]
    image = Image.new("RGB", (SIZE, HEAD + len(frame["seats"]) * height + MARGIN), FELT)
    pen = ImageDraw.Draw(image)
    pen.text((MARGIN, HEAD // 2), _cut(title, 26, SIZE - 140), font=font(26), fill=PALE, anchor="lm")
    if wall := frame.get("wall"):
        count, back = str(wall["count"]), face(UNSEEN, kind, 22)
        pen.text((SIZE - MARGIN, HEAD // 2), count, font=font(26), fill=SOFT, anchor="rm")
        image.paste(back, (SIZE - MARGIN - 32 - round(font(26).getlength(count)), HEAD // 2 - 15), back)
    move = grammar_of(game.id).move(frame["token"]) if frame["token"] else None
    for number, seat in enumerate(frame["seats"]):
        acts = move is not None and move.seat == seat["seat"]
        band = _Band(image, pen, frame, HEAD + number * height, acts)
        verbs = game.rulebook.verbs
        verb = verbs.get(move.verb) if acts and move is not None else verbs.get(WIN) if seat["wins"] else None
        call = localized(verb.call) if verb and verb.call else ""
        band.head(seat, localized(game.rulebook.words.of("seats")[seat["seat"]]), call, ends)
        band.hand(seat)
        band.laid(seat)
    return image


class _Band:
    """The band of a seat."""

    def __init__(self, image: Image.Image, pen: ImageDraw.ImageDraw, frame: Frame, top: int, acts: bool) -> None:
        self.image, self.pen, self.frame, self.top, self.acts = image, pen, frame, top, acts
        self.kind = frame["faces"]
        box = (MARGIN // 2, top, SIZE - MARGIN // 2, top + BAND[self.kind] - 6)
        pen.rounded_rectangle(box, 10, fill=PLATE, outline=GOLD if acts else PLATE, width=3)

    def head(self, seat: Frame, name: str, call: str, ends: bool) -> None:
        """The seat's name, its player, what was called, and its points."""
        y, left = self.top + 20, MARGIN + 4
        self.pen.text((left, y), name, font=font(22), fill=GOLD if seat["dealer"] else PALE, anchor="lm")
        left += round(font(22).getlength(name)) + 14
        player = _cut(seat["name"], 20, 260)
        self.pen.text((left, y), player, font=font(20), fill=SOFT, anchor="lm")
        left += round(font(20).getlength(player)) + 14
        for mark in seat.get("marks", ())[:2]:
            said = localized(mark)
            self.pen.text((left, y), said, font=font(18), fill=GOLD, anchor="lm")
            left += round(font(18).getlength(said)) + 12
        if call:
            width = round(font(22).getlength(call)) + 20
            self.pen.rounded_rectangle((left, y - 16, left + width, y + 16), 14, fill=GOLD)
            self.pen.text((left + width / 2, y), call, font=font(22), fill=FELT, anchor="mm")
            left += width + 8
        for win in seat["wins"][-MOST_WINS:]:
            if win["tile"]:
                left = self._put(win["tile"], left, y - 17, 26) + 2
        points = seat["score"]
        size, fill = (30 if ends else 24), WON if points > 0 else LOST if points < 0 else SOFT
        self.pen.text((SIZE - MARGIN - 6, y), _signed(points), font=font(size), fill=fill, anchor="rm")

    def hand(self, seat: Frame) -> None:
        """The hand, what was just drawn apart from it, then the melds; of cards each rank with how many."""
        y, x, width = self.top + 40, MARGIN + 4, HELD[self.kind]
        if self.kind == "cards":
            self._ranks(seat["hand"], x, y, width)
            return
        apart = [seat["drawn"]] if seat["drawn"] else []
        melds = [meld["tiles"] for meld in seat["melds"]]
        pieces = len(seat["hand"]) + len(apart) + sum(map(len, melds))
        room = SIZE - 2 * MARGIN - 8 - 8 * (len(melds) + len(apart))
        width = min(width, room // max(pieces, 1))
        for name in seat["hand"]:
            x = self._put(name, x, y, width)
        for name in apart:
            x = self._put(name, x + 8, y, width, self.acts)
        for tiles in melds:
            x += 8
            for name in tiles:
                x = self._put(name, x, y, width)

    def laid(self, seat: Frame) -> None:
        """The discards, or what was played last; the tile of this move has a ring."""
        if self.kind == "cards":
            for meld in seat["melds"][-1:]:
                x = MARGIN + 4
                for name in meld["tiles"]:
                    x = self._put(name, x, self.top + 92, LAID[self.kind], meld["move"] == self.frame["move"])
            return
        river, width = seat["river"], LAID[self.kind]
        width = min(width, (SIZE - 2 * MARGIN - 8) // max(len(river), 1))
        x, y = MARGIN + 4, self.top + 40 + HELD[self.kind] * HEIGHT // WIDTH + 8
        for one in river:
            x = self._put(one["tile"], x, y, width, one["move"] == self.frame["move"], one["mark"] is not None)

    def _ranks(self, names: Sequence[str], x: int, y: int, width: int) -> None:
        counts = Counter(names)
        step = min(width + 12, (SIZE - 2 * MARGIN - 8) // max(len(counts), 1))
        for name, _ in groupby(names):
            self._put(name, x, y, width - 6)
            if counts[name] > 1:
                self.pen.text((x + width - 5, y + 6), str(counts[name]), font=font(14), fill=GOLD, anchor="lt")
            x += step

    def _put(self, name: str, x: int, y: int, width: int, last: bool = False, taken: bool = False) -> int:
        """Lay a piece; returns where the next one begins."""
        drawn = face(name or UNSEEN, self.kind, width)
        self.image.paste(drawn, (x, y), drawn.point(lambda level: level // 3) if taken else drawn)
        if last:
            self.pen.rounded_rectangle((x - 2, y - 2, x + width + 1, y + drawn.height + 1), 5, outline=GOLD, width=3)
        return x + width


def _signed(points: int) -> str:
    return f"{points:+}".replace("-", "−") if points else "0"


def _cut(text: str, size: int, width: int) -> str:
    """As much of a text as there is room for."""
    if font(size).getlength(text) <= width:
        return text
    while text and font(size).getlength(text + "…") > width:
        text = text[:-1]
    return text + "…"
