"""A round as a GIF to send to friends."""

from __future__ import annotations

import uuid

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.archive.lookup import match_of
from api.http.idempotency import once_per_key
from api.http.parsers import SmallJsonParser
from api.http.problems import refusals
from api.jobs import JobSerializer, started
from records.accounts import access
from records.archive import round_gifs
from records.core.errors import Refusal
from records.core.queue.models import Job


class RoundGif(APIView):
    """The GIF of a round."""

    opened_by = access.ShareGrant
    permission_classes = [IsAuthenticatedOrReadOnly]
    parser_classes = [SmallJsonParser]

    @extend_schema(
        operation_id="read_round_gif",
        summary="A round as a GIF",
        responses={(200, "image/gif"): OpenApiTypes.BINARY, **refusals(404, 409)},
    )
    def get(self, request: Request, match_id: uuid.UUID, number: int) -> HttpResponseBase:
        """The GIF of the round by the current verdict, in the language asked for, for whoever may read the match. It is kept for
        a day."""
        found = round_gifs.latest(match_of(request, match_id), number)
        if found is None or found.state == Job.State.FAILED:
            raise Refusal("not-found", _("This round is not drawn. Have it drawn first; a GIF is kept for a day."), 404)
        file = round_gifs.download(found)
        if file is None:
            raise Refusal("not-finished", _("This round is still being drawn."), 409)
        return HttpResponse(file.content, headers={**file.headers, "Cache-Control": "no-store"})

    @extend_schema(
        operation_id="draw_round_gif",
        summary="Draw a round as a GIF",
        request=None,
        responses={202: JobSerializer, **refusals(401, 403, 404, 429)},
    )
    @once_per_key
    def post(self, request: Request, match_id: uuid.UUID, number: int) -> Response:
        """Have the round drawn in the background, with everything that readers of the match see: at most 20 seconds and 4 MiB. It
        is drawn once; where it was, that is the answer."""
        return started(request, round_gifs.ask(request.user, match_of(request, match_id), number))
