"""What is told of a page's contrast is told of the page at rest."""

from __future__ import annotations

from playwright.sync_api import Browser

from tests.frontend.axe import violations
from tests.frontend.browser import new_page

FADING = """<!doctype html><html lang="en"><title>Fading</title><main><h1>Table 1</h1></main>
<style>h1 {{ color: {color}; animation: come 1s }} @keyframes come {{ from {{ opacity: 0 }} }}</style></html>"""


def test_text_that_fades_in_is_looked_at_when_it_has_come(chromium: Browser) -> None:
    with new_page(chromium, reduced_motion="no-preference") as page:
        page.set_content(FADING.format(color="black"))
        assert violations(page, "fading") == []


def test_text_too_pale_for_its_ground_is_found_when_it_has_come(chromium: Browser) -> None:
    with new_page(chromium, reduced_motion="no-preference") as page:
        page.set_content(FADING.format(color="#bbb"))
        assert [found.split(": ")[1] for found in violations(page, "pale")] == ["color-contrast"]
