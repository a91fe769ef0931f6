"""Files that are no PPN are named, with what to do about them; records in newer editions and other encodings too."""

from __future__ import annotations

import bz2
import gzip
import io
import json
import lzma
import re
import tarfile
import zipfile
from collections.abc import Callable

import openpyxl
import pytest
from PIL import Image

import referee
from referee.notation import NotationError, Source, split_stream
from referee.notation.foreign import formats, recognized

PPN = '[PPN "1"]\n[Game "sichuan"]\n[Event "春季聯賽"]\n[Seat.E "張三"]\n[Seat.S "李四"]\n\n[Round "1"]\n[Dealer "E"]\nE-1m\n'
NAMES = '[PPN "1"]\n[Game "sichuan"]\n[Seat.E "{}"]\n[Seat.S "{}"]\n'
MJAI = [
    {"type": "start_game", "names": ["a", "b", "c", "d"]},
    {"type": "start_kyoku", "bakaze": "E", "dora_marker": "7s", "kyoku": 1, "honba": 0, "oya": 0, "tehais": [["1m"] * 13] * 4},
    {"type": "tsumo", "actor": 0, "pai": "5p"},
    {"type": "dahai", "actor": 0, "pai": "5p", "tsumogiri": True},
] * 40
TENHOU = {
    "title": ["", "2026/11/22"],
    "name": ["A", "B", "C", "D"],
    "rule": {"disp": "般南喰赤", "aka": 1},
    "log": [[[0, 0, 0], [25000] * 4, [46], [], [23, 41, 21], [], [], ["和了", [0, 0]]]],
}
MAJO = {"majo": {"format": 1, "ruleset": "sichuan", "meta": {"handSeq": 1}, "replay": {"frames": [], "wins": []}}}
MAJSOUL = {"head": {"uuid": "261122-0", "accounts": [{"account_id": 1, "seat": 0}]}, "data": {"name": ".lq.GameDetailRecords"}}
MAJSOUL_ACTIONS = [{"name": "RecordNewRound", "data": {"chang": 0, "ju": 0, "tiles0": ["1m"]}}, {"name": "RecordDealTile"}]
PGN = '[Event "Club"]\n[Site "?"]\n[White "Zhang"]\n[Black "Li"]\n[Result "1-0"]\n\n1. e4 e5 2. Nf3 {a comment} Nc6 1-0\n'
PBN = '% PBN 2.1\n[Event "Club"]\n[Dealer "N"]\n[Deal "N:AKQ.JT9.876.5432 - - -"]\n[Declarer "S"]\n'
LIN = "pn|South,West,North,East|st||md|3SAKHJD876C5432,S2HQT9DKQ5CKQJT9,,|rh||ah|Board 1|sv|o|mb|1C|\n"
POKER = "PokerStars Hand #1:  Hold'em No Limit ($1/$2) - 2026/11/22\nTable 'A' 6-max\n"


