"""``python -m scripts.pictures [NAME…]``: takes the pictures of the documentation, all of them or those named.

A service of its own is started and furnished, every page of it is looked at in Chromium, and what differs from one run to the
next (times, ids, keys) is written the same before the picture is taken: a picture changes where its page does.
"""

from __future__ import annotations

import io
import os
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image
from playwright.sync_api import Browser, Page

import referee
from tests.frontend.browser import chromium
from tests.frontend.tour import LIMITS, REFUSALS, sign_in
from tests.service.furnished import furnished, record
from tests.service.service import Service

IMAGES = Path(__file__).resolve().parent.parent / "docs" / "images"
TALLEST = 1500
"""Pixels of a page that a picture shows at most."""
COLOURS = 96

STILL = r"""() => {
  const today = new Date().toISOString().slice(0, 10).replaceAll("-", ".");
  const same = [
    [/\d{4}-\d\d-\d\d([ T])\d\d:\d\d(:\d\d)?(\.\d+)?(Z|\+00:00)?/g,
      (_, gap, seconds) => `2026-11-14${gap}20:15${seconds ? ":00" : ""}`],
    [/\d{4}\.\d\d\.\d\d \d\d:\d\d(:\d\d)?/g, (_, seconds) => `2026.11.14 20:15${seconds ? ":00" : ""}`],
    [/\b20\d\d\.\d\d\.\d\d\b/g, (day) => (day < today ? day : "2026.11.14")],
    [/\b\d\d:\d\d:\d\d\b/g, "20:15:00"], [/\b20\d\d-\d\d-\d\d\b/g, "2026-11-14"], [/\b\d+ ms\b/g, "5 ms"],
    [/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, "0b1f3a5c-2d4e-4f60-8a9b-0c1d2e3f4a5b"],
    [/\b([0-9a-f]{4} )+[0-9a-f]{4}\b/g, (all) => all.replace(/[0-9a-f]{4}/g, "c0de")],
    [/\b[0-9a-f]{32,64}\b/g, (all) => "c0de".repeat(all.length / 4)],
    [/^[A-Za-z0-9+\/]{40,}=*$/gm, (all) => "c0de".repeat(all.length / 4)], [/127\.0\.0\.1:\d+/g, "referee.example"],
    [/gaierror.*/g, "gaierror: Name or service not known"],
  ];
  const told = (text) => same.reduce((now, [from, to]) => now.replace(from, to), text);
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) texts.currentNode.data = told(texts.currentNode.data);
  const fields = document.querySelectorAll("input:not([type=file])");
  for (const field of fields) field.value = told(field.value).replace(today, "2026.11.14");
}"""


class Picture(NamedTuple):
    """A page as it is shown: ``page`` is a row of the urlconf, an address, or the name of a refusal; on a board, how far the
    round has gone (of 1), or where its address stands. ``draft``: the golden record of which a round is being entered, and as
    many of its moves as are there."""

    page: str
    width: int = 1440
    locale: str = "en-US"
    scheme: Any = "light"
    gone: float | None = None
    press: str = ""
    visitor: bool = False
    draft: tuple[str, int] | None = None


HAND = "/calculator/?game=sichuan&hand=1112345678999p&win=5p"
PICTURES = {
    "home": Picture("home", visitor=True),
    "sample": Picture("sample", visitor=True),
    "help": Picture("help", visitor=True),
    "archive": Picture("archive"),
    "verdict": Picture("match", press=".clause summary"),
    "verdict-clean": Picture("game:sichuan", press=".round summary", locale="zh-TW"),
    "unreadable": Picture("broken"),
    "finding": Picture("replay"),
    "replay": Picture("board:luzhou", gone=2 / 3),
    "review": Picture("board:luzhou", gone=1 / 3, press="#tab-review"),
    "replay-kawuxing": Picture("board:kawuxing", gone=0.9),
    "replay-sichuan": Picture("board:sichuan", gone=0.7, locale="zh-TW"),
    "replay-hengyang": Picture("board:hengyang", gone=0.8, scheme="dark"),
    "replay-gouji": Picture("board:gouji", gone=0.3),
    "replay-phone": Picture("board:gouji", 390, "zh-TW", gone=2 / 3),
    "embed": Picture("embed", 900, visitor=True),
    "share-card": Picture("card"),
    "shared-match": Picture("shared_match", visitor=True),
    "visitor": Picture("dropped_match", visitor=True),
    "visitor-file": Picture("dropped", 390, "zh-TW", visitor=True),
    "batches": Picture("batches"),
    "batch": Picture("batch"),
    "enter": Picture("enter"),
    "calculator": Picture(HAND),
    "calculator-phone": Picture(HAND, 390, "zh-TW", "dark"),
    "rulebooks": Picture("rulebooks"),
    "rulebook": Picture("rulebook"),
    "rulebook-phone": Picture("rulebook", 390, "zh-TW"),
    "clubs": Picture("clubs"),
    "club": Picture("club", locale="zh-TW"),
    "people": Picture("people"),
    "players": Picture("players"),
    "player": Picture("player"),
    "mistake": Picture("mistake", press=".hand button:enabled"),
    "mistake-phone": Picture("mistake", 390, "zh-TW"),
    "events": Picture("events"),
    "event": Picture("event"),
    "event-phone": Picture("event", 390, "zh-TW", "dark"),
    "sheet-phone": Picture("at_table", 390, visitor=True, press="#sheet-new"),
    "event-people": Picture("event_people"),
    "event-settings": Picture("event_settings"),
    "event-tables": Picture("event_tables"),
    "decisions": Picture("decisions"),
    "hall": Picture("hall", 1280),
    "results": Picture("results"),
    "publication": Picture("publication"),
    "results-keys": Picture("results_keys"),
    "rejudgings": Picture("club_rejudgings"),
    "rejudging": Picture("rejudging"),
    "webhooks": Picture("webhooks"),
    "webhook": Picture("webhook"),
    "delivery": Picture("delivery"),
    "audit": Picture("club_audit"),
    "tokens": Picture("tokens"),
    "account": Picture("account"),
    "delete-account": Picture("delete_account"),
    "delete-match": Picture("delete_match"),
    "deleted": Picture("deleted"),
    "login": Picture("login", visitor=True),
    **{name: Picture(name, visitor=True) for name in REFUSALS},
    "entry": Picture("enter", draft=("hengyang/clean-01", 30)),
    "entry-phone": Picture("enter", 390, draft=("gouji/clean-01", 31), visitor=True),
    "home-phone": Picture("home", 390, "zh-TW", "dark", visitor=True),
    "verdict-phone": Picture("match", 390, "zh-TW", "dark"),
}


