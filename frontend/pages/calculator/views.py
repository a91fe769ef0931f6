"""The calculator's page."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from frontend.pages.calculator.form import form, game_choice
from frontend.pages.calculator.result import answer


@require_GET
def calculator(request: HttpRequest) -> HttpResponse:
    """The calculator: its form, and the answer to the hand in the address; with ``?part=answer`` that alone."""
    at = game_choice(request.GET)
    if at is None:
        raise Http404
    found = answer(at, request.GET)
    if request.GET.get("part") == "answer":
        return render(request, "pages/calculator/result.html", {"answer": found})
    return render(request, "pages/calculator/calculator.html", {**form(at, request.GET), "answer": found})
