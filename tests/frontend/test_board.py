"""The replay board in a real browser: one match of every game is stepped through, by keyboard, by mouse and by touch."""

from __future__ import annotations

import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import cycle
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

import referee
from tests.frontend.board import open_board
from tests.frontend.browser import fits, new_page, wait_for_page
from tests.frontend.conftest import GAMES
from tests.golden import HOME
from tests.proof import one_in, proof


def shapes_in_turn(wide: str, *tall: str) -> list[Any]:
    """A wide board of one game and a tall one of each other every time; the other way round in ``make proof``."""
    every_time = [("wide", wide), *(("tall", game) for game in tall)]
    turned = [*(("wide", game) for game in tall), ("tall", wide)]
    return [*every_time, *(pytest.param(shape, game, marks=proof) for shape, game in turned)]


def pieces(page: Page, **having: str) -> Locator:
    return page.locator("#board .piece" + "".join(f"[data-{key}='{value}']" for key, value in having.items()))


@pytest.mark.parametrize(("page", "game"), one_in(3, zip(cycle(["zh-TW", "en-US"]), GAMES)), indirect=["page"])
def test_board_draws_a_round_of_every_game_to_its_end(page: Page, address: str, matches: dict[str, str], game: str) -> None:
    record: Any = referee.parse((HOME / game / "clean-01.ppn").read_text(encoding="utf-8"))
    round_ = record.rounds[0]
    frames: list[Any] = referee.replay(record, round_.number)
    open_board(page, address, matches[f"{game}/clean-01"], f"{round_.number}/")
    for seat in frames[0]["seats"]:
        shown = pieces(page, zone=f"{seat['seat']}.hand").count()
        assert shown in (len(seat["hand"]) + bool(seat["drawn"]), len(set(seat["hand"])))
    expect(page.locator("#moves li")).to_have_count(len(frames))
    page.locator("#moves button").last.click()
    expect(page.locator("#now")).to_have_text(re.compile(rf"^{len(round_.moves)}\. "))
    expect(page).to_have_url(re.compile(rf"/{len(round_.moves)}/$"))
    for seat in frames[-1]["seats"]:
        expect(pieces(page, zone=f"{seat['seat']}.river")).to_have_count(len(seat["river"]))
        if frames[-1]["faces"] == "tiles":
            melded = sum(len(meld["tiles"]) for meld in seat["melds"])
            expect(pieces(page, zone=f"{seat['seat']}.meld")).to_have_count(melded)
    page.keyboard.press("Home")
    expect(page).to_have_url(re.compile(rf"/replay/{round_.number}/$"))
    assert "undefined" not in page.locator("#replay").inner_html()


def test_board_is_stepped_by_keyboard(page: Page, address: str, matches: dict[str, str]) -> None:
    open_board(page, address, matches["luzhou/clean-01"])
    scrub = page.locator("#scrub")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile(r"/replay/1/3/$"))
    expect(scrub).to_have_attribute("aria-valuetext", re.compile(r"3.*133"))
    page.keyboard.press("ArrowLeft")
    page.reload()
    expect(page.locator("#replay[data-ready]")).to_be_visible()
    expect(page.locator("#place")).to_have_text("2 / 133")
    page.keyboard.press("PageDown")
    standing = page.locator("#moves [aria-current]")
    expect(standing).to_have_class("kong")
    expect(page.locator("#marks .kong")).to_have_count(3)
    expect(page.locator("#marks .win")).to_have_count(2)
    page.keyboard.press("End")
    expect(page.locator("#place")).to_have_text("133 / 133")
    page.keyboard.press("PageUp")
    expect(standing).to_have_class("win")
    page.keyboard.press("Home")
    page.locator("#pace").select_option("fast")
    page.locator("#board").focus()
    page.keyboard.press("Space")
    expect(page.locator("#replay")).to_have_class(re.compile("playing"))
    expect(page.locator("#place")).to_have_text(re.compile(r"^([2-9]|\d{2,}) / 133$"))  # it goes on and on
    page.keyboard.press("Space")
    expect(page.locator("#replay")).not_to_have_class(re.compile("playing"))


