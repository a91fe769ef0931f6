"""A histogram of the time from upload to verdict, counted in the transaction that stores each verdict.

A histogram kept in a worker's memory is lost with the worker and cannot be asked for from another machine; one computed from all
judgements at every scrape costs more with every match. So the counts are rows: exact whatever dies, and a few hundred at most.
"""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Iterable
from itertools import accumulate
from typing import NamedTuple

from django.db import models
from django.db.models import F, Sum

BOUNDS = (0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800, 3600, 21600, 86400)
"""Upper bounds of the buckets, in seconds: a verdict takes a fraction of one, a backlog may take a day. Never change what one
stands for: rows name buckets by their place here."""
SHARDS = 16
"""Rows for the same bucket: workers count in different ones, so that none waits for another's commit."""


class LatencyBucket(models.Model):
    """A bucket of the histogram in one shard: the number of verdicts, and the sum of their seconds."""

    shard = models.PositiveSmallIntegerField()
    bucket = models.PositiveSmallIntegerField()
    count = models.PositiveBigIntegerField(default=0)
    seconds = models.FloatField(default=0)

    class Meta:
        app_label = "core"
        constraints = [models.UniqueConstraint(fields=["shard", "bucket"], name="tally_once")]

    def __str__(self) -> str:
        return f"{self.shard}.{self.bucket}: {self.count}"


class Latency(NamedTuple):
    """The histogram: cumulative counts by upper bound, the number of verdicts, the sum of their seconds."""

    at_most: list[tuple[float, int]]
    verdicts: int
    seconds: float


def count_all(waited: Iterable[float]) -> None:
    """Count verdicts with these latencies in seconds. Call it last in the transaction: the rows stay locked until the commit."""
    buckets: dict[int, list[float]] = {}
    for seconds in waited:
        buckets.setdefault(bisect_left(BOUNDS, seconds), []).append(max(0.0, seconds))
    for bucket, some in sorted(buckets.items()):  # in one order, whoever counts
        shard, more = os.getpid() % SHARDS, {"count": F("count") + len(some), "seconds": F("seconds") + sum(some)}
        row = LatencyBucket.objects.filter(shard=shard, bucket=bucket)
        if not row.update(**more):
            LatencyBucket.objects.get_or_create(shard=shard, bucket=bucket)
            row.update(**more)


def latency() -> Latency:
    """The histogram, summed up over all shards."""
    rows = LatencyBucket.objects.values_list("bucket").annotate(Sum("count"), Sum("seconds"))
    counts = [0] * (len(BOUNDS) + 1)
    seconds = 0.0
    for bucket, many, long in rows:
        counts[bucket] = many
        seconds += long
    running = list(accumulate(counts))
    return Latency(list(zip(BOUNDS, running[:-1], strict=True)), running[-1], seconds)
