"""The pages under ``/offline/`` and what belongs to them: the same for everybody, so that browsers may keep them."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from frontend.pages.offline.site import HTML, files
from records.core.languages import DJANGO, reader_language


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Leads to the document in the reader's language."""
    document = f"{DJANGO[reader_language()]}.html"
    return HttpResponseRedirect(reverse("pages:offline_file", args=[document]))


@require_safe
@xframe_options_sameorigin
def file(request: HttpRequest, document: str) -> HttpResponse:
    """A file of the offline pages. Raises Http404 for any other."""
    found = files(served=True).get(document)
    if found is None:
        raise Http404
    response = HttpResponse(found.content, content_type=found.media_type, headers={"Cache-Control": "no-cache"})
    # A worker has the content policy of its own answer: it alone may compile WebAssembly.
    kind = "worker" if document == "worker.js" else "page" if found.media_type == HTML else ""
    response.offline = kind  # type: ignore[attr-defined]
    return response
