"""Tables for spreadsheets: what people wrote stays text, and the same table is the same file."""

from __future__ import annotations

import csv
import io
import zipfile
from datetime import UTC, datetime

import openpyxl
import pytest

from records.core.spreadsheets import FORMULA, Worksheet, as_csv, as_xlsx, plain

AT = datetime(2026, 11, 21, 20, 30, tzinfo=UTC)
FORMULAS = ["=1+1", "+1", "-1+2", "@SUM(A1)", "\t=1", "\r=1", "=cmd|' /C calc'!A0", "＝1"]


def book(*rows: list[object]) -> bytes:
    with as_xlsx([Worksheet("Standings: [1]", ["name", "points"], rows)], "Evening", AT) as file:  # type: ignore[arg-type]
        return file.read()


@pytest.mark.parametrize("text", FORMULAS)
def test_csv_text_is_never_a_formula(text: str) -> None:
    marked = str(plain(text))
    assert marked.startswith("'")
    assert marked.replace("'", "") == text.replace("'", "")


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
@pytest.mark.parametrize(
    "text",
    ["x;=1+1;y", "x,=1+1,y", "x\t=1+1\ty", "x|=1+1|y", 'x";=1+1;"y', "x\n=1+1", "x\r\n=1+1", 'x;"=1+1";y', "x;;-1", "x;+1"],
)
def test_csv_text_is_never_a_formula_whatever_the_reader_takes_for_the_separator(text: str, separator: str) -> None:
    """A spreadsheet reads a file by the separator of its country, so that one cell may be several for it."""
    table = "".join(as_csv(["name", "why", "points"], [["王", text, -5]])).removeprefix("\ufeff")
    cells = [cell for row in csv.reader(io.StringIO(table, newline=""), delimiter=separator) for cell in row]
    assert not [cell for cell in cells if cell.startswith(FORMULA) and cell != "-5"]


def test_csv_cells_are_all_quoted() -> None:
    assert "".join(as_csv(["name", "points"], [["王", -5], [None, 0]])) == '\ufeff"name","points"\r\n"王","-5"\r\n"","0"\r\n'


def test_workbook_text_is_never_a_formula() -> None:
    page = openpyxl.load_workbook(io.BytesIO(book(*([text, -3] for text in FORMULAS)))).active
    for row, text in zip(page.iter_rows(min_row=2), FORMULAS, strict=True):
        assert (row[0].value or "").strip() == text.strip()
        assert (row[0].data_type, row[1].data_type) in {("s", "n"), ("inlineStr", "n")}
        assert row[0].quotePrefix
    assert b"<f>" not in b"".join(
        zipfile.ZipFile(io.BytesIO(book(["=1+1", 1]))).read(name) for name in ("xl/worksheets/sheet1.xml",)
    )


def test_workbook_reads_back_as_written_and_bears_no_time_of_its_making() -> None:
    parts = zipfile.ZipFile(io.BytesIO(book(["王", 1]))).infolist()
    assert len({part.date_time for part in parts}) == 1
    assert parts[0].date_time[0] in (1980, AT.year)
    read = openpyxl.load_workbook(io.BytesIO(book(["王 <b>", -3], ["a\x00\ud800b", None])))
    assert read.sheetnames == ["Standings   1 "]
    assert [list(row) for row in read.active.iter_rows(values_only=True)] == [
        ["name", "points"],
        ["王 <b>", -3],
        ["a\ufffd\ufffdb", None],
    ]
    assert read.properties.title == "Evening"
