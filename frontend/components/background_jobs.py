"""The page of a background job: its progress, asked for again until the job has ended, and cancelling it."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any, NamedTuple

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from frontend.components.club_rights import refused
from records import errors

View = Callable[..., HttpResponse]


class Progress(NamedTuple):
    """How far a background job is. ``again``: where its progress is asked for; ``cancel``: where the rest is given up, for who
    may and while there is a rest; ``every``: milliseconds from one answer to the next question."""

    again: str
    finished: bool
    percent: int
    failed: bool = False
    cancel: str = ""
    every: int = 1500


class BackgroundJob(NamedTuple):
    """A kind of background job: its page and its template, the template of the piece that changes, how one is found for a user,
    and what is shown of it; ``job`` (its Progress) is part of that."""

    name: str
    template: str
    piece: str
    find: Callable[[Any, uuid.UUID], Any]
    context: Callable[[HttpRequest, Any], dict[str, Any]]

    def page(self) -> View:
        """The view of one job."""
        return self._shown(self.template)

    def progress(self) -> View:
        """The view of the part of that page that changes."""
        return self._shown(self.piece)

    def change(self, service: Callable[[Any, Any], object]) -> View:
        """The view that changes a job. A role that forbids it is told so by a page; a change that comes too late does nothing."""

        @login_required
        @require_POST
        def view(request: HttpRequest, **at: uuid.UUID) -> HttpResponse:
            try:
                service(request.user, self._one(request, at))
            except errors.Refusal as refusal:
                if refusal.status == 403:
                    return refused(request, 403)
            return redirect(reverse(f"pages:{self.name}", kwargs=at))

        return view

    def _shown(self, template: str) -> View:
        @login_required
        @require_GET
        def view(request: HttpRequest, **at: uuid.UUID) -> HttpResponse:
            return render(request, template, self.context(request, self._one(request, at)))

        return view

    def _one(self, request: HttpRequest, at: dict[str, uuid.UUID]) -> Any:
        (id_,) = at.values()
        found = self.find(request.user, id_)
        if found is None:
            raise Http404
        return found
