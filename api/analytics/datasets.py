"""Datasets that clubs publish: publishing and withdrawing one, and for anybody the list and the files."""

from __future__ import annotations

import uuid
from datetime import date
from typing import Any

from django.http import HttpResponseBase, StreamingHttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from api.clubs.lookup import club_of
from api.http.idempotency import once_per_key
from api.http.lists import serialized_rows
from api.http.pagination import PAGES, NewestFirst, page_of
from api.http.parsers import SmallJsonParser
from api.http.problems import PROBLEM, Problem, refusals
from records import analytics
from records.models import AnalyticsExport, Dataset

UNCACHED = {"Cache-Control": "no-store"}
"""What is withdrawn is to be gone at once, from caches on the way too."""


class DatasetSerializer(serializers.ModelSerializer[Dataset]):
    """A published dataset. Whose it is is not told."""

    url = serializers.SerializerMethodField()
    file_url = serializers.SerializerMethodField(help_text="the zip")
    published_on = serializers.SerializerMethodField(help_text="the day")
    made_on = serializers.SerializerMethodField(help_text="the day on which its files were made; null while they are being made")
    matches = serializers.SerializerMethodField(help_text="matches that are in it; null likewise")
    size = serializers.SerializerMethodField(help_text="bytes of its files; null likewise")

    class Meta:
        model = Dataset
        fields = ["id", "url", "file_url", "published_on", "made_on", "matches", "size"]

    _files: AnalyticsExport | None = None

    def to_representation(self, instance: Dataset) -> dict[str, Any]:
        """A dataset, whose files are asked for once."""
        self._files = analytics.files_of(instance)
        return super().to_representation(instance)

    def get_url(self, dataset: Dataset) -> str:
        return self._at("api:dataset", dataset)

    def get_file_url(self, dataset: Dataset) -> str:
        return self._at("api:dataset_file", dataset)

    def get_published_on(self, dataset: Dataset) -> date:
        return dataset.created_at.date()

    def get_made_on(self, dataset: Dataset) -> date | None:
        return self._files.created_at.date() if self._files else None

    def get_matches(self, dataset: Dataset) -> int | None:
        return self._files.matches if self._files else None

    def get_size(self, dataset: Dataset) -> int | None:
        return self._files.size if self._files else None

    def _at(self, name: str, dataset: Dataset) -> str:
        return str(reverse(name, args=[dataset.pk], request=self.context["request"]))


def _shown(request: Request, dataset: Dataset) -> Any:
    return DatasetSerializer(dataset, context={"request": request}).data


def _published(dataset_id: uuid.UUID) -> Dataset:
    """A published dataset. Raises Problem (404)."""
    dataset = analytics.published().filter(pk=dataset_id).first()
    if dataset is None:
        raise Problem(404, "not-found", _("There is no such dataset; it may have been withdrawn."))
    return dataset


class DatasetList(APIView):
    """The datasets that clubs publish."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="list_datasets",
        summary="List published datasets",
        parameters=PAGES,
        responses={200: page_of(DatasetSerializer)},
    )
    def get(self, request: Request) -> Response:
        """The anonymized datasets that clubs publish, the newest first, in pages."""
        pages = NewestFirst()
        page = pages.paginate_queryset(analytics.published(), request, self)
        return pages.get_paginated_response(serialized_rows(DatasetSerializer, page, {"request": request}))


class DatasetDetail(APIView):
    """A published dataset."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="read_dataset",
        summary="A published dataset",
        responses={200: DatasetSerializer, 404: PROBLEM},
    )
    def get(self, request: Request, dataset_id: uuid.UUID) -> Response:
        """When the dataset was published and made, and how large it is."""
        return Response(_shown(request, _published(dataset_id)), headers=UNCACHED)


class DatasetFile(APIView):
    """Downloading a dataset."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="read_dataset_file",
        summary="The files of a published dataset",
        responses={(200, "application/zip"): OpenApiTypes.BINARY, **refusals(404, 409)},
    )
    def get(self, request: Request, dataset_id: uuid.UUID) -> HttpResponseBase:
        """A zip of Parquet files, a folder for each table; their columns: docs/reference/analytics.md. 409 while they are being
        made, at first and after a match was deleted."""
        files = analytics.files_of(_published(dataset_id))
        file = analytics.download(files) if files else None
        if file is None:
            raise Problem(409, "not-finished", _("This dataset is being made; try again in some minutes."))
        return StreamingHttpResponse(file.content, headers=file.headers | UNCACHED)


class ClubDataset(APIView):
    """The dataset that a club publishes."""

    permission_classes = [IsAuthenticated]
    parser_classes = [SmallJsonParser]

    @extend_schema(
        operation_id="read_club_dataset",
        summary="The dataset that a club publishes",
        responses={200: DatasetSerializer, **refusals(401, 404)},
    )
    def get(self, request: Request, slug: str) -> Response:
        """The dataset that the club publishes; 404 where it publishes none. For members."""
        dataset = analytics.dataset_of(club_of(request, slug))
        if dataset is None:
            raise Problem(404, "not-found", _("This club has no published dataset."))
        return Response(_shown(request, dataset))

    @extend_schema(
        operation_id="publish_club_dataset",
        summary="Publish a club's matches as an anonymized dataset",
        request=None,
        responses={202: DatasetSerializer, **refusals(401, 403, 404)},
    )
    @once_per_key
    def post(self, request: Request, slug: str) -> Response:
        """Publish the club's matches for everybody, anonymized, until the dataset is withdrawn. Read first what it tells and what
        it does not: docs/reference/analytics.md. Where the club has one, that is the answer. For owners."""
        answer = _shown(request, analytics.publish(request.user, club_of(request, slug)))
        return Response(answer, status=status.HTTP_202_ACCEPTED, headers={"Location": answer["url"]})

    @extend_schema(
        operation_id="withdraw_club_dataset",
        summary="Withdraw a club's dataset",
        responses={204: None, **refusals(401, 403, 404)},
    )
    def delete(self, request: Request, slug: str) -> Response:
        """Withdraw the dataset: its address answers nothing any more, and its files are deleted. For owners."""
        analytics.withdraw(request.user, club_of(request, slug))
        return Response(status=status.HTTP_204_NO_CONTENT)