def test_view_of_a_seat_hides_the_others_and_turns_the_table(page: Page, address: str, matches: dict[str, str]) -> None:
    open_board(page, address, matches["luzhou/clean-01"])
    expect(pieces(page, name="?")).to_have_count(0)
    page.locator("#view").select_option("S")
    expect(pieces(page, zone="E.hand", name="?")).to_have_count(13)
    expect(pieces(page, zone="S.hand", name="?")).to_have_count(0)
    expect(page).to_have_url(re.compile(r"view=S$"))
    page.reload()
    expect(page.locator("#replay[data-ready]")).to_be_visible()
    expect(page.locator("#view")).to_have_value("S")
    page.keyboard.press("r")
    expect(page).to_have_url(re.compile(r"view=S"))
    page.locator("#view").select_option("")
    expect(pieces(page, name="?")).to_have_count(0)
    page.locator("#turn").click()
    expect(page).to_have_url(re.compile(r"turn=[ESWN]$"))


TRAVELLING = """window.travelled = [];
const { animate } = Element.prototype;
Element.prototype.animate = function (...how) { travelled.push(this); return animate.apply(this, how); };"""
TRAVELLED = "() => travelled.splice(0).map((one) => one.dataset.zone + ' ' + one.dataset.name)"
"""What was set travelling since it was asked last, whether or not it is there already."""


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_discarded_tile_moves_unless_motion_is_reduced(
    chromium: Browser, address: str, matches: dict[str, str], motion: Any
) -> None:
    with new_page(chromium, reduced_motion=motion) as page:
        page.add_init_script(TRAVELLING)
        open_board(page, address, matches["luzhou/clean-01"], "1/2/")
        page.keyboard.press("ArrowRight")
        expect(page.locator("#place")).to_have_text(re.compile("^3 /"))
        assert ("W.river 2m" in page.evaluate(TRAVELLED)) == (motion == "no-preference")
        page.locator("#moves button").last.click()
        expect(page.locator("#place")).to_have_text("133 / 133")
        assert page.evaluate(TRAVELLED) == [], "only a single step is smooth"


def test_position_and_round_are_saved_as_files(chromium: Browser, address: str, matches: dict[str, str]) -> None:
    with new_page(chromium, locale="zh-TW") as page:
        open_board(page, address, matches["hengyang/clean-01"], "1/42/")
        page.locator(".save summary").click()
        kept = {}
        for kind in ("svg", "png", "film"):
            with page.expect_download() as taken:
                page.locator(f"[data-save={kind}]").click()
            kept[kind] = taken.value.path().read_bytes()
        assert kept["png"].startswith(b"\x89PNG")
        assert kept["svg"].count(b"<use ") > 60
        assert kept["film"].count(b"<animate ") > 200
        shown = page.context.new_page()
        for kind in ("svg", "film"):
            shown.set_content("<img>")
            drawn = shown.evaluate(
                "text => new Promise(done => { const i = document.querySelector('img'); i.onload = () => done(i.naturalWidth);"
                " i.onerror = () => done(0); i.src = 'data:image/svg+xml,' + encodeURIComponent(text) })",
                kept[kind].decode(),
            )
            assert drawn > 0, kind


def apart(one: dict[str, float], other: dict[str, float]) -> bool:
    """Whether two boxes share no more than an edge."""
    width = min(one["right"], other["right"]) - max(one["left"], other["left"])
    return width < 1 or min(one["bottom"], other["bottom"]) - max(one["top"], other["top"]) < 1


def within(scene: dict[str, Any], box: dict[str, float]) -> bool:
    return box["left"] >= 0 and box["right"] <= scene["width"] and box["top"] >= 0 and box["bottom"] <= scene["height"]


SCENE = """async ({ url, shape, many, sitting = 4 }) => {
  const { tileScene } = await import("/static/frontend/board/tile-table.js");
  const { frames, words } = await (await fetch(url)).json();
  for (const one of frames) one.seats = one.seats.slice(0, sitting);
  const frame = structuredClone(frames.at(-1));
  for (const seat of frame.seats) seat.river = Array.from({ length: many }, () => ({ tile: "5m", move: 1 }));
  const scene = tileScene([...frames.slice(0, -1), frame], frames.length - 1, { turned: 0, shape, words, language: "en" });
  const box = ({ x, y, width, turn, zone }) => {
    const [w, h] = turn % 180 ? [width * 4 / 3, width] : [width, width * 4 / 3];
    return { zone, left: x - w / 2, right: x + w / 2, top: y - h / 2, bottom: y + h / 2 };
  };
  const boxes = scene.pieces.filter((one) => /river|hand|meld/.test(one.zone)).map(box);
  return { width: scene.width, height: scene.height, boxes };
}"""


