"""The pages of exports for analyses: a club's for its owners, everything for the staff; downloading one; published datasets."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from frontend.components.analytics import bars
from frontend.components.analytics.bars import share
from frontend.components.clubs.rights import club_or_404, forbidden_page, rights_in
from frontend.components.page.pagination import PAGE
from records import access, analytics
from records.errors import Refusal
from records.models import Club, Dataset
from referee import registry


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def of_club(request: HttpRequest, slug: str) -> HttpResponse:
    """The exports of a club; by POST one is made. For its owners."""
    club = club_or_404(request, slug)
    if not access.may(request.user, access.Right.EXPORT, club):
        return forbidden_page(request, 403)
    return _ask_or_list(request, club)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def of_all(request: HttpRequest) -> HttpResponse:
    """The exports of the whole service; by POST one is made. For its staff."""
    if not request.user.is_staff:
        raise Http404
    return _ask_or_list(request, None)


def _ask_or_list(request: HttpRequest, club: Club | None) -> HttpResponse:
    if request.method == "POST":
        analytics.ask(request.user, club)
        return redirect("pages:club_analytics", club.slug) if club else redirect("pages:analytics")
    exports = analytics.visible_to(request.user)
    page = Paginator(exports.filter(club=club) if club else exports, PAGE).get_page(request.GET.get("page"))
    context = {
        "club": club,
        "rights": rights_in(request, club) if club else {},
        "page": page,
        "under_way": any(not one.finished for one in page.object_list if one.club == club),
        **(_figures(club) if club else {}),
    }
    return render(request, "pages/analytics/exports.html", context)


def _figures(club: Club) -> dict[str, Any]:
    """The figures of a club as they last were computed, in words."""
    export = analytics.latest_figures(club)
    told = analytics.figures_told(export) if export else None
    return {"figures_of": export, "groups": [_group(group) for group in told["groups"]] if told else []}


def _group(group: Mapping[str, Any]) -> dict[str, Any]:
    game = registry.find(group["game"])
    players = [
        {
            **one,
            "win_rate": share(one["won"], one["rounds"]),
            "deal_in_rate": share(one["dealt_in"], one["rounds"]),
            "ready_rate": share(one["ready"], one["checked"]),
        }
        for one in group["players"]
    ]
    return {
        **group,
        "won_share": share(group["rounds"] - group["drawn"], group["rounds"]),
        "ready_rate": share(group["ready"], group["checked"]),
        "dealt_in_share": share(group["dealt_in"], group["wins"]),
        "kind": game,
        "fans": bars.fans(game, group),
        "broken": bars.broken(game, {**group, "rounds_of_all": group["seats_of_all"]}),
        "players": players,
    }


@login_required
@require_GET
def file(request: HttpRequest, export_id: uuid.UUID) -> HttpResponseBase:
    """An export as a zip."""
    export = analytics.find(request.user, export_id)
    found = analytics.download(export) if export else None
    if found is None:
        raise Http404
    return StreamingHttpResponse(found.content, headers=found.headers)


def _told(dataset: Dataset) -> dict[str, Any]:
    return {"dataset": dataset, "files": analytics.files_of(dataset)}


@require_GET
def datasets(request: HttpRequest, dataset_id: uuid.UUID | None = None) -> HttpResponse:
    """The datasets that clubs publish, or one of them, for anybody."""
    found = analytics.published()
    page = Paginator(found.filter(pk=dataset_id) if dataset_id else found, PAGE).get_page(request.GET.get("page"))
    rows = [_told(dataset) for dataset in page.object_list]
    if dataset_id and not rows:
        raise Http404
    context = {"page": page, "rows": rows, "one": bool(dataset_id), "fewest": analytics.FEWEST}
    return render(request, "pages/analytics/datasets.html", context)


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def dataset_of_club(request: HttpRequest, slug: str) -> HttpResponse:
    """What a club publishes, for its members; by POST it is published, by an owner who says to have read what that means."""
    club = club_or_404(request, slug)
    if request.method == "GET":
        return _dataset_page(request, club)
    if not access.may(request.user, access.Right.EXPORT, club):
        return forbidden_page(request, 403)
    if not request.POST.get("read"):
        return _dataset_page(request, club, 422)
    analytics.publish(request.user, club)
    return redirect("pages:club_dataset", club.slug)


def _dataset_page(request: HttpRequest, club: Club, status: int = 200) -> HttpResponse:
    dataset = analytics.dataset_of(club)
    told = _told(dataset) if dataset else {}
    address = request.build_absolute_uri(reverse("pages:dataset", args=[dataset.pk])) if dataset else ""
    shown = {"address": address, "unread": status == 422, "fewest": analytics.FEWEST}
    context = {"club": club, "rights": rights_in(request, club), **told, **shown}
    return render(request, "pages/analytics/dataset.html", context, status=status)


@login_required
@require_POST
def withdraw_dataset(request: HttpRequest, slug: str) -> HttpResponse:
    """Withdraw the dataset that a club publishes."""
    club = club_or_404(request, slug)
    if not access.may(request.user, access.Right.EXPORT, club):
        return forbidden_page(request, 403)
    with suppress(Refusal):  # somebody else has withdrawn it at this moment
        analytics.withdraw(request.user, club)
    return redirect("pages:club_dataset", club.slug)
