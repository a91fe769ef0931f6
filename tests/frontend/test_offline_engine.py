"""The engine in the browser: the bytes of the service for every job, errors as values, an end to what takes too long."""

from __future__ import annotations

import shlex
import sys
from typing import Any

from playwright.sync_api import Browser

import referee
from conformance.entrant import Limits
from conformance.run import EQUAL, run
from tests.conformance.suite import entries
from tests.frontend.offline_engine import OfflineEngine, here, offline_engine
from tests.golden import HOME, games, records
from tests.proof import slow
from tests.referee.tournament.evening import published

LIMITS = Limits(start_seconds=300, seconds=120)
RECORD = (HOME / "sichuan" / "three-suits.ppn").read_bytes()
TEXTS = {"languages": ["zh", "en"]}
VERDICTS = {**TEXTS, "simplified": True, "indent": None}
ROUND = {**TEXTS, "first_line": 1, "form": "ppn", "round": 7}
HEAVY = (b'[PPN "1"]\n[Game "gouji"]\n' + b"".join(b'[Round "%d"]\n' % number for number in range(1, 501))) * 40
"""A text whose matches take seconds to judge."""
REMEMBERED = """async () => {
  while (!(await caches.match("/memory"))) await new Promise((resolve) => setTimeout(resolve, 100));
}"""
ASKED: list[tuple[str, list[bytes], dict[str, Any]]] = [
    ("verdicts", [RECORD, b"not a record"], VERDICTS),
    *(("verdicts", [(HOME / game / "clean-01.ppn").read_bytes()], VERDICTS) for game in games()),
    ("first_matches", [RECORD], {"matches": 9, "rounds": 99, "findings": 99, "bytes": 10**6}),
    ("frames", [RECORD], {**ROUND, "view": None}),
    ("review", [RECORD], {**ROUND, "view": None}),
    ("review_turn", [RECORD], {**ROUND, "view": None, "move": 4}),
    ("allowed", [RECORD], {**ROUND, "moves": [4]}),
    ("draft", [RECORD], TEXTS),
    ("score", [], {"question": {"game": "sichuan", "hand": "2344567p345789s", "win": "7p"}}),
    ("verify_results", [published(), b"{}"], {"keys": []}),
]


@slow
def test_engine_in_a_page_answers_every_job_as_the_service_does_also_from_its_memory(chromium: Browser, address: str) -> None:
    with offline_engine(chromium, address) as engine:
        states = engine.page.evaluate("states")
        assert (states[0], states[-1], set(states)) == ("loading", "ready", {"loading", "starting", "ready"})
        assert engine.page.evaluate("engine.version") == referee.ENGINE_VERSION
        for name, texts, options in ASKED:
            assert engine.ask(name, texts, options)["answer"] == here(name, texts, options), name
        lines = engine.page.evaluate(
            """async ([text, options]) => {
              const lines = [];
              const { told } = await engine.lines("first_matches", [text], options, (line) => lines.push(line.verdict.status));
              return [lines, told.more];
            }""",
            [RECORD.decode(), ASKED[len(games()) + 1][2]],
        )
        assert lines == [["flagged"], False]
        refused = engine.ask("score", [], {"question": {"game": "nothing"}})["error"]
        assert (refused["code"], set(refused["message"])) == ("refused", {"zh", "en"})
        assert engine.ask("no_such_job", [], {})["error"]["code"] == "fault"
        late = engine.ask("verdicts", [HEAVY], VERDICTS, seconds=0.05)["error"]
        assert late == {"code": "too-costly", "limit": "seconds", "most": 0.05}
        assert engine.page.evaluate("engine.progress.state") == "idle"
        assert engine.ask("draft", [RECORD], TEXTS)["answer"] == here("draft", [RECORD], TEXTS), "another worker was started"
        assert engine.page.evaluate("fetch('/healthz').then((answer) => answer.ok)"), "the page's own requests are as they were"
        assert_started_from_its_memory(engine)
        assert_starts_without_a_memory_that_cannot_be_taken_up(engine)


def assert_started_from_its_memory(engine: OfflineEngine) -> None:
    """It gives the bytes of the service for six golden records: a browser takes ten times as long as the service."""
    engine.page.evaluate(REMEMBERED)
    engine.page.reload()
    assert engine.start() == {}
    texts = [path.read_bytes() for path in records()[::45]]
    assert [
        text for text in texts if engine.ask("verdicts", [text], VERDICTS)["answer"] != here("verdicts", [text], VERDICTS)
    ] == []


def assert_starts_without_a_memory_that_cannot_be_taken_up(engine: OfflineEngine) -> None:
    engine.page.evaluate(
        """async () => {
          const name = (await caches.keys()).find((name) => name.startsWith("offline-memory-"));
          await (await caches.open(name)).put("/memory", new Response("nothing of the kind"));
        }"""
    )
    engine.page.reload()
    assert engine.start() == {}
    assert engine.ask("draft", [RECORD], TEXTS)["answer"] == here("draft", [RECORD], TEXTS)


@slow
def test_engine_in_a_page_is_right_on_the_entries_of_the_notation(address: str) -> None:
    command = f"{shlex.quote(sys.executable)} -m tests.conformance.in_browser {shlex.quote(address)}"
    made = run(command, entries("ppn"), LIMITS)
    assert [result for result in made.results if result.outcome != EQUAL] == []
