"""Comments on moves in a browser: written with arrows on the table, read by whoever may read the match, deleted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.frontend.axe import violations
from tests.frontend.browser import fits, new_page
from tests.frontend.tour import sign_in
from tests.proof import one_in, slow

MARKS = "#board .notes > *"
PIECES = {"luzhou": ("S.hand", "S.river"), "gouji": ("B.hand", "A.hand")}
"""Where on a table of each kind the two pieces lie between which an arrow is drawn."""


@pytest.fixture
def writer(chromium: Browser, address: str, furniture: dict[str, Any]) -> Iterator[Page]:
    with new_page(chromium, locale="en-US", viewport={"width": 1440, "height": 900}, reduced_motion="reduce") as page:
        sign_in(page, address)
        yield page


def open_move(page: Page, address: str, furniture: dict[str, Any], game: str, move: int) -> None:
    page.goto(f"{address}{furniture['games'][game]}replay/1/{move}/")
    expect(page.locator("#replay[data-ready]")).to_be_visible()


def middle(page: Page, zone: str, at: int = 0) -> tuple[float, float]:
    box = page.locator(f"#board .piece[data-zone='{zone}'] use").nth(at).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 3, box["y"] + box["height"] / 3


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(*end, steps=4)
    page.mouse.up()


@pytest.mark.parametrize(("game", "move"), one_in(2, [("luzhou", 40), ("gouji", 30)], slow))
def test_comment_with_an_arrow_and_a_ring_is_read_by_visitors_and_deleted_by_its_author(
    chromium: Browser, writer: Page, address: str, furniture: dict[str, Any], game: str, move: int
) -> None:
    open_move(writer, address, furniture, game, move)
    writer.locator("#comment-open").click()
    expect(writer.locator("#comment-title")).to_have_text(f"Comment on move {move}")
    board, form = writer.locator("#board").bounding_box(), writer.locator("#comment-form").bounding_box()
    assert board is not None
    assert form is not None
    assert board["x"] + board["width"] <= form["x"], "the form lies beside the board"
    writer.locator("#comment-form textarea").fill("Why not this one?\n<b>Look</b>")
    writer.locator("#pen").click()
    one, other = (middle(writer, zone) for zone in PIECES[game])
    drag(writer, one, other)
    drag(writer, other, other)
    expect(writer.locator(MARKS)).to_have_count(2)
    expect(writer.locator("#place")).to_have_text(re.compile(f"^{move} /"), use_inner_text=True)
    writer.get_by_role("button", name="Save the comment").click()
    expect(writer.locator("#comment-form")).to_be_hidden()
    expect(writer.locator("#comments-here .text")).to_have_text("Why not this one?\n<b>Look</b>")
    expect(writer.locator("#comments-here bdi")).to_have_text("li")

    with new_page(chromium, locale="en-US") as visitor:
        open_move(visitor, address, furniture, game, move)
        expect(visitor.locator("#comments-here .text")).to_have_text("Why not this one?\n<b>Look</b>")
        expect(visitor.locator("#comments-here bdi")).to_have_text("")
        expect(visitor.get_by_role("button", name="Delete")).to_have_count(0)
        expect(visitor.locator("#comment-open")).to_have_count(0)
        expect(visitor.locator(MARKS)).to_have_count(2)
        before = visitor.locator(f"{MARKS.replace('*', 'path')}").get_attribute("d")
        visitor.keyboard.press("r")
        expect(visitor.locator(f"{MARKS.replace('*', 'path')}")).not_to_have_attribute("d", str(before))
        expect(visitor.locator(f"#moves button[value='{move}'] .commented")).to_have_count(1)
        visitor.keyboard.press("ArrowRight")
        expect(visitor.locator(MARKS)).to_have_count(0)
        expect(visitor.locator("#comments-here li")).to_have_count(0)

    writer.reload()
    expect(writer.locator("#comments-here li")).to_have_count(1)
    writer.get_by_role("button", name="Delete").click()
    expect(writer.locator("#comments-here li")).to_have_count(0)
    expect(writer.locator(MARKS)).to_have_count(0)
    writer.reload()
    expect(writer.locator("#replay[data-ready]")).to_be_visible()
    expect(writer.locator("#comments-here li")).to_have_count(0)


@slow
def test_arrow_is_drawn_with_shift_and_rubbed_out_and_a_tap_without_it_steps(
    writer: Page, address: str, furniture: dict[str, Any]
) -> None:
    open_move(writer, address, furniture, "luzhou", 20)
    writer.locator("#comment-open").click()
    writer.keyboard.down("Shift")
    drag(writer, middle(writer, "S.hand"), middle(writer, "E.river"))
    writer.keyboard.up("Shift")
    expect(writer.locator(MARKS)).to_have_count(1)
    writer.get_by_role("button", name="Rub out").click()
    expect(writer.locator(MARKS)).to_have_count(0)
    box = writer.locator("#board").bounding_box()
    assert box is not None
    writer.mouse.click(box["x"] + box["width"] * 0.8, box["y"] + box["height"] * 0.3)
    expect(writer.locator("#place")).to_have_text(re.compile("^21 /"))
    expect(writer.locator("#comment-title")).to_have_text("Comment on move 21")


@slow
def test_refused_comment_says_why_and_keeps_its_text(writer: Page, address: str, furniture: dict[str, Any]) -> None:
    open_move(writer, address, furniture, "luzhou", 5)
    writer.locator("#comment-open").click()
    writer.locator("#comment-form textarea").fill("kept")
    writer.evaluate("document.querySelector('#comment-form textarea').removeAttribute('maxlength')")
    writer.locator("#comment-form textarea").fill("x" * 501)
    writer.get_by_role("button", name="Save the comment").click()
    expect(writer.get_by_role("alert")).to_have_text("A comment has a text of at most 500 characters.")
    expect(writer.locator("#comment-form textarea")).to_have_value("x" * 501)
    writer.context.set_offline(True)
    writer.get_by_role("button", name="Save the comment").click()
    expect(writer.get_by_role("alert")).to_have_text("The comment was not saved. Try again.")


@slow
def test_comments_fit_a_telephone_and_are_accessible(chromium: Browser, address: str, furniture: dict[str, Any]) -> None:
    with new_page(chromium, locale="zh-TW", viewport={"width": 390, "height": 844}, color_scheme="dark") as page:
        sign_in(page, address)
        page.goto(f"{address}{furniture['pages']['replay_at']}")
        expect(page.locator("#comments-here li")).to_have_count(1)
        expect(page.locator(MARKS)).to_have_count(1)
        page.locator("#comment-open").click()
        assert fits(page)
        assert violations(page, "comments") == []
