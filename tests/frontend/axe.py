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
COME_TO_REST = """async () => {
  const passing = (one) => one.playState === "running" && one.effect.getComputedTiming().endTime !== Infinity;
  for (let moving; (moving = document.getAnimations().filter(passing)).length; )
    await Promise.allSettled(moving.map((one) => one.finished));
}"""
"""Waits for what fades or moves and comes to rest: a text that is half come has half its contrast."""


def violations(page: Page, where: str) -> list[str]:
    """What axe finds on the page at rest."""
    page.evaluate(COME_TO_REST)
    answer: Any = Axe().run(page, options=OPTIONS).response
    return [
        f"{where}: {rule['id']}: {' | '.join(node['html'][:140] for node in rule['nodes'][:3])}" for rule in answer["violations"]
    ]
