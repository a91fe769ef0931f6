"""Workers that note what their work costs: ``celery -A scripts.bench.service.staged worker`` is the service's own, and keeps for
each of its processes the CPU seconds of every stage in a file of the folder that STAGES names. The
product knows nothing of it."""

from __future__ import annotations

import functools
import json
import os
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from celery import signals

from config.celery import app

__all__ = ["STAGES", "app"]

STAGES = ("ingest: parse", "ingest: store", "judge: parse", "judge: referee", "judge: serialise", "judge: store")

_spent: defaultdict[str, float] = defaultdict(float)
"""CPU seconds of this process by stage."""
_inside = [0.0]
"""For every stage that is open, what stages within it have cost; the lowest is nobody's."""


def staged(name: str, module: Any, attribute: str) -> None:
    """Count a function of the product as a stage, without the stages that it calls."""
    work: Callable[..., Any] = getattr(module, attribute)

    @functools.wraps(work)
    def counted(*arguments: Any, **more: Any) -> Any:
        _inside.append(0.0)
        start = time.process_time()
        try:
            return work(*arguments, **more)
        finally:
            took = time.process_time() - start
            _spent[name] += took - _inside.pop()
            _inside[-1] += took

    setattr(module, attribute, counted)


@signals.worker_process_init.connect
def _count(**kwargs: Any) -> None:
    import referee
    from records.archive.batches import ingestion
    from records.archive.matches.judging import run
    from records.core.db import fields

    staged("ingest: parse", ingestion, "read_source")
    staged("ingest: store", ingestion, "store_chunk")
    staged("judge: parse", run, "record_of")
    staged("judge: referee", referee, "verify")
    staged("judge: serialise", run, "_verdict_on")  # what is left of it: the verdict's document
    staged("judge: serialise", fields.DocumentField, "get_prep_value")
    staged("judge: store", run, "_store")


@signals.task_postrun.connect
def _write_figures(**kwargs: Any) -> None:
    """Write the figures after every task, because a killed worker gets no chance to."""
    _spent["all of it"] = time.process_time()
    file = Path(os.environ["STAGES"]) / f"{os.getpid()}.json"
    file.write_text(json.dumps(_spent))
