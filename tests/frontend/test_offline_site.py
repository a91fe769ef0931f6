"""Without a network: a record verified, replayed and reviewed, a hand valued, a match entered, published results verified."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.urls import clear_script_prefix, set_urlconf
from playwright.sync_api import Browser, expect

import referee
from frontend.pages.offline.bundle import BUNDLES
from records.core.sandbox import TooCostly
from referee.tournament.published import signature
from tests.frontend import axe
from tests.frontend.offline_engine import PATIENCE, OfflineSite, offline_site
from tests.golden import HOME, games
from tests.proof import proof, slow
from tests.referee.tournament.evening import AUDIT, PRIVATE, published

FLAGGED = HOME / "sichuan" / "three-suits.ppn"
ALONE = """
import json, sys
sys.path[:] = [sys.argv[1], *sys.path]
from frontend.in_browser.jobs import JOBS
for asked in json.load(sys.stdin):
    answer, texts = b"", [text.encode() for text in asked.pop("texts")]
    job = JOBS["page"](texts, asked)
    try:
        while True:
            answer += next(job)
    except StopIteration as end:
        print(json.dumps([end.value, answer.decode()]))
"""
"""Draws pages with nothing but what a browser gets, in a process without any package."""


SHEET: dict[str, Any] = {
    **{"game": "sichuan", "rules": "", "base": None, "tags": {"Event": "Evening"}, "seats": {"E": "Li Si"}},
    "rounds": [
        {"number": 1, "entry": {"scores": {"E": 3, "S": -1, "W": -1, "N": -1}, "moves": [], "tags": {"Kind": "scores"}}},
    ],
}


def asked(address: str, texts: list[str] | None = None, **more: Any) -> dict[str, Any]:
    """What the page asks the engine."""
    plain = {"method": "GET", "home": "/offline/", "language": "en", "static": {}, "service": "/", "number": 1, "files": []}
    return {**plain, "fields": "", "address": f"/offline/{address}", "texts": texts or [], **more}


def drawn(folder: Path, questions: list[dict[str, Any]]) -> list[Any]:
    """The answers of a process that has the bundles alone."""
    for bundle in BUNDLES:
        for path, data in bundle.files():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(data)
    made = subprocess.run(
        [sys.executable, "-I", "-S", "-c", ALONE, str(folder)],
        input=json.dumps(questions),
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stderr
    return [json.loads(line) for line in made.stdout.splitlines()]


def test_every_page_is_drawn_by_what_a_browser_gets_alone(tmp_path: Path) -> None:
    text = FLAGGED.read_text()
    match = "matches/500/"
    opened, *told_of = drawn(
        tmp_path,
        [
            asked("upload/", [text], files=[["three.ppn", "file"]]),
            asked(match),
            asked(f"{match}replay/7/4/?tab=review"),
            asked(f"{match}rounds/7/frames"),
            asked(f"{match}rounds/7/review"),
            asked(f"{match}verdict/"),
            asked(f"{match}record/"),
            asked(""),
            asked("files/1/"),
            asked("calculator/?game=sichuan&hand=2344567p345789s&win=7p"),
            asked("enter/"),
            asked("verify?words=1", [text]),
            asked("sheet/"),
            asked("rules/"),
            *(asked(f"rules/{game}/") for game in games()),
            asked("results/", ["{}"], files=[["x.json", "file"]]),
            asked("results/"),
            asked(match, method="POST", fields="rules=unrefereed%3DMJ-4.2"),
            asked("matches/500000500/"),
            asked("nothing/"),
            asked("files/9/"),
            asked("matches/1/"),
            asked("rules/none/"),
        ],
    )
    answers, by_other_rules, missing = told_of[:-6], told_of[-6:-4], told_of[-4:]
    assert opened[0] == {"status": 302, "type": "text/html; charset=utf-8", "location": f"/offline/{match}#verdict"}
    assert {told["status"] for told, _body in answers} == {200}
    verdict = json.loads(answers[4][1])
    assert verdict["record_sha256"] == referee.verify(referee.parse(text)).as_dict()["record_sha256"]
    assert answers[5][1] == text
    assert "rule broken" in answers[0][1]
    assert by_other_rules[0][0]["location"] == "/offline/matches/500000500/#verdict"
    assert "not refereed: MJ-4.2" in by_other_rules[1][1]
    assert [told["status"] for told, _body in missing] == [404] * 4


def test_sheet_of_one_device_is_refereed_and_written_by_what_a_browser_gets_alone(tmp_path: Path) -> None:
    questions: list[tuple[str, dict[str, Any]]] = [
        ("form", {}),
        ("check", {"round": 2, "entry": {**SHEET["rounds"][0]["entry"], "scores": {"E": 1, "S": 0, "W": 0, "N": 0}}}),
        ("record", {"form": "ppn"}),
        ("record", {"form": "json"}),
        ("check", {"round": 2, "entry": {"moves": ["no move"], "tags": {"Kind": "sheet"}}}),
        ("record", {"form": "ppn", "sheet": {**SHEET, "seats": {"E": "two\nlines"}}}),
    ]
    asks = [asked(f"sheet/?ask={name}", [json.dumps({"sheet": SHEET, **more})]) for name, more in questions]
    form, check, ppn, as_json, *refused = drawn(tmp_path, asks)
    assert [one["seat"] for one in json.loads(form[1])["form"]["seats"]] == ["E", "S", "W", "N"]
    rounds = json.loads(check[1])["rounds"]
    assert (rounds["1"]["findings"], [one["code"] for one in rounds["2"]["findings"]]) == ([], ["score-mismatch"])
    record = referee.parse(ppn[1])
    assert (record.totals, record.seats) == ({"E": 3, "S": -1, "W": -1, "N": -1}, {"E": "Li Si"})
    assert json.loads(as_json[1]) == referee.write_json(record)
    assert [(told["status"], list(json.loads(body))) for told, body in refused] == [(422, ["line"])] * 2


def test_judging_that_takes_more_memory_than_there_is_is_left_to_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """It knows how much there was, and begins with a new engine; a service's limit is not the browser's."""
    from frontend.in_browser.site import answer

    def dear(*_: Any, **__: Any) -> None:
        raise TooCostly("memory", 1, 1)

    monkeypatch.setattr("records.core.sandbox.first_matches", dear)
    try:
        with pytest.raises(MemoryError):
            answer([b"x"], asked("upload/", files=[["three.ppn", "file"]]))
    finally:
        set_urlconf(None)
        clear_script_prefix()


@slow
def test_match_is_entered_results_verified_and_a_record_replayed_and_reviewed_without_a_network(
    chromium: Browser, address: str, tmp_path: Path
) -> None:
    with offline_site(chromium, address) as site:
        enter_a_match(site)
        verify_results(site, tmp_path)
        site.go("Verify", "/")
        expect(site.page.locator('#pages[data-ready="/offline/"]')).to_be_attached(timeout=PATIENCE)
        site.open(FLAGGED)
        site.leads_to("matches/")
        shown = site.shown
        expect(shown.locator(".finding").first).to_contain_text("rule broken")
        expect(shown.locator(".moment.shown, figure.shown").first).to_be_attached()
        assert axe.violations(site.page, "verdict") == []
        shown.get_by_role("link", name="Show on the board").first.click()
        site.leads_to("replay/7/4/")
        expect(shown.locator("#replay[data-ready]")).to_be_attached()
        expect(shown.locator("#here .finding")).to_have_count(1)
        shown.locator("#tab-review").click()
        expect(shown.locator("#panel-review[data-ready]")).to_be_attached()
        assert axe.violations(site.page, "replay") == []
        address_of_move = site.page.url
        assert address_of_move.endswith("/replay/7/4/?tab=review")
        site.page.evaluate("history.back()")
        expect(shown.locator(".finding").first).to_be_visible()
        site.reload()  # the engine began anew, and has the file again
        expect(shown.locator(".finding").first).to_contain_text("rule broken")
        shown.locator("[data-languages] button[value=zh-hans]").click()
        expect(site.page.locator("html[lang=zh-Hans]")).to_be_attached()
        expect(shown.locator(".finding").first).to_contain_text("违规")


MEMORY, MATCHES = 96 * 2**20, 30
"""Bytes that the engine may have, an eighth of those of a page, and long matches of a file: some such files fit."""


def long_file(matches: int = MATCHES, rounds: int = 30) -> bytes:
    """A file of long matches, almost a megabyte: the rounds of a golden record again and again."""
    head, *bodies = re.split(r'(?=^\[Round ")', (HOME / "xueliu" / "clean-02.ppn").read_text(), flags=re.MULTILINE)
    numbered = (re.sub(r'\[Round "\d+"\]', f'[Round "{number + 1}"]', bodies[number % len(bodies)]) for number in range(rounds))
    return (re.sub(r"^\[Total.*\n", "", head, flags=re.MULTILINE) + "".join(numbered) + "\n").encode() * matches


@proof
def test_file_that_takes_more_memory_than_there_is_is_told_so_and_those_that_fitted_are_there(
    chromium: Browser, address: str, tmp_path: Path
) -> None:
    path = tmp_path / "long.ppn"
    path.write_bytes(long_file())
    with offline_site(chromium, address, MEMORY) as site:
        site.open(FLAGGED)
        site.leads_to("matches/500/")
        failed = site.page.locator("#failed")
        for number in range(2, 12):
            site.go("Verify", "/")
            expect(site.page.locator('#pages[data-ready="/offline/"]')).to_be_attached(timeout=PATIENCE)
            site.open(path)
            opened = site.page.locator(f'#pages[data-ready$="files/{number}/"]')
            expect(opened.or_(site.page.locator("#failed:not([hidden])"))).to_be_attached(timeout=PATIENCE)
            if failed.is_visible():
                break
            expect(site.shown.locator("main li")).to_have_count(MATCHES)
        expect(failed).to_contain_text("MB of memory")
        site.page.goto(f"{address}/offline/en.html#/matches/500/")
        expect(site.shown.locator(".finding").first).to_contain_text("rule broken", timeout=PATIENCE)


def enter_a_match(site: OfflineSite) -> None:
    site.go("Record a match", "enter/")
    shown = site.shown
    text = (HOME / "sichuan" / "clean-01.ppn").read_text()
    expect(shown.locator("#enter[data-ready]")).to_be_attached()
    shown.locator("#text").fill(text)
    expect(shown.locator("#enter[data-ready]")).to_be_attached()
    site.reload()
    expect(shown.locator("#text")).to_have_value(text)
    shown.locator("#upload").click()
    site.leads_to("matches/")
    expect(shown.locator("header.verdict.clean")).to_be_visible()


def verify_results(site: OfflineSite, folder: Path) -> None:
    files = {"evening.results.json": published(), "other.json": b"{}"}
    for name, data in files.items():
        (folder / name).write_bytes(data)
    site.go("Results", "results/")
    shown, key = site.shown, signature.pem(signature.public_of(PRIVATE))
    shown.locator("input[name=file]").set_input_files([folder / "evening.results.json"])
    shown.locator("#keys").fill(key)
    shown.locator("main button").click()
    expect(shown.locator("header.verdict.clean .line")).to_have_text("The results hold.")
    expect(shown.locator(".facts").last).to_contain_text(f"Audit entry {AUDIT['number']}")
    site.reload()
    expect(shown.locator("#keys")).to_have_value(key.strip())
    shown.locator("#keys").fill("")
    shown.locator("input[name=file]").set_input_files([folder / name for name in files])
    shown.locator("main button").click()
    expect(shown.locator("header.verdict.clean .line")).to_contain_text("hold together")
    expect(shown.locator("header.verdict.unreadable")).to_have_count(1)
    assert axe.violations(site.page, "results") == []
