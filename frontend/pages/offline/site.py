"""All that the offline pages consist of besides static files: the same files under ``/offline/`` and in a folder of its own."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.utils import translation
from django.utils.translation import gettext, gettext_lazy

from frontend.pages.offline.parts import ICONS, SCRIPTS, WORKER, parts, static_names
from records.core.languages import DJANGO, Sentence
from referee.chinese import ENGLISH, TRADITIONAL

DOCUMENTS: Final = {f"{code}.html": code for _, code in DJANGO.items()}
"""The document of each language."""
HTML_LANGUAGES: Final = {"zh-hant": "zh-Hant", "zh-hans": "zh-Hans", "en": "en"}
HTML, SCRIPT, JSON = "text/html; charset=utf-8", "text/javascript; charset=utf-8", "application/json"
FOLDER_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'"
)
"""The content policy of the documents in a folder, which no server says."""
MANIFEST: Final = {
    "start_url": "./",
    "scope": "./",
    "display": "standalone",
    "background_color": "#f7f4ec",
    "theme_color": "#2c6e5b",
}


class File(NamedTuple):
    """A file: its media type and what is in it."""

    media_type: str
    content: bytes


@cache
def files(served: bool) -> dict[str, File]:
    """Every file by its name; ``served``: by the service, whose pages they then link to."""
    listed = parts()
    made = {name: File(HTML, _document(name, code, served)) for name, code in DOCUMENTS.items()}
    made["index.html"] = File(HTML, _render("index.html", served, documents=_documents()))
    made["parts.json"] = File(JSON, _json(listed))
    made["worker.js"] = File(SCRIPT, f'import "{static(WORKER)}";\n'.encode())
    made["app.webmanifest"] = File("application/manifest+json", _json(_names() | MANIFEST | {"icons": list(_icons())}))
    made["service-worker.js"] = File(SCRIPT, _service_worker(listed, made))
    return made if served else {name: _relative(file) for name, file in made.items()}


def _relative(file: File) -> File:
    """A file that names static files by where they lie from it, in a folder that may have any address."""
    return file._replace(content=file.content.replace(f'"{settings.STATIC_URL}'.encode(), b'"./static/'))


def _document(name: str, code: str, served: bool) -> bytes:
    with translation.override(code):
        language = next(short for short, django in DJANGO.items() if django == code)
        sentences = {"language": language} | _sentences()
        return _render("page.html", served, document=name, documents=_documents(), sentences=sentences)


def _render(template: str, served: bool, **context: Any) -> bytes:
    return render_to_string(f"pages/offline/{template}", {"served": served, "policy": FOLDER_POLICY, **context}).encode()


def _documents() -> list[dict[str, str]]:
    names = dict(settings.LANGUAGES)
    return [{"document": one, "lang": HTML_LANGUAGES[code], "name": names[code]} for one, code in DOCUMENTS.items()]


def _sentences() -> dict[str, str]:
    """What each error of the engine means, by its code and limit."""
    return {
        "too-costly seconds": gettext("This takes more than {most} seconds. Give it in parts."),
        "too-costly memory": gettext("This takes more than {most} MB of memory. Give it in parts."),
        "fault": gettext("The engine failed at this. What you opened is still here; the engine starts anew."),
        "unloadable": gettext("The engine could not be loaded. Try again when there is a network."),
        "unsupported": gettext("This browser has no WebAssembly or no module workers, which the engine needs."),
        "stopped": gettext("Stopped."),
    }


def _icons() -> Iterator[dict[str, str]]:
    yield {"src": static("frontend/offline/icon.svg"), "sizes": "any", "type": "image/svg+xml"}
    for name, size in ICONS.items():
        purpose = "maskable" if "maskable" in name else "any"
        yield {"src": static(name), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}


def _service_worker(listed: dict[str, Any], made: dict[str, File]) -> bytes:
    """The script that keeps everything, behind what there is to keep. Its version is that of all of it."""
    kept = {
        "documents": list(made),
        "files": list(listed["static"].values()),
        "digest": listed["digest"],
        "parts": [*(part["address"] for part in listed["parts"]), *map(static, SCRIPTS)],
    }
    script = Path(str(finders.find("frontend/offline/service-worker.js"))).read_bytes()
    contents = [script, _json(kept), *(file.content for file in made.values()), *map(_own, static_names())]
    version = hashlib.sha256(b"".join(hashlib.sha256(content).digest() for content in contents)).hexdigest()
    return b"self.kept = " + _json({"version": version, **kept}) + b";\n" + script


def _own(name: str) -> bytes:
    return Path(str(finders.find(name))).read_bytes()


def _json(document: Any) -> bytes:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()


def _names() -> dict[str, str]:
    """The name under which a device lists the pages: in English and in Chinese."""
    said = Sentence(gettext_lazy("Referee")).texts()
    return {"name": f"The referee {said[TRADITIONAL]}", "short_name": f"{said[ENGLISH]} {said[TRADITIONAL]}"}
