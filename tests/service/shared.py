"""One service for all tests that need none of their own: every process of the run asks the same one.

It is started by the test that asks first and closed when the run ends. Whoever uses it shares it with tests that run at the same
moment: they look at what they have made themselves, and count nothing else.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

from tests.databases import drop_templates
from tests.frontend.tour import LIMITS
from tests.once import once, run_folder
from tests.service.furnished import furnished
from tests.service.service import Service

AT_ONCE = 4
"""As many texts are judged at a time as tests ask: none waits for that of another, which may take long on a busy machine."""
PEOPLE = """
from django.contrib.auth.models import User
for name in ("li", "mina", "organizer"):
    User.objects.create_user(name, password="a long pass word")
User.objects.create_superuser("root", password="a long pass word")
"""


def _of_run(name: str, make: Callable[[Path], None]) -> Path:
    run = run_folder()
    assert run is not None, "only tests share a service"
    return once(run, name, make)


@cache
def shared_service() -> Service:
    """A service with its web process, two worker processes and the sweeper; once in a process, which opens one shell of it."""
    return Service.joined(_of_run("shared", _start) / "service.json")


def _start(folder: Path) -> None:
    var = folder.parent / "shared-var"
    var.mkdir()
    service = Service(var)
    service.environment |= {"LOG_LEVEL": "INFO", "SECURITY_CONTACT": "mailto:security@club.example"}
    try:
        with ThreadPoolExecutor(1) as beside:  # one waits for the disk, the other for the database; tests wait for both
            collected = beside.submit(service.collect_static)
            service.prepare()
        collected.result()
        service.shell(PEOPLE)
        service.web(**service.having(**LIMITS, JUDGES=AT_ONCE))
        service.worker(concurrency=2)
        service.beat()
    except BaseException:
        service.close()
        raise
    service.share(folder / "service.json")


def close_shared(run: Path) -> None:
    """End the service that a run has shared, if it has."""
    for file in run.glob("shared/service.json"):
        Service.joined(file).close()
    drop_templates(run)


def furniture() -> dict[str, Any]:
    """A club with everything in it, on the shared service: the address of every page, with something to show there."""

    def furnish(folder: Path) -> None:
        (folder / "furniture.json").write_text(json.dumps(furnished(shared_service())))

    found: dict[str, Any] = json.loads((_of_run("furniture", furnish) / "furniture.json").read_text())
    return found
