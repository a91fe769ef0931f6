"""``python -m tests.conformance.planted FAULT``: an entrant that knows every answer to the suite, with one fault planted in it.

``point`` pays a point too many, ``misses`` loses a finding, ``accuses`` finds one where there is none, ``hangs``, ``dies`` and
``silent`` give no answer, ``rubbish`` and ``floods`` none that can be read, ``eats`` takes memory; each at question ``AT`` alone.
``none`` has no fault, ``deaf`` does not even answer the first line.
"""

from __future__ import annotations

import json
import os
import sys
import time
from typing import Any

from tests.conformance.suite import entries

GAME = "kawuxing"
AT = 3
"""The number of the question that the fault shows at."""


def answer_to(asked: dict[str, Any], known: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """The right answer to a line."""
    if "hello" in asked:
        games = {GAME: {"editions": ["2026.2"]}}
        return {"id": 0, "hello": {"protocol": 1, "name": "planted", "version": "1", "games": games, "able": ["unseen"]}}
    return {"id": asked["id"], "verdict": known[asked["verify"]["ppn"]]}


def changed(fault: str, answer: dict[str, Any]) -> dict[str, Any]:
    """An answer with the fault in it."""
    for round_ in answer["verdict"]["rounds"]:
        if fault == "point":
            round_["scores"]["computed"]["E"] += 1
        elif fault == "misses":
            round_["findings"] = round_["findings"][1:]
        elif fault == "accuses":
            round_["findings"] = [{"move": 1, "code": "not-your-turn", "clause": "MJ-2.1", "seat": "E"}]
    return answer


def fail(fault: str) -> None:
    """Do what gives no answer."""
    if fault == "dies":
        print("out of tiles", file=sys.stderr)
        os._exit(7)
    held = b"x" * (512 * 1024**2 if fault == "eats" else 0)
    while fault == "floods":
        print("{}", flush=True)
    if fault in ("hangs", "eats"):
        time.sleep(3600 + len(held))


def main(fault: str) -> None:
    """Answer line by line."""
    if fault == "deaf":
        time.sleep(3600)
    known = {entry.question["ppn"]: entry.expected for entry in entries(GAME) if entry.kind == "verify"}
    for line in sys.stdin:
        answer = answer_to(json.loads(line), known)
        if answer["id"] == AT:
            fail(fault)
            answer = changed(fault, answer)
            if fault == "rubbish":
                print("the hand wins", flush=True)
            if fault in ("rubbish", "silent"):
                continue
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
