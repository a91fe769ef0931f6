"""Deprecated addresses that hold the secret of a share link; they answer what the ordinary resources answer by that link."""

from __future__ import annotations

from typing import Any, NamedTuple, cast

from django.contrib.auth.models import AnonymousUser
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from api.events.results import Standings
from api.events.tables import TableList
from api.events.views import EventDetail
from api.http.authentication import open_by_link
from api.http.deprecation import deprecation_headers
from api.http.problems import Problem
from api.matches.reviews import MatchReview, MatchTurn
from api.matches.views import MatchDetail, MatchFrames, MatchSource, MatchVerdict
from api.publications.files import PublicationFile
from api.publications.views import PublicationDetail, PublicationList
from records import access, events
from records.models import Event, Match


class SharedAddress(APIView):
    """Mixed into the view of an ordinary resource: for reading, by the secret in the address instead of the header's."""

    http_method_names = ["get", "head", "options"]
    permission_classes = [AllowAny]
    opened_by_share_link = False
    successor = ""
    """The name of the ordinary address."""
    of_event = False
    """Whether the resource is named by an event, not by a match."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Open the request by the link, and have the handler called as by the ordinary address: ``self.kwargs`` are what it is
        called with. Raises a 404 problem where the link does not open this."""
        super().initial(request, *args, **kwargs)
        link = access.link_by_secret(self.kwargs["secret"])
        opened: Event | Match | None
        if self.of_event:
            opened, missing = link.event if link else None, _("Event not found, or you don't have access.")
        else:
            opened = events.opened_match(link, self.kwargs.get("match_id")) if link else None
            missing = _("Match not found, or you don't have access.")
        if link is None or opened is None:
            raise Problem(404, "not-found", missing)
        request.user = AnonymousUser()
        open_by_link(request, link, self.kwargs["secret"])
        del self.kwargs["secret"]
        self.kwargs["event_id" if self.of_event else "match_id"] = opened.pk
        ordinary = reverse(f"api:{self.successor}", kwargs=self.kwargs, request=request)
        query = request.META.get("QUERY_STRING", "")
        self.headers |= deprecation_headers(request, f"{ordinary}?{query}" if query else ordinary)


class Resource(NamedTuple):
    """What can be read below a share link, and where."""

    path: str
    view: type[APIView]
    name: str
    """Of the ordinary address."""
    summary: str
    verb: str = "read"


ROUND, PUBLICATION = "/rounds/<int:number>", "/publications/<int:number>"
OF_MATCH = (
    Resource("", MatchDetail, "match", "A match"),
    Resource("/source", MatchSource, "source", "Its record"),
    Resource("/verdict", MatchVerdict, "verdict", "Its verdict"),
    Resource(f"{ROUND}/frames", MatchFrames, "frames", "The replay of a round"),
    Resource(f"{ROUND}/review", MatchReview, "review", "The review of a round"),
    Resource(f"{ROUND}/review/<int:move>", MatchTurn, "turn", "A turn of it"),
)
OF_EVENT = (
    Resource("/event", EventDetail, "event", "An event"),
    Resource("/event/standings", Standings, "standings", "Its standings"),
    Resource("/event/tables", TableList, "tables", "Its tables", "list"),
    Resource("/publications", PublicationList, "publications", "Its publications", "list"),
    Resource(PUBLICATION, PublicationDetail, "publication", "A publication"),
    Resource(f"{PUBLICATION}/<str:form>", PublicationFile, "publication_file", "A file of it"),
)


def _alias(resource: Resource, name: str, below: str = "", by: str = "share link", of_event: bool = False) -> URLPattern:
    """The deprecated address of a resource, of this name."""
    described = extend_schema_view(
        get=extend_schema(
            operation_id=f"{resource.verb}_{name}", summary=f"{resource.summary}, by the {by} in the address", deprecated=True
        )
    )
    inside = {"__doc__": resource.view.__doc__, "successor": resource.name, "of_event": of_event}
    mixed = cast("type[APIView]", type(f"Shared{resource.view.__name__}", (SharedAddress, resource.view), inside))
    return path(f"shared/<slug:secret>{below}{resource.path}", described(mixed).as_view(), name=name)


urlpatterns = [
    *(_alias(resource, f"shared_{resource.name}") for resource in OF_MATCH),
    *(_alias(resource, f"shared_{resource.name}", of_event=True) for resource in OF_EVENT),
    *(
        _alias(resource, f"shared_event_{resource.name}", "/matches/<uuid:match_id>", "event's share link")
        for resource in OF_MATCH
    ),
]
