"""Headers that mark what a later release takes away (RFC 9745, RFC 8594)."""

from __future__ import annotations

from datetime import UTC, datetime

from django.utils.http import http_date
from rest_framework.request import Request
from rest_framework.reverse import reverse

SINCE = datetime(2026, 11, 22, tzinfo=UTC)
"""When what is deprecated now became so."""
SUNSET = datetime(2027, 6, 1, tzinfo=UTC)
"""Until when it is answered at least."""


def deprecation_headers(request: Request, successor: str) -> dict[str, str]:
    """The headers of a deprecated answer: deprecated since, answered until, the documentation, the successor."""
    described = reverse("api:docs", request=request)
    return {
        "Deprecation": f"@{int(SINCE.timestamp())}",
        "Sunset": http_date(SUNSET.timestamp()),
        "Link": f'<{described}>; rel="deprecation"; type="text/html", <{successor}>; rel="successor-version"',
    }
