"""Deprecated addresses below a share link; they answer for the ordinary resources."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from api.events.results import Standings
from api.events.serializers import EventTableSerializer
from api.events.tables import TableReads
from api.events.views import EventReads
from api.http.lists import list_of
from api.http.pagination import PAGES
from api.http.problems import PROBLEM
from api.matches.reviews import MatchReview, MatchTurn
from api.matches.views import MatchDetail, MatchFrames, MatchSource, MatchVerdict
from api.publications.files import PublicationFile
from api.publications.views import PublicationDetail, PublicationReads


class Shared:
    """Read by a share link: whoever has it is let in, signed in or not."""

    permission_classes = [AllowAny]


@extend_schema_view(get=extend_schema(operation_id="list_shared_publications", summary="Its publications, by a share link"))
class SharedPublications(Shared, PublicationReads):
    """The publications of a shared event."""


@extend_schema_view(get=extend_schema(operation_id="read_shared_publication", summary="A publication, by a share link"))
class SharedPublication(Shared, PublicationDetail):
    """A publication of a shared event."""


@extend_schema_view(get=extend_schema(operation_id="read_shared_publication_file", summary="A file of it, by a share link"))
class SharedPublicationFile(Shared, PublicationFile):
    """The files of a publication of a shared event."""


@extend_schema_view(get=extend_schema(operation_id="read_shared_turn", summary="A turn of it"))
class SharedTurn(Shared, MatchTurn):
    """A turn of the review of a round of a shared match."""


@extend_schema_view(get=extend_schema(operation_id="read_shared_event_review", summary="The review of one of its rounds"))
class SharedEventReview(Shared, MatchReview):
    """The review of a round of a match, by the share link of its event."""


@extend_schema_view(get=extend_schema(operation_id="read_shared_event_turn", summary="A turn of it"))
class SharedEventTurn(Shared, MatchTurn):
    """A turn of the review of a round of a match, by the share link of its event."""


@extend_schema_view(get=extend_schema(operation_id="read_shared_review", summary="The review of a round, by a share link"))
class SharedReview(Shared, MatchReview):
    """The review of a round of a shared match."""


@extend_schema_view(get=extend_schema(operation_id="read_shared_match", summary="A match, by its share link"))
class SharedMatch(Shared, MatchDetail):
    """A shared match."""


@extend_schema_view(get=extend_schema(operation_id="read_shared_source", summary="Its record, by its share link"))
class SharedSource(Shared, MatchSource):
    """The text of a shared match."""


@extend_schema_view(get=extend_schema(operation_id="read_shared_verdict", summary="Its verdict, by its share link"))
class SharedVerdict(Shared, MatchVerdict):
    """The verdict on a shared match."""


@extend_schema_view(get=extend_schema(operation_id="read_shared_frames", summary="The replay of a round, by a share link"))
class SharedFrames(Shared, MatchFrames):
    """The tables of a shared match."""


@extend_schema_view(get=extend_schema(operation_id="read_shared_event", summary="An event, by its share link"))
class SharedEvent(Shared, EventReads):
    """A shared event."""


@extend_schema_view(get=extend_schema(operation_id="read_shared_standings", summary="Its standings, by its share link"))
class SharedStandings(Shared, Standings):
    """The standings of a shared event."""


class SharedTables(TableReads):
    """The tables of a shared event."""

    @extend_schema(
        operation_id="list_shared_tables",
        summary="Its tables, by its share link",
        parameters=PAGES,
        responses={200: list_of(EventTableSerializer), 404: PROBLEM},
    )
    def get(self, request: Request, secret: str) -> Response:
        """Every table, with its match and where that can be read below the link."""
        return super().get(request, secret=secret)


@extend_schema_view(get=extend_schema(operation_id="read_shared_event_match", summary="A match of a shared event"))
class SharedEventMatch(Shared, MatchDetail):
    """A match, by the share link of its event."""


@extend_schema_view(get=extend_schema(operation_id="read_shared_event_source", summary="Its record"))
class SharedEventSource(Shared, MatchSource):
    """The text of a match, by the share link of its event."""


@extend_schema_view(get=extend_schema(operation_id="read_shared_event_verdict", summary="Its verdict"))
class SharedEventVerdict(Shared, MatchVerdict):
    """The verdict on a match, by the share link of its event."""


@extend_schema_view(get=extend_schema(operation_id="read_shared_event_frames", summary="The replay of one of its rounds"))
class SharedEventFrames(Shared, MatchFrames):
    """The tables of a match, by the share link of its event."""
