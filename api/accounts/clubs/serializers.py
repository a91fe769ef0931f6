"""Serializers of clubs and their members."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.reverse import reverse

from records.accounts.models import Membership, Role


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
