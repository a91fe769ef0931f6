"""Statistics of an event's walls and deals, worked out by a worker when an arbiter asks."""

from records.deal_statistics.computing import ask, compute, of_event, sweep

__all__ = ["ask", "compute", "of_event", "sweep"]
