"""Clubs, their members and invitations; a club's records as a zip."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import Any

from django.http import HttpResponseBase, StreamingHttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from api.accounts.lookup import club_of, member_of
from api.http.idempotency import once_per_key
from api.http.pagination import PAGES, list_answer, page_of, serialized_rows
from api.http.parsers import SmallJsonParser, validated
from api.http.problems import PROBLEM, or_404, refusals
from api.jobs import JobSerializer, started
from records.accounts import access, clubs
from records.accounts.models import Club, Membership, Role
from records.archive import club_exports
from records.core.errors import Refusal

NAME = OpenApiParameter("username", str, OpenApiParameter.PATH, description="the name of the person's account")


class ClubSerializer(serializers.Serializer[dict[str, Any]]):
    """A club, and your role in it."""

    slug = serializers.CharField(help_text="its short name, in addresses")
    name = serializers.CharField()
    role = serializers.ChoiceField(Role.values, allow_null=True, help_text="yours")
    accepted = serializers.BooleanField(help_text="false: you are invited and have not answered")
    url = serializers.SerializerMethodField()

    def get_url(self, club: dict[str, Any]) -> str:
        return reverse("api:club", args=[club["slug"]], request=self.context.get("request"))


class FoundingSerializer(serializers.Serializer[dict[str, Any]]):
    """A club to create."""

    name = serializers.CharField(max_length=200)
    slug = serializers.CharField(
        max_length=50,
        required=False,
        help_text="letters of any script, in lower case, digits and hyphens; made from the name where left out",
    )


class NamingSerializer(serializers.Serializer[dict[str, Any]]):
    """A new name for a club."""

    name = serializers.CharField(max_length=200)


class MemberSerializer(serializers.Serializer[Membership]):
    """A member of a club, or somebody invited to it."""

    username = serializers.CharField()
    role = serializers.ChoiceField(Role.values)
    accepted = serializers.SerializerMethodField(help_text="false: invited, has not answered")
    invited_by = serializers.CharField(source="invited_by.get_username", allow_null=True, default=None)
    created_at = serializers.DateTimeField()

    def get_accepted(self, membership: Membership) -> bool:
        return membership.accepted_at is not None


class InvitationSerializer(serializers.Serializer[dict[str, Any]]):
    """The person to invite, and the role."""

    username = serializers.CharField(max_length=150)
    role = serializers.ChoiceField(Role.values, default=Role.MEMBER.value)


class RoleSerializer(serializers.Serializer[dict[str, Any]]):
    """A role to give."""

    role = serializers.ChoiceField(Role.values)


def _row(club: Club, role: str | None, accepted: bool = True) -> dict[str, Any]:
    return {"slug": club.slug, "name": club.name, "role": role, "accepted": accepted}


def _club_row(request: Request, club: Club) -> dict[str, Any]:
    row = _row(club, access.role_in(request.user, club))
    return dict(ClubSerializer(row, context={"request": request}).data)


class ClubList(APIView):
    """Your clubs."""

    permission_classes = [IsAuthenticated]
    parser_classes = [SmallJsonParser]

    @extend_schema(
        operation_id="list_clubs", summary="Your clubs", parameters=PAGES, responses={200: page_of(ClubSerializer), 401: PROBLEM}
    )
    def get(self, request: Request) -> Response:
        """The clubs that you belong to or are invited to, with your role in each."""
        rows = [_row(one.club, one.role) for one in access.memberships_of(request.user)]
        rows += [_row(one.club, one.role, False) for one in access.invitations_of(request.user)]

        def write(some: Sequence[dict[str, Any]]) -> Any:
            return serialized_rows(ClubSerializer, some, {"request": request})

        return list_answer(request, rows, write, itemgetter("slug"))

    @extend_schema(
        operation_id="found_club",
        summary="Found a club",
        request=FoundingSerializer,
        responses={201: ClubSerializer, **refusals(400, 401, 403, 409, 422)},
    )
    @once_per_key
    def post(self, request: Request) -> Response:
        """Create a club. You become its owner."""
        fields = validated(request, FoundingSerializer)
        club = clubs.create(request.user, fields["name"], fields.get("slug", ""))
        answer = _club_row(request, club)
        return Response(answer, status=status.HTTP_201_CREATED, headers={"Location": answer["url"]})


class ClubDetail(APIView):
    """One club."""

    permission_classes = [IsAuthenticated]
    parser_classes = [SmallJsonParser]

    @extend_schema(operation_id="read_club", summary="A club", responses={200: ClubSerializer, 401: PROBLEM, 404: PROBLEM})
    def get(self, request: Request, slug: str) -> Response:
        """A club that you belong to."""
        return Response(_club_row(request, club_of(request, slug)))

    @extend_schema(
        operation_id="rename_club",
        summary="Rename a club",
        request=NamingSerializer,
        responses={200: ClubSerializer, 400: PROBLEM, 401: PROBLEM, 403: PROBLEM, 404: PROBLEM, 422: PROBLEM},
    )
    @once_per_key
    def patch(self, request: Request, slug: str) -> Response:
        """Change the name of the club; its address stays. For owners."""
        club = club_of(request, slug)
        clubs.rename(request.user, club, validated(request, NamingSerializer)["name"])
        return Response(_club_row(request, club))


class ClubMembers(APIView):
    """The members of a club."""

    permission_classes = [IsAuthenticated]
    parser_classes = [SmallJsonParser]

    @extend_schema(
        operation_id="list_members",
        summary="A club's people",
        parameters=PAGES,
        responses={200: page_of(MemberSerializer), 401: PROBLEM, 404: PROBLEM},
    )
    def get(self, request: Request, slug: str) -> Response:
        """The members of the club and those invited to it."""
        people = clubs.people_of(club_of(request, slug))
        return list_answer(request, people, lambda some: serialized_rows(MemberSerializer, some))

    @extend_schema(
        operation_id="invite_member",
        summary="Invite someone",
        request=InvitationSerializer,
        responses={201: MemberSerializer, **refusals(400, 401, 403, 404, 409, 422)},
    )
    @once_per_key
    def post(self, request: Request, slug: str) -> Response:
        """Invite a person, who becomes a member by accepting. For organizers; organizers and owners are invited by owners."""
        club = club_of(request, slug)
        fields = validated(request, InvitationSerializer)
        membership = clubs.invite(request.user, club, fields["username"], Role(fields["role"]))
        return Response(MemberSerializer(membership).data, status=status.HTTP_201_CREATED)


class ClubMember(APIView):
    """A member of a club."""

    permission_classes = [IsAuthenticated]
    parser_classes = [SmallJsonParser]

    @extend_schema(
        operation_id="change_role",
        summary="Give someone another role",
        request=RoleSerializer,
        parameters=[NAME],
        responses={200: MemberSerializer, **refusals(400, 401, 403, 404, 409)},
    )
    @once_per_key
    def patch(self, request: Request, slug: str, username: str) -> Response:
        """Change a member's role. Organizers may change scorers and members, owners anybody; the last owner stays one (409)."""
        membership = member_of(club_of(request, slug), username)
        changed = clubs.change_role(request.user, membership, Role(validated(request, RoleSerializer)["role"]))
        return Response(MemberSerializer(changed).data)

    @extend_schema(
        operation_id="remove_member",
        summary="Remove someone",
        parameters=[NAME],
        responses={204: None, **refusals(401, 403, 404, 409)},
    )
    def delete(self, request: Request, slug: str, username: str) -> Response:
        """Remove a member, or withdraw an invitation. Members may remove themselves, except the last owner (409)."""
        clubs.remove_member(request.user, member_of(club_of(request, slug), username))
        return Response(status=status.HTTP_204_NO_CONTENT)


