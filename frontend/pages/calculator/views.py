"""The calculator's page."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from frontend.pages.calculator.form import form, game_choice
from frontend.pages.calculator.result import answer

ASKED_LAST = "calculator"
"""The cookie that holds the id of the game that was asked for last."""
SECONDS = 365 * 24 * 3600
"""How long the browser keeps it."""


@require_GET
def calculator(request: HttpRequest) -> HttpResponse:
    """The calculator: its form, and the answer to the hand in the address; with ``?part=answer`` that alone."""
    at = game_choice(request.GET, request.COOKIES.get(ASKED_LAST, ""))
    if at is None:
        raise Http404
    found = answer(at, request.GET)
    if request.GET.get("part") == "answer":
        return render(request, "pages/calculator/result.html", {"answer": found})
    page = render(request, "pages/calculator/calculator.html", {**form(at, request.GET), "answer": found})
    if "game" in request.GET:
        page.set_cookie(ASKED_LAST, at.game.id, SECONDS, httponly=True, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE)
    return page
