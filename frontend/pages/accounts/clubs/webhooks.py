"""The pages of a club's webhooks, for its owners: their addresses, deliveries and failed deliveries."""

from __future__ import annotations

import json
import uuid
from datetime import datetime
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from frontend.components.clubs.rights import owned_club, rights_in
from frontend.components.page.actions import Page
from frontend.components.page.pagination import PAGE
from frontend.components.page.sent_once import sent_once
from records.accounts import webhooks
from records.accounts.models import Club, Webhook, WebhookDelivery, WebhookKind

KINDS = [kind for kind in WebhookKind if kind != WebhookKind.TEST]


def _show_all(request: HttpRequest, club: Club, *, error: str = "") -> HttpResponse:
    """The webhooks of a club, with the form to add one."""
    given: dict[str, Any] = {name: request.POST.get(name, "") for name in ("url", "name")}
    given["events"] = request.POST.getlist("events") if error else [kind.value for kind in KINDS]
    context = {
        "club": club,
        "rights": rights_in(request, club),
        "webhooks": webhooks.of_club(club),
        "kinds": KINDS,
        "given": given,
        "error": error,
    }
    return render(request, "pages/accounts/clubs/webhooks.html", context)


def _add(request: HttpRequest, club: Club) -> HttpResponse:
    """Add a webhook; the answer shows its secret once."""
    given = {name: request.POST.get(name, "") for name in ("url", "name")}
    made, plain = webhooks.add(request.user, club, kinds=request.POST.getlist("events"), **given)
    return _show(request, made, fresh=plain)


def _found(request: HttpRequest, slug: str, webhook_id: uuid.UUID) -> Webhook:
    """The webhook in the address, for an owner of its club."""
    found = webhooks.find(owned_club(request, slug), webhook_id)
    if found is None:
        raise Http404
    return found


def _show(request: HttpRequest, found: Webhook, *, error: str = "", fresh: str = "") -> HttpResponse:
    """One webhook: its events, its state and its deliveries. ``fresh``: the secret, where it was just made."""
    state = request.GET.get("state", "")
    state = state if state in WebhookDelivery.State.values else ""
    page = Paginator(webhooks.deliveries_of(found, state), PAGE).get_page(request.GET.get("page"))
    context = {
        "club": found.club,
        "rights": rights_in(request, found.club),
        "webhook": found,
        "kinds": KINDS,
        "page": page,
        "state": state,
        "states": WebhookDelivery.State.choices,
        "fresh": fresh,
        "error": error,
        "given_up": webhooks.deliveries_of(found, WebhookDelivery.State.DEAD).exists(),
    }
    return render(request, "pages/accounts/clubs/webhook.html", context)


def _change(request: HttpRequest, found: Webhook) -> HttpResponse:
    """Change the address or the events of a webhook, or turn it on or off."""
    given = {name: request.POST[name] for name in ("url", "name") if name in request.POST}
    kinds = request.POST.getlist("events") if "url" in request.POST else None
    on = {"yes": True, "no": False}.get(request.POST.get("on", ""))
    webhooks.change(request.user, found, kinds=kinds, on=on, **given)
    return redirect("pages:webhook", found.club.slug, found.pk)


def _rotate(request: HttpRequest, found: Webhook) -> HttpResponse:
    """Give a webhook a new secret, and show it this once."""
    return _show(request, found, fresh=webhooks.rotate_secret(request.user, found))


def _test(request: HttpRequest, found: Webhook) -> HttpResponse:
    """Send a test message to a webhook."""
    return redirect("pages:delivery", found.club.slug, found.pk, webhooks.send_test(request.user, found).pk)


def _remove(request: HttpRequest, found: Webhook) -> HttpResponse:
    webhooks.remove(request.user, found)
    return redirect("pages:webhooks", found.club.slug)


def _redeliver_all(request: HttpRequest, found: Webhook) -> HttpResponse:
    """Send all messages again that were given up."""
    webhooks.redeliver(request.user, found)
    return redirect("pages:webhook", found.club.slug, found.pk)


def _delivery(request: HttpRequest, slug: str, webhook_id: uuid.UUID, delivery_id: uuid.UUID) -> WebhookDelivery:
    """The delivery in the address."""
    sent = webhooks.delivery_for(_found(request, slug, webhook_id), delivery_id)
    if sent is None:
        raise Http404
    return sent


def _show_delivery(request: HttpRequest, sent: WebhookDelivery, *, error: str = "") -> HttpResponse:
    """One delivery: its body and every attempt to send it."""
    body = json.dumps(json.loads(sent.body), ensure_ascii=False, indent=2)
    log = [{**attempt, "at": datetime.fromisoformat(attempt["at"])} for attempt in sent.log]
    found = sent.webhook
    context = {
        "club": found.club,
        "rights": rights_in(request, found.club),
        "webhook": found,
        "delivery": sent,
        "body": body,
        "log": log,
    }
    return render(request, "pages/accounts/clubs/delivery.html", {**context, "error": error})


def _redeliver(request: HttpRequest, sent: WebhookDelivery) -> HttpResponse:
    """Send one delivery again."""
    webhooks.redeliver(request.user, sent.webhook, sent)
    return redirect("pages:delivery", sent.webhook.club.slug, sent.webhook.pk, sent.pk)


webhooks_page = login_required(never_cache(Page(owned_club, _show_all, add=sent_once(_add))))
webhook = login_required(
    never_cache(
        Page(
            _found,
            _show,
            change=_change,
            rotate=_rotate,
            test=sent_once(_test),
            remove=_remove,
            redeliver=sent_once(_redeliver_all),
        )
    )
)
delivery = login_required(never_cache(Page(_delivery, _show_delivery, redeliver=sent_once(_redeliver))))
