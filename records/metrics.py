"""The service's figures, as Prometheus reads them.

What lives in the database is read from it when asked: every process, on whatever machine, answers the same, and nothing is lost
with a worker. Only the durations of requests are kept by the web processes themselves, in prometheus-client's multiprocess files
(``gunicorn.conf.py`` names their folder), which any of them adds up: a row for every request would cost more than the request.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Min
from django.utils import timezone
from prometheus_client import CollectorRegistry, Histogram, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

import referee
from records import health, tally
from records.models import Match, WebhookDelivery

LATELY = timedelta(minutes=1)
METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))

own = CollectorRegistry()
"""What this process keeps itself."""
requests = Histogram(
    "referee_http_request_duration_seconds",
    "How long requests took, by the address's pattern.",
    ["method", "route", "status"],
    registry=own,
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)


def request_took(method: str, route: str, status: int, seconds: float) -> None:
    """Note a request. ``route`` is a pattern, never what a client wrote: labels stay few whatever is asked for."""
    requests.labels(method if method in METHODS else "other", route, str(status)).observe(seconds)


def exposition() -> bytes:
    """Everything, in Prometheus's text format."""
    registry = CollectorRegistry()
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        MultiProcessCollector(registry)
    registry.register(Stored())
    return generate_latest(registry) + (b"" if os.environ.get("PROMETHEUS_MULTIPROC_DIR") else generate_latest(own))


class Stored(Collector):
    """What the database and the broker say. Where one of them is away its figures are left out, and ``…_up`` is 0."""

    def describe(self) -> list[Metric]:
        """Nothing is asked while the collector is only being registered."""
        return []

    def collect(self) -> Iterator[Metric]:
        """Ask both, for a few seconds at most."""
        yield _gauge("referee_build_info", "The engine that judges.", {(referee.__version__,): 1.0}, ["engine"])
        answers = health.ask({"database": _database, "broker": _broker})
        for name, answer in answers.items():
            away = isinstance(answer, Exception)
            yield _gauge(f"referee_{name}_up", f"Whether the {name} answers.", {(): float(not away)})
            if not away:
                yield from answer


def _database() -> list[Metric]:
    now = timezone.now()
    oldest = Match.objects.filter(state=Match.State.PENDING).aggregate(since=Min("waiting_since"))["since"]
    states: dict[Any, int] = dict.fromkeys(Match.State.values, 0)
    states |= dict(Match.objects.order_by().values_list("state").annotate(count=Count("*")))
    lately = Match.objects.filter(state=Match.State.JUDGED, state_since__gt=now - LATELY).count()
    latency = tally.latency()
    judged = CounterMetricFamily("referee_judged", "Verdicts stored, those of matches judged again too.", value=latency.count)
    waited = HistogramMetricFamily("referee_verdict_latency_seconds", "From the upload, or the order to rejudge, to the verdict.")
    buckets = [(str(float(bound)), float(many)) for bound, many in latency.at_most] + [("+Inf", float(latency.count))]
    waited.add_metric([], buckets=buckets, sum_value=latency.seconds)
    return [
        _gauge("referee_matches", "Matches by the state of the work.", {(s,): float(n) for s, n in states.items()}, ["state"]),
        _gauge(
            "referee_oldest_pending_seconds",
            "How long the oldest pending match has waited; 0 where none waits.",
            {(): max(0.0, (now - oldest).total_seconds()) if oldest else 0.0},
        ),
        _gauge("referee_judged_per_second", "Verdicts a second, over the last minute.", {(): lately / LATELY.total_seconds()}),
        judged,
        waited,
        *_webhooks(now),
    ]


def _webhooks(now: datetime) -> list[Metric]:
    states: dict[Any, int] = dict.fromkeys(WebhookDelivery.State.values, 0)
    states |= dict(WebhookDelivery.objects.order_by().values_list("state").annotate(count=Count("*")))
    pending = WebhookDelivery.objects.filter(state=WebhookDelivery.State.PENDING)
    oldest = pending.order_by("created_at").values_list("created_at", flat=True).first()
    counted = {(state,): float(many) for state, many in states.items()}
    return [
        _gauge("referee_webhook_deliveries", "Messages to webhooks, those that are kept, by their state.", counted, ["state"]),
        _gauge(
            "referee_webhook_oldest_pending_seconds",
            "How old the oldest message is that has not arrived; 0 where none waits.",
            {(): max(0.0, (now - oldest).total_seconds()) if oldest else 0.0},
        ),
    ]


def _broker() -> list[Metric]:
    waiting = {(queue,): float(many) for queue, many in health.queue_depths().items()}
    return [_gauge("referee_queue_messages", "Messages in the queues that no worker has.", waiting, ["queue"])]


def _gauge(name: str, said: str, values: dict[tuple[str, ...], float], labels: list[str] | None = None) -> Metric:
    family = GaugeMetricFamily(name, said, labels=labels or [])
    for label, value in values.items():
        family.add_metric(label, value)
    return family