class ClubInvitation(APIView):
    """Your invitation to a club."""

    permission_classes = [IsAuthenticated]
    parser_classes = [SmallJsonParser]

    @extend_schema(
        operation_id="accept_invitation",
        summary="Join a club",
        request=None,
        responses={200: ClubSerializer, **refusals(401, 403, 404)},
    )
    @once_per_key
    def post(self, request: Request, slug: str) -> Response:
        """Accept the invitation: you become a member of the club."""
        invitation = self._invitation(request, slug)
        clubs.accept_invitation(invitation)
        return Response(_club_row(request, invitation.club))

    @extend_schema(
        operation_id="decline_invitation", summary="Decline an invitation", responses={204: None, **refusals(401, 403, 404)}
    )
    def delete(self, request: Request, slug: str) -> Response:
        """Decline the invitation."""
        clubs.remove_member(request.user, self._invitation(request, slug))
        return Response(status=status.HTTP_204_NO_CONTENT)

    def _invitation(self, request: Request, slug: str) -> Membership:
        return or_404(clubs.invitation_to(request.user, slug), _("You are not invited to such a club."))


class ClubExport(APIView):
    """The export of a club's records."""

    permission_classes = [IsAuthenticated]
    parser_classes = [SmallJsonParser]

    @extend_schema(
        operation_id="read_club_export",
        summary="A club's records as a zip",
        responses={(200, "application/zip"): OpenApiTypes.BINARY, **refusals(401, 403, 404, 409)},
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        """The latest export: a zip of every record in its canonical form, its verdict as JSON, and `results.csv`. It is made
        while it is sent, so a download that is broken off begins anew. For owners."""
        club = club_of(request, slug)
        export = club_exports.latest(request.user, club)
        if export is None:
            why = _("This club has no export. One is kept for a day, and goes when a match in it is deleted.")
            raise Refusal("not-found", why, 404)
        file = club_exports.download(export, club)
        if file is None:
            raise Refusal("not-finished", _("This export is not finished."), 409)
        return StreamingHttpResponse(file.content, headers={**file.headers, "Cache-Control": "no-store"})

    @extend_schema(
        operation_id="export_club",
        summary="Export a club's records",
        request=None,
        responses={202: JobSerializer, **refusals(401, 403, 404)},
    )
    @once_per_key
    def post(self, request: Request, slug: str) -> Response:
        """Have a zip made of all records of the club with their verdicts, and of a table of results, in the background. While
        one is under way, that is the answer. It is kept for a day. For owners."""
        return started(request, club_exports.ask(request.user, club_of(request, slug)))
