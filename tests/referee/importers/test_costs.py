"""Files made to be dear: each importer ends within seconds and within memory that goes by the size of the file."""

from __future__ import annotations

import io
import time
import tracemalloc
import zipfile
from collections.abc import Callable

import pytest

import referee
from referee.notation import limits
from tests.proof import one_in

SECONDS = 20.0
"""Of one core, many times what any of them takes while its memory is traced."""
BYTES = 160 * 1024 * 1024
NS = (
    'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" '
    'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
)
HEADS = "".join(f'<c t="inlineStr"><is><t>{head}</t></is></c>' for head in ("Game", "Round", "Moves"))


def workbook(sheet: str, shared: str = "") -> bytes:
    """A workbook of one sheet, with these parts as they stand."""
    parts = {
        "xl/workbook.xml": f'<workbook {NS}><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
        "xl/worksheets/sheet1.xml": sheet,
        "xl/sharedStrings.xml": f"<sst {NS}>{shared}</sst>",
    }
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return file.getvalue()


def rows(body: str) -> str:
    return f'<worksheet {NS}><sheetData><row r="1">{HEADS}</row>{body}</sheetData></worksheet>'


def of_shared_texts(text: str) -> bytes:
    """A workbook whose twenty thousand cells all refer to one text."""
    cells = "".join(f'<row r="{row}"><c r="C{row}" t="s"><v>0</v></c></row>' for row in range(2, 19_000))
    return workbook(rows(cells), f"<si><t> {text}</t></si>")


def key_twice_behind_many() -> bytes:
    keys = ",".join(f'"k{number}":1' for number in range(200_000))
    return b'{"majo": {' + keys.encode() + b',"k199999":2}}'


START = b'{"type":"start_game","game":"sbr"}\n'
KYOKU = b'{"type":"start_kyoku","oya":0,"tehais":[["?"],["?"],["?"],["?"]]}\n'


@pytest.mark.parametrize(
    "made",
    one_in(
        7,
        [
            key_twice_behind_many,
            lambda: of_shared_texts("W-8p " * 6_000),
            lambda: workbook("<a>" * 90_000 + "</a>" * 90_000),
            lambda: workbook(rows(" " * 50_000_000)),
            lambda: workbook(rows('<row r="99999999999999999999"/><row><c r="A2"><v>1e-999999999</v></c></row>')),
            lambda: b"Game,Event,Table,Round,E\nsichuan," + b"x" * 30_000 + b",0,1,2\n" + b",,%d,1,1\n" * 10_000,
            lambda: b"Game,Table,Round,E\n" + b"".join(b"sichuan,%d,1,z\n" % number for number in range(5_000)),
            lambda: workbook("<worksheet><row " + " ".join(f'a{number}="1"' for number in range(200_000)) + "/></worksheet>"),
            lambda: START + KYOKU + b'{"type":"tsumo","actor":1,"pai":"1m"}\n' * 90_000,
        ],
    ),
)
def test_file_that_is_made_to_be_dear_ends_within_the_budget(made: Callable[[], bytes]) -> None:
    data = made()
    assert len(data) <= limits.CONVERTED_BYTES
    tracemalloc.start()
    try:
        began = time.process_time()
        found = list(referee.parse_file(data))
        took, (_, most) = time.process_time() - began, tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert took < SECONDS
    assert most < BYTES
    assert found


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (lambda: of_shared_texts("W-8p " * 6_000), "at most 4,194,304 characters in the cells of a spreadsheet"),
        (lambda: of_shared_texts("W-8p " * 200_000), "at most 32,767 characters of a cell"),
        (lambda: workbook(rows(" " * 50_000_000)), "at most 4,194,304 bytes of a spreadsheet when it is unpacked"),
        (key_twice_behind_many, "found “k199999”, expected every key once"),
    ],
)
def test_what_is_too_much_is_said(data: Callable[[], bytes], told: str) -> None:
    (error,) = referee.parse_file(data())
    assert isinstance(error, referee.NotationError)
    assert told in error.message["en"]
