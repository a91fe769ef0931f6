"""The inputs that a search begins with: the golden records in every form, and what earlier searches have found worth keeping."""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

import openpyxl

import referee
from referee.core.verdict import JSON
from scripts.bench.corpus import sheets
from tests.files import FLAGGED, as_json, zipped
from tests.golden import HOME as GOLDEN
from tests.golden import games, records
from tests.referee.importers import files as importable
from tests.referee.importers.files import WRITTEN
from tests.referee.tournament.evening import parts, published

HOME: Final = Path(__file__).resolve().parents[2] / "tests" / "fuzz" / "corpus"
"""An archive for each target."""
PUBLISHED: Final = Path(__file__).resolve().parents[2] / "tests" / "referee" / "importers" / "published"
"""Records of other programs, which are converted."""
LONGEST: Final = 32_768
"""Bytes of an input; the longest that is begun with, a file of results, has 24,000."""
BRIEF: Final = 10
"""Records of each game, the shortest ones, of which pages ask everything."""


def seeds(target: str) -> list[bytes]:
    """The inputs that are made from what the tests have."""
    texts = [path.read_text(encoding="utf-8") for path in records()]
    single = [text for text in texts if text.count("[PPN ") == 1]
    match target:
        case "records":
            return [text.encode() for text in [*texts, *_sheets()]]
        case "pages":  # every move is replayed, reviewed and followed by all that may come next
            brief = [path.read_bytes() for game in games() for path in sorted((GOLDEN / game).glob("*.ppn"), key=_size)[:BRIEF]]
            return [*brief, *(text.encode() for text in _sheets())]
        case "json":
            imported = [path.read_bytes() for path in sorted(PUBLISHED.glob("*.json"))]
            return [*(as_json(text).encode() for text in [*single, *_sheets()]), *imported]
        case "foreign":
            found = [path for path in (*sorted(PUBLISHED.glob("*.json")), *WRITTEN) if path.suffix == ".json"]
            return [path.read_bytes() for path in found if _size(path) < LONGEST]
        case "lines":
            logs = [path.read_bytes() for path in WRITTEN if path.suffix == ".jsonl"]
            return [*logs, *(_table(rows).encode() for rows in _rows())]
        case "workbooks":
            return [_workbook(rows) for rows in _rows()]
        case "questions":
            return [json.dumps(question).encode() for question in _questions()]
        case "results":
            return list(results_files())
        case "batches":
            return list(_archives(single))
    return []


def _rows() -> Iterable[list[list[str]]]:
    """Score sheets as the rows of spreadsheets."""
    return [importable.rows(referee.parse(sheet)) for sheet in _sheets()[::7]]


def _table(rows: list[list[str]]) -> str:
    file = io.StringIO()
    csv.writer(file).writerows(rows)
    return file.getvalue()


def _workbook(rows: list[list[str]]) -> bytes:
    book, file = openpyxl.Workbook(write_only=True), io.BytesIO()
    sheet = book.create_sheet()
    for row in rows:
        sheet.append([int(cell) if cell.lstrip("-").isdecimal() else cell or None for cell in row])
    book.save(file)
    return file.getvalue()


@cache
def _sheets() -> list[str]:
    """The score sheets of the clean golden records."""
    return [sheet for game in games() for sheet in sheets(game)]


def _size(path: Path) -> int:
    return path.stat().st_size


def _questions() -> Iterable[dict[str, object]]:
    for game in referee.games():
        for rules in ("", *(preset.name for preset in game.rulebook.presets)):
            melds = ["gang:9999s", "peng:444s", "angang:2222s"]
            about = {"game": game.id, "rules": rules, "readings": True}
            yield {**about, "hand": "2344567p345789s", "win": "7p", "by": "self_draw"}
            yield {**about, "hand": "1122334455667p", "waits": True}
            yield {**about, "hand": "1123p", "melds": melds, "win": "1p", "flags": ["dealer"]}


def _archives(texts: list[str]) -> Iterable[bytes]:
    for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        yield zipped({"a.ppn": texts[0], "b/c.ppn": FLAGGED + texts[1]}, method)
        yield zipped({"a.ndjson": "\n".join(map(as_json, texts[:2])), "牌.ppn": texts[3], "readme": "x"}, method)
    yield zipped({"a.zip": zipped({"a.ppn": texts[0]}), "b.ppn": b"\xff"})
    yield zipped({f"{number}.ppn": "" for number in range(30)})


def kept(target: str) -> dict[str, bytes]:
    """What earlier searches have found worth keeping, by name."""
    path = HOME / f"{target}.zip"
    if not path.exists():
        return {}
    with zipfile.ZipFile(path) as archive:
        return {entry.filename: archive.read(entry) for entry in archive.infolist()}


def keep(target: str, inputs: Iterable[bytes]) -> None:
    """Write the archive of a target: the same bytes for the same inputs."""
    HOME.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(HOME / f"{target}.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in sorted({sha256(data).hexdigest()[:16]: data for data in inputs}.items()):
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)


def lay_out(target: str, folder: Path, apart: int = 1) -> None:
    """Write the inputs of a target, one in so many, as files, as the fuzzer reads them."""
    folder.mkdir(parents=True, exist_ok=True)
    for data in [*seeds(target), *kept(target).values()][::apart]:
        (folder / sha256(data).hexdigest()).write_bytes(data)


@cache
def results_files() -> tuple[bytes, ...]:
    """An evening of three matches with rulings, and a short one of a single match."""
    short = parts(rulings=[], forced="")
    short["matches"], short["tables"] = short["matches"][:1], short["tables"][:1]
    return published(), published(**{name: short[name] for name in ("rulings", "matches", "tables", "forced")})


@cache
def signed_results() -> tuple[JSON, ...]:
    """What the owner of the key has signed."""
    return tuple(json.loads(file) for file in results_files())
