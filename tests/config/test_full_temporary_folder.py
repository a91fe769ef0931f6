"""Uploads that fill the temporary folder: web processes live on, who uploads is told why, and later uploads pass."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from config.error_handlers import ROOM_AFTER
from tests.files import copies
from tests.proof import slow
from tests.service.service import ROOT, Service, wait_for

MOUNTS = shutil.which("unshare") is not None and subprocess.run(["unshare", "-rm", "true"], capture_output=True).returncode == 0
pytestmark = [slow, pytest.mark.skipif(not MOUNTS, reason="needs a file system of its own (unshare)")]
MEBIBYTES = 6
MOUNTED = """mount -t tmpfs -o size=%dm tmpfs "$1" && mount -t tmpfs -o size=%dm tmpfs "$2" && shift 2 && exec "$@" """
BATCH = ("/api/v1/batches", "application/zip")


class Web:
    """A web process whose temporary folder is a small disk of its own, as is that of its figures."""

    def __init__(self, service: Service) -> None:
        self.service, self.home = service, f"http://127.0.0.1:{service.port}"
        self.spool, self.figures = service.var / "spool", service.var / "figures"
        for folder in (self.spool, self.figures):
            folder.mkdir()
        gunicorn = [str(Path(sys.executable).parent / "gunicorn"), "config.wsgi", "--bind", f"127.0.0.1:{service.port}"]
        mounts = ["unshare", "-rm", "sh", "-c", MOUNTED % (MEBIBYTES, 16), "sh", str(self.spool), str(self.figures)]
        environment = {**service.environment, "TMPDIR": str(self.spool), "METRICS_DIR": str(self.figures)}
        self.log = service.var / "web.log"
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*mounts, *gunicorn, "--workers", "2", "--threads", "2"],
                cwd=ROOT,
                env=environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        service.processes.append(self.process)
        # A connection for each request: the server ends one whose body it has not read.
        limits = httpx.Limits(max_keepalive_connections=0)
        self.client = httpx.Client(headers={"Authorization": f"Bearer {service.token}"}, timeout=120, limits=limits)

    def inside(self, folder: Path) -> Path:
        """A folder as the process sees it."""
        return Path(f"/proc/{self.process.pid}/root{folder}")

    def workers(self) -> set[str]:
        """The processes that answer requests."""
        return set(Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split())

    def post(self, path: str, kind: str, data: bytes) -> httpx.Response:
        return self.client.post(self.home + path, content=data, headers={"Content-Type": kind})


@pytest.fixture
def web(tmp_path: Path) -> Iterator[Web]:
    service = Service(tmp_path)
    try:
        service.prepare()
        service.collect_static()
        web = Web(service)
        wait_for(lambda: _answers(web), "the web process")
        yield web
        web.client.close()
    finally:
        service.close()


def _answers(web: Web) -> bool:
    try:
        return web.client.get(web.home + "/healthz").status_code == 200 and len(web.workers()) == 2
    except httpx.HTTPError:
        return False


def fill(folder: Path) -> Path:
    """A file that takes all that is left."""
    file = folder / "fills"
    with file.open("wb", buffering=0) as taken:
        try:
            while True:
                taken.write(bytes(4096))
        except OSError:
            return file


def everywhere(web: Web, of: Callable[[str], httpx.Response]) -> list[int]:
    """The statuses of many addresses, asked often enough that every process counts each."""
    paths = ["/", "/matches/", "/rules/", "/rules/sichuan/", "/calculator/", "/api/v1/matches", "/nothing", "/api/v1/schema"]
    return [of(web.home + path).status_code for path in paths for _ in range(6)]


def test_full_temporary_folder_refuses_uploads_and_ends_no_web_process(web: Web) -> None:
    before = web.workers()
    filled = fill(web.inside(web.spool))
    assert 500 not in everywhere(web, web.client.get)
    batch = b"[PPN" + bytes(3 * 1024**2)
    refused = web.post(*BATCH, batch)
    assert (refused.status_code, refused.json()["code"]) == (507, "no-room")
    assert refused.headers["Retry-After"] == str(ROOM_AFTER)
    form = web.client.post(web.home + "/upload/", files={"file": ("a.ppn", batch)}, headers={"Authorization": ""})
    assert form.status_code == 507
    assert "no room" in form.text
    small = web.post("/api/v1/matches", "text/x-ppn", copies(1, "small"))
    assert small.status_code == 202, "a small upload lies in memory"
    assert web.workers() == before, web.log.read_text()
    filled.unlink()
    assert web.post(*BATCH, batch).status_code == 202, "it is taken in, and found to be no archive later"
    assert web.workers() == before
