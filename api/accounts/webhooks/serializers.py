"""Serializers of webhooks and their messages."""

from __future__ import annotations

import json
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.reverse import reverse

from records.accounts.models import Webhook, WebhookDelivery, WebhookKind

EVENTS = [kind.value for kind in WebhookKind if kind != WebhookKind.TEST]


class WebhookSerializer(serializers.Serializer[Webhook]):
    """A webhook. Its secret is returned once, when it is made."""

    id = serializers.UUIDField(read_only=True)
    address = serializers.SerializerMethodField(help_text="this webhook over the API")
    name = serializers.CharField(required=False, allow_blank=True, max_length=200, help_text="for yourselves")
    url = serializers.CharField(max_length=500, help_text="where to send to: https://…")
    events = serializers.ListField(source="kinds", child=serializers.CharField(max_length=30), help_text=", ".join(EVENTS))
    on = serializers.SerializerMethodField()
    off_because = serializers.CharField(source="off", read_only=True, help_text="owner or failing; empty while it is on")
    failing_since = serializers.DateTimeField(read_only=True, allow_null=True)
    secret = serializers.SerializerMethodField(help_text="what messages are signed with; null but when it was just made")
    created_by = serializers.CharField(source="created_by.get_username", read_only=True, allow_null=True, default=None)
    created_at = serializers.DateTimeField(read_only=True)

    def get_address(self, webhook: Webhook) -> str:
        return str(reverse("api:webhook", args=[webhook.club.slug, webhook.pk], request=self.context.get("request")))

    def get_on(self, webhook: Webhook) -> bool:
        return not webhook.off

    def get_secret(self, webhook: Webhook) -> str | None:
        secret: str | None = self.context.get("secret")
        return secret


class ChangedWebhookSerializer(serializers.Serializer[dict[str, Any]]):
    """The fields of a webhook to change."""

    name = serializers.CharField(required=False, allow_blank=True, max_length=200)
    url = serializers.CharField(required=False, max_length=500)
    events = serializers.ListField(required=False, child=serializers.CharField(max_length=30))
    on = serializers.BooleanField(required=False)
    rotate_secret = serializers.BooleanField(required=False, help_text="make a new secret")


class AttemptSerializer(serializers.Serializer[dict[str, Any]]):
    """An attempt to deliver a message."""

    at = serializers.DateTimeField()
    status = serializers.IntegerField(help_text="0: there was no answer")
    milliseconds = serializers.IntegerField()
    error = serializers.CharField()
    answer = serializers.CharField(help_text="its first KiB")


class DeliverySerializer(serializers.Serializer[WebhookDelivery]):
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
    """A message with its body and the latest attempts."""

    body = serializers.SerializerMethodField()
    log = AttemptSerializer(many=True)

    @extend_schema_field(OpenApiTypes.OBJECT)
    def get_body(self, delivery: WebhookDelivery) -> Any:
        return json.loads(delivery.body)


class PendingSerializer(serializers.Serializer[dict[str, Any]]):
    """The new state of a message: ``pending`` sends it again."""

    state = serializers.ChoiceField([WebhookDelivery.State.PENDING.value])


class RedeliveredSerializer(serializers.Serializer[dict[str, Any]]):
    """How many messages are sent again."""

    messages = serializers.IntegerField()
