"""Finding the webhook and the message in a request's address."""

from __future__ import annotations

import uuid

from django.utils.translation import gettext as _
from rest_framework.request import Request

from api.accounts.clubs.lookup import owned_club
from api.http.problems import Problem
from records.accounts import webhooks
from records.accounts.models import Webhook, WebhookDelivery


def webhook_of(request: Request, slug: str, webhook_id: uuid.UUID) -> Webhook:
    """The webhook of a club that this person owns. Raises Problem (404, 403)."""
    webhook = webhooks.find(owned_club(request, slug), webhook_id)
    if webhook is None:
        raise Problem(404, "not-found", _("There is no such webhook."))
    return webhook


def delivery_of(request: Request, slug: str, webhook_id: uuid.UUID, delivery_id: uuid.UUID) -> WebhookDelivery:
    """A message of a webhook. Raises Problem (404, 403)."""
    delivery = webhooks.delivery_for(webhook_of(request, slug, webhook_id), delivery_id)
    if delivery is None:
        raise Problem(404, "not-found", _("There is no such message."))
    return delivery
