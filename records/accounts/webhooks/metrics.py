"""Prometheus metrics of webhooks."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Count
from prometheus_client.metrics_core import Metric

from records.accounts.webhooks.models import WebhookDelivery
from records.core.ops import metrics
from records.core.ops.metrics import gauge, gauge_by


@metrics.database_metrics
def figures(now: datetime) -> list[Metric]:
    """The numbers of messages by state, and how long they wait."""
    states: dict[str, float] = dict.fromkeys(WebhookDelivery.State.values, 0)
    states |= dict(WebhookDelivery.objects.order_by().values_list("state").annotate(count=Count("*")))
    pending = WebhookDelivery.objects.filter(state=WebhookDelivery.State.PENDING)
    oldest = pending.order_by("created_at").values_list("created_at", flat=True).first()
    return [
        gauge_by("state", "referee_webhook_deliveries", "Messages to webhooks, those that are kept, by their state.", states),
        gauge(
            "referee_webhook_oldest_pending_seconds",
            "How old the oldest message is that has not arrived; 0 where none waits.",
            max(0.0, (now - oldest).total_seconds()) if oldest else 0.0,
        ),
    ]
