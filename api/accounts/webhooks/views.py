"""The webhooks of a club, for its owners: managing them, and their messages."""

from __future__ import annotations

import uuid

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.accounts.lookup import delivery_of, owned_club, webhook_of
from api.accounts.webhooks.serializers import (
    ChangedWebhookSerializer,
    DeliverySerializer,
    PendingSerializer,
    RedeliveredSerializer,
    WebhookSerializer,
    WholeDeliverySerializer,
)
from api.http import parameters
from api.http.idempotency import once_per_key
from api.http.pagination import PAGES, NewestFirst, list_answer, page_of, serialized_rows
from api.http.parsers import SmallJsonParser, validated
from api.http.problems import refusals
from records.accounts import webhooks
from records.accounts.models import Webhook, WebhookDelivery

REFUSALS = refusals(400, 401, 403, 404, 409, 422)
READS = refusals(401, 403, 404)


def _answer_with_secret(request: Request, webhook: Webhook, secret: str, code: int) -> Response:
    answer = WebhookSerializer(webhook, context={"request": request, "secret": secret}).data
    return Response(answer, status=code, headers={"Cache-Control": "no-store"})


class OwnersView(APIView):
    """A view of a club's webhooks, for the club's owners."""

    permission_classes = [IsAuthenticated]
    parser_classes = [SmallJsonParser]


class WebhookList(OwnersView):
    """A club's webhooks."""

    @extend_schema(
        operation_id="list_webhooks",
        summary="A club's webhooks",
        parameters=PAGES,
        responses={200: page_of(WebhookSerializer), **READS},
    )
    def get(self, request: Request, slug: str) -> Response:
        """The webhooks of the club. For owners."""
        hooks = webhooks.of_club(owned_club(request, slug))
        context = {"request": request}
        return list_answer(request, hooks, lambda some: serialized_rows(WebhookSerializer, some, context))

    @extend_schema(
        operation_id="add_webhook",
        summary="Add a webhook",
        request=WebhookSerializer,
        responses={201: WebhookSerializer, **REFUSALS},
    )
    @once_per_key
    def post(self, request: Request, slug: str) -> Response:
        """Add a webhook. The answer has its secret, this once. At most ten a club (409)."""
        club = owned_club(request, slug)
        fields = validated(request, WebhookSerializer)
        webhook, secret = webhooks.add(request.user, club, fields["url"], fields["kinds"], fields.get("name", ""))
        return _answer_with_secret(request, webhook, secret, status.HTTP_201_CREATED)


class WebhookDetail(OwnersView):
    """One webhook."""

    @extend_schema(operation_id="read_webhook", summary="A webhook", responses={200: WebhookSerializer, **READS})
    def get(self, request: Request, slug: str, webhook_id: uuid.UUID) -> Response:
        """The webhook's address, events and state."""
        return Response(WebhookSerializer(webhook_of(request, slug, webhook_id), context={"request": request}).data)

    @extend_schema(
        operation_id="change_webhook",
        summary="Change a webhook",
        request=ChangedWebhookSerializer,
        responses={200: WebhookSerializer, **REFUSALS},
    )
    @once_per_key
    def patch(self, request: Request, slug: str, webhook_id: uuid.UUID) -> Response:
        """Change the given fields. A webhook that is switched on again is tried at once. `rotate_secret` makes a new secret,
        which is answered this once; the one before signs beside it for 24 hours."""
        webhook = webhook_of(request, slug, webhook_id)
        fields = validated(request, ChangedWebhookSerializer)
        kinds = fields.pop("events", None)
        rotate = fields.pop("rotate_secret", False)
        changed = webhooks.change(request.user, webhook, kinds=kinds, **fields) if fields or kinds is not None else webhook
        if rotate:
            return _answer_with_secret(request, changed, webhooks.rotate_secret(request.user, changed), status.HTTP_200_OK)
        return Response(WebhookSerializer(changed, context={"request": request}).data)

    @extend_schema(operation_id="remove_webhook", summary="Remove a webhook", responses={204: None, **READS})
    def delete(self, request: Request, slug: str, webhook_id: uuid.UUID) -> Response:
        """Remove the webhook and its waiting messages."""
        webhooks.remove(request.user, webhook_of(request, slug, webhook_id))
        return Response(status=status.HTTP_204_NO_CONTENT)


class DeliveryList(OwnersView):
    """The messages of a webhook."""

    @extend_schema(
        operation_id="list_deliveries",
        summary="Its messages",
        parameters=[OpenApiParameter("state", str, enum=WebhookDelivery.State.values, description="only those"), *PAGES],
        responses={200: page_of(DeliverySerializer), **READS},
    )
    def get(self, request: Request, slug: str, webhook_id: uuid.UUID) -> Response:
        """The messages, the newest first, in pages; `state=dead` lists those given up."""
        webhook = webhook_of(request, slug, webhook_id)
        deliveries = webhooks.deliveries_of(webhook, parameters.choice(request, "state", WebhookDelivery.State.values))
        pages = NewestFirst()
        page = pages.paginate_queryset(deliveries, request, self)
        return pages.get_paginated_response(serialized_rows(DeliverySerializer, page))

    @extend_schema(
        operation_id="test_webhook", summary="Send a test", request=None, responses={202: DeliverySerializer, **REFUSALS}
    )
    @once_per_key
    def post(self, request: Request, slug: str, webhook_id: uuid.UUID) -> Response:
        """Send a `webhook.test` now; its delivery shows what came of it. 409 where the webhook is switched off."""
        delivery = webhooks.send_test(request.user, webhook_of(request, slug, webhook_id))
        return Response(DeliverySerializer(delivery).data, status=status.HTTP_202_ACCEPTED)

    @extend_schema(
        operation_id="redeliver_all",
        summary="Send again what was given up",
        request=PendingSerializer,
        responses={202: RedeliveredSerializer, **REFUSALS},
    )
    @once_per_key
    def patch(self, request: Request, slug: str, webhook_id: uuid.UUID) -> Response:
        """`{"state": "pending"}`: send all messages again that were given up."""
        webhook = webhook_of(request, slug, webhook_id)
        validated(request, PendingSerializer)
        return Response({"messages": webhooks.redeliver(request.user, webhook)}, status=status.HTTP_202_ACCEPTED)


class DeliveryDetail(OwnersView):
    """One message."""

    @extend_schema(operation_id="read_delivery", summary="A message", responses={200: WholeDeliverySerializer, **READS})
    def get(self, request: Request, slug: str, webhook_id: uuid.UUID, delivery_id: uuid.UUID) -> Response:
        """The message's body, and the response to every attempt."""
        return Response(WholeDeliverySerializer(delivery_of(request, slug, webhook_id, delivery_id)).data)

    @extend_schema(
        operation_id="redeliver",
        summary="Send a message again",
        request=PendingSerializer,
        responses={202: RedeliveredSerializer, **REFUSALS},
    )
    @once_per_key
    def patch(self, request: Request, slug: str, webhook_id: uuid.UUID, delivery_id: uuid.UUID) -> Response:
        """`{"state": "pending"}`: send the message again with the same id, delivered or given up; 0 where it is still being
        delivered."""
        delivery = delivery_of(request, slug, webhook_id, delivery_id)
        validated(request, PendingSerializer)
        many = webhooks.redeliver(request.user, delivery.webhook, delivery)
        return Response({"messages": many}, status=status.HTTP_202_ACCEPTED)
