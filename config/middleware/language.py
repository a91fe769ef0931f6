"""The language of an answer: the one asked for, else English from the API and Traditional Chinese on pages."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest
from django.middleware.locale import LocaleMiddleware
from django.utils import translation

from referee.chinese import ENGLISH

ANY = ("", "*")
"""Values of ``Accept-Language`` that name no language. Some HTTP libraries send ``*`` by themselves."""


def language_of(request: HttpRequest) -> str:
    """The language of the answer, as Django names it."""
    named = request.headers.get("Accept-Language", "").partition(";")[0].strip() not in ANY
    if request.path_info.startswith("/api/") and not named and settings.LANGUAGE_COOKIE_NAME not in request.COOKIES:
        return ENGLISH
    return translation.get_language_from_request(request)


class LanguageMiddleware(LocaleMiddleware):
    """Activates the language of the answer."""

    def process_request(self, request: HttpRequest) -> None:
        """Activate it for the views."""
        translation.activate(language_of(request))
        setattr(request, "LANGUAGE_CODE", translation.get_language())  # noqa: B010 - Django sets it, its types do not know it
