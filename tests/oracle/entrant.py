"""``python -m tests.oracle.entrant``: the second readings of the rules as an entrant of the conformance suite.

It answers lines of JSON as ``conformance/README.md`` describes, and knows nothing of the engine. What it cannot tell it declines.
A game takes part that has a module ``answers`` with a class ``Answers``.
"""

from __future__ import annotations

import json
import re
import sys
from typing import Any

from tests.oracle import games, part
from tests.oracle.generate import edition
from tests.oracle.mahjong.answers import Declined

Answer = dict[str, Any]
ABLE = ["options"]
ADDED = re.compile(r"\b(fan\.|house\.|ladder=)")
"""Rules that tables add, which ``mahjong.table_rules`` reads for hands of some games, and no match yet."""


def greeting() -> Answer:
    """What the second readings say of themselves."""
    tells = {game: list(part(game, "answers").Answers.tells) for game in games("answers")}
    told = {game: {"editions": [edition(game)], "tells": tells[game]} for game in tells}
    return {"protocol": 1, "name": "second readings", "version": "1", "games": told, "able": ABLE}


def answer_to(asked: Answer) -> Answer:
    """The answer to a line."""
    if "hello" in asked:
        return {"hello": greeting()}
    answers = part(asked["game"], "answers").Answers()
    try:
        if ADDED.search(asked["score"].get("rules", "") if "score" in asked else asked["verify"]["ppn"]):
            raise Declined("rules that tables add (TBL)")
        if "verify" in asked:
            return {"verdict": answers.verdict(asked["verify"]["ppn"])}
        return {"answer": answers.hand(asked["score"])}
    except Declined as declined:
        return {"error": {"code": "unsupported", "message": str(declined)}}


def main() -> None:
    """Answer line by line."""
    for line in sys.stdin:
        asked = json.loads(line)
        print(json.dumps({"id": asked["id"], **answer_to(asked)}), flush=True)


if __name__ == "__main__":
    main()
