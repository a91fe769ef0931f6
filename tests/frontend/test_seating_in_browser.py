"""In a browser, by clicks: forty people are pasted, drawn without anybody meeting twice, swapped, and undone."""

from __future__ import annotations

import re
import secrets

from playwright.sync_api import Page, expect

from tests.frontend.axe import violations
from tests.frontend.browser import fits, wait_for_page
from tests.frontend.tour import sign_in
from tests.proof import slow

PEOPLE = "name,team\n" + "\n".join(f"Person {number:02},Team {number % 5}" for number in range(1, 41))


@slow
def test_forty_people_are_seated_by_clicks(page: Page, address: str) -> None:
    sign_in(page, address, "mina")
    name = f"Hall {secrets.token_hex(4)}"
    page.goto(f"{address}/clubs/")
    page.locator("main input[name=name]").fill(name)
    page.locator("main form", has=page.locator("input[name=name]")).locator("button").click()
    wait_for_page(page, re.compile(r"/clubs/[\w%-]+/$"))
    page.goto(page.url + "events/")
    page.locator("main input[name=name]").fill("Cup")
    page.locator("main select[name=game]").select_option("sichuan")
    page.locator("main form", has=page.locator("input[name=starts]")).locator("button").click()
    wait_for_page(page, re.compile(r"/events/[\w-]+/$"))
    event = page.url

    page.goto(f"{event}seating/people/")
    page.locator("form.stack textarea").fill(PEOPLE)
    page.locator("form.stack button").click()
    page.locator("button[name=enter]").click()
    wait_for_page(page, f"{event}entrants/?entered=40")

    page.goto(f"{event}seating/draw/")
    expect(page.locator(".of-groups")).to_be_hidden()
    page.locator("input[name=rounds]").fill("4")
    page.locator("button[name=look]").click()
    expect(page.locator(".draw-counts dd b").first).to_have_text("0")
    assert violations(page, "a drawing that is looked at") == []
    assert fits(page, 390)
    page.locator("button[name=write]").click()
    wait_for_page(page, f"{event}seating/")
    expect(page.locator(".planned-round")).to_have_count(4)
    expect(page.locator(".at-table")).to_have_count(40)
    assert violations(page, "the plan") == []
    assert fits(page, 390)

    first = page.locator("#r1-1 .at-table bdi").first
    before = first.inner_text()
    page.locator("#r1-1 details summary").click()
    page.locator("#r1-1 select[name=one]").select_option(label=before)
    other = "Person 40" if before != "Person 40" else "Person 39"
    page.locator("#r1-1 select[name=other]").select_option(label=other)
    page.locator("#r1-1 form", has=page.locator("select[name=one]")).locator("button").click()
    wait_for_page(page, re.compile("#r1-1$"))
    expect(page.locator("#r1-1 .at-table").first).to_contain_text(other)

    page.locator(".drawings .ask summary").click()
    page.locator(".drawings .ask select").select_option("4")
    page.locator(".drawings .ask button").click()
    expect(page.locator(".planned-round")).to_have_count(3)
    page.goto(f"{event}seating/print/sheets/?round=1")
    expect(page.locator(".score-sheet")).to_have_count(10)
    assert fits(page)
