"""Takes a file apart into the texts of its matches, so that one broken match never hides the others."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from hashlib import sha256
from typing import NamedTuple

from referee.notation import json_form, limits, ppn
from referee.notation.errors import SYNTAX, NotationError, too_large
from referee.record import Record

PPN, JSON = "ppn", "json"

_MATCH = re.compile(r"^[ \t]*\[PPN\b", re.MULTILINE)
_IS_JSON = re.compile(r"\s*(?:\{\s*[\"}]|\[\s*[{\]])")
BYTES = {"zh": "個位元組", "en": "bytes a file"}
UTF_8 = {"zh": "UTF-8 文字", "en": "UTF-8 text"}


class Source(NamedTuple):
    """One match's own text, the number of its first line in the file, and its form (``ppn`` or ``json``)."""

    text: str
    first_line: int
    form: str


def split(data: str | bytes) -> Iterator[Source]:
    """The matches of a file, each with its own text. Raises NotationError where it is no UTF-8 text or too large."""
    text = _decoded(data)
    sources = _json(text) if _IS_JSON.match(text) else _ppn(text)
    for number, source in enumerate(sources, 1):
        if number > limits.MATCHES:
            raise too_large(source.first_line, 1, {"zh": "場", "en": "matches a file"}, limits.MATCHES, number)
        yield source


def parse(source: str | bytes, *, first_line: int = 1) -> Record:
    """Read the one match of a text, PPN or JSON. Raises NotationError, also where there is more than one."""
    text = _decoded(source)
    if _IS_JSON.match(text):
        return json_form.parse_json(text, first_line)
    return ppn.parse(text, first_line)


def parse_file(data: str | bytes) -> Iterator[Record | NotationError]:
    """Every match of a file in its order; one that cannot be read as the NotationError that says why."""
    try:
        for source in split(data):
            yield read(source)
    except NotationError as error:
        raw = data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass")
        error.sha256 = sha256(raw).hexdigest()
        yield error


def read(source: Source) -> Record | NotationError:
    """The record of one match, or why there is none."""
    try:
        if source.form == JSON:
            return json_form.parse_json(source.text, source.first_line)
        return ppn.parse(source.text, source.first_line)
    except NotationError as error:
        error.sha256 = sha256(source.text.encode("utf-8", "surrogatepass")).hexdigest()
        return error


def _decoded(data: str | bytes) -> str:
    """The text of a file: BOM and CRLF are accepted."""
    if isinstance(data, bytes):
        text = _utf_8(data)
    elif len(data) > limits.FILE_BYTES // 4 and len(data.encode("utf-8", "surrogatepass")) > limits.FILE_BYTES:
        raise too_large(1, 1, BYTES, limits.FILE_BYTES, len(data))
    else:
        text = data.removeprefix("\ufeff")
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def _utf_8(data: bytes) -> str:
    if len(data) > limits.FILE_BYTES:
        raise too_large(1, 1, BYTES, limits.FILE_BYTES, len(data))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        raise NotationError(SYNTAX, line, column, f"0x{data[error.start]:02x}", UTF_8) from None


def _ppn(text: str) -> Iterator[Source]:
    starts = [found.start() for found in _MATCH.finditer(text)]
    if not starts or text[: starts[0]].strip():
        starts.insert(0, 0)
    line, last = 1, 0
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        line += text.count("\n", last, start)
        last = start
        yield Source(text[start:end], line, PPN)


def _json(text: str) -> Iterator[Source]:
    try:
        document = json.loads(text)
    except (json.JSONDecodeError, RecursionError):
        lines = text.split("\n")
        if sum(1 for line in lines if line.lstrip().startswith("{")) > 1 and not text.lstrip().startswith("["):
            yield from (Source(line, number, JSON) for number, line in enumerate(lines, 1) if line.strip())
        else:
            yield Source(text, 1, JSON)
        return
    if isinstance(document, list):
        for entry in document:
            yield Source(json.dumps(entry, ensure_ascii=False), 1, JSON)
    else:
        yield Source(text, 1, JSON)
