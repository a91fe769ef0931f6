"""The pages of a club's webhooks, for its owners: their addresses, deliveries and failed deliveries."""

from __future__ import annotations

import json
import uuid
from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from frontend.components.clubs.rights import forbidden_page, owned_club
from frontend.components.page.pagination import PAGE
from frontend.i18n.localized import localized
from records.accounts import webhooks
from records.accounts.models import Club, Webhook, WebhookDelivery, WebhookKind
from records.core.errors import Refusal

KINDS = [kind for kind in WebhookKind if kind != WebhookKind.TEST]


def for_owners(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a view of one webhook: its club's owners only."""

    @login_required
    @never_cache
    @wraps(view)
    def wrapper(request: HttpRequest, slug: str, webhook_id: uuid.UUID, **where: Any) -> HttpResponse:
        club = owned_club(request, slug)
        if club is None:
            return forbidden_page(request, 403)
        found = webhooks.find(club, webhook_id)
        if found is None:
            raise Http404
        return view(request, found, **where)

    return wrapper


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def webhooks_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The webhooks of a club, and adding one; the answer shows its secret once."""
    club = owned_club(request, slug)
    if club is None:
        return forbidden_page(request, 403)
    if request.method == "POST":
        given = {"url": request.POST.get("url", ""), "name": request.POST.get("name", "")}
        try:
            made, plain = webhooks.add(request.user, club, kinds=request.POST.getlist("events"), **given)
        except Refusal as refusal:
            return _list_response(request, club, refusal, {**given, "events": request.POST.getlist("events")})
        return _webhook_response(request, made, fresh=plain)
    return _list_response(request, club)


def _list_response(
    request: HttpRequest, club: Club, refusal: Refusal | None = None, given: dict[str, Any] | None = None
) -> HttpResponse:
    context = {
        "club": club,
        "rights": {"govern": True},
        "webhooks": webhooks.of_club(club),
        "kinds": KINDS,
        "given": given or {"events": [kind.value for kind in KINDS]},
        "error": localized(refusal.message) if refusal else "",
    }
    return render(request, "pages/accounts/clubs/webhooks.html", context, status=refusal.status if refusal else 200)


@require_GET
@for_owners
def webhook(request: HttpRequest, found: Webhook) -> HttpResponse:
    """One webhook: its events, its state and its deliveries."""
    return _webhook_response(request, found)


def _webhook_response(request: HttpRequest, found: Webhook, refusal: Refusal | None = None, fresh: str = "") -> HttpResponse:
    state = request.GET.get("state", "")
    state = state if state in WebhookDelivery.State.values else ""
    page = Paginator(webhooks.deliveries_of(found, state), PAGE).get_page(request.GET.get("page"))
    context = {
        "club": found.club,
        "rights": {"govern": True},
        "webhook": found,
        "kinds": KINDS,
        "page": page,
        "state": state,
        "states": WebhookDelivery.State.choices,
        "fresh": fresh,
        "error": localized(refusal.message) if refusal else "",
        "given_up": webhooks.deliveries_of(found, WebhookDelivery.State.DEAD).exists(),
    }
    return render(request, "pages/accounts/clubs/webhook.html", context, status=refusal.status if refusal else 200)


@require_POST
@for_owners
def change(request: HttpRequest, found: Webhook) -> HttpResponse:
    """Change the address or the events of a webhook, or turn it on or off."""
    given = {name: request.POST[name] for name in ("url", "name") if name in request.POST}
    kinds = request.POST.getlist("events") if "url" in request.POST else None
    on = {"yes": True, "no": False}.get(request.POST.get("on", ""))
    try:
        webhooks.change(request.user, found, kinds=kinds, on=on, **given)
    except Refusal as refusal:
        return _webhook_response(request, found, refusal)
    return _back(found)


@require_POST
@for_owners
def secret(request: HttpRequest, found: Webhook) -> HttpResponse:
    """Give a webhook a new secret, and show it this once."""
    return _webhook_response(request, found, fresh=webhooks.rotate_secret(request.user, found))


@require_POST
@for_owners
def test(request: HttpRequest, found: Webhook) -> HttpResponse:
    """Send a test message to a webhook."""
    try:
        sent = webhooks.send_test(request.user, found)
    except Refusal as refusal:
        return _webhook_response(request, found, refusal)
    return redirect("pages:delivery", found.club.slug, found.pk, sent.pk)


@require_POST
@for_owners
def remove(request: HttpRequest, found: Webhook) -> HttpResponse:
    """Remove a webhook."""
    webhooks.remove(request.user, found)
    return redirect("pages:webhooks", found.club.slug)


@require_GET
@for_owners
def delivery(request: HttpRequest, found: Webhook, delivery_id: uuid.UUID) -> HttpResponse:
    """One delivery: its body and every attempt to send it."""
    sent = _delivery(found, delivery_id)
    body = json.dumps(json.loads(sent.body), ensure_ascii=False, indent=2)
    context = {"club": found.club, "rights": {"govern": True}, "webhook": found, "delivery": sent, "body": body}
    return render(request, "pages/accounts/clubs/delivery.html", context)


@require_POST
@for_owners
def redeliver(request: HttpRequest, found: Webhook, delivery_id: uuid.UUID | None = None) -> HttpResponse:
    """Send one delivery again, or all failed ones."""
    sent = _delivery(found, delivery_id) if delivery_id else None
    webhooks.redeliver(request.user, found, sent)
    return redirect("pages:delivery", found.club.slug, found.pk, sent.pk) if sent else _back(found)


def _delivery(found: Webhook, delivery_id: uuid.UUID) -> WebhookDelivery:
    sent = webhooks.delivery_for(found, delivery_id)
    if sent is None:
        raise Http404
    return sent


def _back(found: Webhook) -> HttpResponse:
    return redirect("pages:webhook", found.club.slug, found.pk)
