"""Pages of background jobs: progress, refreshed until the job has ended, and cancelling."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from frontend.components.clubs.rights import forbidden_page
from records.core import errors

View = Callable[..., HttpResponse]


class Progress(NamedTuple):
    """The progress of a background job. ``again``: the address to refresh it from; ``cancel``: the address that cancels the job,
    where the reader may; ``every``: milliseconds between refreshes; ``counts``: figures by their labels."""

    again: str
    finished: bool
    percent: int
    failed: bool = False
    cancel: str = ""
    every: int = 1500
    counts: Mapping[str, int | str] = {}


class BackgroundJob(NamedTuple):
    """A kind of background job: the name of its page, the templates of the page and of the part that is refreshed, how a job is
    found for a user, and its template context, which has its Progress as ``job``."""

    name: str
    template: str
    piece: str
    find: Callable[[Any, uuid.UUID], Any]
    context: Callable[[HttpRequest, Any], dict[str, Any]]

    def page(self) -> View:
        """The view of one job."""
        return self._view(self.template)

    def progress(self) -> View:
        """The view of the part of the page that is refreshed."""
        return self._view(self.piece)

    def change(self, service: Callable[[Any, Any], object]) -> View:
        """A view that changes a job. Where the reader's role forbids it a page says so; a change that comes too late does
        nothing."""

        @login_required
        @require_POST
        def view(request: HttpRequest, **parameters: uuid.UUID) -> HttpResponse:
            try:
                service(request.user, self._job_or_404(request, parameters))
            except errors.Refusal as refusal:
                if refusal.status == 403:
                    return forbidden_page(request, 403)
            return redirect(reverse(f"pages:{self.name}", kwargs=parameters))

        return view

    def _view(self, template: str) -> View:
        @login_required
        @require_GET
        def view(request: HttpRequest, **parameters: uuid.UUID) -> HttpResponse:
            return render(request, template, self.context(request, self._job_or_404(request, parameters)))

        return view

    def _job_or_404(self, request: HttpRequest, parameters: dict[str, uuid.UUID]) -> Any:
        (id_,) = parameters.values()
        found = self.find(request.user, id_)
        if found is None:
            raise Http404
        return found
