"""The calculator, entry by hand and the rulebooks, drawn in the browser."""

from __future__ import annotations

from django.http import HttpResponse
from django.shortcuts import render

from frontend.in_browser.context import BrowserRequest, as_json
from frontend.pages.calculator import views as calculators
from frontend.pages.entry.page_context import page_context
from frontend.pages.rulebooks import views as books
from records.core.errors import Refusal
from records.wording.draft import DRAFT_BYTES, answer_on

calculator = calculators.calculator
rulebooks, rulebook = books.rulebooks, books.rulebook


def enter(request: BrowserRequest) -> HttpResponse:
    """The page on which a match is typed or clicked."""
    return render(request, "pages/entry/enter.html", {**page_context(), "targets": []})


def check(request: BrowserRequest) -> HttpResponse:
    """The answer on a draft as JSON: findings, table, moves that may come next."""
    try:
        return as_json(answer_on(request.read(DRAFT_BYTES + 1)))
    except Refusal as refusal:
        return as_json({"detail": str(refusal)}, refusal.status)
