"""How many streams there may be at once: in all, and from one network."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from prometheus_client import Counter as Total
from prometheus_client import Gauge

from records.core.ops.metrics import process_registry

open_streams = Gauge("referee_live_streams", "Streams of server-sent events that are open.", registry=process_registry)
refused_streams = Total("referee_live_refused", "Streams refused since there were too many.", registry=process_registry)


class Limits:
    """Counts the streams of this process. Used by one event loop alone, so it needs no lock."""

    def __init__(self, most: int, most_of_network: int) -> None:
        self._most, self._most_of_network = most, most_of_network
        self._by_network: Counter[str] = Counter()
        self._all = 0

    @contextmanager
    def room_for(self, network: str) -> Iterator[bool]:
        """Whether there is room for one more stream of a network; it is taken until the block ends."""
        free = self._all < self._most and self._by_network[network] < self._most_of_network
        if not free:
            refused_streams.inc()
            yield False
            return
        self._all += 1
        self._by_network[network] += 1
        open_streams.set(self._all)
        try:
            yield True
        finally:
            self._all -= 1
            self._by_network[network] -= 1
            self._by_network += Counter()  # without those that came to nothing
            open_streams.set(self._all)
