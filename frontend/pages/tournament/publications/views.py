"""The pages of published results: the list, one publication, the public keys to check them."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET

from frontend.components.access import event_or_404, opened_by
from frontend.components.event_tables.context import event_head
from frontend.components.page.actions import Page, typed
from frontend.components.page.sent_once import sent_once
from frontend.pages.tournament.publications.publication_page import publication_page
from records.accounts import access
from records.accounts.access.roles import require
from records.core.errors import Refusal
from records.tournament import events, publications
from records.tournament.models import Event, Publication
from referee.tournament.published import signature


def _row(event: Event, publication: Publication) -> dict[str, Any]:
    number = publication.number
    return {
        "publication": publication,
        "page": reverse("pages:publication", args=[event.pk, number]),
        "short": signature.grouped(publication.hash[: signature.SHORT]),
        "files": {form: _file_at(event, number, form) for form in publications.FORMS},
    }


def _file_at(event: Event, number: int, form: str) -> str:
    return reverse("api:publication_file", args=[event.pk, number, form])


def _show(request: HttpRequest, event: Event, *, error: str = "") -> HttpResponse:
    """The publications of an event; its organizers may publish another."""
    overview = events.overview_of(event)
    job = publications.publishing_of(event) if events.may_in(request.user, access.Right.READ, event) else None
    context = {
        **event_head(request, event, "results", overview),
        "rows": [_row(event, one) for one in publications.publications_of(event)],
        "given": typed(request, "publish"),
        "publishing": access.may(request.user, access.Right.ARRANGE, event.club_id),
        "unresolved": len(overview.issues),
        "unplayed": sum(one.kind == "no-match" for one in overview.issues),
        "error": error,
        "job": job,
        "under_way": job is not None and not job.finished,
    }
    return render(request, "pages/tournament/publications/results.html", context)


def _club(request: HttpRequest, event: Event) -> Any:
    """The event's club, where this person belongs to it; None otherwise."""
    return event.club if access.role_in(request.user, event.club_id) else None


def _publish(request: HttpRequest, event: Event) -> HttpResponse:
    """Publish the results as they are now."""
    require(access.may(request.user, access.Right.ARRANGE, event.club_id))
    try:
        publications.publish(request.user, event, request.POST.get("force", ""))
    except Refusal as refusal:
        if refusal.code != "unresolved":
            raise
        told = _("Settle what is unresolved, or say why the results are published anyway.")
        raise Refusal(
            refusal.code, told, refusal.status
        ) from refusal  # programs are told the findings, readers have them on a page
    return redirect("pages:results", event.pk)


results = opened_by(access.ShareGrant)(Page(event_or_404, _show, publish=sent_once(_publish)))


@opened_by(access.ShareGrant)
@require_GET
def publication(request: HttpRequest, event_id: uuid.UUID, number: int) -> HttpResponse:
    """One publication: its standings, tables and rulings, to be printed and signed by hand."""
    event = event_or_404(request, event_id)
    found = publications.publication_of(event, number)
    if found is None:
        raise Http404
    latest = publications.publications_of(event)[0].number
    document = publications.document_of(found)
    context = {
        **_row(event, found),
        "event": event,
        "document": document,
        "results": publication_page(document, publications.matches_in(found)),
        "latest": reverse("pages:publication", args=[event.pk, latest]) if latest != number else "",
        "latest_number": latest,
        "all": reverse("pages:results", args=[event.pk]),
        "hash": signature.grouped(found.hash),
        "fingerprint": signature.grouped(found.fingerprint),
        "club": _club(request, event),
        "file": f"{event.slug}-{number}.results.json",
    }
    return render(request, "pages/tournament/publications/publication.html", context)


@require_GET
def results_keys(request: HttpRequest) -> HttpResponse:
    """The public keys by which published results are checked."""
    keys = [(key, signature.grouped(key.fingerprint)) for key in publications.known_keys()]
    return render(request, "pages/tournament/publications/results_keys.html", {"keys": keys})
