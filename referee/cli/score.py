"""``referee score``: answers questions about hands, read and written as JSON, one a line."""

from __future__ import annotations

import json
from argparse import Namespace

import referee
from referee.cli.files import lines
from referee.core.verdict import JSON


def run(chosen: Namespace) -> int:
    """Answer the questions line by line. An error is the answer to its own line only."""
    for line in lines():
        print(json.dumps(_answer(line), ensure_ascii=False), flush=True)
    return 0


def _answer(line: str) -> dict[str, JSON]:
    try:
        query = json.loads(line)
    except (ValueError, RecursionError) as error:
        return {"error": f"not JSON: {error}"}
    if not isinstance(query, dict):
        return {"error": f"expected an object, got {type(query).__name__}"}
    try:
        return referee.score(query)
    except (ValueError, LookupError) as error:
        return {"error": str(error.args[0]) if error.args else repr(error)}
    except Exception as error:  # noqa: BLE001 - the next line still gets its answer
        return {"error": f"the referee itself failed: {error!r}"}
