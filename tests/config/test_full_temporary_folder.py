"""Uploads that fill the temporary folder: web processes live on, who uploads is told why, and later uploads pass."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from config.error_handlers import ROOM_AFTER
from tests.files import copies
from tests.proof import slow
from tests.service.service import Service, wait_for

MOUNTS = shutil.which("unshare") is not None and subprocess.run(["unshare", "-rm", "true"], capture_output=True).returncode == 0
pytestmark = [slow, pytest.mark.skipif(not MOUNTS, reason="needs a file system of its own (unshare)")]
MOUNTED = """mount -t tmpfs -o size=6m tmpfs "$1" && mount -t tmpfs -o size=16m tmpfs "$2" && shift 2 && exec "$@" """
BATCH = ("/api/v1/batches", "application/zip")


class Web:
    """A web process whose temporary folder is a small disk of its own, as is that of its figures."""

    def __init__(self, service: Service) -> None:
        self.home, spool, figures = f"http://127.0.0.1:{service.port}", service.var / "spool", service.var / "figures"
        for folder in (spool, figures):
            folder.mkdir()
        command = ["gunicorn", "config.wsgi", "--bind", f"127.0.0.1:{service.port}", "--workers", "2", "--threads", "2"]
        mounts = ["unshare", "-rm", "sh", "-c", MOUNTED, "sh", str(spool), str(figures)]
        self.pid = service.start(*command, enter=mounts, TMPDIR=str(spool), METRICS_DIR=str(figures)).pid
        self.spool = Path(f"/proc/{self.pid}/root{spool}")
        # A connection for each request: the server ends one whose body it has not read.
        limits = httpx.Limits(max_keepalive_connections=0)
        self.client = httpx.Client(headers={"Authorization": f"Bearer {service.token}"}, timeout=600, limits=limits)
        wait_for(lambda: service.answers() and len(self.workers()) == 2, "the web process")

    def workers(self) -> set[str]:
        """The processes that answer requests."""
        return set(Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split())

    def post(self, path: str, kind: str, data: bytes) -> httpx.Response:
        return self.client.post(self.home + path, content=data, headers={"Content-Type": kind})


@pytest.fixture
def web(tmp_path: Path) -> Iterator[Web]:
    service = Service(tmp_path)
    try:
        service.prepare()
        service.collect_static()
        web = Web(service)
        with web.client:
            yield web
    finally:
        service.close()


def fill(folder: Path) -> Path:
    """A file that takes all that is left."""
    file = folder / "fills"
    with file.open("wb", buffering=0) as taken:
        try:
            while True:
                taken.write(bytes(4096))
        except OSError:
            return file


def test_full_temporary_folder_refuses_uploads_and_ends_no_web_process(web: Web) -> None:
    before = web.workers()
    filled = fill(web.spool)
    paths = ("/", "/rules/sichuan/", "/calculator/", "/api/v1/matches", "/nothing")  # often enough that every process counts each
    assert 500 not in [web.client.get(web.home + path).status_code for path in paths for _ in range(6)]
    batch = b"[PPN" + bytes(3 * 1024**2)
    refused = web.post(*BATCH, batch)
    assert (refused.status_code, refused.json()["code"]) == (507, "no-room")
    assert refused.headers["Retry-After"] == str(ROOM_AFTER)
    form = web.client.post(web.home + "/upload/", files={"file": ("a.ppn", batch)}, headers={"Authorization": ""})
    assert (form.status_code, "no room" in form.text) == (507, True)
    assert web.post("/api/v1/matches", "text/x-ppn", copies(1, "small")).status_code == 202, "a small upload lies in memory"
    assert web.workers() == before
    filled.unlink()
    assert web.post(*BATCH, batch).status_code == 202, "it is taken in, and found to be no archive later"
    assert web.workers() == before
