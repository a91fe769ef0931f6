"""An organizer in a real browser: makes an event, puts its tie-breaks in order, enters a planned table, undoes."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

from playwright.sync_api import Page, expect

from tests.frontend.axe import violations
from tests.frontend.browser import fits, wait_for_page
from tests.frontend.tour import sign_in
from tests.proof import slow


def chosen(page: Page) -> list[str]:
    """The tie-breaks of the first stage that count, in their order."""
    boxes = page.locator("[data-ordered]").first.locator("input[type=checkbox]:checked")
    found: list[str] = boxes.evaluate_all("all => all.map((one) => one.value)")
    return found


def drag(page: Page, row: int, to: int) -> None:
    """Drag a row of the tie-breaks above another one."""
    rows = page.locator("[data-ordered]").first.locator("li")
    rows.nth(to).scroll_into_view_if_needed()
    grip, above = rows.nth(row).locator(".grip").bounding_box(), rows.nth(to).bounding_box()
    assert grip is not None
    assert above is not None
    page.mouse.move(grip["x"] + 8, grip["y"] + 20)
    page.mouse.down()
    page.mouse.move(grip["x"] + 8, above["y"] + 4, steps=6)
    page.mouse.up()


@slow
def test_event_is_made_set_and_a_table_of_it_entered(page: Page, address: str, furniture: dict[str, Any]) -> None:
    name = f"By clicks {uuid4().hex[:8]}"
    sign_in(page, address)
    page.goto(f"{address}/clubs/lions/events/")
    page.locator("main input[name=name]").fill(name)
    page.locator("input[name=starts]").fill("2026-11-20")
    page.locator("select[name=game]").select_option("sichuan")
    page.locator("select[name=points]").select_option("4-2-1-0")
    page.locator("main form.sheet button").last.click()
    expect(page.locator("h1")).to_have_text(name)
    event = page.url

    page.goto(f"{event}settings/")
    assert violations(page, "settings of an event") == []
    expect(page.locator("[data-of]").first).to_be_hidden()
    assert chosen(page) == ["head-to-head", "tables-won", "rounds-won"]
    drag(page, 2, 0)
    assert chosen(page) == ["rounds-won", "head-to-head", "tables-won"]
    page.locator("[data-ordered]").first.locator("li").nth(0).locator("[name=down]").press("Enter")
    page.locator("[data-ordered]").first.locator("li").nth(2).locator("input[type=checkbox]").uncheck()
    assert chosen(page) == ["head-to-head", "rounds-won"]
    page.locator("form:has([value=change_stage]) select[name=points]").select_option("own")
    for place, points in enumerate(("5", "2.5", "1")):
        page.locator("form:has([value=change_stage]) input[name=place]").nth(place).fill(points)
    page.locator("form:has([value=change_stage]) > p button").click()
    wait_for_page(page, f"{event}settings/")
    assert chosen(page) == ["head-to-head", "rounds-won"]
    expect(page.locator("input[name=place]").nth(1)).to_have_value("5/2")
    assert fits(page, 390)
