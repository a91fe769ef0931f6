"""The metrics of matches for Prometheus."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.db.models import Count, Min
from prometheus_client.core import CounterMetricFamily, HistogramMetricFamily
from prometheus_client.metrics_core import Metric

from records.archive.matches.models import Match
from records.core.ops import metrics, verdict_latency
from records.core.ops.metrics import gauge, gauge_by

LATELY = timedelta(minutes=1)


@metrics.database_metrics
def figures(now: datetime) -> list[Metric]:
    """The numbers of matches by state, how long they wait, and how many were judged."""
    oldest = Match.objects.filter(state=Match.State.PENDING).aggregate(since=Min("waiting_since"))["since"]
    states: dict[str, float] = dict.fromkeys(Match.State.values, 0)
    states |= dict(Match.objects.order_by().values_list("state").annotate(count=Count("*")))
    lately = Match.objects.filter(state=Match.State.JUDGED, state_since__gt=now - LATELY).count()
    latency = verdict_latency.latency()
    judged = CounterMetricFamily("referee_judged", "Verdicts stored, those of matches judged again too.", value=latency.verdicts)
    waited = HistogramMetricFamily("referee_verdict_latency_seconds", "From the upload, or the order to rejudge, to the verdict.")
    buckets = [(str(float(bound)), float(many)) for bound, many in latency.at_most] + [("+Inf", float(latency.verdicts))]
    waited.add_metric([], buckets=buckets, sum_value=latency.seconds)
    return [
        gauge_by("state", "referee_matches", "Matches by the state of the work.", states),
        gauge(
            "referee_oldest_pending_seconds",
            "How long the oldest pending match has waited; 0 where none waits.",
            max(0.0, (now - oldest).total_seconds()) if oldest else 0.0,
        ),
        gauge("referee_judged_per_second", "Verdicts a second, over the last minute.", lately / LATELY.total_seconds()),
        judged,
        waited,
    ]
