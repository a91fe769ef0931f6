"""The first page: drop a file, read the verdict."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET, require_POST

from frontend.components.dropped_file import receive_file
from records import matches, sandbox


@require_GET
def home(request: HttpRequest) -> HttpResponse:
    """The first page: the drop zone, and below it the latest matches."""
    latest = matches.visible_to(request.user)[:6]
    return render(request, "pages/uploads/home.html", {"latest": latest})


@require_POST
def upload(request: HttpRequest) -> HttpResponse:
    """The verdicts on dropped files: stored and judged by a worker for signed-in people, else judged at once and not stored."""
    room = sandbox.Room()
    results = [receive_file(request, file, room) for file in request.FILES.getlist("file")]
    return render(request, "pages/uploads/uploaded.html", {"results": results})
