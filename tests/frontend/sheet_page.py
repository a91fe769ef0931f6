"""The page of a score sheet in a browser: a round is entered, sent, confirmed and closed."""

from __future__ import annotations

from collections.abc import Sequence

from playwright.sync_api import Locator, Page, expect


def pick(page: Page, legend: str, value: str) -> None:
    """Tap the chip of a row."""
    page.locator(f"#sheet-form [role=group][aria-label='{legend}'] [data-value='{value}']").first.click()


def tap(page: Page, tiles: str) -> None:
    """Tap tiles of the picker."""
    for tile in tiles.split():
        page.locator(f"#sheet-form [data-key='tile {tile}']:visible").first.click()


def open_hand(page: Page) -> None:
    """Open the picker of the winner's hand."""
    page.locator("#sheet-form .sheet-hand > summary").click()


def win_on_a_discard(page: Page, value: str = "") -> None:
    """Begin a round that South wins on West's tile."""
    page.locator("#sheet-new").click()
    for legend, chosen in (("Who wins", "S"), ("How", "discard"), ("Whose tile", "W")):
        pick(page, legend, chosen)
    if value:
        page.get_by_label("Value as called").fill(value)


def figures(page: Page) -> Locator:
    """The fields of the points, one for each seat."""
    return page.locator("#sheet-form .sheet-figure input")


def save(page: Page) -> None:
    """Save the round that is being entered."""
    page.locator("#sheet-save").click()


def enter_numbers(page: Page, points: Sequence[int]) -> None:
    """Enter a round of nothing but what each seat got."""
    page.locator("#sheet-new").click()
    pick(page, "How the round ended", "scores")
    for index, figure in enumerate(points):
        figures(page).nth(index).fill(str(figure))
    save(page)


def sent(page: Page) -> None:
    """Wait until everything is sent."""
    expect(page.locator("#sheet-status")).to_have_attribute("data-waiting", "0")


def close(page: Page, reason: str = "All four have seen it.") -> None:
    """Close the first round without the players' confirmation, as a scorer."""
    page.locator("#round-1 [data-do=close]").click()
    page.locator("#round-1 textarea").fill(reason)
    page.locator("#round-1 .sheet-say button").click()
    sent(page)
