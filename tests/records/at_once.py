"""Several people, or workers, who do something at the same moment."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any

from django.db import connection

from records.core.errors import Refusal


def at_once(works: list[Callable[[], Any]]) -> list[str]:
    """Do each in a thread and on a connection of its own, started together. Return the sorted codes of refusals,
    "" for each success. Any other exception is raised."""
    start, codes, wrong = threading.Barrier(len(works)), list[str](), list[BaseException]()

    def run(work: Callable[[], Any]) -> None:
        try:
            start.wait(60)
            work()
            codes.append("")
        except Refusal as refusal:
            codes.append(refusal.code)
        except BaseException as error:  # noqa: BLE001 - raised below
            wrong.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[work]) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
        assert not thread.is_alive()
    if wrong:
        raise wrong[0]
    return sorted(codes)
