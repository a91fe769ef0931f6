"""``referee entrant``: what it answers to lines that the runner of the suite never writes."""

from __future__ import annotations

import json
from typing import Any

import pytest

import referee
from referee.cli.entrant import answer_to, greeting
from tests.golden import HOME

MATCH = (HOME / "sichuan" / "clean-01.ppn").read_text(encoding="utf-8")


def answered(**line: Any) -> dict[str, Any]:
    """The answer to a line with the id 7."""
    answer: dict[str, Any] = answer_to(json.dumps({"id": 7, **line}))
    assert answer.pop("id") == 7
    return answer


def test_greeting_names_the_notation_and_every_game_with_its_edition() -> None:
    editions = {game.id: [game.rulebook.edition] for game in referee.games()}
    assert {name: told["editions"] for name, told in greeting()["games"].items()} == {"ppn": ["2026.2"], **editions}


@pytest.mark.parametrize(("text", "number"), [(MATCH + MATCH, "several"), ("[]", "none")])
def test_text_that_is_not_of_one_match_is_refused_and_nothing_judged(text: str, number: str) -> None:
    message = f"expected the record of one match, the text has {number}"
    assert answered(verify={"ppn": text}) == {"error": {"code": "refused", "message": message}}


def test_record_of_an_unknown_game_is_flagged_and_one_that_cannot_be_read_is_unreadable() -> None:
    head = '[PPN "1"]\n[Game "no-such-game"]\n'
    (found,) = answered(verify={"ppn": head})["verdict"]["findings"]
    assert (found["code"], found["line"]) == ("unknown-game", None)
    verdict = answered(verify={"ppn": f"{head}oops"})["verdict"]
    assert verdict["status"] == "unreadable"
    assert [(one["code"], one["line"], one["column"]) for one in verdict["findings"]] == [("syntax", 3, 1)]


@pytest.mark.parametrize(
    ("line", "number", "code"),
    [
        ("{", None, "refused"),
        ("[1]", None, "refused"),
        ('{"id": 3}', 3, "unsupported"),
        ('{"id": 3, "verify": "text"}', 3, "unsupported"),
        ('{"id": 3, "score": {"game": "no-such-game", "hand": "1m"}}', 3, "refused"),
    ],
)
def test_line_that_asks_nothing_known_is_answered_with_an_error(line: str, number: int | None, code: str) -> None:
    answer = answer_to(line)
    assert (answer["id"], answer["error"]["code"]) == (number, code)
