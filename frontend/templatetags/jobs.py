"""The progress of a job: the part of a page that is refreshed until the job has ended."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django import template
from django.template.context import Context

from records.core.people import Actor
from records.core.queue import jobs
from records.core.queue.kinds import Kind, Progress, kind_of
from records.core.queue.models import Job

register = template.Library()


@register.inclusion_tag("components/job.html", takes_context=True)
def job_progress(context: Context, job: Job) -> dict[str, Any]:
    """How far a job has come, and the buttons to cancel and to resume it, for who may."""
    request = context["request"]
    return {**job_context(request.user, job), "csrf_token": context.get("csrf_token")}


def job_context(actor: Actor, job: Job) -> dict[str, Any]:
    """The context of the template of a job."""
    kind = kind_of(job)
    progress = kind.progress(job)
    return {
        "job": job,
        "label": kind.label,
        "progress": progress,
        "counts": list(_counts(kind, progress)),
        "may_cancel": jobs.may_cancel(actor, job, progress),
        "may_resume": jobs.may_resume(actor, job),
    }


def _counts(kind: Kind, progress: Progress) -> Iterator[tuple[Any, str]]:
    """The labelled figures of a job; of those that are none only what is done of how many."""
    for name, label in kind.labels.items():
        count = progress.counts.get(name, 0)
        if name == "done":
            yield label, f"{count} / {progress.counts.get('total', '…')}"
        elif count:
            yield label, str(count)
