"""What pages ask the engine in the browser: one job, which answers a request as the service would."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from frontend.in_browser import django_alone as _first  # noqa: F401  # before all else of Django
from frontend.in_browser.site import answer
from referee.worker.jobs import Answer, Options

DRAWN = ("", "calculator/", "enter/", "rules/", "sheet/")
"""Pages drawn at once, so that what they are made of is read when somebody asks for them."""


def page(texts: Sequence[bytes], options: Options) -> Answer:
    """The answer to a request: its body; returns the ``status``, the ``type`` of the body, and the ``location`` that it leads to.

    ``texts``: the body of the request, or the files that it brings, of which ``files`` has the names and the form's fields;
    ``method`` and ``address``;
    ``home``: the address below which all pages lie; ``language`` in Django's code; ``static``: the addresses of static files by
    their names; ``service``: the address of the service; ``number``: under which the page knows the files; ``fields``: of the
    form that brings them, as in an address.
    """
    response = answer(texts, options)
    yield response.content
    return {
        "status": response.status_code,
        "type": response.headers.get("Content-Type", ""),
        "location": response.headers.get("Location", ""),
    }


JOBS: Final[dict[str, Callable[[Sequence[bytes], Options], Answer]]] = {"page": page}

_ANYWHERE: Final[dict[str, Any]] = {
    "method": "GET",
    "home": "/",
    "static": {},
    "service": "",
    "number": 0,
    "files": [],
    "fields": "",
}
for _address in DRAWN:
    answer((), {**_ANYWHERE, "address": f"/{_address}", "language": "zh-hant"})
