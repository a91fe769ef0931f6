"""CPU time of work in this process, the best of several passes, so that other load on the machine matters least."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Mapping

PASSES = 15


def best(works: Mapping[str, Callable[[], object]], passes: int = PASSES) -> dict[str, float]:
    """The CPU seconds of each work's fastest pass. The works take turns, so that a slow period affects all of them.

    What was made before is frozen: a pass does not pay for collecting it as garbage.
    """
    gc.collect()
    gc.freeze()
    found = dict.fromkeys(works, float("inf"))
    for _ in range(passes):
        for name, work in works.items():
            start = time.process_time()
            work()
            found[name] = min(found[name], time.process_time() - start)
    gc.unfreeze()
    return found
