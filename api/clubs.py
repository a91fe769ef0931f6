"""Clubs over REST: founding them, their people, their matches."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from api.bodies import PARSERS, QuestionParser
from api.pages import page_of
from api.problems import Problem
from api.serializers import MatchSerializer, UploadedSerializer
from api.views import BODY, LISTING, PROBLEM, UPLOADING, listed, uploaded
from records import access, clubs, matches
from records.models import Club, Membership, Role

NAME = OpenApiParameter("username", str, OpenApiParameter.PATH, description="the name of the person's account")


class ClubSerializer(serializers.Serializer):
    """A club, and what you are in it."""

    slug = serializers.CharField(help_text="its short name, in addresses")
    name = serializers.CharField()
    role = serializers.ChoiceField(Role.values, allow_null=True, help_text="yours")
    accepted = serializers.BooleanField(help_text="false: you are invited and have not answered")
    url = serializers.SerializerMethodField()

    def get_url(self, club: dict[str, Any]) -> str:
        return reverse("api:club", args=[club["slug"]], request=self.context.get("request"))


class FoundingSerializer(serializers.Serializer):
    """A club to be founded."""

    name = serializers.CharField(max_length=200)
    slug = serializers.CharField(
        max_length=50, required=False, help_text="lower-case letters, digits and hyphens; made from the name where left out"
    )


class NamingSerializer(serializers.Serializer):
    """A club's new name."""

    name = serializers.CharField(max_length=200)


class MemberSerializer(serializers.Serializer):
    """Someone in a club, or invited to it."""

    username = serializers.CharField(source="user.get_username")
    role = serializers.ChoiceField(Role.values)
    accepted = serializers.SerializerMethodField(help_text="false: invited, has not answered")
    invited_by = serializers.CharField(source="invited_by.get_username", allow_null=True, default=None)
    created_at = serializers.DateTimeField()

    def get_accepted(self, membership: Membership) -> bool:
        return membership.accepted_at is not None


class InvitationSerializer(serializers.Serializer):
    """Whom to invite, as what."""

    username = serializers.CharField(max_length=150)
    role = serializers.ChoiceField(Role.values, default=Role.MEMBER.value)


class RoleSerializer(serializers.Serializer):
    """A role to give."""

    role = serializers.ChoiceField(Role.values)


def club_of(request: Request, slug: str) -> Club:
    """The club, where this person belongs to it. Raises a 404 problem."""
    club = clubs.find(request.user, slug)
    if club is None:
        raise Problem(404, "not-found", _("There is no such club, or you do not belong to it."))
    return club


def member_of(club: Club, username: str) -> Membership:
    """Someone in the club. Raises a 404 problem."""
    membership = clubs.member_of(club, username)
    if membership is None:
        raise Problem(404, "not-found", _("There is no such person in the club."))
    return membership


def asked(request: Request, serializer: type[serializers.Serializer]) -> dict[str, Any]:
    """What the body says. Raises a 400 problem that names every field at fault."""
    body = serializer(data=request.data)
    body.is_valid(raise_exception=True)
    said: dict[str, Any] = body.validated_data
    return said


def _row(club: Club, role: str | None, accepted: bool = True) -> dict[str, Any]:
    return {"slug": club.slug, "name": club.name, "role": role, "accepted": accepted}


def _shown(request: Request, club: Club) -> dict[str, Any]:
    row = _row(club, access.role_in(request.user, club))
    return dict(ClubSerializer(row, context={"request": request}).data)


class Clubs(APIView):
    """Your clubs."""

    permission_classes = [IsAuthenticated]
    parser_classes = [QuestionParser]

    @extend_schema(operation_id="list_clubs", summary="Your clubs", responses={200: ClubSerializer(many=True), 401: PROBLEM})
    def get(self, request: Request) -> Response:
        """The clubs that you belong to or are invited to, and what you are in each."""
        rows = [_row(one.club, one.role) for one in access.memberships_of(request.user)]
        rows += [_row(one.club, one.role, False) for one in access.invitations_of(request.user)]
        return Response(ClubSerializer(rows, many=True, context={"request": request}).data)

    @extend_schema(
        operation_id="found_club",
        summary="Found a club",
        request=FoundingSerializer,
        responses={201: ClubSerializer, 400: PROBLEM, 401: PROBLEM, 409: PROBLEM, 422: PROBLEM},
    )
    def post(self, request: Request) -> Response:
        """Found a club; you are its owner."""
        said = asked(request, FoundingSerializer)
        club = clubs.found(request.user, said["name"], said.get("slug", ""))
        answer = _shown(request, club)
        return Response(answer, status=status.HTTP_201_CREATED, headers={"Location": answer["url"]})