def main(names: list[str]) -> None:
    """Take the pictures."""
    os.environ.setdefault("SERVICE_BROKER_URL", "")
    with tempfile.TemporaryDirectory(prefix="referee-pictures-") as var, chromium() as browser:
        service = Service(Path(var))
        try:
            service.prepare()
            service.manage("collectstatic", "--no-input", "--verbosity", "0")
            service.web(**service.having(**LIMITS))
            service.worker()
            things = furnished(service)
            for name in names or PICTURES:
                take(browser, f"http://127.0.0.1:{service.port}", things, name)
        finally:
            service.close()


def take(browser: Browser, address: str, things: dict[str, Any], name: str) -> None:
    """Take one picture, reduced to as few colours as it needs."""
    wanted = PICTURES[name]
    height = 844 if wanted.width < 600 else 900
    context = browser.new_context(
        viewport={"width": wanted.width, "height": height},
        locale=wanted.locale,
        color_scheme=wanted.scheme,
        reduced_motion="reduce",
    )
    page = context.new_page()
    if not wanted.visitor:
        sign_in(page, address)
    if wanted.page in REFUSALS:
        REFUSALS[wanted.page][0](page, address)
    else:
        page.goto(address + where(things, wanted.page))
    if wanted.draft:
        page.evaluate("text => localStorage.setItem('referee.draft', text)", draft(*wanted.draft))
        page.reload()
    prepare_page(page, wanted)
    page.evaluate(STILL)
    tall = min(TALLEST, page.evaluate("document.documentElement.scrollHeight"))
    shot = page.screenshot(full_page=True, animations="disabled", clip={"x": 0, "y": 0, "width": wanted.width, "height": tall})
    context.close()
    few = Image.open(io.BytesIO(shot)).convert("RGB").quantize(COLOURS, dither=Image.Dither.NONE)
    few.save(IMAGES / f"{name}.png", optimize=True)


def where(things: dict[str, Any], page: str) -> str:
    """The address of a page."""
    kind, _, game = page.partition(":")
    if game:
        match: str = things["games"][game]
        return f"{match}replay/1/" if kind == "board" else match
    return things["pages"].get(page) or things.get(page) or page


def draft(name: str, moves: int) -> str:
    """The first round of a record with its first so many moves."""
    found = referee.parse(record(name, Event="俱樂部例會", Date="2026.11.14").encode())
    assert isinstance(found, referee.Record)
    first = found.rounds[0]
    begun = first._replace(moves=first.moves[:moves], scores=None, places=None)
    return referee.write(found._replace(rounds=(begun,), totals=None))


def prepare_page(page: Page, wanted: Picture) -> None:
    """Wait until the page is drawn; go on in the round; unfold what is to be seen."""
    if page.locator("[data-frames], #enter, #calculator, .puzzle").count():
        page.locator("[data-ready]").first.wait_for()
        if wanted.gone is not None:
            page.locator("#scrub").evaluate(
                "(scrub, gone) => { scrub.value = Math.round(scrub.max * gone); scrub.dispatchEvent(new Event('input')); }",
                wanted.gone,
            )
    if wanted.press:
        page.locator(wanted.press).first.click()
    page.wait_for_load_state("networkidle")


if __name__ == "__main__":
    main(sys.argv[1:])
