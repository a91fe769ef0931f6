"""Serializers of the log, its heads and its proofs."""

from __future__ import annotations

import base64
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.reverse import reverse

from records.models import LogHead
from records.publications.log import LoggedPublication

NAMES = {
    "checkpoint": "log_checkpoint",
    "heads": "log_heads",
    "consistency": "log_consistency",
    "inclusion": "log_inclusion",
    "results_keys": "api:results_keys",
}
"""The addresses that the log names, by what they answer."""


class HeadSerializer(serializers.Serializer[LogHead]):
    """A signed head of the log."""

    origin = serializers.CharField(help_text="the log's name")
    size = serializers.IntegerField(help_text="how many entries it has")
    root = serializers.SerializerMethodField(  # type: ignore[assignment]  # fields have a root of another kind
        help_text="of their Merkle tree (RFC 9162), in base64"
    )
    signed_at = serializers.DateTimeField(source="at", help_text="as the service says; not part of what is signed")
    head = serializers.CharField(source="note", help_text="the signed note (c2sp.org/tlog-checkpoint): keep it")
    fingerprint = serializers.CharField(help_text="of the key that signed it")
    key = serializers.CharField(help_text="the public key, as PEM")
    url = serializers.SerializerMethodField()

    def get_root(self, head: LogHead) -> str:
        return base64.b64encode(bytes.fromhex(head.root)).decode()

    def get_url(self, head: LogHead) -> str:
        return str(reverse("log_head", args=[head.size], request=self.context["request"]))


class LogSerializer(HeadSerializer):
    """The log: its latest signed head, and where the rest is."""

    links = serializers.SerializerMethodField(help_text="the addresses of heads, proofs and keys")

    @extend_schema_field({"type": "object", "additionalProperties": {"type": "string"}})
    def get_links(self, head: LogHead) -> dict[str, str]:
        return {name: str(reverse(to, request=self.context["request"])) for name, to in NAMES.items()}


class ConsistencySerializer(serializers.Serializer[dict[str, Any]]):
    """The proof that the tree of the first size is the beginning of that of the second (RFC 9162, 2.1.4)."""

    first = serializers.IntegerField()
    second = serializers.IntegerField()
    path = serializers.ListField(child=serializers.CharField(), help_text="hashes in base64")


class ConsistenciesSerializer(serializers.Serializer[dict[str, Any]]):
    """The proofs for each size and the one after it."""

    consistency = ConsistencySerializer(many=True)


class InclusionSerializer(serializers.Serializer[dict[str, Any]]):
    """The proof that a leaf is in a tree (RFC 9162, 2.1.3)."""

    index = serializers.IntegerField(help_text="the leaf, counted from 0: entry 1 is leaf 0")
    size = serializers.IntegerField()
    leaf = serializers.CharField(help_text="the hash of the leaf, in base64: it tells nothing of the entry")
    path = serializers.ListField(child=serializers.CharField(), help_text="hashes in base64")


class NewestSerializer(serializers.Serializer[dict[str, Any]]):
    """The latest publication of an event."""

    number = serializers.IntegerField()


class LoggedPublicationSerializer(serializers.Serializer[LoggedPublication]):
    """A publication in the log."""

    publication = serializers.CharField(source="publication.hash", help_text="the hash of its document")
    number = serializers.IntegerField(source="publication.number")
    proof = serializers.CharField(
        allow_null=True,
        help_text="that it is in the log (c2sp.org/tlog-proof); null before a head is signed that covers it",
    )
    newest = serializers.SerializerMethodField(help_text="the latest publication of the same event")

    @extend_schema_field(NewestSerializer)
    def get_newest(self, logged: LoggedPublication) -> dict[str, int]:
        return {"number": logged.newest}
