"""The pages of published results: the list, one publication, the public keys to check them."""

from __future__ import annotations

import uuid
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from frontend.components.access import DeadLink
from frontend.components.background_jobs import Progress
from frontend.components.clubs.rights import forbidden_page
from frontend.components.event_tables.context import tab_counts
from frontend.i18n.localized import language, localized
from frontend.pages.publications.publication_page import publication_page
from records import access, errors, events, publications
from records.models import Event, Publication
from referee.results.published import signature


def _event(request: HttpRequest, event_id: uuid.UUID | None, secret: str) -> Event:
    found = events.find_shared(secret) if event_id is None else events.find(request.user, event_id)
    if found is None:
        raise DeadLink("share") if event_id is None else Http404
    return found


def _at(event: Event, secret: str, name: str, *more: Any) -> str:
    """The address of a page of results, below the share link where it was opened by one."""
    if secret:
        return reverse(f"pages:shared_{name}", args=[secret, *more])
    return reverse(f"pages:{name}", args=[event.pk, *more])


def _row(event: Event, secret: str, publication: Publication) -> dict[str, Any]:
    number = publication.number
    return {
        "publication": publication,
        "page": _at(event, secret, "publication", number),
        "short": signature.grouped(publication.hash[: signature.SHORT]),
        "files": {form: _file_at(event, secret, number, form) for form in publications.FORMS},
    }


def _file_at(event: Event, secret: str, number: int, form: str) -> str:
    """The address of a file: that of the API, but below a share link a page's, as a link of a page sends no credentials."""
    if secret:
        return reverse("pages:shared_publication_file", args=[secret, number, form])
    return reverse("api:publication_file", args=[event.pk, number, form])


@require_GET
def publications_page(request: HttpRequest, event_id: uuid.UUID | None = None, secret: str = "") -> HttpResponse:
    """The publications of an event; its organizers may publish another."""
    return _list(request, _event(request, event_id, secret), secret)


def _list(
    request: HttpRequest, event: Event, secret: str = "", refusal: errors.Refusal | None = None, force: str = ""
) -> HttpResponse:
    overview = None if secret else events.overview_of(event)
    unresolved = len(overview.issues) if overview else 0
    publishing = not secret and access.may(request.user, access.Right.ARRANGE, event.club_id)
    ours = not secret and events.may_in(request.user, access.Right.READ, event)
    context = {
        "event": event,
        "rows": [_row(event, secret, one) for one in publications.publications_of(event)],
        "force": force,
        "publishing": publishing,
        "unresolved": unresolved,
        **({} if secret else tab_counts(event, overview)),
        "here": "published",
        "shared": bool(secret),
        "page_of": reverse("pages:shared_match", args=[secret]) if secret else reverse("pages:event", args=[event.pk]),
        "club": event.club,
        "rights": {} if secret else events.rights_in_event(request.user, event),
        "inside": _club(request, event, secret) is not None,
        "error": _why_not(refusal) if refusal else "",
        **(_progress(event) if ours else {}),
    }
    return render(request, "pages/publications/publications.html", context, status=refusal.status if refusal else 200)


def _why_not(refusal: errors.Refusal) -> str:
    """Why nothing is published, in words: programs are told of unresolved findings by code, readers have them on a page."""
    if refusal.code == "unresolved":
        return _("Settle what is unresolved, or say why the results are published anyway.")
    return localized(refusal.message)


def _club(request: HttpRequest, event: Event, secret: str) -> Any:
    """The event's club, where this person belongs to it; None otherwise."""
    return event.club if not secret and access.role_in(request.user, event.club_id) else None


@login_required
@require_POST
def publish(request: HttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """Publish the results as they are now."""
    event = _event(request, event_id, "")
    if not access.may(request.user, access.Right.ARRANGE, event.club_id):
        return forbidden_page(request, 403)
    force = request.POST.get("force", "")
    try:
        publications.publish(request.user, event, force)
    except errors.Refusal as refusal:
        return _list(request, event, refusal=refusal, force=force)
    return redirect("pages:publications", event_id)


@login_required
@require_GET
def progress(request: HttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """The progress of publishing, the part of the list's page that changes; leads to the publication once it is done."""
    event = _event(request, event_id, "")
    if not events.may_in(request.user, access.Right.READ, event):
        raise Http404
    context = {"event": event, **_progress(event)}
    response = render(request, "pages/publications/publishing.html", context)
    if (one := context["one"]) and one.number:
        response.headers["HX-Redirect"] = _at(event, "", "publication", one.number)
    return response


def _progress(event: Event) -> dict[str, Any]:
    one = publications.publishing_of(event)
    refused = localized({"zh": one.problem["zh"], "en": one.problem["en"]}) if one and one.problem else ""
    percent = 100 * one.checked // one.matches if one and one.matches else 0
    job = Progress(reverse("pages:publishing", args=[event.pk]), finished=False, percent=percent, every=1000)
    return {"one": one, "under_way": one and not one.finished, "why_refused": refused, "job": job}


@require_GET
def publication_file(request: HttpRequest, secret: str, number: int, form: str) -> HttpResponseBase:
    """A file of a publication, below a share link."""
    found = publications.publication_of(_event(request, None, secret), number)
    file = publications.download(found, form, language()) if found else None
    if file is None:
        raise Http404
    return StreamingHttpResponse(file.content, headers=file.headers)


@require_GET
def publication(request: HttpRequest, number: int, event_id: uuid.UUID | None = None, secret: str = "") -> HttpResponse:
    """One publication: its standings, tables and rulings, to be printed and signed by hand."""
    event = _event(request, event_id, secret)
    found = publications.publication_of(event, number)
    if found is None:
        raise Http404
    latest = publications.publications_of(event)[0].number
    document = publications.document_of(found)
    context = {
        **_row(event, secret, found),
        "event": event,
        "document": document,
        "results": publication_page(document, publications.matches_in(found)),
        "latest": _at(event, secret, "publication", latest) if latest != number else "",
        "latest_number": latest,
        "all": _at(event, secret, "publications"),
        "hash": signature.grouped(found.hash),
        "fingerprint": signature.grouped(found.fingerprint),
        "club": _club(request, event, secret),
        "file": f"{event.slug}-{number}.results.json",
    }
    return render(request, "pages/publications/publication.html", context)


@require_GET
def results_keys(request: HttpRequest) -> HttpResponse:
    """The public keys by which published results are checked."""
    keys = [(key, signature.grouped(key.fingerprint)) for key in publications.known_keys()]
    return render(request, "pages/publications/results_keys.html", {"keys": keys})
