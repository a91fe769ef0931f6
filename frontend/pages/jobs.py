"""A job on the page that shows it: its progress, cancelling it, resuming it."""

from __future__ import annotations

import uuid

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from frontend.components.clubs.rights import forbidden_page
from frontend.templatetags.jobs import job_context
from records.core.errors import Refusal
from records.core.queue import jobs
from records.core.queue.kinds import kind_of
from records.core.queue.models import Job

CHANGES = {"cancel": jobs.cancel, "resume": jobs.resume}


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def job(request: HttpRequest, job_id: uuid.UUID) -> HttpResponse:
    """The part of a page that is refreshed; it leads to the job's page once the job has ended. By POST the job is changed."""
    found = jobs.find(request.user, job_id)
    if found is None:
        # An export is gone with a match that was deleted: whoever watches it is shown what there is now.
        return HttpResponse(status=404, content_type="text/plain", headers={"HX-Refresh": "true"})
    page = kind_of(found).addresses(found).page
    if request.method == "POST":
        return _change(request, found) or redirect(page)
    context = job_context(request.user, found)
    response = render(request, "components/job.html", context)
    if context["progress"].finished:
        response.headers["HX-Redirect"] = page
    return response


def _change(request: HttpRequest, found: Job) -> HttpResponse | None:
    """Change a job. Where the reader's role forbids it a page says so; a change that comes too late does nothing."""
    change = CHANGES.get(request.POST.get("action", ""))
    if change is None:
        raise Http404
    try:
        change(request.user, found)
    except Refusal as refusal:
        if refusal.status == 403:
            return forbidden_page(request, 403)
    return None
