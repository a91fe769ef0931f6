"""``python -m scripts.page_speed [LOADS]``: how soon the pages of a long match are there on a slow telephone.

A service is started as it is deployed, and each page is loaded with an empty cache by a Chromium that is a mid-range telephone:
a CPU four times slower, 1.6 Mbit/s with 150 ms for every answer, 390 by 844 pixels. Of several loads the best is printed: what
else the machine does can only delay a page, so that the best load is the nearest to what the page itself costs.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser

from tests.frontend.browser import PATIENCE, chromium
from tests.oracle import part
from tests.service.service import Service

ROUNDS = 16
GAMES = ("sichuan", "gouji")
"""A mahjong game, and the one of cards."""
OTHERS = 60
"""Matches in the archive beside those that are looked at: more than a page of its list shows."""
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "is_mobile": True,
    "has_touch": True,
}
NETWORK = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8}
SLOWER = 4
"""How many times slower the telephone computes than the machine that the limits were measured on …"""
REFERENCE = 10.5
"""… which did the WORK in so many milliseconds. A slower machine is slowed down less, so that the telephone stays the same."""
WORK = """() => {
  let best = Infinity;
  for (let turn = 0; turn < 8; turn++) {
    const began = performance.now();
    let text = "", sum = 0;
    for (let n = 0; n < 2000000; n++) {
      sum = (sum * 31 + n) % 1000003;
      if (n % 50 === 0) text += sum;
    }
    JSON.stringify(text.split("7"));
    best = Math.min(best, performance.now() - began);
  }
  return best;
}"""
WATCH = """
  window.seen = { tasks: 0, ready: 0 };
  new PerformanceObserver((list) => {
    for (const task of list.getEntries()) seen.tasks = Math.max(seen.tasks, task.startTime + task.duration);
  }).observe({ type: "longtask", buffered: true });
  new MutationObserver((_, watch) => {
    if (!document.querySelector("[data-ready]")) return;
    seen.ready = performance.now();
    watch.disconnect();
  }).observe(document, { subtree: true, attributeFilter: ["data-ready"] });
"""
TIMES = """() => {
  const [page] = performance.getEntriesByType("navigation");
  const [paint] = performance.getEntriesByName("first-contentful-paint");
  return { paint: paint.startTime, scripts: page.domContentLoadedEventEnd, answered: page.responseStart, ...seen };
}"""
STYLED = "script and style"
KINDS = {"document": "page", "script": STYLED, "stylesheet": STYLED, "image": "picture"}
"""What is counted together, by Chromium's kinds of request; the rest is data."""


class Load(NamedTuple):
    """One load of a page: milliseconds from the click, what was sent, and how many answers were waited for one after another."""

    paint: float
    interactive: float
    answered: float
    sent: Counter[str]
    requests: int
    depth: int


def load(browser: Browser, url: str, slow: bool = True) -> Load:
    """Load a page with an empty cache on the telephone, until nothing more happens. It is interactive when its scripts have run,
    its board takes the first step, and no task keeps it from answering. Not ``slow``: for what is counted, not timed."""
    context = browser.new_context(**PHONE)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    tool = context.new_cdp_session(page)
    finished: list[Any] = []
    depths: dict[str, int] = {}
    tool.on("Network.requestWillBeSent", lambda event: _note(depths, event))
    tool.send("Network.enable")
    if slow:
        tool.send("Network.emulateNetworkConditions", NETWORK)
        slower = max(1.0, SLOWER * min(1.0, REFERENCE / page.evaluate(WORK)))
        tool.send("Emulation.setCPUThrottlingRate", {"rate": slower})
    page.add_init_script(WATCH)
    page.on("requestfinished", lambda request: finished.append(request))
    answer = page.goto(url, wait_until="networkidle")
    assert answer is not None
    assert answer.ok, answer.status
    if page.locator("[data-frames]").count():
        page.locator("[data-ready]").first.wait_for()
    times = page.evaluate(TIMES)
    sent: Counter[str] = Counter()
    for request in finished:
        sent[KINDS.get(request.resource_type, "data")] += request.sizes()["responseBodySize"]
    context.close()
    interactive = max(times["paint"], times["scripts"], times["ready"], times["tasks"])
    return Load(times["paint"], interactive, times["answered"], sent, len(finished), max(depths.values()))


def _note(depths: dict[str, int], event: dict[str, Any]) -> None:
    """Note how many answers a request waits for: one more than what asked for it."""
    initiator = event["initiator"]
    frames = initiator.get("stack", {}).get("callFrames") or [initiator]
    depths.setdefault(event["request"]["url"], 1 + depths.get(frames[0].get("url", ""), 0))


def best(loads: list[Load]) -> Load:
    """The shortest times of several loads; the rest is alike."""
    return loads[0]._replace(**{name: min(getattr(one, name) for one in loads) for name in ("paint", "interactive", "answered")})


def start(service: Service) -> dict[str, str]:
    """Start a service as it is deployed, and give it matches: the paths of the pages that are measured, by what they are."""
    service.prepare()
    service.collect_static()
    service.web("--workers", "2", "--threads", "12")
    service.worker()
    pages = {"archive": "/matches/"}
    for game in GAMES:
        played = part(game, "match")
        for seed in range(OTHERS // len(GAMES)):
            _public(service, played.play_match(seed + 2, 1))
        match = _public(service, played.play_match(1, ROUNDS))
        service.verdict(match)
        pages[f"{game}: match"] = f"/matches/{match['id']}/"
        pages[f"{game}: replay"] = f"/matches/{match['id']}/replay/{ROUNDS}/"
    return pages


def _public(service: Service, text: str) -> dict[str, Any]:
    status, answer = service.request("POST", "matches?public=1", text.encode())
    assert status in (200, 202), answer
    match: dict[str, Any] = answer["matches"][0]
    return match


def main(loads: int = 5) -> None:
    """Print the best of so many loads of every page."""
    os.environ.setdefault("SERVICE_BROKER_URL", "")
    with tempfile.TemporaryDirectory(prefix="referee-speed-") as var, chromium() as browser:
        service = Service(Path(var))
        try:
            pages = start(service)
            for name, path in pages.items():
                url = f"http://127.0.0.1:{service.port}{path}"
                found = best([load(browser, url) for _ in range(loads)])
                kinds = ", ".join(f"{kind} {size:,}" for kind, size in sorted(found.sent.items()))
                print(
                    f"{name}: first paint {found.paint:.0f} ms, interactive {found.interactive:.0f} ms, answered after "
                    f"{found.answered:.0f} ms; {found.requests} requests, {found.depth} deep; bytes: {kinds}",
                    flush=True,
                )
        finally:
            service.close()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
