"""Finding the club, member, webhook or message in a request's address. Each raises Refusal (404)."""

from __future__ import annotations

import uuid

from django.utils.translation import gettext as _
from rest_framework.request import Request

from api.http.problems import or_404
from records.accounts import access, clubs, webhooks
from records.accounts.access.roles import require
from records.accounts.models import Club, Membership, Webhook, WebhookDelivery


def club_of(request: Request, slug: str) -> Club:
    """The club, where this person belongs to it."""
    return or_404(clubs.find(request.user, slug), _("There is no such club, or you do not belong to it."))


def member_of(club: Club, username: str) -> Membership:
    """A member of the club."""
    return or_404(clubs.member_of(club, username), _("There is no such person in the club."))


def owned_club(request: Request, slug: str) -> Club:
    """The club, where this person is an owner. Raises Refusal (403) too."""
    club = club_of(request, slug)
    require(access.may(request.user, access.Right.GOVERN, club))
    return club


def webhook_of(request: Request, slug: str, webhook_id: uuid.UUID) -> Webhook:
    """The webhook of a club that this person owns. Raises Refusal (403) too."""
    return or_404(webhooks.find(owned_club(request, slug), webhook_id), _("There is no such webhook."))


def delivery_of(request: Request, slug: str, webhook_id: uuid.UUID, delivery_id: uuid.UUID) -> WebhookDelivery:
    """A message of a webhook. Raises Refusal (403) too."""
    return or_404(webhooks.delivery_for(webhook_of(request, slug, webhook_id), delivery_id), _("There is no such message."))
