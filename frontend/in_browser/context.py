"""The context of every page that is drawn in the browser, and the form of JSON answers there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.http import HttpRequest, JsonResponse


class InBrowser(NamedTuple):
    """The page that asks: the addresses of static files by their names, and that of the service, empty where there is none."""

    static: Mapping[str, str]
    service: str


class GivenFile(NamedTuple):
    """A file that comes with a request."""

    name: str
    data: bytes


class BrowserRequest(HttpRequest):
    """A request of the page to the engine beside it."""

    def __init__(self, method: str, path: str, page: InBrowser) -> None:
        super().__init__()
        self.method, self.path, self.page = method, path, page
        self.files: list[GivenFile] = []
        self.number = 0
        """The number under which the page knows these files."""


def in_browser(request: HttpRequest) -> dict[str, Any]:
    """The request and the page that asks, for templates."""
    assert isinstance(request, BrowserRequest)
    return {"request": request, "in_browser": request.page}


def as_json(document: dict[str, Any], status: int = 200) -> JsonResponse:
    """The document as the API of the service writes it."""
    return JsonResponse(document, status=status, json_dumps_params={"ensure_ascii": False, "separators": (",", ":")})