@pytest.mark.parametrize(("shape", "game"), shapes_in_turn("kawuxing", "luzhou"))
def test_long_river_fits_the_board(page: Page, address: str, matches: dict[str, str], game: str, shape: str) -> None:
    match = matches[f"{game}/clean-01"]
    open_board(page, address, match)
    for many in (18, 22, 33):
        scene = page.evaluate(SCENE, {"url": f"/api/v1/matches/{match}/rounds/1/frames?words=1", "shape": shape, "many": many})
        rivers = [box for box in scene["boxes"] if box["zone"].endswith("river")]
        assert len(rivers) == many * (3 if game == "kawuxing" else 4)
        assert all(within(scene, box) for box in rivers)
        others = [(one, other) for one in rivers for other in scene["boxes"] if one["zone"] != other["zone"]]
        assert [pair for pair in others if not apart(*pair)] == []


@pytest.mark.parametrize("shape", ["wide", "low", "tall"])
def test_two_players_sit_across_from_each_other(page: Page, address: str, matches: dict[str, str], shape: str) -> None:
    match = matches["luzhou/clean-01"]
    open_board(page, address, match)
    facts = {"url": f"/api/v1/matches/{match}/rounds/1/frames?words=1", "shape": shape, "many": 20, "sitting": 2}
    scene = page.evaluate(SCENE, facts)
    assert all(within(scene, box) for box in scene["boxes"])
    others = [(one, other) for one in scene["boxes"] for other in scene["boxes"] if one["zone"] != other["zone"]]
    assert [pair for pair in others if not apart(*pair)] == []
    own, opposite = ([box for box in scene["boxes"] if box["zone"] == f"{seat}.river"] for seat in "ES")
    assert min(box["top"] for box in own) > max(box["bottom"] for box in opposite) - 1


WON = """async ({ url, shape, values, turned }) => {
  const { tileScene } = await import("/static/frontend/board/tile-table.js");
  const { still } = await import("/static/frontend/board/paint.js");
  const { frames, words } = await (await fetch(url)).json(), frame = structuredClone(frames.at(-1));
  const wins = values.map((value) => ({ tile: "5m", value, from: null, by: "draw", move: 1 }));
  for (const seat of frame.seats) Object.assign(seat, { wins, state: "in", score: 0, waits: [], marks: [], dealer: false });
  Object.assign(frame, { ledger: [], call: null });
  const scene = tileScene([...frames.slice(0, -1), frame], frames.length - 1, { turned, shape, words, language: "en" });
  document.body.innerHTML = still(scene, false);
  const svg = document.body.firstChild, size = svg.getBoundingClientRect(), scale = scene.width / size.width;
  const box = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const [x, y] = [left - size.left, top - size.top].map((length) => length * scale);
    return { left: x, top: y, right: x + (right - left) * scale, bottom: y + (bottom - top) * scale };
  };
  const ground = (one) => (one.previousElementSibling?.matches("rect") ? one.previousElementSibling : null);
  const chips = [...svg.querySelectorAll("text")]
    .filter((one) => ground(one)?.getAttribute("fill") === "#f3cd6b" || one.textContent.startsWith("+"))
    .map((one) => ({ text: one.textContent, ...box(ground(one)) }));
  const pieces = [...svg.querySelectorAll("use")].filter((_, at) => scene.pieces[at].zone !== "wins").map(box);
  return { width: scene.width, height: scene.height, chips, pieces };
}"""


