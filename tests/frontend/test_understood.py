"""How a file of another format was understood, on the page where it was dropped, before anything of it is stored."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from records.archive.models import Match
from tests.frontend.clients import page
from tests.people import CLEAN

pytestmark = pytest.mark.django_db
OPEN = "局,張三,李四,王五,趙六,備註\n1,12,-4,-4,-4,\n1,4,-4,,,更正\n合計,4,-4,0,0,\n".encode()
SEATS = ["E:張三", "S:李四", "W:王五", "N:趙六"]


def drop(client: Client, *files: bytes, **fields: Any) -> Any:
    named = [SimpleUploadedFile(f"evening-{number}.csv", data) for number, data in enumerate(files)]
    return client.post("/upload/", {"file": named, "preview": "1", **fields})


def hidden(text: str, name: str) -> list[str]:
    return re.findall(rf'<input type="hidden" name="{name}" value="([^"]*)" form="drop">', text)


def test_what_a_spreadsheet_leaves_open_is_asked_and_what_it_says_is_shown_before_it_is_stored(reader: Client) -> None:
    asked = page(drop(reader, OPEN))
    assert [name in asked for name in ('name="game-0"', 'name="seat-0"', 'name="keep-0"')] == [True] * 3
    assert '<option value="W:王五" selected>' in asked
    answers = {"game-0": "sichuan", "seat-0": SEATS, "keep-0": "A3"}
    shown = page(drop(reader, OPEN, **answers))
    assert (hidden(shown, "seat-0"), hidden(shown, "keep-0")) == (SEATS, ["A3"])
    for told in ("Blank scores were read as 0 (2)", "A2 is left out", "agree with the rounds (1)", "更正", "Cell B4:E4"):
        assert told in shown
    (digest,) = hidden(shown, "store")
    assert not Match.objects.exists()
    drop(reader, OPEN, store=digest, **answers)
    assert b'[Scores "E+4 S-4 W0 N0"]' in bytes(Match.objects.get().source)


def test_answers_to_what_is_asked_again_are_not_sent_twice(reader: Client) -> None:
    asked = page(drop(reader, OPEN, **{"game-0": "sichuan", "seat-0": ["E:張三", "E:李四", "W:王五", "N:趙六"]}))
    assert (hidden(asked, "seat-0"), 'name="seat-0"' in asked) == ([], True)


def test_other_files_than_those_that_were_looked_at_are_shown_first(reader: Client) -> None:
    sheet = "局,遊戲,東,南,西,北\n1,四川,4,-4,0,0\n".encode()
    (digest,) = hidden(page(drop(reader, sheet)), "store")
    assert "What was understood" in page(drop(reader, sheet + b"2,,1,-1,0,0\n", store=digest))
    assert not Match.objects.exists()
    drop(reader, sheet, store=digest)
    assert Match.objects.count() == 1


def test_file_that_was_looked_at_by_other_answers_is_shown_first(reader: Client) -> None:
    sheet = "局,東,南,西,北\n1,4,-4,0,0\n".encode()
    (digest,) = hidden(page(drop(reader, sheet, game="sichuan")), "store")
    assert "What was understood" in page(drop(reader, sheet, game="hengyang", store=digest))
    assert not Match.objects.exists()


def test_file_that_cannot_be_previewed_says_why_beside_one_that_is(reader: Client) -> None:
    sheet = "局,遊戲,東,南,西,北\n1,四川,4,-4,0,0\n".encode()
    shown = page(drop(reader, sheet, OPEN, **{"seat-1": ["E:張三", "S:張三"]}))
    assert ("A seat is told as E:NAME" in shown, "Nothing was assumed of this file" in shown) == (True, False)


def test_record_dropped_beside_a_spreadsheet_waits_for_it_and_alone_is_stored_at_once(reader: Client) -> None:
    sheet = "局,遊戲,東,南,西,北\n1,四川,4,-4,0,0\n".encode()
    shown = page(drop(reader, CLEAN, sheet))
    assert "It is stored with the others." in shown
    assert not Match.objects.exists()
    drop(reader, CLEAN, sheet, store=hidden(shown, "store")[0])
    assert Match.objects.count() == 2
    assert "understood" not in page(drop(reader, CLEAN))


def test_cell_that_is_wrong_is_named_and_the_file_is_not_offered_to_be_stored(reader: Client, visitor: Client) -> None:
    sheet = "局,桌,遊戲,東,南,西,北\n1,1,四川,4,-4,0,0\n1,2,,4,x,0,0\n".encode()
    shown = page(drop(reader, sheet))
    assert ("Cell E3: found “x”" in shown, hidden(shown, "store")) == (True, [])
    assert hidden(page(drop(visitor, sheet)), "store"), "of a visitor's file the other matches are judged"
