"""Answers a page's requests from what is in the browser: the same templates as the service's, without the network."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Any
from urllib.parse import urlsplit

from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import render
from django.urls import resolve, set_script_prefix, set_urlconf
from django.utils import translation

from frontend.in_browser.context import BrowserRequest, GivenFile, InBrowser
from records.core.errors import Refusal
from records.core.sandbox import TooCostly

URLS = "frontend.in_browser.urls"


def answer(texts: Sequence[bytes], asked: dict[str, Any]) -> HttpResponse:
    """The answer to a request, of which ``jobs.page`` tells what it has. Raises MemoryError where it takes too much memory."""
    set_urlconf(URLS)
    set_script_prefix(asked["home"])
    request = _request(texts, asked)
    with translation.override(asked["language"]):
        try:
            view, given, named = resolve(f"/{request.path.removeprefix(asked['home'])}", URLS)
            response: HttpResponse = view(request, *given, **named)
        except (Http404, LookupError):
            response = render(request, "in_browser/gone.html", status=404)
        except TooCostly as dear:
            raise MemoryError from dear  # the page has another limit than a service: it says so, and begins with a new engine
        except Refusal as refusal:
            context = {"line": str(refusal)}
            response = render(request, "in_browser/refused.html", context, status=refusal.status)
    return response


def _request(texts: Sequence[bytes], asked: dict[str, Any]) -> BrowserRequest:
    address = urlsplit(asked["address"])
    request = BrowserRequest(asked["method"], address.path, InBrowser(asked["static"], asked["service"]))
    request.GET = QueryDict(address.query)
    request.POST = QueryDict(asked["fields"])
    request.number = asked["number"]
    request.files = [GivenFile(name, data) for name, data in zip(asked["files"], texts, strict=False)]
    request._stream = BytesIO(texts[0] if texts and not request.files else b"")
    return request
