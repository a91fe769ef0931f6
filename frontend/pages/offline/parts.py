"""What the engine in a browser is made of: the address, size and checksum of each part, all of them named by one digest."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from pathlib import Path
from typing import Any, Final

from django.contrib.staticfiles import finders
from django.templatetags.static import static

import frontend
import referee
from frontend.assets import imported_later_by, imports_of
from frontend.pages.offline.bundle import BUNDLES, content

PYTHON: Final = {name: f"frontend/vendor/pyodide/{name}" for name in ("pyodide.asm.wasm", "python_stdlib.zip")}
"""Parts of Python that the worker fetches by itself; its scripts it imports."""
SCRIPTS: Final = tuple(f"frontend/vendor/pyodide/{name}" for name in ("pyodide.mjs", "pyodide.asm.mjs"))
WORKER: Final = "frontend/offline/worker.js"
HOME: Final = Path(frontend.__file__).parent
STATIC: Final = HOME / "static"
NAMED: Final = re.compile(r"\{% (?:static|module|stylesheet) '([^'{]+)' %\}")
ICONS: Final = {f"frontend/offline/icon-{name}.png": size for name, size in (("192", 192), ("512", 512), ("maskable", 512))}
"""The pictures of the installed application, and how wide they are."""


def parts() -> dict[str, Any]:
    """The list, as the page reads it; ``worker`` is named from where the list is, ``static`` has the addresses of other files."""
    python = [{"name": name, "address": static(path), **_measured(_file(path))} for name, path in PYTHON.items()]
    bundles = [
        {"name": bundle.name, "address": static(bundle.path), "jobs": bundle.jobs, **_measured(content(bundle))}
        for bundle in BUNDLES
    ]
    listed = python + bundles
    digest = hashlib.sha256("".join(part["sha256"] for part in listed).encode()).hexdigest()
    named = {name: static(name) for name in static_names()}
    return {"engine": referee.ENGINE_VERSION, "digest": digest, "worker": "worker.js", "parts": listed, "static": named}


@cache
def static_names() -> tuple[str, ...]:
    """The scripts, styles and pictures that pages name, and what these import at once or later: what one may be asked for without
    a network."""
    texts = [path.read_text(encoding="utf-8") for path in HOME.rglob("*.html")]
    wanted = {name for text in texts for name in NAMED.findall(text)} | {WORKER, *ICONS}
    found: set[str] = set()
    while wanted:
        name = wanted.pop()
        if name not in found and name not in SCRIPTS and (STATIC / name).is_file():
            found.add(name)
            wanted |= _imported_by(name)
    return tuple(sorted(found))


def _imported_by(name: str) -> set[str]:
    is_ours = name.endswith((".js", ".css")) and "/vendor/" not in name
    later = imported_later_by(name) if name.endswith(".js") else ()
    return {*imports_of(name), *later} if is_ours else set()


@cache
def _file(path: str) -> bytes:
    return Path(str(finders.find(path))).read_bytes()


@cache
def _measured(data: bytes) -> dict[str, Any]:
    return {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}


def licences() -> list[Path]:
    """The licences of what a folder of the offline pages has of others, and our own."""
    return [HOME.parent / "LICENSE", *STATIC.rglob("*.LICENSE")]
