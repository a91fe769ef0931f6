"""A club's webhooks over REST: making and changing them, what was sent, what was given up. For the club's owners."""

from __future__ import annotations

import json
import uuid
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from api.bodies import QuestionParser
from api.clubs import asked, club_of
from api.pages import PAGES, NewestFirst, page_of
from api.problems import Problem
from api.views import PROBLEM
from records import access, webhooks
from records.models import Club, Webhook, WebhookDelivery, WebhookKind

EVENTS = [kind.value for kind in WebhookKind if kind != WebhookKind.TEST]
REFUSALS = dict.fromkeys((400, 401, 403, 404, 409, 422), PROBLEM)
READS = dict.fromkeys((401, 403, 404), PROBLEM)


class WebhookSerializer(serializers.Serializer):
    """A webhook. Its secret is never answered again."""

    id = serializers.UUIDField(read_only=True)
    address = serializers.SerializerMethodField(help_text="this webhook over the API")
    name = serializers.CharField(required=False, allow_blank=True, max_length=200, help_text="for yourselves")
    url = serializers.CharField(max_length=500, help_text="where to send to: https://…")
    events = serializers.ListField(source="kinds", child=serializers.CharField(max_length=30), help_text=", ".join(EVENTS))
    on = serializers.SerializerMethodField()
    off_because = serializers.CharField(source="off", read_only=True, help_text="owner or failing; empty while it is on")
    failing_since = serializers.DateTimeField(read_only=True, allow_null=True)
    created_by = serializers.CharField(source="created_by.get_username", read_only=True, allow_null=True, default=None)
    created_at = serializers.DateTimeField(read_only=True)

    def get_address(self, webhook: Webhook) -> str:
        return str(reverse("api:webhook", args=[webhook.club.slug, webhook.pk], request=self.context.get("request")))

    def get_on(self, webhook: Webhook) -> bool:
        return not webhook.off


class MadeWebhookSerializer(WebhookSerializer):
    """A new webhook, or one with a new secret; the secret is said this once."""

    secret = serializers.SerializerMethodField(help_text="what messages are signed with")

    def get_secret(self, webhook: Webhook) -> str:
        return str(self.context["secret"])


class ChangedWebhookSerializer(serializers.Serializer):
    """What to change."""

    name = serializers.CharField(required=False, allow_blank=True, max_length=200)
    url = serializers.CharField(required=False, max_length=500)
    events = serializers.ListField(required=False, child=serializers.CharField(max_length=30))
    on = serializers.BooleanField(required=False)


class AttemptSerializer(serializers.Serializer):
    """One request."""

    at = serializers.DateTimeField()
    status = serializers.IntegerField(help_text="0: there was no answer")
    milliseconds = serializers.IntegerField()
    error = serializers.CharField()
    answer = serializers.CharField(help_text="its first KiB")


class DeliverySerializer(serializers.Serializer):
    """A message."""

    id = serializers.UUIDField()
    event = serializers.CharField(source="kind")
    subject = serializers.CharField(help_text="the id of what it tells of")
    state = serializers.ChoiceField(WebhookDelivery.State.choices, help_text="dead: given up")
    attempts = serializers.IntegerField()
    next_at = serializers.SerializerMethodField(help_text="when it is tried next; null where it is not")
    created_at = serializers.DateTimeField()

    @extend_schema_field(serializers.DateTimeField(allow_null=True))
    def get_next_at(self, delivery: WebhookDelivery) -> Any:
        return delivery.next_at if delivery.state == WebhookDelivery.State.PENDING else None


class WholeDeliverySerializer(DeliverySerializer):
    """A message with its body and every attempt."""

    body = serializers.SerializerMethodField()
    log = AttemptSerializer(many=True)

    @extend_schema_field(OpenApiTypes.OBJECT)
    def get_body(self, delivery: WebhookDelivery) -> Any:
        return json.loads(delivery.body)


class RedeliveredSerializer(serializers.Serializer):
    """How many are sent again."""

    messages = serializers.IntegerField()


def owned_club(request: Request, slug: str) -> Club:
    """The club, where this person owns it. Raises 404 and 403 problems."""
    club = club_of(request, slug)
    if not access.may(request.user, access.Right.GOVERN, club):
        raise Problem(403, "permission-denied", _("Your role in this club does not allow this."))
    return club


def webhook_of(request: Request, slug: str, webhook_id: uuid.UUID) -> Webhook:
    """The webhook of an owner's club. Raises 404 and 403 problems."""
    webhook = webhooks.find(owned_club(request, slug), webhook_id)
    if webhook is None:
        raise Problem(404, "not-found", _("There is no such webhook."))
    return webhook


def delivery_of(request: Request, slug: str, webhook_id: uuid.UUID, delivery_id: uuid.UUID) -> WebhookDelivery:
    """A message of it. Raises 404 and 403 problems."""
    delivery = webhooks.delivery_for(webhook_of(request, slug, webhook_id), delivery_id)
    if delivery is None:
        raise Problem(404, "not-found", _("There is no such message."))
    return delivery


def _made(request: Request, webhook: Webhook, secret: str, code: int) -> Response:
    answer = MadeWebhookSerializer(webhook, context={"request": request, "secret": secret}).data
    return Response(answer, status=code, headers={"Cache-Control": "no-store"})


class Owned(APIView):
    """What a club's owners ask about its webhooks."""

    permission_classes = [IsAuthenticated]
    parser_classes = [QuestionParser]


