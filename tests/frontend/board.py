"""The replay board in a browser."""

from __future__ import annotations

from playwright.sync_api import Page, expect

FOUND = (7, 4)
"""The round and move of the flagged record's finding."""


def open_board(page: Page, address: str, match: str, rest: str = "1/") -> None:
    page.goto(f"{address}/matches/{match}/replay/{rest}")
    expect(page.locator("#replay[data-ready]")).to_be_visible()
