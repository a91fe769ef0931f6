"""Work in the background, whatever it is: its page, the piece of it that asks again by itself until nothing more will change, and
what may be done to it meanwhile."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Any, NamedTuple

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from frontend.clubs import refused
from records import errors

View = Callable[..., HttpResponse]


class Stand(NamedTuple):
    """How far a work is. ``again``: where the piece is asked for; ``cancel``: where the rest is given up, for who may and while
    there is one; ``every``: milliseconds from one answer to the next question."""

    again: str
    finished: bool
    percent: int
    failed: bool = False
    cancel: str = ""
    every: int = 1500


class Work(NamedTuple):
    """A kind of work: the name of its page, how one is found for a user, and what is shown of it, ``work`` (a Stand) with it."""

    name: str
    find: Callable[[Any, uuid.UUID], Any]
    context: Callable[[HttpRequest, Any], dict[str, Any]]

    def page(self) -> View:
        """One of them."""
        return self._shown(f"frontend/{self.name}.html")

    def progress(self) -> View:
        """The piece of that page that changes."""
        return self._shown(f"frontend/parts/{self.name}.html")

    def change(self, service: Callable[[Any, Any], object]) -> View:
        """Do something to it: it is refused by a page where one's role forbids it, and without a word where it comes too late."""

        @login_required
        @require_POST
        def view(request: HttpRequest, **at: uuid.UUID) -> HttpResponse:
            try:
                service(request.user, self._one(request, at))
            except errors.Refusal as refusal:
                if refusal.status == 403:
                    return refused(request, 403)
            return redirect(f"pages:{self.name}", **at)

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
