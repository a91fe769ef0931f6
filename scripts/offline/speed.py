"""``python -m scripts.offline.speed [FOLDER] [TIMES]``: how soon the engine is ready in a browser, the first time and the second.

The folder is that of ``make offline``, served by its own script. Each time a Chromium with nothing kept opens it, then opens it
again. The best of several times is printed, and what the browser computed for it on all cores: what else the machine does can
only delay a start.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Browser, Page

from scripts.up import ROOT, a_free_port
from tests.frontend.browser import chromium, new_page
from tests.frontend.offline_engine import PATIENCE

READY = """async () => {
  const list = await (await fetch("parts.json")).json();
  const parts = list.parts.map((part) => ({ ...part, address: new URL(part.address, location.href).href }));
  const began = performance.now();
  const worker = new Worker("worker.js", { type: "module" });
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => {
      if (data.broken) reject(new Error(data.broken));
      if (data.ready) resolve((performance.now() - began) / 1000);
    };
    worker.postMessage({ ...list, parts, memory: 800_000_000 });
  });
}"""
REMEMBERED = """async () => {
  while (!(await caches.match("/memory"))) await new Promise((resolve) => setTimeout(resolve, 100));
}"""


def computed(browser: Browser) -> float:
    """Seconds of CPU that all processes of the browser have used so far."""
    found = browser.new_browser_cdp_session().send("SystemInfo.getProcessInfo")
    return sum(float(process["cpuTime"]) for process in found["processInfo"])


def start(browser: Browser, page: Page, address: str) -> tuple[float, float]:
    """Seconds until the engine is ready in a page that is opened for it, and those of CPU that the browser needed."""
    page.goto(address)
    before = computed(browser)
    ready = float(page.evaluate(READY))
    return ready, computed(browser) - before


def both(browser: Browser, address: str) -> list[tuple[float, float]]:
    """The first start of a browser with nothing kept, and the second."""
    with new_page(browser, locale="en-US") as page:
        page.set_default_timeout(PATIENCE)
        first = start(browser, page, address)
        page.evaluate(REMEMBERED)
        return [first, start(browser, page, address)]


def main() -> None:
    """Measure and print."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "offline"
    times = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    port = a_free_port()
    with subprocess.Popen(
        [sys.executable, str(folder / "start.py"), str(port), "--no-browser"], stdout=subprocess.PIPE
    ) as server:
        assert server.stdout is not None
        server.stdout.readline()
        with chromium() as browser:
            found = [both(browser, f"http://127.0.0.1:{port}/en.html") for _ in range(times)]
        server.kill()
    for name, starts in zip(("first", "second"), zip(*found, strict=True), strict=True):
        seconds, cpu = (min(figures) for figures in zip(*starts, strict=True))
        print(f"{name} start: ready after {seconds:.1f} s, {cpu:.1f} s of CPU")


if __name__ == "__main__":
    main()