class Webhooks(Owned):
    """A club's webhooks."""

    @extend_schema(
        operation_id="list_webhooks", summary="A club's webhooks", responses={200: WebhookSerializer(many=True), **READS}
    )
    def get(self, request: Request, slug: str) -> Response:
        """Where the club's news are sent to. For owners."""
        hooks = webhooks.of_club(owned_club(request, slug))
        return Response(WebhookSerializer(hooks, many=True, context={"request": request}).data)

    @extend_schema(
        operation_id="add_webhook",
        summary="Add a webhook",
        request=WebhookSerializer,
        responses={201: MadeWebhookSerializer, **REFUSALS},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Have news sent to an address. The answer holds the secret, this once. At most ten a club (409)."""
        club = owned_club(request, slug)
        said = asked(request, WebhookSerializer)
        webhook, secret = webhooks.add(request.user, club, said["url"], said["kinds"], said.get("name", ""))
        return _made(request, webhook, secret, status.HTTP_201_CREATED)


class OneWebhook(Owned):
    """One webhook."""

    @extend_schema(operation_id="read_webhook", summary="A webhook", responses={200: WebhookSerializer, **READS})
    def get(self, request: Request, slug: str, webhook_id: uuid.UUID) -> Response:
        """Where it leads, what it listens to, whether it fails."""
        return Response(WebhookSerializer(webhook_of(request, slug, webhook_id), context={"request": request}).data)

    @extend_schema(
        operation_id="change_webhook",
        summary="Change a webhook",
        request=ChangedWebhookSerializer,
        responses={200: WebhookSerializer, **REFUSALS},
    )
    def patch(self, request: Request, slug: str, webhook_id: uuid.UUID) -> Response:
        """Change what is given. Switched on again, it is tried at once."""
        webhook = webhook_of(request, slug, webhook_id)
        said = asked(request, ChangedWebhookSerializer)
        kinds = said.pop("events", None)
        changed = webhooks.change(request.user, webhook, kinds=kinds, **said)
        return Response(WebhookSerializer(changed, context={"request": request}).data)

    @extend_schema(operation_id="remove_webhook", summary="Remove a webhook", responses={204: None, **READS})
    def delete(self, request: Request, slug: str, webhook_id: uuid.UUID) -> Response:
        """Nothing is sent there any more; what waits is gone."""
        webhooks.remove(request.user, webhook_of(request, slug, webhook_id))
        return Response(status=status.HTTP_204_NO_CONTENT)


class WebhookSecret(Owned):
    """A webhook's secret."""

    @extend_schema(
        operation_id="rotate_webhook_secret",
        summary="Renew its secret",
        request=None,
        responses={200: MadeWebhookSerializer, **READS},
    )
    def post(self, request: Request, slug: str, webhook_id: uuid.UUID) -> Response:
        """A new secret, answered this once. The one before signs beside it for 24 hours."""
        webhook = webhook_of(request, slug, webhook_id)
        return _made(request, webhook, webhooks.rotate_secret(request.user, webhook), status.HTTP_200_OK)


class WebhookTest(Owned):
    """Trying a webhook."""

    @extend_schema(
        operation_id="test_webhook", summary="Send a test", request=None, responses={202: DeliverySerializer, **REFUSALS}
    )
    def post(self, request: Request, slug: str, webhook_id: uuid.UUID) -> Response:
        """Send a `webhook.test` now; its delivery shows what came of it. 409 where the webhook is switched off."""
        delivery = webhooks.send_test(request.user, webhook_of(request, slug, webhook_id))
        return Response(DeliverySerializer(delivery).data, status=status.HTTP_202_ACCEPTED)


class WebhookDeliveries(Owned):
    """What was sent."""

    @extend_schema(
        operation_id="list_deliveries",
        summary="Its messages",
        parameters=[OpenApiParameter("state", str, enum=WebhookDelivery.State.values, description="only those"), *PAGES],
        responses={200: page_of(DeliverySerializer), **READS},
    )
    def get(self, request: Request, slug: str, webhook_id: uuid.UUID) -> Response:
        """Its messages, newest first, in pages; `state=dead` is the list of what was given up."""
        webhook = webhook_of(request, slug, webhook_id)
        deliveries = webhooks.deliveries_of(webhook, request.query_params.get("state", ""))
        pages = NewestFirst()
        page = pages.paginate_queryset(deliveries, request, self)
        return pages.get_paginated_response(DeliverySerializer(page, many=True).data)


class OneWebhookDelivery(Owned):
    """One message."""

    @extend_schema(operation_id="read_delivery", summary="A message", responses={200: WholeDeliverySerializer, **READS})
    def get(self, request: Request, slug: str, webhook_id: uuid.UUID, delivery_id: uuid.UUID) -> Response:
        """Its body, and what was answered at every attempt."""
        return Response(WholeDeliverySerializer(delivery_of(request, slug, webhook_id, delivery_id)).data)


class Redeliver(Owned):
    """Sending one again."""

    @extend_schema(
        operation_id="redeliver", summary="Send a message again", request=None, responses={202: RedeliveredSerializer, **READS}
    )
    def post(self, request: Request, slug: str, webhook_id: uuid.UUID, delivery_id: uuid.UUID) -> Response:
        """Send it again with the same id, delivered before or given up; 0 where it is on its way."""
        delivery = delivery_of(request, slug, webhook_id, delivery_id)
        many = webhooks.redeliver(request.user, delivery.webhook, delivery)
        return Response({"messages": many}, status=status.HTTP_202_ACCEPTED)


class RedeliverAll(Owned):
    """Sending all again."""

    @extend_schema(
        operation_id="redeliver_all",
        summary="Send again what was given up",
        request=None,
        responses={202: RedeliveredSerializer, **READS},
    )
    def post(self, request: Request, slug: str, webhook_id: uuid.UUID) -> Response:
        """Send again everything that was given up."""
        many = webhooks.redeliver(request.user, webhook_of(request, slug, webhook_id))
        return Response({"messages": many}, status=status.HTTP_202_ACCEPTED)