def packed(*names: str, mimetype: str = "") -> bytes:
    """A zip archive of files with these names; ``mimetype`` is what the first file of an OpenDocument says."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        if mimetype:
            archive.writestr("mimetype", f"application/vnd.oasis.opendocument.{mimetype}")
        for name in names:
            archive.writestr(name, PPN)
    return buffer.getvalue()


def spreadsheet() -> bytes:
    buffer, book = io.BytesIO(), openpyxl.Workbook()
    book.active.append(["E", "S", "W", "N"])
    book.save(buffer)
    return buffer.getvalue()


def picture(form: str) -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", (4, 4)).save(buffer, form)
    return buffer.getvalue()


def tar() -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        archive.addfile(tarfile.TarInfo("a.ppn"), io.BytesIO())
    return buffer.getvalue()


def lines(entries: list[dict[str, object]]) -> bytes:
    return "".join(json.dumps(entry) + "\n" for entry in entries).encode()


def utf_16_names(*names: str) -> bytes:
    return b"\0".join(name.encode("utf-16-le") for name in names)


FILES: dict[str, tuple[bytes, str, str]] = {
    "tenhou json": (json.dumps(TENHOU).encode(), "a Tenhou log (JSON)", "天鳳牌譜（JSON）"),
    "tenhou xml": (b'<mjloggm ver="2.3"><SHUFFLE seed="x"/><GO type="169"/></mjloggm>', "a Tenhou log (mjlog XML)", "天鳳"),
    "majsoul json": (json.dumps(MAJSOUL).encode(), "a Mahjong Soul record", "雀魂"),
    "majsoul actions": (json.dumps(MAJSOUL_ACTIONS).encode(), "a Mahjong Soul record", "雀魂"),
    "majsoul protobuf": (b"\n\x15.lq.GameDetailRecords\x12\x90\xff\x01", "a Mahjong Soul record", "雀魂"),
    "pgn": (PGN.encode(), "a chess record (PGN)", "西洋棋"),
    "pbn": (PBN.encode(), "a bridge record (PBN)", "橋牌"),
    "lin": (LIN.encode(), "a Bridge Base Online record (LIN)", "Bridge Base Online"),
    "poker": (POKER.encode(), "a poker hand history", "撲克"),
    "phh": (b"# a comment\nvariant = 'NT'\nantes = [0, 0]\n", "a poker hand history (PHH)", "PHH"),
    "sgf": (b"(;GM[1]FF[4]SZ[19];B[pd])", "a game record in SGF", "SGF"),
    "hands": (b"123m456p789s1122z\n1m2m3m 55p\n", "a list of hands in MPSZ", "MPSZ"),
    "zip": (packed("a.ppn"), "a zip archive", "zip"),
    "gzip": (gzip.compress(PPN.encode()), "a gzip archive", "gzip"),
    "7z": (b"7z\xbc\xaf\x27\x1c\0\4", "a 7z archive", "7z"),
    "rar": (b"Rar!\x1a\x07\x01\0", "a rar archive", "rar"),
    "xz": (lzma.compress(PPN.encode()), "an xz archive", "xz"),
    "bzip2": (bz2.compress(PPN.encode()), "a bzip2 archive", "bzip2"),
    "zstd": (b"\x28\xb5\x2f\xfd\x24\0", "a zstd archive", "zstd"),
    "tar": (tar(), "a tar archive", "tar"),
    "pdf": (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj\n", "a PDF document", "PDF"),
    "png": (picture("PNG"), "a PNG picture", "PNG"),
    "jpeg": (picture("JPEG"), "a JPEG picture", "JPEG"),
    "gif": (picture("GIF"), "a GIF picture", "GIF"),
    "webp": (picture("WEBP"), "a WebP picture", "WebP"),
    "tiff": (picture("TIFF"), "a TIFF picture", "TIFF"),
    "bmp": (picture("BMP"), "a BMP picture", "BMP"),
    "heic": (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic\xff", "a HEIC picture", "HEIC"),
    "avif": (b"\0\0\0\x18ftypavif\0\0\0\0mif1", "an AVIF picture", "AVIF"),
    "svg": (b'<?xml version="1.0"?>\n<svg xmlns="http://www.w3.org/2000/svg"></svg>', "an SVG picture", "SVG"),
    "film": (b"\0\0\0\x18ftypisom\0\0\2\0\xff", "a film or sound recording", "影音"),
    "xls": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 60 + utf_16_names("Workbook"), "an Excel spreadsheet (xls)", "xls"),
    "ods": (
        packed("content.xml", mimetype="spreadsheet"),
        "an OpenDocument spreadsheet (ods)",
        "ods",
    ),
    "csv": (b"name,points\nAnn,12\nBob,-12\n", "a spreadsheet as text (CSV)", "CSV"),
    "docx": (packed("[Content_Types].xml", "word/document.xml"), "a Word document (docx)", "docx"),
    "pptx": (packed("[Content_Types].xml", "ppt/presentation.xml"), "an Office document", "Office"),
    "doc": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 60 + utf_16_names("WordDocument"), "a Word document (doc)", "doc"),
    "old office": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0", "an old Office document (doc, xls)", "doc"),
    "odt": (
        packed("content.xml", mimetype="text"),
        "an OpenDocument document",
        "OpenDocument",
    ),
    "rtf": (rb"{\rtf1\ansi E-1m}", "an RTF document", "RTF"),
    "html": (b"<!DOCTYPE html>\n<html><body>E-1m</body></html>", "a web page (HTML)", "網頁"),
    "xml": (b'<?xml version="1.0"?><match/>', "an XML document", "XML"),
    "sqlite": (b"SQLite format 3\0\x10\0\1\1\0\x40\x20\x20", "an SQLite database", "SQLite"),
    "json": (b'{"players": ["a", "b"], "result": {"a": 1}}', "JSON of another kind", "別種 JSON"),
    "link": (b"https://tenhou.net/0/?log=2026112223gm-0089-0000-1abcdef2\n", "a link", "連結"),
    "empty": (b"", "an empty file", "空的檔案"),
}


UNCONVERTED: dict[str, tuple[bytes, str, str]] = {
    "mjai lines": (lines(MJAI), "an mjai log (JSON lines)", "mjai"),
    "mjai array": (json.dumps(MJAI).encode(), "an mjai log (JSON lines)", "mjai"),
    "majojson": (json.dumps(MAJO).encode(), "a Mahjong Face to Face record (majojson)", "majojson"),
    "majojson with a part for Tenhou": (json.dumps(MAJO | TENHOU, indent=2).encode(), "(majojson)", "majojson"),
    "xlsx": (spreadsheet(), "a spreadsheet of score sheets (xlsx, CSV)", "xlsx"),
}
"""Files of formats that are converted, which cannot be."""


def only(found: list[referee.Record | NotationError]) -> NotationError:
    (error,) = found
    assert isinstance(error, NotationError)
    return error


def streamed(data: bytes) -> list[referee.Record | NotationError]:
    """What reading piece by piece finds, as the command line and batches do."""
    found: list[referee.Record | NotationError] = []
    try:
        for source in split_stream(io.BytesIO(data).read):
            found.append(next(read_again(source)))
    except NotationError as error:
        found.append(error)
    return found


def read_again(source: Source):  # type: ignore[no-untyped-def]
    try:
        yield referee.parse(source.text, first_line=source.first_line)
    except NotationError as error:
        yield error


WAYS: dict[str, Callable[[bytes], list[referee.Record | NotationError]]] = {
    "whole": lambda data: list(referee.parse_file(data)),
    "streamed": streamed,
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", FILES)
def test_file_of_a_known_format_is_one_syntax_error_that_names_it(name: str, way: str) -> None:
    data, en, zh = FILES[name]
    error = only(WAYS[way](data))
    assert (error.code, error.line, error.column) == ("syntax", 1, 1)
    assert en in error.message["en"]
    assert zh in error.message["zh"]
    assert error.message["en"].startswith("Line 1, column 1: this is ")
    assert re.match(r"第 1 行第 1 欄：這是(?: (?=[A-Za-z0-9])|(?![A-Za-z0-9 ])).*，不是 PPN 牌譜。", error.message["zh"])
    assert len(error.token) <= 20


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", UNCONVERTED)
def test_file_of_a_format_that_is_converted_is_one_error_that_names_it_too(name: str, way: str) -> None:
    data, en, zh = UNCONVERTED[name]
    error = only(WAYS[way](data))
    assert (error.code, error.line) == ("syntax", 1)
    assert en in error.message["en"]
    assert zh in error.message["zh"]


def test_every_signature_has_a_file_that_shows_it() -> None:
    named = {en for _, en, _ in FILES.values()} | {"an Excel spreadsheet (xlsx)"}  # by which it is told from a zip archive
    assert [
        known.name["en"] for known in [*formats().signed, formats().table] if not any(en in known.name["en"] for en in named)
    ] == []


@pytest.mark.parametrize(
    "text",
    [
        PPN,
        f"; saved from a page, <html>, with a, comma\n{PPN}",
        f"{{a comment, with <svg>}}\n{PPN}",
        f"\ufeff\n{PPN}",
        PPN.replace("[Event", '[White "a"]\n[Black "b"]\n[Deal "N:"]\n[Event'),
        json.dumps(referee.write_json(referee.parse(PPN)) | {"tags": {"Source": "RecordNewRound", "Log": "x"}}),
        json.dumps([dict(reversed(referee.write_json(referee.parse(PPN)).items()))], indent=1),
        json.dumps(referee.write_json(referee.parse(PPN))) + "\n",
    ],
)
def test_record_is_no_foreign_format_however_it_begins(text: str) -> None:
    assert recognized(text) is None
    for way in WAYS.values():
        (record,) = way(text.encode())
        assert isinstance(record, referee.Record)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hello", '[PPN "1"]'),
        ("Dear all, here it is\nE-1m", '[PPN "1"]'),
        ('[Game "sichuan"]\n', '[PPN "1"]'),
        ("E-1m S+2m ; first\nS-2m W+3m ; then\nW-3m ; last\n", '[PPN "1"]'),
        ('[Event "Club"]\n[Game "sichuan"]\n', '[PPN "1"]'),
        ('{"game": "sichuan", "rounds": []}', "1"),
        ('{"ppn": 1, "game": "sichuan", "title": []}', "ppn, game"),
    ],
)
def test_other_text_is_told_what_was_expected(text: str, expected: str) -> None:
    assert expected in only(list(referee.parse_file(text))).message["en"]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('[PPN "9"]\n[Game "sichuan"]\n', (1, 1, "9")),
        ('[PPN "9"]\n[Game "sichuan"]\n[Round "1"]\n<<new>> moves\n', (1, 1, "9")),
        ('; a comment\n[PPN "9"]\n', (2, 1, "9")),
        ('{"ppn": 9, "game": "sichuan", "novel": []}', (1, 1, "ppn")),
        ('{"game": "sichuan", "ppn": 9}', (1, 1, "ppn")),
    ],
)
def test_newer_edition_is_told_apart(text: str, place: tuple[int, int, str]) -> None:
    error = only(list(referee.parse_file(text)))
    assert (error.code, (error.line, error.column, error.token)) == ("syntax", place)
    assert "written in edition 9 of PPN, newer than edition 1" in error.message["en"]
    assert "PPN 第 9 版，比這位裁判讀的第 1 版新" in error.message["zh"]


ENCODED = [
    (PPN.translate(str.maketrans("聯賽張", "联赛张")), "gb18030", "GB18030 (GBK)"),
    (NAMES.format("张三", "王小明"), "gbk", "GB18030 (GBK)"),
    (NAMES.format("陳大文", "黃美麗"), "big5", "Big5"),
    (NAMES.format("たろう", "はなこ"), "shift_jis", "Shift_JIS"),
    (PPN, "utf-16", "UTF-16"),
    (PPN, "utf-16-le", "UTF-16"),
    (NAMES.format("E", "S"), "utf-16-le", "UTF-16"),
    (PPN, "utf-32", "UTF-32"),
    (NAMES.format("Renée", "Günther"), "cp1252", "Windows-1252"),
]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("text", "codec", "told"), ENCODED)
def test_text_in_another_encoding_must_be_utf_8_and_is_told_what_it_seems_to_be(
    text: str, codec: str, told: str, way: str
) -> None:
    error = only(WAYS[way](text.encode(codec)))
    assert error.code == "syntax"
    assert error.message["en"].endswith(f"is not UTF-8 text; it seems to be {told}. Save it as UTF-8.")
    assert error.message["zh"].endswith(f"不是 UTF-8 文字，看來是 {told}。請另存為 UTF-8。")
    assert error.expected["en"] == "UTF-8 text"
