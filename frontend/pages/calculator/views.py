"""The calculator's page, and the part of it with the answer."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from frontend.pages.calculator.form import form, game_choice
from frontend.pages.calculator.result import answer


@require_GET
def calculator(request: HttpRequest) -> HttpResponse:
    """The calculator: its form, and the answer to the hand in the address."""
    at = game_choice(request.GET)
    if at is None:
        raise Http404
    context = {**form(at, request.GET), "answer": answer(at, request.GET)}
    return render(request, "pages/calculator/calculator.html", context)


@require_GET
def result(request: HttpRequest) -> HttpResponse:
    """The part of the calculator's page with the answer."""
    at = game_choice(request.GET)
    if at is None:
        raise Http404
    return render(request, "pages/calculator/result.html", {"answer": answer(at, request.GET)})
