"""The engine in a page of its own, asked through its client; and the pages that a browser draws by itself, without a network."""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, FrameLocator, Page, expect

from referee.worker.jobs import JOBS
from tests.frontend.browser import new_page

START = """async () => {
  const { Engine } = await import("/static/frontend/offline/engine.js");
  window.states = [];
  window.engine = new Engine("/offline/parts.json");
  engine.addEventListener("progress", ({ detail }) => states.push(detail.state));
  return await engine.start();
}"""
ASK = """async ([name, texts, options, limits]) => {
  const bytes = (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  const found = await engine.call(name, texts.map(bytes), options, { raw: true, ...limits });
  return found.error ? found : { ...found, answer: new TextDecoder().decode(found.answer) };
}"""
START_PAGE = """async () => {
  const { engine } = await import([...document.scripts].find(({ type }) => type === "module").src);
  await engine?.start();
}"""
"""Has the page of the offline pages load its engine, where it does not by itself."""
KEPT_ALL = """async () => {
  const { parts } = await (await fetch("parts.json")).json();
  for (;;) {
    const name = (await caches.keys()).find((name) => name.startsWith("offline-engine-"));
    const kept = name ? (await (await caches.open(name)).keys()).length : 0;
    if (kept === parts.length + 2 && navigator.serviceWorker.controller) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}"""
"""Waits until the service worker has the parts of the engine and the two scripts of Python."""
ANSWERED = """async () => {
  const list = await (await fetch("parts.json")).json();
  const parts = list.parts.map((part) => ({ ...part, address: new URL(part.address, location.href).href }));
  const worker = new Worker("worker.js", { type: "module" });
  return new Promise((resolve) => {
    worker.onmessage = ({ data }) => {
      const question = { game: "sichuan", hand: "2344567p345789s", win: "7p" };
      if (data.ready) worker.postMessage({ name: "score", options: JSON.stringify({ question }), texts: [] });
      else if (data.kind ?? data.broken) resolve(data.kind ?? data.broken);
    };
    worker.postMessage({ ...list, parts, memory: 800_000_000 });
  });
}"""
"""What becomes of a question in a new worker: ``D`` for an answer."""
LITTLE_MEMORY = """
const { postMessage } = Worker.prototype;
Worker.prototype.postMessage = function (sent, ...more) {
  if (sent.memory) sent.memory = %d;
  return postMessage.call(this, sent, ...more);
};"""
"""Lets the workers of a page have so many bytes of memory, fewer than the page allows."""
PATIENCE = 120_000
"""Milliseconds that the engine may take on a machine with much else to do: where that is quiet it starts in a few seconds."""


class OfflineEngine:
    """The engine of a page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def start(self) -> Any:
        """Load it; gives what its client says."""
        return self.page.evaluate(START)

    def ask(self, name: str, texts: Sequence[bytes], options: dict[str, Any], **limits: Any) -> dict[str, Any]:
        """What its client gives for a job; the answer as text."""
        sent = [base64.b64encode(text).decode() for text in texts]
        found: dict[str, Any] = self.page.evaluate(ASK, [name, sent, options, limits])
        return found


def here(name: str, texts: Sequence[bytes], options: dict[str, Any]) -> str:
    """The answer to the same job in this process."""
    return b"".join(JOBS[name](texts, json.loads(json.dumps(options)))).decode()


@contextmanager
def offline_engine(browser: Browser, address: str) -> Iterator[OfflineEngine]:
    """An engine that is started in a new page of the service."""
    with new_page(browser) as page:
        page.set_default_timeout(PATIENCE)
        page.goto(f"{address}/help/")
        engine = OfflineEngine(page)
        assert engine.start() == {}
        yield engine


class OfflineSite:
    """The pages, one of which is shown at a time."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @property
    def shown(self) -> FrameLocator:
        """The shown page."""
        return self.page.frame_locator("#pages iframe:last-child")

    def leads_to(self, part: str) -> None:
        """Wait until a page is shown whose address has this in it."""
        expect(self.page.locator(f'#pages[data-ready*="{part}"]')).to_be_attached(timeout=PATIENCE)

    def go(self, link: str, part: str) -> None:
        """Follow the link in the row of pages."""
        self.shown.get_by_role("navigation").first.get_by_role("link", name=link, exact=True).click()
        self.leads_to(part)

    def reload(self) -> None:
        """Draw the tab anew, where the engine starts anew too."""
        self.page.reload()
        expect(self.page.locator("#pages[data-ready]")).to_be_attached(timeout=PATIENCE)

    def open(self, *files: Any) -> None:
        """Open files on the first page."""
        self.shown.locator("#files").set_input_files([*files])


@contextmanager
def offline_site(browser: Browser, address: str, memory: int = 0, **how: Any) -> Iterator[OfflineSite]:
    """The pages in a browser that has loaded them once and has no network any more; with so many bytes of memory, if given."""
    with new_page(browser, **{"locale": "en-US", **how}) as page:
        if memory:
            page.add_init_script(LITTLE_MEMORY % memory)
        page.set_default_timeout(PATIENCE)
        page.goto(f"{address}/offline/")
        site = OfflineSite(page)
        expect(page.locator("#pages[data-ready]")).to_be_attached(timeout=PATIENCE)
        page.evaluate(KEPT_ALL)
        page.context.set_offline(True)
        yield site
