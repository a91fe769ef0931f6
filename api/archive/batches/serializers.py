"""Serializers of batches, their files and their progress."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.reverse import reverse

from api.http.pagination import serialized_rows
from api.jobs import PlacedErrorSerializer, WithJob
from records.archive import batches
from records.archive.models import Batch


class CountsSerializer(serializers.Serializer[dict[str, Any]]):
    """Numbers of matches: new and known, by state, by verdict."""

    matches = serializers.IntegerField(help_text="those stored or found so far")
    new = serializers.IntegerField()
    known = serializers.IntegerField(help_text="here already, or twice in the batch")
    refused = serializers.IntegerField(help_text="not converted, in a file whose other matches are: the report says why")
    pending = serializers.IntegerField()
    judging = serializers.IntegerField()
    judged = serializers.IntegerField()
    failed = serializers.IntegerField(help_text="the referee itself failed on them")
    stopped = serializers.IntegerField(help_text="not judged: the batch was cancelled")
    clean = serializers.IntegerField()
    flagged = serializers.IntegerField()
    unreadable = serializers.IntegerField()


class FileSerializer(CountsSerializer):
    """A file of a batch."""

    number = serializers.IntegerField()
    name = serializers.CharField()
    size = serializers.IntegerField(help_text="bytes, unpacked")
    read = serializers.BooleanField(help_text="whether it has been ingested")
    error = PlacedErrorSerializer(allow_null=True, help_text="why it was not read, or not to its end")


class BatchSerializer(serializers.ModelSerializer[Batch]):
    """A batch."""

    url = serializers.SerializerMethodField()
    page = serializers.SerializerMethodField(help_text="for people")
    report_url = serializers.SerializerMethodField()
    club = serializers.CharField(source="club.slug", allow_null=True, default=None)

    class Meta:
        model = Batch
        fields = [
            "id",
            "url",
            "page",
            "report_url",
            "filename",
            "size",
            "unpacked",
            "sha256",
            "public",
            "club",
            "state",
            "created_at",
        ]

    def get_url(self, batch: Batch) -> str:
        return self._at("api:batch", batch)

    def get_page(self, batch: Batch) -> str:
        return self._at("pages:batch", batch)

    def get_report_url(self, batch: Batch) -> str:
        return self._at("api:batch_report", batch)

    def _at(self, name: str, batch: Batch) -> str:
        return str(reverse(name, args=[batch.pk], request=self.context.get("request")))


class BatchProgressSerializer(WithJob, BatchSerializer):
    """A batch with its job and its first files."""

    files = serializers.SerializerMethodField()

    class Meta(BatchSerializer.Meta):
        fields = [*BatchSerializer.Meta.fields, "job", "files"]

    @extend_schema_field(FileSerializer(many=True))
    def get_files(self, batch: Batch) -> Any:
        return serialized_rows(FileSerializer, batches.files_of(batch))


def batch_answer(request: Request, batch: Batch) -> dict[str, Any]:
    """The answer for a batch."""
    return dict(BatchProgressSerializer(batch, context={"request": request}).data)
