"""One address for each thing: GET shows its page, POST does what the field ``action`` of a form on it names.

Where a script sends a file, ``?action=`` in the address names it.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Collection, Mapping
from typing import Any, Generic, Protocol, TypeVar

from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.http.response import HttpResponseBase

from frontend.components.clubs.rights import forbidden_page
from records.core.errors import Refusal
from records.core.people import person

Thing = TypeVar("Thing")
Shown = TypeVar("Shown", contravariant=True)


class Show(Protocol[Shown]):
    """Draws the page of a thing, with the sentence of an action that was refused."""

    def __call__(self, request: HttpRequest, thing: Shown, /, *, error: str = "") -> HttpResponse: ...


class Page(Generic[Thing]):
    """The view of a thing.

    ``find`` takes the parts of the address. It raises Http404, or Refusal (403) where the reader's role does not suffice. An
    action raises Refusal: 403 shows the page that says so, any other status shows the thing again with the reason and what was
    typed. Actions are for people who are signed in, but for those that are named in ``by_link``.
    """

    def __init__(
        self,
        find: Callable[..., Thing],
        show: Show[Thing],
        *,
        by_link: Collection[str] = (),
        **actions: Callable[[HttpRequest, Thing], HttpResponseBase],
    ) -> None:
        self.find, self.show, self.by_link, self.actions = find, show, by_link, actions

    def __call__(self, request: HttpRequest, **where: Any) -> HttpResponseBase:
        allowed = ["GET", "HEAD", *(["POST"] if self.actions else [])]
        if request.method not in allowed:
            return HttpResponseNotAllowed(allowed)
        name = request.POST.get("action") or request.GET.get("action", "") if request.method == "POST" else ""
        if request.method == "POST" and name not in self.by_link and not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        try:
            thing = self.find(request, **where)
            return self._act(request, name, thing, where) if request.method == "POST" else self.show(request, thing)
        except Refusal as refusal:
            return forbidden_page(request, refusal.status)

    def _act(self, request: HttpRequest, name: str, thing: Thing, where: dict[str, Any]) -> HttpResponseBase:
        action = self.actions.get(name)
        if action is None:
            raise BadRequest("no such action")
        try:
            return action(request, thing)
        except Refusal as refusal:
            if refusal.status == 403:
                raise
            # The thing is read again: what the action set on it was not stored.
            response = self.show(request, self.find(request, **where), error=str(refusal))
            if request.headers.get("HX-Request") != "true":  # htmx swaps in no answer of an error
                response.status_code = refusal.status
            return response


def reader_of(request: HttpRequest) -> User:
    """The person who reads, of whose own things the page is."""
    return person(request.user)


def typed(request: HttpRequest, action: str, **about: object) -> Mapping[str, str]:
    """The fields of a refused form as they were typed. Empty if another form was sent, or none.

    ``about`` names the hidden fields by which a page tells several forms of an action apart.
    """
    given = request.POST
    sent = given.get("action") == action and all(given.get(name) == str(value) for name, value in about.items())
    return given if sent else {}


def number_in(given: Mapping[str, Any], name: str) -> int:
    """A whole number of at most nine digits that was typed; 0 where none was."""
    text = str(given.get(name, ""))
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def id_in(given: Mapping[str, Any], name: str) -> uuid.UUID:
    """The id of a thing that a form names. Raises Http404 where it is none."""
    try:
        return uuid.UUID(str(given.get(name, "")))
    except ValueError:
        raise Http404 from None
