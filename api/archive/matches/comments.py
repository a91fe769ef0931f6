"""Comments on the moves of a match: reading those of a round, writing one, deleting one."""

from __future__ import annotations

import uuid
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.archive.lookup import match_of, match_to_read
from api.http.idempotency import once_per_key
from api.http.pagination import PAGES, list_answer, page_of
from api.http.parsers import SmallJsonParser, validated
from api.http.problems import or_404, refusals
from api.http.throttling import RoundThrottle
from records.accounts import access
from records.archive import comments
from records.archive.models import Match, MoveComment


class CommentSerializer(serializers.Serializer[dict[str, Any]]):
    """A comment on a move."""

    id = serializers.UUIDField()
    move = serializers.IntegerField(help_text="0: the deal")
    text = serializers.CharField()
    marks = serializers.ListField(help_text="rings and arrows: of one piece or two, as `E.hand:5p:0`")
    author = serializers.CharField(help_text="who wrote it, for those whose match it is; else empty")
    created_at = serializers.DateTimeField()
    deletable = serializers.BooleanField(help_text="whether you may delete it")


class CommentTextSerializer(serializers.Serializer[dict[str, Any]]):
    """The text and the marks of a new comment."""

    text = serializers.CharField(max_length=10_000, allow_blank=True, trim_whitespace=False, help_text="at most 500 characters")
    marks = serializers.ListField(required=False, default=list, help_text="rings and arrows")


def _rows(request: Request, match: Match, found: list[MoveComment]) -> list[dict[str, Any]]:
    """Comments as this actor gets them: who only reads the match learns nothing of whose it is."""
    inside = not match.read_only
    named = inside and access.may_with(request.user, access.Right.READ, match)
    deletable = comments.deletable(request.user, match)
    rows = []
    for one in found:
        told = {name: getattr(one, name) for name in ("id", "move", "text", "marks", "created_at")}
        told |= {"author": one.author.get_username() if named else "", "deletable": inside and deletable(one)}
        rows.append(dict(CommentSerializer(told).data))
    return rows


class RoundComments(APIView):
    """The comments on a round."""

    opened_by = access.ShareGrant
    throttle_classes = [RoundThrottle]

    @extend_schema(
        operation_id="list_comments",
        summary="The comments on a round",
        parameters=PAGES,
        responses={200: page_of(CommentSerializer), **refusals(400, 404)},
    )
    def get(self, request: Request, match_id: uuid.UUID, number: int) -> Response:
        """The comments on the moves of the round, in the moves' order, for whoever may read the match."""
        match = match_to_read(request, match_id)
        return list_answer(request, comments.of_round(match, number), lambda some: _rows(request, match, list(some)))


class MoveComments(APIView):
    """Commenting on a move."""

    permission_classes = [IsAuthenticated]
    parser_classes = [SmallJsonParser]

    @extend_schema(
        operation_id="comment_move",
        summary="Comment on a move",
        request=CommentTextSerializer,
        responses={201: CommentSerializer, **refusals(400, 401, 403, 404, 409, 422, 429)},
    )
    @once_per_key
    def post(self, request: Request, match_id: uuid.UUID, number: int, move: int) -> Response:
        """Write a comment, which everybody reads who may read the match. For scorers of its club; else for who uploaded it."""
        match, given = match_of(request, match_id), validated(request, CommentTextSerializer)
        made = comments.add(request.user, match, number, move, given["text"], comments.read_marks(given["marks"]))
        [row] = _rows(request, match, [made])
        return Response(row, status=status.HTTP_201_CREATED)


class OneComment(APIView):
    """A comment."""

    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="delete_comment", summary="Delete a comment", responses={204: None, **refusals(401, 403, 404)})
    def delete(self, request: Request, match_id: uuid.UUID, comment_id: uuid.UUID) -> Response:
        """Delete a comment: your own, or any as an organizer of the match's club or as whoever uploaded it."""
        found = or_404(comments.find(match_of(request, match_id), comment_id), _("There is no such comment."))
        comments.delete(request.user, found)
        return Response(status=status.HTTP_204_NO_CONTENT)
