"""The share card of a public match or of a finding: the image that a messenger shows beside a link."""

from __future__ import annotations

import io
import re
import uuid

from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import override, pgettext_lazy
from django.views.decorators.http import require_GET
from PIL import Image, ImageDraw

from frontend.components.matches.links import Links
from frontend.components.matches.title import title_of
from frontend.components.page.actions import number_in
from frontend.components.sharing import headline, match_line
from records.archive import matches
from records.archive.models import Match
from records.core.fonts import font
from records.core.languages import DJANGO, reader_language
from records.wording.verdict_sheet import VerdictSheet, sheet_of
from referee.chinese import SIMPLIFIED, TRADITIONAL

SIZE = 1200, 630
MARGIN = 80
STAMPS = {
    "clean": (pgettext_lazy("seal", "clean"), "#2c6e5b"),
    "unchecked": (pgettext_lazy("seal", "not checked"), "#6a6558"),
    "flagged": (pgettext_lazy("seal", "flagged"), "#a8322a"),
    "unreadable": ("？", "#8a6a14"),
}
PAPER, INK, SOFT = "#f7f4ec", "#23211c", "#6a6558"
HOUR = 3600
MOVED = {
    "，": (-0.35, 0.43),
    "。": (-0.32, 0.32),
    "、": (-0.31, 0.32),
    "；": (-0.24, 0.08),
    "：": (-0.23, 0.08),
    "！": (-0.25, 0),
    "？": (-0.23, 0),
}
"""How far Simplified Chinese has its marks from the middle of their squares, where the font has them, in parts of the square."""


@require_GET
def card(request: HttpRequest, match_id: uuid.UUID) -> HttpResponse:
    """The card of a match, or of the finding at a move; Http404 where the match is not public."""
    match = matches.find(AnonymousUser(), match_id)
    verdict = matches.verdict_of(match) if match is not None else None
    if match is None or verdict is None:
        raise Http404
    number, move = number_in(request.GET, "round"), number_in(request.GET, "move")
    language = DJANGO.get(request.GET.get("hl", ""), DJANGO[TRADITIONAL])
    key = f"card:{match.current_judgement_id}:{number}:{move}:{language}"
    image = cache.get(key)
    if image is None:
        with override(language):
            sheet = sheet_of(matches.verdict_for_reader(match, verdict), Links(match))
            image = draw_card(match, sheet, headline(sheet, number, move))
        cache.set(key, image, HOUR)
    return HttpResponse(image, content_type="image/png", headers={"Cache-Control": f"public, max-age={HOUR}"})


def draw_card(match: Match, sheet: VerdictSheet, line: str) -> bytes:
    """The card as PNG."""
    image = Image.new("RGB", SIZE, PAPER)
    pen = ImageDraw.Draw(image)
    stamp, colour = STAMPS[sheet.shown_as]
    pen.rectangle((0, 0, SIZE[0], 14), fill=colour)
    pen.rounded_rectangle((MARGIN, 90, MARGIN + 150, 240), 18, outline=colour, width=8)
    pen.text((MARGIN + 75, 165), _seal(stamp), font=font(92), fill=colour, anchor="mm")
    left = MARGIN + 200
    title = title_of(match)
    _write(pen, (left, 96), _lines(title, 52, SIZE[0] - left - MARGIN)[0], 52, INK)
    for index, text in enumerate(_lines(match_line(match, sheet), 32, SIZE[0] - left - MARGIN)[:2]):
        _write(pen, (left, 172 + 44 * index), text, 32, SOFT)
    for index, text in enumerate(_lines(line, 54, SIZE[0] - 2 * MARGIN)[:3]):
        _write(pen, (MARGIN, 310 + 76 * index), text, 54, colour)
    _write(pen, (MARGIN, 560), _("The referee"), 30, SOFT)
    stream = io.BytesIO()
    image.quantize(64).save(stream, "PNG", optimize=True)
    return stream.getvalue()


def _seal(stamp: object) -> str:
    """The character of a seal, which is Chinese in every language."""
    with override(DJANGO[SIMPLIFIED if reader_language() == SIMPLIFIED else TRADITIONAL]):
        return str(stamp)


def _write(pen: ImageDraw.ImageDraw, at: tuple[float, float], text: str, size: int, fill: str) -> None:
    """Draw a line of text, with its marks where the reader's script has them."""
    marks = "".join(MOVED) if reader_language() == SIMPLIFIED else ""
    left, top = at
    for part in re.split(f"([{marks}])", text) if marks else [text]:
        right, down = MOVED[part] if marks and part in MOVED else (0, 0)
        pen.text((left + right * size, top + down * size), part, font=font(size), fill=fill)
        left += font(size).getlength(part)


def _lines(text: str, size: int, width: int) -> list[str]:
    """Break a text into lines of a width in pixels: at a space where there is one, else between any two characters."""
    lines, line = [], ""
    for char in text.replace("\n", " "):
        if font(size).getlength(line + char) > width and line:
            head, space, tail = line.rpartition(" ")
            broken = bool(space) and char != " " and char.isascii()
            lines.append(head if broken else line)
            line = tail if broken else ""
        line += char if line or char != " " else ""
    return [*lines, line]
