"""The frame of the offline pages: the same for everybody, in each language, with a policy of its own, and kept by the browser."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Browser, expect

from frontend.pages.offline import bundle
from frontend.pages.offline.parts import static_names
from tests.frontend.browser import new_page
from tests.frontend.offline_engine import START_PAGE
from tests.proof import slow


@pytest.mark.parametrize(("accepted", "document"), [("en", "en.html"), ("zh-TW", "zh-hant.html"), ("zh-CN", "zh-hans.html")])
def test_document_is_the_same_for_everybody_and_may_be_framed_by_its_own_pages(accepted: str, document: str) -> None:
    led = Client().get("/offline/", headers={"Accept-Language": accepted})
    assert (led.status_code, led["Location"]) == (302, f"/offline/{document}")
    answers: list[Any] = [
        Client(headers={"Accept-Language": language}).get(f"/offline/{document}") for language in ("en", "zh-CN")
    ]
    assert answers[0].content == answers[1].content
    assert not answers[0].cookies
    assert b"csrf" not in answers[0].content
    assert Client().get("/offline/settings.py").status_code == 404
    policy = answers[0].headers["Content-Security-Policy"]
    assert "script-src 'self';" in policy
    assert "frame-ancestors 'self'" in policy
    assert answers[0].headers["X-Frame-Options"] == "SAMEORIGIN"


def test_service_worker_keeps_every_script_style_and_picture_and_changes_with_what_it_keeps() -> None:
    script = Client().get("/offline/service-worker.js").content.decode()
    kept = json.loads(script.partition("self.kept = ")[2].partition(";\n")[0])
    assert kept["files"] == [f"/static/{name}" for name in static_names()]
    assert {"/static/frontend/site/page.js", "/static/frontend/offline/icon-512.png"} <= set(kept["files"])
    assert "/static/frontend/offline/worker.js" in kept["files"]
    assert not [name for name in kept["files"] if "pyodide" in name], "the engine is kept when it was asked for"
    assert len(kept["version"]) == len(kept["digest"]) == 64
    assert [part.rpartition("/")[2] for part in kept["parts"]] == [
        *("pyodide.asm.wasm", "python_stdlib.zip"),
        *(one.name for one in bundle.BUNDLES),
        *("pyodide.mjs", "pyodide.asm.mjs"),
    ]


def test_bundle_has_the_engine_and_nothing_that_a_browser_has_no_use_for() -> None:
    engine = bundle.BUNDLES[0]
    found = json.loads(bundle.content(engine))
    assert found["binary"] == {}
    names = set(found["files"])
    assert {"referee/__init__.py", "referee/rules.toml", "referee/notation/limits.py", "referee/worker/in_page.py"} <= names
    assert not [name for name in names if "/cli/" in name or "/cases/" in name or "__pycache__" in name]
    again = bundle.Bundle("again", lambda: reversed(list(bundle.engine())), engine.jobs)
    assert bundle.content(again) == bundle.content(engine), "the order in which a disk lists files decides about nothing"


OLDER = {
    "webassembly": "delete globalThis.WebAssembly",
    "module workers": "globalThis.Worker = class extends Worker { constructor(address) { super(address); } }",
}
"""Makes a browser an older one that lacks this."""


@slow
@pytest.mark.parametrize("lacking", OLDER)
def test_browser_that_cannot_run_the_engine_is_told_so_and_led_to_the_service(
    chromium: Browser, address: str, lacking: str
) -> None:
    with new_page(chromium, locale="en-US") as page:
        page.add_init_script(OLDER[lacking])
        page.goto(f"{address}/offline/")
        page.evaluate(START_PAGE)
        expect(page.locator("#without")).to_contain_text("no WebAssembly or no module workers")
        page.get_by_role("link", name="Judge it on the online site instead").click()
        page.wait_for_url(f"{address}/")
