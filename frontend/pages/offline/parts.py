"""What the engine in a browser is made of: the address, size and checksum of each part, all of them named by one digest."""

from __future__ import annotations

import hashlib
import posixpath
import re
from functools import cache
from pathlib import Path
from typing import Any, Final

from django.contrib.staticfiles import finders
from django.templatetags.static import static

import frontend
import referee
from frontend.pages.offline.bundle import BUNDLES, content

PYTHON: Final = {name: f"frontend/vendor/pyodide/{name}" for name in ("pyodide.asm.wasm", "python_stdlib.zip")}
"""Parts of Python that the worker fetches by itself; its scripts it imports."""
SCRIPTS: Final = tuple(f"frontend/vendor/pyodide/{name}" for name in ("pyodide.mjs", "pyodide.asm.mjs"))
WORKER: Final = "frontend/offline/worker.js"
HOME: Final = Path(frontend.__file__).parent
STATIC: Final = HOME / "static"
NAMED: Final = re.compile(r"\{% static '([^'{]+)' %\}")
LATER: Final = re.compile(r"""\bimport\("(\.[^"]+)"\)""")
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
    """The scripts, styles and pictures that pages name, and scripts that these load later: what one may be asked for without a
    network. Scripts have in them what they import."""
    texts = [path.read_text(encoding="utf-8") for path in HOME.rglob("*.html")]
    named = {name for text in texts for name in NAMED.findall(text)} | {WORKER, *ICONS}
    for path in STATIC.glob("frontend/**/*.js"):
        inside = path.parent.relative_to(STATIC)
        named |= {posixpath.normpath(inside / name) for name in LATER.findall(path.read_text(encoding="utf-8"))}
    return tuple(sorted(name for name in named if (STATIC / name).is_file() and name not in SCRIPTS))


@cache
def _file(path: str) -> bytes:
    return Path(str(finders.find(path))).read_bytes()


@cache
def _measured(data: bytes) -> dict[str, Any]:
    return {"bytes": len(data), "sha256": hashlib.sha256(data).hexdigest()}


def licences() -> list[Path]:
    """The licences of what a folder of the offline pages has of others, and our own."""
    return [HOME.parent / "LICENSE", *STATIC.rglob("*.LICENSE")]
