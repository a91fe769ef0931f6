"""``python -m tests.conformance.in_browser ADDRESS``: the engine in a page of a service, as an entrant of the suite."""

from __future__ import annotations

import json
import sys
from typing import Any

import referee
from referee.cli.entrant import greeting
from tests.frontend.browser import chromium
from tests.frontend.offline_engine import OfflineEngine, offline_engine

VERDICTS = {"languages": [], "simplified": False, "indent": None}


def answer_to(engine: OfflineEngine, asked: dict[str, Any]) -> dict[str, Any]:
    """The answer of the page to a line."""
    if "hello" in asked:
        version = engine.page.evaluate("engine.version")
        assert version == referee.ENGINE_VERSION
        return {"hello": {**greeting(), "name": "referee in a browser", "version": version}}
    if "score" in asked:
        found = engine.ask("score", [], {"question": asked["score"]})
        return {"answer": json.loads(found["answer"])} if "answer" in found else found
    record = asked["verify"]
    text = record["ppn"] if "ppn" in record else json.dumps(record["record"])
    found = engine.ask("verdicts", [text.encode("utf-8", "surrogatepass")], VERDICTS)
    return {"verdict": json.loads(found["answer"])[0]} if "answer" in found else found


def main(address: str) -> None:
    """Answer line by line."""
    with chromium() as browser, offline_engine(browser, address) as engine:
        for line in sys.stdin:
            asked = json.loads(line)
            print(json.dumps({"id": asked["id"], **answer_to(engine, asked)}), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
