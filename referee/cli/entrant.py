"""``referee entrant``: answers the questions of the conformance suite (``conformance/README.md``), one JSON object a line."""

from __future__ import annotations

import json
from argparse import Namespace
from itertools import islice

import referee
from referee.cli.files import lines
from referee.core.game.hand_specification import QueryError
from referee.core.verdict import JSON
from referee.rulebook import CORE

PROTOCOL = 1
ABLE: list[JSON] = ["options", "sheets", "unseen"]
"""What entries of the suite may need: options that no preset has, score sheets, and tiles that the recorder did not see."""

Answer = dict[str, JSON]


class _Refused(Exception):
    """Raised for a question that is none: what was expected."""


def run(chosen: Namespace) -> int:
    """Answer line by line, until there are no more. An error is the answer to its own line only."""
    for line in lines():
        print(json.dumps(answer_to(line)), flush=True)
    return 0


def answer_to(line: str) -> Answer:
    """The answer to a line; where it cannot be given, an error that says what was expected."""
    try:
        asked = json.loads(line)
    except (ValueError, RecursionError) as error:
        return _error(None, "refused", f"not JSON: {error}")
    if not isinstance(asked, dict):
        return _error(None, "refused", f"expected an object, got {type(asked).__name__}")
    number = asked.get("id")
    try:
        if "hello" in asked:
            return {"id": number, "hello": greeting()}
        if isinstance(record := asked.get("verify"), dict):
            return {"id": number, "verdict": _verdict(record)}
        if isinstance(question := asked.get("score"), dict):
            return {"id": number, "answer": referee.score(question)}
    except QueryError as error:
        return _error(number, "refused", error.message["en"])
    except _Refused as error:
        return _error(number, "refused", str(error))
    except Exception as error:  # noqa: BLE001 - the next line still gets its answer
        return _error(number, "fault", f"the referee itself failed: {error!r}")
    return _error(number, "unsupported", "expected one of hello, verify, score")


def greeting() -> Answer:
    """What the engine says of itself: the games and the notation with the edition of their rules, and whether it is compiled."""
    return {
        "protocol": PROTOCOL,
        "name": "referee",
        "version": f"{referee.ENGINE_VERSION}{' (compiled)' if referee.COMPILED else ''}",
        "games": {book.id: {"editions": [book.edition]} for book in (CORE, *(game.rulebook for game in referee.games()))},
        "able": ABLE,
    }


def _verdict(record: dict[str, JSON]) -> Answer:
    """The verdict on the record of one match, which is PPN or its JSON form."""
    text = record["ppn"] if "ppn" in record else json.dumps(record.get("record"))
    matches = list(islice(referee.parse_file(str(text).encode("utf-8", "surrogatepass")), 2))
    if len(matches) != 1:
        raise _Refused(f"expected the record of one match, the text has {'several' if matches else 'none'}")
    return referee.verify(matches[0]).as_dict()


def _error(number: JSON, code: str, message: str) -> Answer:
    return {"id": number, "error": {"code": code, "message": message}}