@pytest.mark.parametrize(("shape", "game"), shapes_in_turn("sichuan", "kawuxing", "xueliu"))
def test_chips_of_a_seat_with_several_wins_fit_the_board(
    page: Page, address: str, matches: dict[str, str], game: str, shape: str
) -> None:
    """A winner who plays on wins again: a chip says how often, wins on one tile and of one value are a stack with their number,
    and the stacks without room are counted."""
    match, seats = matches[f"{game}/clean-01"], 3 if game == "kawuxing" else 4
    page.goto(f"{address}/matches/{match}/")
    for turned in range(seats):
        facts = {"url": f"/api/v1/matches/{match}/rounds/1/frames?words=1", "shape": shape, "turned": turned}
        few = page.evaluate(WON, {**facts, "values": [3, 8, 3]})
        assert sorted(chip["text"] for chip in few["chips"]) == sorted(["已胡 ×3", "3 ×2", "8"] * seats)
        many = page.evaluate(WON, {**facts, "values": [*range(1, 25), 1]})
        counted = [int(chip["text"]) for chip in many["chips"] if chip["text"].startswith("+")]
        assert [chip["text"] for chip in many["chips"]].count("已胡 ×25") == seats
        assert len(many["chips"]) - seats - len(counted) + sum(counted) == 24 * seats
        for scene in (few, many):
            for at, chip in enumerate(scene["chips"]):
                assert within(scene, chip), chip
                assert all(apart(chip, other) for other in [*scene["chips"][:at], *scene["pieces"]]), chip


def test_fourteen_wins_of_a_round_are_shown_on_a_phone(phone: Page, address: str, matches: dict[str, str]) -> None:
    """Every winner's hand is seen to be locked; the wins lie on the board and are told to who cannot see it."""
    record: Any = referee.parse((HOME / "xueliu" / "clean-01.ppn").read_text(encoding="utf-8"))
    wins = referee.verify(record).rounds[0].wins
    open_board(phone, address, matches["xueliu/clean-01"], f"1/{len(record.rounds[0].moves)}/")
    box = phone.locator("#board").bounding_box()
    assert box is not None
    last = len(record.rounds[0].moves)
    for side, move in ((0.2, last - 1), (0.8, last)):
        phone.touchscreen.tap(box["x"] + box["width"] * side, box["y"] + 200)
        expect(phone.locator("#place")).to_have_text(re.compile(f"^{move} /"))
    winners = {win.seat for win in wins}
    expect(phone.locator("#board [data-locked]")).to_have_count(len(winners))
    phone.locator("#text-table summary").click()
    for seat in winners:
        times = sum(win.seat == seat for win in wins)
        head = "won" if times == 1 else f"won ×{times}"
        assert phone.locator("#board .labels text", has_text=re.compile(f"^{head}$")).count() >= 1
    assert pieces(phone, zone="wins").count() >= len(winners)
    expect(phone.locator("#text-table dd", has_text=re.compile("^won: "))).to_have_count(len(winners))
    expect(phone.locator("#text-table dd", has_text="the hand is locked")).to_have_count(len(winners))
    assert fits(phone)
    phone.goto(f"{address}/matches/{matches['xueliu/clean-01']}/")
    rows = phone.locator(".round").first.locator(".wins li")
    phone.locator(".round").first.evaluate("(round) => { round.open = true; }")
    expect(rows).to_have_count(len(wins))
    assert fits(phone)
    rows.last.get_by_role("link", name=f"move {wins[-1].move}").click()
    wait_for_page(phone, re.compile(rf"/replay/1/{wins[-1].move}/$"))


@pytest.fixture
def club_site(address: str, matches: dict[str, str]) -> Iterator[str]:
    """A site of somebody else's, one page of which frames a board."""
    framed = f"{address}/embed/{matches['hengyang/clean-01']}/1/40/?lang=zh"

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(
                f"<!doctype html><title>a club</title><iframe width=900 height=700 src='{framed}'></iframe>".encode()
            )

        def log_message(self, *_: Any) -> None:
            """Says nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}/"
        server.shutdown()


def test_embedded_board_works_in_a_frame_of_another_site(chromium: Browser, club_site: str) -> None:
    with new_page(chromium, locale="en-US") as page:
        page.goto(club_site)
        frame = page.frame_locator("iframe")
        expect(frame.locator("#embed[data-ready]")).to_be_visible()
        expect(frame.locator("#now")).to_contain_text("40. ")
        frame.locator("[data-step=on]").click()
        expect(frame.locator("#now")).to_contain_text("41. ")
        expect(frame.locator("html")).to_have_attribute("lang", "zh-Hant")
        assert page.context.cookies() == []
