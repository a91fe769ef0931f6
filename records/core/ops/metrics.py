"""The service's metrics in Prometheus's text format.

What lives in the database is read from it when asked: every process, on whatever machine, answers the same, and nothing is lost
with a worker. Only the durations of requests are kept by the web processes themselves, in prometheus-client's multiprocess files
(``gunicorn.conf.py`` names their folder), which any of them adds up: a row for every request would cost more than the request.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime

from django.utils import timezone
from prometheus_client import CollectorRegistry, Histogram, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

import referee
from records.core.ops import health

METHODS = frozenset(("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"))

Figures = Callable[[datetime], Iterable[Metric]]
_database_readers: list[Figures] = []

process_registry = CollectorRegistry()
"""Metrics that this process counts itself."""
requests = Histogram(
    "referee_http_request_duration_seconds",
    "How long requests took, by the address's pattern.",
    ["method", "route", "status"],
    registry=process_registry,
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30),
)


def database_metrics(figures: Figures) -> Figures:
    """Decorates a function that reads metrics from the database. It is called at every scrape with the present time."""
    _database_readers.append(figures)
    return figures


def observe_request(method: str, route: str, status: int, seconds: float) -> None:
    """Count a request and its duration. ``route`` is a URL pattern, never the address itself, so that labels stay few."""
    requests.labels(method if method in METHODS else "other", route, str(status)).observe(seconds)


def exposition() -> bytes:
    """All metrics in Prometheus's text format."""
    try:
        return _exposition()
    except FileNotFoundError:  # a web process has just ended, and its file went into that of all ended ones
        return _exposition()


def _exposition() -> bytes:
    registry = CollectorRegistry()
    if os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]  # prometheus-client gives it no types
    registry.register(ServiceCollector())
    return generate_latest(registry) + (b"" if os.environ.get("PROMETHEUS_MULTIPROC_DIR") else generate_latest(process_registry))


class ServiceCollector(Collector):
    """Reads metrics from the database and the broker. If one cannot be reached, its metrics are left out and ``…_up`` is 0."""

    def describe(self) -> list[Metric]:
        """Empty: registering the collector must not read the database."""
        return []

    def collect(self) -> Iterator[Metric]:
        """Read both, for a few seconds at most."""
        yield gauge_by("engine", "referee_build_info", "The engine that judges.", {referee.__version__: 1})
        answers = health.call_all({"database": _database, "broker": _broker})
        for name, answer in answers.items():
            away = isinstance(answer, Exception)
            yield gauge(f"referee_{name}_up", f"Whether the {name} answers.", float(not away))
            if not away:
                yield from answer


def _database() -> list[Metric]:
    now = timezone.now()
    return [metric for figures in _database_readers for metric in figures(now)]


def _broker() -> list[Metric]:
    return [
        gauge_by("queue", "referee_queue_messages", "Messages in the queues that no worker has.", health.queue_depths()),
    ]


def gauge(name: str, description: str, value: float) -> Metric:
    """A gauge without labels."""
    return GaugeMetricFamily(name, description, value=value)


def gauge_by(label: str, name: str, description: str, values: Mapping[str, float]) -> Metric:
    """A gauge with one label, and the values of the gauge by those of the label."""
    family = GaugeMetricFamily(name, description, labels=[label])
    for text, value in values.items():
        family.add_metric([text], value)
    return family
