"""``/.well-known/security.txt`` (RFC 9116): where somebody who found a hole writes to; there where the operator has said so."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

GOOD_FOR = timedelta(days=30)
"""A copy that somebody kept is to be fetched again after this time. The service says it for as long as the setting stands."""


@require_safe
def security_txt(request: HttpRequest) -> HttpResponse:
    """The contacts of SECURITY_CONTACT, the preferred first; 404 without."""
    if not settings.SECURITY_CONTACT:
        raise Http404
    expires = (timezone.now() + GOOD_FOR).strftime("%Y-%m-%dT00:00:00Z")
    fields = [*(("Contact", contact) for contact in settings.SECURITY_CONTACT), ("Expires", expires)]
    fields += [("Preferred-Languages", "zh, en"), ("Canonical", request.build_absolute_uri(request.path))]
    lines = [f"{name}: {value}\r\n" for name, value in fields]
    return HttpResponse("".join(lines), content_type="text/plain; charset=utf-8", headers={"Cache-Control": "max-age=86400"})
