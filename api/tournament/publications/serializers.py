"""Serializers of publications."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.accounts.access.addresses import address_of
from records.tournament import publications
from records.tournament.models import Publication
from records.tournament.publications.signing_keys import Key


class PublicationSerializer(serializers.Serializer[Publication]):
    """A publication: the published results of an event."""

    number = serializers.IntegerField(help_text="from 1; the greatest stands, those before stay as they are")
    url = serializers.SerializerMethodField()
    page = serializers.SerializerMethodField()
    published_at = serializers.DateTimeField(source="at")
    published_by = serializers.CharField(source="publisher_name")
    hash = serializers.CharField(help_text="SHA-256 of the document")
    previous = serializers.SerializerMethodField(help_text="the hash of the publication before; null in the first")
    fingerprint = serializers.CharField(help_text="of the key that signed it")
    matches = serializers.IntegerField()
    rulings = serializers.IntegerField()
    unresolved = serializers.IntegerField(help_text="how many things were not settled")
    forced = serializers.SerializerMethodField(help_text="why it was published all the same; null where all was settled")
    files = serializers.SerializerMethodField(help_text="the addresses of its files")

    def get_url(self, publication: Publication) -> str:
        return self._at("api:publication", publication)

    def get_page(self, publication: Publication) -> str:
        return self._at("pages:publication", publication)

    def get_previous(self, publication: Publication) -> str | None:
        return publication.previous or None

    def get_forced(self, publication: Publication) -> str | None:
        return publication.forced or None

    @extend_schema_field({"type": "object", "additionalProperties": {"type": "string"}})
    def get_files(self, publication: Publication) -> dict[str, str]:
        return {form: self._at("api:publication_file", publication, form) for form in publications.FORMS}

    def _at(self, name: str, publication: Publication, *more: str) -> str:
        return address_of(self.context["request"], name, publication.event_id, publication.number, *more)


class PublishSerializer(serializers.Serializer[dict[str, Any]]):
    """The request to publish."""

    force = serializers.CharField(
        max_length=2000,
        required=False,
        allow_blank=True,
        default="",
        help_text="why it is published although something is unresolved; stands in the document",
    )


class KeySerializer(serializers.Serializer[Key]):
    """A public key."""

    fingerprint = serializers.CharField(help_text="SHA-256 of its SubjectPublicKeyInfo")
    pem = serializers.CharField()
    current = serializers.BooleanField(help_text="it signs what is published now")
    withdrawn = serializers.BooleanField(help_text="trust it no longer: somebody else may have it")
