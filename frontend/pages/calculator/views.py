"""The calculator's page, and the piece of it that answers."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from frontend.pages.calculator.form import form, sitting
from frontend.pages.calculator.result import answer


@require_GET
def calculator(request: HttpRequest) -> HttpResponse:
    """What a hand is worth: the form, and the answer to what its address asks."""
    at = sitting(request.GET)
    if at is None:
        raise Http404
    context = {**form(at, request.GET), "answer": answer(at, request.GET)}
    return render(request, "pages/calculator/calculator.html", context)


@require_GET
def result(request: HttpRequest) -> HttpResponse:
    """The piece of that page that answers."""
    at = sitting(request.GET)
    if at is None:
        raise Http404
    return render(request, "pages/calculator/result.html", {"answer": answer(at, request.GET)})
