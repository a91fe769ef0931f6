"""What axe finds on a page."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
OPTIONS = {
    "runOnly": {"type": "tag", "values": LEVELS},
    "rules": {"heading-order": {"enabled": True}},
    "resultTypes": ["violations"],
}
"""What axe looks for, headings that leave out a level too; it spells out violations and not each element that is well."""
CONTRAST = {"runOnly": {"type": "rule", "values": ["color-contrast"]}, "resultTypes": ["violations"]}
"""All that a page differs in by its colours."""
COME_TO_REST = """async () => {
  const passing = (one) => one.playState === "running" && one.effect.getComputedTiming().endTime !== Infinity;
  for (let moving; (moving = document.getAnimations().filter(passing)).length; )
    await Promise.allSettled(moving.map((one) => one.finished));
}"""
"""Waits for what fades or moves and comes to rest: a text that is half come has half its contrast."""


def violations(page: Page, where: str) -> list[str]:
    """What axe finds on the page at rest."""
    page.evaluate(COME_TO_REST)
    return _told(Axe().run(page, options=OPTIONS).response, where)


def _told(answer: Any, where: str) -> list[str]:
    return [
        f"{where}: {rule['id']}: {' | '.join(node['html'][:140] for node in rule['nodes'][:3])}" for rule in answer["violations"]
    ]


def violations_by_day_and_night(page: Page, where: str) -> list[str]:
    """What axe finds on a page in light colours, and of contrast in dark ones, which are a style of the same page."""
    found = violations(page, where)
    page.emulate_media(color_scheme="dark")
    page.evaluate(COME_TO_REST)
    found += _told(page.evaluate("(options) => axe.run(options)", CONTRAST), f"{where}, dark")
    page.emulate_media(color_scheme="light")
    return found
