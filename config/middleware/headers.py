"""Headers on every response of the service: pages, API, administration, static files, errors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.contrib.auth.signals import user_logged_out
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

from records.core.unlisted import is_unlisted

POLICY = {
    "default-src": "'none'",
    "object-src": "'none'",
    "script-src": "'self'",
    "style-src": "'self'",
    # The API's browser draws a few of its signs from data: addresses; an image runs nothing.
    "img-src": "'self' data:",
    "font-src": "'self'",
    # The live process may be at an address of its own.
    "connect-src": " ".join(filter(None, ("'self'", settings.LIVE_ADDRESS))),
    "form-action": "'self'",
    "base-uri": "'none'",
    "frame-ancestors": "'none'",
}
"""No page has an inline script, an inline style or anything from elsewhere, so none of these is ever loosened."""


def _written(policy: dict[str, str]) -> str:
    return "; ".join(f"{directive} {sources}" for directive, sources in policy.items())


HEADERS = {
    "Content-Security-Policy": _written(POLICY),
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    # Django and WhiteNoise say these too, but not on every answer: a redirect to HTTPS and a page of 400 lack some.
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "X-Frame-Options": "DENY",
}

FRAMED = {
    **{name: value for name, value in HEADERS.items() if name != "X-Frame-Options"},
    "Content-Security-Policy": _written({**POLICY, "frame-ancestors": "*"}),
    "Cross-Origin-Resource-Policy": "cross-origin",
}
"""The headers of the embeddable replay board, which any site may frame: it has no session and changes nothing."""

OFFLINE = {
    "page": {
        **HEADERS,
        "Content-Security-Policy": _written(
            {**POLICY, "connect-src": "'self'", "manifest-src": "'self'", "frame-src": "'self'", "frame-ancestors": "'self'"}
        ),
        "X-Frame-Options": "SAMEORIGIN",
    },
    "worker": {
        **HEADERS,
        "Content-Security-Policy": _written({**POLICY, "script-src": "'self' 'wasm-unsafe-eval'", "connect-src": "'self'"}),
    },
}
"""The headers of the offline pages, which may be installed and show pages of their own in frames; and of the worker that runs the
engine for them. It alone compiles WebAssembly, which runs no text as script; it has no page to change, and reaches nothing but
this service."""


SIGNED_OUT = "signed_out"
"""The attribute of a request by which somebody signed out."""


@receiver(user_logged_out)
def note_sign_out(sender: Any, request: HttpRequest | None, **kwargs: Any) -> None:
    """The answer to this request ends what the browser has stored of the service."""
    if request is not None:
        setattr(request, SIGNED_OUT, True)


class HeadersMiddleware:
    """The outermost middleware, so that every response has these headers."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        for name, value in _headers_of(response).items():
            response.headers.setdefault(name, value)
        # Django says it too, but not where it is not asked: by probes, and by what refuses before it.
        if settings.SECURE_HSTS_SECONDS and request.is_secure():
            response.headers.setdefault("Strict-Transport-Security", _stay_with_https())
        _limit_storage(request, response)
        return response


def _limit_storage(request: HttpRequest, response: HttpResponse) -> None:
    """Tell caches and the browser what they may keep.

    An answer to somebody with a credential or a session is stored nowhere, unless its view says something else. One about what a
    visitor dropped never is, and no search engine lists it.
    """
    found = request.resolver_match
    if found and any(map(is_unlisted, found.kwargs.values())):
        response.headers["Cache-Control"] = "private, no-store"
        response.headers["X-Robots-Tag"] = "noindex"
    is_of_api = request.path_info.startswith("/api/")
    if is_of_api:
        patch_vary_headers(response, ("Authorization",))
    has_credential = is_of_api and "Authorization" in request.headers
    if has_credential or settings.SESSION_COOKIE_NAME in request.COOKIES:
        response.headers.setdefault("Cache-Control", "no-store")
    if getattr(request, SIGNED_OUT, False):
        # Drafts with people's names, which the next person at this machine is not to find.
        response.headers["Clear-Site-Data"] = '"storage"'


def _headers_of(response: HttpResponse) -> dict[str, str]:
    if getattr(response, "xframe_options_exempt", False):
        return FRAMED
    return OFFLINE.get(getattr(response, "offline", ""), HEADERS)


def _stay_with_https() -> str:
    subdomains = "; includeSubDomains; preload" if settings.SECURE_HSTS_INCLUDE_SUBDOMAINS else ""
    return f"max-age={settings.SECURE_HSTS_SECONDS}{subdomains}"
