"""Jobs: how far work in the background has come, cancelling and resuming it."""

from __future__ import annotations

import uuid
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from api.http.idempotency import once_per_key
from api.http.parsers import SmallJsonParser, validated
from api.http.problems import PROBLEM, SOURCE_PLACE, or_404, refusals
from records.core.languages import localized
from records.core.queue import jobs
from records.core.queue.kinds import Addresses, Progress, kind_of
from records.core.queue.models import Job


class PlacedErrorSerializer(serializers.Serializer[dict[str, Any]]):
    """An error, with its place where it is one of a file."""

    code = serializers.CharField(help_text="a word for programs")
    detail = serializers.SerializerMethodField(help_text="a sentence for people, in their language")
    line = serializers.IntegerField(required=False)
    column = serializers.IntegerField(required=False)
    source_place = serializers.DictField(required=False, help_text=SOURCE_PLACE)

    def get_detail(self, error: dict[str, Any]) -> str:
        return localized(error["message"])


class ShownJob(NamedTuple):
    """A job, how far it has come, and where it leads."""

    job: Job
    progress: Progress
    addresses: Addresses


class JobSerializer(serializers.Serializer[ShownJob]):
    """A job in the background, and how far it has come."""

    id = serializers.UUIDField(source="job.pk")
    url = serializers.SerializerMethodField(help_text="ask it again until `finished`")
    kind = serializers.CharField(source="job.kind", help_text="a word for programs")
    subject_url = serializers.SerializerMethodField(help_text="what the job is for, or what came of it")
    page = serializers.SerializerMethodField(help_text="for people")
    state = serializers.ChoiceField(Job.State.choices, source="job.state")
    finished = serializers.BooleanField(source="progress.finished", help_text="nothing more will happen by itself")
    percent = serializers.IntegerField(source="progress.percent")
    counts = serializers.DictField(child=serializers.IntegerField(), source="progress.counts", help_text="figures by their names")
    error = PlacedErrorSerializer(source="job.error", allow_null=True, help_text="why it failed")
    created_at = serializers.DateTimeField(source="job.created_at")
    finished_at = serializers.DateTimeField(source="job.finished_at", allow_null=True)

    def get_url(self, shown: ShownJob) -> str:
        return str(reverse("api:job", args=[shown.job.pk], request=self.context["request"]))

    def get_subject_url(self, shown: ShownJob) -> str | None:
        address = shown.addresses.url
        return str(self.context["request"].build_absolute_uri(address)) if address else None

    def get_page(self, shown: ShownJob) -> str:
        return str(self.context["request"].build_absolute_uri(shown.addresses.page))


def job_answer(request: Request, job: Job) -> dict[str, Any]:
    """The answer for a job."""
    kind = kind_of(job)
    shown = ShownJob(job, kind.progress(job), kind.addresses(job))
    return dict(JobSerializer(shown, context={"request": request}).data)


def started(request: Request, job: Job, answer: dict[str, Any] | None = None) -> Response:
    """202 for a job that was started, with the address to poll."""
    where = reverse("api:job", args=[job.pk], request=request)
    return Response(answer or job_answer(request, job), status=status.HTTP_202_ACCEPTED, headers={"Location": where})


class WithJob(serializers.Serializer[Any]):
    """A row with a job of its own, which is shown with it."""

    job = serializers.SerializerMethodField()

    @extend_schema_field(JobSerializer)
    def get_job(self, job: Job) -> Any:
        return job_answer(self.context["request"], job)


def _job_of(request: Request, job_id: uuid.UUID) -> Job:
    """The job, where this person may see it. Raises Refusal (404)."""
    return or_404(jobs.find(request.user, job_id), _("Job not found, or you don't have access."))


CHANGES = {Job.State.CANCELLED.value: jobs.cancel, Job.State.PENDING.value: jobs.resume}


class JobChangeSerializer(serializers.Serializer[dict[str, Any]]):
    """The new state of a job: ``cancelled``, or ``pending`` to go on."""

    state = serializers.ChoiceField([*CHANGES])


class JobDetail(APIView):
    """A job."""

    permission_classes = [IsAuthenticated]
    parser_classes = [SmallJsonParser]

    @extend_schema(
        operation_id="read_job", summary="How far a job has come", responses={200: JobSerializer, 401: PROBLEM, 404: PROBLEM}
    )
    def get(self, request: Request, job_id: uuid.UUID) -> Response:
        """How far the job has come, counted now. Jobs of some kinds are gone a day after they ended."""
        return Response(job_answer(request, _job_of(request, job_id)))

    @extend_schema(
        operation_id="change_job",
        summary="Cancel a job, or resume one that failed",
        request=JobChangeSerializer,
        responses={200: JobSerializer, **refusals(400, 401, 403, 404, 409)},
    )
    @once_per_key
    def patch(self, request: Request, job_id: uuid.UUID) -> Response:
        """`{"state": "cancelled"}`: cancel a batch or judging again. What was judged stays; a match of a batch that waits is
        `stopped` until it is uploaded or judged again. A job that has ended stays as it is.

        `{"state": "pending"}`: resume a batch that `failed`, from where it stopped. A job whose worker was lost is resumed
        automatically."""
        job = _job_of(request, job_id)
        change = CHANGES[validated(request, JobChangeSerializer)["state"]]
        return Response(job_answer(request, change(request.user, job)))
