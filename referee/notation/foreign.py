"""Names files that are no PPN: known formats by their first bytes, text that is not UTF-8, newer editions of the notation.

It is asked only where reading has failed, so that a record that can be read costs nothing here.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from referee.notation.converters import HEAD as HEAD
from referee.notation.converters import converter_of
from referee.notation.encodings import guessed
from referee.notation.errors import SYNTAX, NotationError, Text
from referee.notation.ppn.position import place
from referee.notation.ppn.reader import FIRST_TAG, UTF_8

EDITION: Final = 1
"""The newest edition of the notation that is read."""
TOKEN: Final = 20
"""Characters of an unknown text that are repeated in its error."""
EXPECTED: Final = {"zh": '以 [PPN "1"] 開頭的牌譜，或其 JSON 形式', "en": 'a record that begins with [PPN "1"], or its JSON form'}

RECORD, PACKED, PICTURE, SHEET, TEXT, PAGE, DATA, LINK, EMPTY = "record packed picture sheet text page data link empty".split()
"""Kinds of formats, by what somebody with such a file can do."""
ADVICE: Final[dict[str, Text]] = {
    RECORD: {
        "zh": "這種格式不讀也不轉換；請先轉成 PPN，寫法見牌譜說明。",
        "en": "This format is neither read nor converted; make PPN of it first, as the notation's reference describes.",
    },
    PACKED: {
        "zh": "請先解開，再交出裡面的牌譜；許多檔案可裝成一個 zip，當作一批上傳。",
        "en": "Unpack it and give the records in it; many files may be uploaded as a batch, in one zip.",
    },
    PICTURE: {
        "zh": "圖片與影音讀不出牌局；請照它把牌譜寫下來。",
        "en": "No play can be read from pictures and recordings; write the record down from it.",
    },
    SHEET: {
        "zh": "記分表要存成 xlsx 或 CSV，欄名要認得，才轉換得了（見文件）；否則請把每一步寫成 PPN 文字。",
        "en": "Score sheets are converted from xlsx and CSV whose heads are known (see the documentation); "
        "else write the moves down as PPN text.",
    },
    TEXT: {
        "zh": "請把其中的牌譜另存成純文字檔（.ppn，UTF-8）。",
        "en": "Save the record in it as a plain text file (.ppn, UTF-8).",
    },
    PAGE: {
        "zh": "這是網頁，不是牌譜本身；請下載牌譜檔再上傳。",
        "en": "It is a page, not the record itself; download the record and give that.",
    },
    DATA: {"zh": "牌譜是純文字檔（.ppn，UTF-8）。", "en": "A record is a plain text file (.ppn, UTF-8)."},
    LINK: {"zh": "連結不會打開；請下載牌譜檔再上傳。", "en": "Links are not followed; download the record and give that."},
    EMPTY: {"zh": "請看看是否存好了、選對了。", "en": "Check that it was saved, and that it is the right one."},
}


class Format(NamedTuple):
    """A format that is not PPN: what its files begin with, its name, and its kind, by which there is advice.

    ``word`` is its name in short, as in the endings of files.
    """

    word: str
    begins: re.Pattern[bytes]
    name: Text
    kind: str


def _format(word: str, begins: bytes, zh: str, en: str, kind: str) -> Format:
    return Format(word, re.compile(begins, re.DOTALL | re.IGNORECASE), {"zh": zh, "en": en}, kind)


_ZIP = rb"PK\x03\x04"
_OLE = rb"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_JSON = rb"\s*[\[{]"
_TAGS = rb'\s*+(?:[%;][^\n]*+\s*+)*+\[[a-z]+[ \t]+"'

FORMATS: Final = (
    # Records of other games and programs.
    _format("mjlog", rb"\s*(?:<\?xml[^>]*>\s*)?<mjloggm", "天鳳牌譜（mjlog XML）", "a Tenhou log (mjlog XML)", RECORD),
    _format(
        "json", _JSON + rb'(?=.*"log"\s*:\s*\[).*"(?:title|rule)"\s*:\s*[\[{]', "天鳳牌譜（JSON）", "a Tenhou log (JSON)", RECORD
    ),
    _format(
        "json",
        rb'.*(?:\.lq\.[A-Z]|"Record(?:NewRound|DealTile|DiscardTile)")',
        "雀魂牌譜",
        "a Mahjong Soul record",
        RECORD,
    ),
    _format("json", _JSON + rb'(?=.*"uuid"\s*:).*"accounts"\s*:\s*\[', "雀魂牌譜", "a Mahjong Soul record", RECORD),
    _format("pbn", _TAGS + rb'.*\[(?:Deal|Declarer|Auction)[ \t]+"', "橋牌譜（PBN）", "a bridge record (PBN)", RECORD),
    _format("pgn", _TAGS + rb'.*\[(?:White|Black)[ \t]+"', "西洋棋棋譜（PGN）", "a chess record (PGN)", RECORD),
    _format(
        "lin",
        rb"\s*(?:(?:pn|vg|qx|st|md|sv|ah|rs|mn|pw|pg|rh)\|[^|]*\|\s*){2}",
        "Bridge Base Online 橋牌譜（LIN）",
        "a Bridge Base Online record (LIN)",
        RECORD,
    ),
    _format(
        "txt",
        rb"\s*(?:PokerStars|\*+ ?Winamax|Winamax) (?:Poker|Hand|Game|Zoom|Home)",
        "撲克牌局記錄",
        "a poker hand history",
        RECORD,
    ),
    _format("phh", rb"\s*+(?:#[^\n]*+\s*+)*+variant\s*=\s*[\"']", "撲克牌局記錄（PHH）", "a poker hand history (PHH)", RECORD),
    _format("sgf", rb"\s*\(\s*;\s*[A-Z]{1,2}\[", "棋譜（SGF）", "a game record in SGF", RECORD),
    # Pictures and recordings.
    _format("png", rb"\x89PNG\r\n\x1a\n", "PNG 圖片", "a PNG picture", PICTURE),
    _format("jpg", rb"\xff\xd8\xff", "JPEG 圖片", "a JPEG picture", PICTURE),
    _format("gif", rb"GIF8[79]a", "GIF 圖片", "a GIF picture", PICTURE),
    _format("webp", rb"RIFF.{4}WEBP", "WebP 圖片", "a WebP picture", PICTURE),
    _format("heic", rb".{4}ftyp(?:hei[cxms]|hev[cx]|mif1|msf1)", "HEIC 圖片", "a HEIC picture", PICTURE),
    _format("avif", rb".{4}ftypavi[fs]", "AVIF 圖片", "an AVIF picture", PICTURE),
    _format("tiff", rb"II\*\0|MM\0\*", "TIFF 圖片", "a TIFF picture", PICTURE),
    _format("bmp", rb"BM.{4}\0{4}", "BMP 圖片", "a BMP picture", PICTURE),
    _format(
        "svg",
        rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)?(?:<!DOCTYPE svg[^>]*>\s*)?<svg\b",
        "SVG 圖片",
        "an SVG picture",
        PICTURE,
    ),
    _format(
        "mp4",
        rb".{4}ftyp|\x1aE\xdf\xa3|RIFF.{4}(?:AVI |WAVE)|OggS\0|ID3[\2-\4]\0|\xff[\xf2\xf3\xfb]",
        "影音檔",
        "a film or sound recording",
        PICTURE,
    ),
    # Office documents: zip archives of a certain content, or the older containers.
    _format(
        "xlsx", _ZIP + rb".*\bxl/(?:work|theme|style|shared|_rels)", "Excel 試算表（xlsx）", "an Excel spreadsheet (xlsx)", SHEET
    ),
    _format(
        "ods",
        _ZIP + rb".{26}mimetypeapplication/vnd\.oasis\.opendocument\.spreadsheet",
        "OpenDocument 試算表（ods）",
        "an OpenDocument spreadsheet (ods)",
        SHEET,
    ),
    _format(
        "docx",
        _ZIP + rb".*\bword/(?:document|theme|style|setting|font|_rels)",
        "Word 文件（docx）",
        "a Word document (docx)",
        TEXT,
    ),
    _format("odt", _ZIP + rb".{26}mimetypeapplication/vnd\.oasis", "OpenDocument 文件", "an OpenDocument document", TEXT),
    _format("pptx", _ZIP + rb".{26}(?:\[Content_Types\]\.xml|_rels/|docProps/)", "Office 文件", "an Office document", TEXT),
    _format("xls", _OLE + rb".*W\0o\0r\0k\0b\0o\0o\0k\0", "Excel 試算表（xls）", "an Excel spreadsheet (xls)", SHEET),
    _format("doc", _OLE + rb".*W\0o\0r\0d\0D\0o\0c\0", "Word 文件（doc）", "a Word document (doc)", TEXT),
    _format("doc", _OLE, "舊式 Office 文件（doc、xls）", "an old Office document (doc, xls)", TEXT),
    _format("rtf", rb"\s*\{\\rtf", "RTF 文件", "an RTF document", TEXT),
    _format("pdf", rb"\s*%PDF-", "PDF 文件", "a PDF document", TEXT),
    # Archives.
    _format("zip", rb"PK\x03\x04|PK\x05\x06", "zip 壓縮檔", "a zip archive", PACKED),
    _format("gzip", rb"\x1f\x8b", "gzip 壓縮檔", "a gzip archive", PACKED),
    _format("7z", rb"7z\xbc\xaf\x27\x1c", "7z 壓縮檔", "a 7z archive", PACKED),
    _format("rar", rb"Rar!\x1a", "rar 壓縮檔", "a rar archive", PACKED),
    _format("xz", rb"\xfd7zXZ", "xz 壓縮檔", "an xz archive", PACKED),
    _format("bzip2", rb"BZh[1-9]", "bzip2 壓縮檔", "a bzip2 archive", PACKED),
    _format("zstd", rb"\x28\xb5\x2f\xfd", "zstd 壓縮檔", "a zstd archive", PACKED),
    _format("tar", rb".{257}ustar", "tar 壓縮檔", "a tar archive", PACKED),
    # Other texts and data.
    _format("html", rb"\s*(?:<!--.*?-->\s*)?<(?:!DOCTYPE html|html|head|body)\b", "網頁（HTML）", "a web page (HTML)", PAGE),
    _format("xml", rb"\s*<\?xml\b", "XML 文件", "an XML document", DATA),
    _format("sqlite", rb"SQLite format 3\0", "SQLite 資料庫", "an SQLite database", DATA),
    _format("url", rb"\s*https?://\S++\s*\Z", "連結", "a link", LINK),
    _format(
        "txt",
        rb"\s*+(?=[0-9])(?:(?:[0-9]++[mpsz]|[|+,/])\s*+)++[0-9]*+\Z",
        "只有手牌、沒有牌步的清單（MPSZ）",
        "a list of hands in MPSZ, without moves",
        RECORD,
    ),
    _format("json", rb'\s*(?:\[\s*)?\{\s*"(?!.*"(?:ppn|game|rounds)"\s*:)', "別種 JSON", "JSON of another kind", RECORD),
    _format("txt", rb"\s*\Z", "空的檔案", "an empty file", EMPTY),
)
"""The signatures, the more special ones first."""
_ARCHIVES: Final = tuple(known for known in FORMATS if known.kind == PACKED)

TABLE: Final = _format("csv", b"", "試算表文字（CSV）", "a spreadsheet as text (CSV)", SHEET)
"""Text whose first lines are rows of a table; it has no signature."""
_SEPARATORS = ",\t;"
_ROWS = 5
_NO_TABLE = re.compile(r"\s*+(?:[\[{<]|\w[-+.:?]\w)")
"""Tags, JSON, markup and moves."""
_OPENING = r"(?:[\s\ufeff]|\{[^}]*\}|;[^\n]*\n)*+(?P<tag>\[PPN\b)"
_KEY = r'[\s\ufeff]*+\[?[\s\ufeff]*+\{(?:[^\[\]{}]*,)?\s*"ppn"\s*:'
_PPN = re.compile(rf"{_OPENING}|{_KEY}")
_EDITION = re.compile(rf'(?:{_OPENING}[ \t]+"|{_KEY}\s*)(?P<number>[0-9]{{1,9}})\b')


def explained(error: NotationError, text: str, first_line: int = 1) -> NotationError:
    """The error of a text that cannot be read, in better words where it is a newer edition, or no PPN at all."""
    if error.code != SYNTAX:
        return error
    head = text[:HEAD]
    edition = _EDITION.match(head)
    if edition is not None and int(edition["number"]) > EDITION:
        return _newer(head, edition, first_line)
    if "\0" in head and (encoding := guessed(head.encode("utf-8", "surrogatepass"))):
        return _not_utf_8(b"\0", *place(head, head.index("\0"), first_line), encoding)
    found = recognized(head)
    return _named(found, head.strip().partition("\n")[0][:TOKEN], first_line) if found else error


def undecodable(data: bytes, at: int, line: int, column: int, whole: bool = True) -> NotationError:
    """The error of bytes that are not UTF-8 from this index on, which is at this line and column.

    ``whole``: the bytes are the beginning of the file, and may be those of a known format.
    """
    found = _foreign_format(data[:HEAD]) if whole else None
    if found is not None:
        return _named(found, f"0x{data[0]:02x}")
    return _not_utf_8(data[at : at + 1], line, column, guessed(data))


def described(data: bytes) -> Text | None:
    """What these bytes are and what to do with them, as a sentence; None if they are PPN, what is converted, or nothing that is
    known."""
    if converter_of(data) is not None:
        return None
    head = data[:HEAD].removeprefix(b"\xef\xbb\xbf")
    text = head.decode("utf-8", "replace")
    found = _foreign_format(head) or (TABLE if not _PPN.match(text) and _is_table(text) else None)
    if found is None:
        return None
    said = _sentence(found)
    return {**said, "en": said["en"][0].upper() + said["en"][1:]}


def recognized(text: str) -> Format | None:
    """The known format of a text; None if it is PPN, or nothing that is known."""
    head = text[:HEAD].removeprefix("\ufeff")
    if _PPN.match(head):
        return None
    return format_of(head.encode("utf-8", "surrogatepass")) or (TABLE if _is_table(head) else None)


def format_of(head: bytes) -> Format | None:
    """The format of a file that begins with these bytes, by its signature alone."""
    return next((known for known in FORMATS if known.begins.match(head)), None)


def archive_of(head: bytes) -> str:
    """The word for the kind of archive that begins with these bytes; empty for anything else, as documents zipped inside."""
    if not any(known.begins.match(head) for known in _ARCHIVES):
        return ""
    known = format_of(head)
    return known.word if known and known.kind == PACKED else ""


def _not_utf_8(byte: bytes, line: int, column: int, encoding: str | None) -> NotationError:
    """The error of text in another encoding than UTF-8, which is named where it could be guessed."""
    token = f"0x{byte[0]:02x}"
    zh, en = (f"看來是 {encoding}", f"it seems to be {encoding}") if encoding else ("", "")
    message = {
        "zh": f"第 {line} 行第 {column} 欄：{token} 不是 UTF-8 文字{'，' + zh if zh else ''}。請另存為 UTF-8。",
        "en": f"Line {line}, column {column}: {token} is not UTF-8 text{'; ' + en if en else ''}. Save it as UTF-8.",
    }
    return NotationError(SYNTAX, line, column, token, UTF_8, message)


def _foreign_format(head: bytes) -> Format | None:
    """The format of a file that begins with these bytes, by its signature; None if it is PPN."""
    return None if _PPN.match(head.decode("latin-1")) else format_of(head)


def _named(found: Format, token: str, line: int = 1) -> NotationError:
    """The error of a file of a known format."""
    said = _sentence(found)
    message = {"zh": f"第 {line} 行第 1 欄：{said['zh']}", "en": f"Line {line}, column 1: {said['en']}"}
    return NotationError(SYNTAX, line, 1, token, EXPECTED, message)


def _sentence(found: Format) -> Text:
    """What a file of a known format is, and what to do with it."""
    advice, name = ADVICE[found.kind], found.name
    space = " " if name["zh"][0].isascii() else ""
    return {
        "zh": f"這是{space}{name['zh']}，不是 PPN 牌譜。{advice['zh']}",
        "en": f"this is {name['en']}, not a PPN record. {advice['en']}",
    }


def _newer(text: str, edition: re.Match[str], first_line: int) -> NotationError:
    """The error of a record in a newer edition than this referee reads."""
    line, column = place(text, edition.start("tag"), first_line) if edition["tag"] else (first_line, 1)
    number = edition["number"]
    message = {
        "zh": f"第 {line} 行第 {column} 欄：這份牌譜用的是 PPN 第 {number} 版，比這位裁判讀的第 {EDITION} 版新。"
        f"請更新裁判，或改寫成 PPN/{EDITION}。",
        "en": f"Line {line}, column {column}: this record is written in edition {number} of PPN, newer than edition {EDITION}, "
        f"which this referee reads. Update the referee, or have it written as PPN/{EDITION}.",
    }
    return NotationError(SYNTAX, line, column, number if edition["tag"] else "ppn", FIRST_TAG, message)


def _is_table(head: str) -> bool:
    """Whether the first lines of a text are rows of a table: as many separators in each."""
    rows = [row for row in head.split("\n") if row.strip()][:_ROWS]
    if len(rows) < 2 or _NO_TABLE.match(head):
        return False
    cells = [{row.count(mark) for row in rows} for mark in _SEPARATORS]
    return any(len(counts) == 1 and min(counts) >= (1 if len(rows) > 2 else 2) for counts in cells)
