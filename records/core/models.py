"""Names every model of the base for Django; each is defined in the package that works on it."""

from records.core.ops.erasure import Tombstone
from records.core.ops.repeats import AnsweredRequest
from records.core.ops.verdict_latency import LatencyBucket
from records.core.queue.models import Job, JobPart

__all__ = [
    "AnsweredRequest",
    "Job",
    "JobPart",
    "LatencyBucket",
    "Tombstone",
]
