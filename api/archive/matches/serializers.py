"""Serializers of matches."""

from __future__ import annotations

from datetime import datetime
from functools import cached_property
from typing import Any

from django.utils import timezone
from rest_framework import serializers
from rest_framework.reverse import reverse

from records.archive.matches.models import SeatedPlayer
from records.archive.models import Match

ANY_MATCH = "00000000-0000-0000-0000-000000000000"
"""Stands for a match in an address."""


def moment(at: datetime) -> str:
    """A time in the format of ``DateTimeField``, without its checks of other types: in the service's zone, since requests have
    none of their own."""
    text = at.astimezone(timezone.get_default_timezone()).isoformat()
    return text[:-6] + "Z" if text.endswith("+00:00") else text


class SeatSerializer(serializers.Serializer[SeatedPlayer]):
    """Who sat where."""

    seat = serializers.CharField(help_text="E S W N, or A to F")
    name = serializers.CharField()


class CheckedSerializer(serializers.Serializer[dict[str, int]]):
    """How many rounds were checked: refereed to their end, with nothing taken on the record's word."""

    rounds = serializers.IntegerField(help_text="rounds that were checked")
    of = serializers.IntegerField(help_text="all its rounds")


class MatchSerializer(serializers.ModelSerializer[Match]):
    """A stored match: the state of the work and, once it is judged, the status of its verdict."""

    url = serializers.CharField(read_only=True)
    verdict_url = serializers.CharField(read_only=True)
    seats = SeatSerializer(many=True, read_only=True)
    status = serializers.CharField(read_only=True, allow_null=True, help_text="clean, flagged or unreadable; null until judged")
    findings = serializers.IntegerField(
        read_only=True, allow_null=True, help_text="how many findings the current verdict has; null until judged"
    )
    checked = CheckedSerializer(read_only=True, allow_null=True)
    filename = serializers.CharField(read_only=True)
    club = serializers.CharField(read_only=True, allow_null=True, help_text="the short name of its club, for members of the club")

    class Meta:
        model = Match
        fields = [
            "id",
            "url",
            "state",
            "state_since",
            "status",
            "findings",
            "checked",
            "error",
            "game",
            "rules",
            "event",
            "stage",
            "table",
            "date",
            "seats",
            "public",
            "club",
            "sha256",
            "filename",
            "first_line",
            "created_at",
            "verdict_url",
        ]

    def to_representation(self, match: Match) -> dict[str, Any]:
        """Written out by hand: a page has thousands of fields, and serializing them by description took most of the time."""
        judgement, club = match.current_judgement, match.club
        return {
            "id": str(match.pk),
            "url": self._at("match", match),
            "state": match.state,
            "state_since": moment(match.state_since),
            "status": judgement.status if judgement else None,
            "findings": judgement.findings_count if judgement else None,
            "checked": judgement.checked._asdict() if judgement else None,
            "error": match.error,
            "game": match.game,
            "rules": match.rules,
            "event": match.event,
            "stage": match.stage,
            "table": match.table,
            "date": match.date,
            "seats": [{"seat": seat.seat, "name": seat.name} for seat in match.seated_players],
            "public": match.public,
            "club": club.slug if club and club.pk in self.context.get("clubs", ()) else None,
            "sha256": match.sha256,
            "filename": match.upload.filename,
            "first_line": match.first_line,
            "created_at": moment(match.created_at),
            "verdict_url": self._at("verdict", match),
        }

    def _at(self, name: str, match: Match) -> str:
        return self._addresses[name].replace(ANY_MATCH, str(match.pk))

    @cached_property
    def _addresses(self) -> dict[str, str]:
        """The addresses of a match with a placeholder for its id, made once for a whole page."""
        request = self.context.get("request")
        return {name: reverse(f"api:{name}", args=[ANY_MATCH], request=request) for name in ("match", "verdict")}


class UploadedSerializer(serializers.Serializer[dict[str, Any]]):
    """The result of an upload: its matches in order."""

    created = serializers.IntegerField(help_text="how many of the matches are new")
    matches = MatchSerializer(many=True)