class OneClub(APIView):
    """One club."""

    permission_classes = [IsAuthenticated]
    parser_classes = [QuestionParser]

    @extend_schema(operation_id="read_club", summary="A club", responses={200: ClubSerializer, 401: PROBLEM, 404: PROBLEM})
    def get(self, request: Request, slug: str) -> Response:
        """A club that you belong to."""
        return Response(_shown(request, club_of(request, slug)))

    @extend_schema(
        operation_id="rename_club",
        summary="Rename a club",
        request=NamingSerializer,
        responses={200: ClubSerializer, 400: PROBLEM, 401: PROBLEM, 403: PROBLEM, 404: PROBLEM, 422: PROBLEM},
    )
    def patch(self, request: Request, slug: str) -> Response:
        """Give the club another name; its address stays. For owners."""
        club = club_of(request, slug)
        clubs.rename(request.user, club, asked(request, NamingSerializer)["name"])
        return Response(_shown(request, club))


class ClubMatches(APIView):
    """A club's matches."""

    permission_classes = [IsAuthenticated]
    parser_classes = PARSERS

    @extend_schema(
        operation_id="list_club_matches",
        summary="A club's matches",
        parameters=LISTING,
        responses={200: page_of(MatchSerializer), 401: PROBLEM, 404: PROBLEM},
    )
    def get(self, request: Request, slug: str) -> Response:
        """The club's matches, newest first, in pages."""
        return listed(self, request, matches.of_club(request.user, club_of(request, slug)))

    @extend_schema(
        operation_id="upload_club_matches",
        summary="Upload into a club",
        request=BODY,
        parameters=UPLOADING,
        responses={
            202: UploadedSerializer,
            200: UploadedSerializer,
            **dict.fromkeys((401, 403, 404, 413, 415, 422), PROBLEM),
        },
    )
    def post(self, request: Request, slug: str) -> Response:
        """Store matches as the club's: its members see them. For scorers; `public=1` for organizers."""
        return uploaded(request, club_of(request, slug))


class ClubMembers(APIView):
    """A club's people."""

    permission_classes = [IsAuthenticated]
    parser_classes = [QuestionParser]

    @extend_schema(
        operation_id="list_members",
        summary="A club's people",
        responses={200: MemberSerializer(many=True), 401: PROBLEM, 404: PROBLEM},
    )
    def get(self, request: Request, slug: str) -> Response:
        """Everybody in the club and everybody invited."""
        return Response(MemberSerializer(clubs.people_of(club_of(request, slug)), many=True).data)

    @extend_schema(
        operation_id="invite_member",
        summary="Invite someone",
        request=InvitationSerializer,
        responses={201: MemberSerializer, **dict.fromkeys((400, 401, 403, 404, 409, 422), PROBLEM)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Invite someone, who belongs to the club once they accept. For organizers; organizers and owners are invited by
        owners."""
        club = club_of(request, slug)
        said = asked(request, InvitationSerializer)
        membership = clubs.invite(request.user, club, said["username"], Role(said["role"]))
        return Response(MemberSerializer(membership).data, status=status.HTTP_201_CREATED)


class ClubMember(APIView):
    """Someone in a club."""

    permission_classes = [IsAuthenticated]
    parser_classes = [QuestionParser]

    @extend_schema(
        operation_id="change_role",
        summary="Give someone another role",
        request=RoleSerializer,
        parameters=[NAME],
        responses={200: MemberSerializer, **dict.fromkeys((400, 401, 403, 404, 409), PROBLEM)},
    )
    def patch(self, request: Request, slug: str, username: str) -> Response:
        """For organizers, between scorer and member; for owners, any. The last owner stays one (409)."""
        membership = member_of(club_of(request, slug), username)
        changed = clubs.change_role(request.user, membership, Role(asked(request, RoleSerializer)["role"]))
        return Response(MemberSerializer(changed).data)

    @extend_schema(
        operation_id="remove_member",
        summary="Remove someone",
        parameters=[NAME],
        responses={204: None, **dict.fromkeys((401, 403, 404, 409), PROBLEM)},
    )
    def delete(self, request: Request, slug: str, username: str) -> Response:
        """Take someone out of the club, or an invitation back. Anyone may leave; the last owner may not (409)."""
        clubs.remove_member(request.user, member_of(club_of(request, slug), username))
        return Response(status=status.HTTP_204_NO_CONTENT)


class Invitation(APIView):
    """Your invitation to a club."""

    permission_classes = [IsAuthenticated]
    parser_classes = [QuestionParser]

    @extend_schema(
        operation_id="accept_invitation",
        summary="Join a club",
        request=None,
        responses={200: ClubSerializer, 401: PROBLEM, 404: PROBLEM},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Accept the invitation: from now on you belong to the club."""
        invitation = self._mine(request, slug)
        clubs.accept_invitation(invitation)
        return Response(_shown(request, invitation.club))

    @extend_schema(
        operation_id="decline_invitation", summary="Decline an invitation", responses={204: None, 401: PROBLEM, 404: PROBLEM}
    )
    def delete(self, request: Request, slug: str) -> Response:
        """Decline the invitation."""
        clubs.remove_member(request.user, self._mine(request, slug))
        return Response(status=status.HTTP_204_NO_CONTENT)

    def _mine(self, request: Request, slug: str) -> Membership:
        invitation = clubs.invitation_to(request.user, slug)
        if invitation is None:
            raise Problem(404, "not-found", _("You are not invited to such a club."))
        return invitation
