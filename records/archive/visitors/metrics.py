"""The metric of visitors' files for Prometheus: how full their room is."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Sum
from prometheus_client.metrics_core import Metric

from records.archive.visitors.models import VisitorFile
from records.core.ops import metrics


@metrics.database_metrics
def figures(_now: datetime) -> list[Metric]:
    """The bytes that visitors' files take of VISITOR_BYTES (a setting)."""
    taken = VisitorFile.objects.aggregate(bytes=Sum("size"))["bytes"] or 0
    return [metrics.gauge("referee_visitor_bytes", "What visitors' files take, of VISITOR_BYTES.", taken)]
