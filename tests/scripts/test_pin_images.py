"""Images are pinned by what a registry answers, here a small one on this machine."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from scripts import pin_images

COMPOSE = """services:
  web:
    image: referee:${REFEREE_VERSION:-0.6.1}
  postgres:
    image: postgres:17.5  # the database
  cache:
    image: valkey/valkey:8
"""
DOCKERFILE = "# an image\nFROM python:3.11 AS build\nRUN true\nFROM python:3.11\n"


def manifest(repository: str, tag: str) -> bytes:
    return json.dumps({"schemaVersion": 2, "of": f"{repository}:{tag}"}).encode()


def digest(repository: str, tag: str) -> str:
    return "sha256:" + hashlib.sha256(manifest(repository, tag)).hexdigest()


class Registry(BaseHTTPRequestHandler):
    """Gives manifests to who has fetched a token; lies about one image, and does not have another."""

    def do_GET(self) -> None:
        home = f"http://127.0.0.1:{self.server.server_port}"  # type: ignore[attr-defined]
        path, _, query = self.path.partition("?")
        if path == "/token":
            self._answer(200, json.dumps({"token": "of " + query}).encode())
            return
        repository, tag = path.removeprefix("/v2/").split("/manifests/")
        scope = f"repository%3A{repository.replace('/', '%2F')}%3Apull"
        if scope not in self.headers.get("Authorization", ""):
            challenge = f'Bearer realm="{home}/token",service="here",scope="repository:{repository}:pull"'
            self._answer(401, b"{}", {"WWW-Authenticate": challenge})
        elif tag == "gone":
            self._answer(404, b"{}")
        else:
            said = digest(repository, "another" if tag == "forged" else tag)
            assert "application/vnd.oci.image.index.v1+json" in self.headers["Accept"]
            self._answer(200, manifest(repository, tag), {"Docker-Content-Digest": said})

    def _answer(self, status: int, body: bytes, headers: dict[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **(headers or {})}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture
def registry() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Registry) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "compose.yaml").write_text(COMPOSE)
    (tmp_path / "Dockerfile").write_text(DOCKERFILE)
    return tmp_path


def test_images_get_the_digests_of_their_tags(folder: Path, registry: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert pin_images.check(folder) == 1
    assert "postgres:17.5 is not pinned" in capsys.readouterr().out
    assert pin_images.pin(folder, "http://127.0.0.1:1") == 1
    assert (folder / "compose.yaml").read_text() == COMPOSE, "a registry that is away changes nothing"
    assert pin_images.pin(folder, registry) == 0
    compose, dockerfile = (folder / "compose.yaml").read_text(), (folder / "Dockerfile").read_text()
    postgres, python = digest("library/postgres", "17.5"), digest("library/python", "3.11")
    assert f"image: postgres:17.5@{postgres}  # the database\n" in compose
    assert f"image: valkey/valkey:8@{digest('valkey/valkey', '8')}\n" in compose
    assert "image: referee:${REFEREE_VERSION:-0.6.1}\n" in compose
    assert dockerfile == f"# an image\nFROM python:3.11@{python} AS build\nRUN true\nFROM python:3.11@{python}\n"
    assert pin_images.check(folder) == 0
    (folder / "compose.yaml").write_text(compose.replace(postgres, "sha256:" + "0" * 64))
    assert pin_images.pin(folder, registry) == 0
    assert (folder / "compose.yaml").read_text() == compose, "it is resolved anew"


@pytest.mark.parametrize("tag", ["gone", "forged"])
def test_image_without_a_sound_answer_stays_as_it_was(folder: Path, registry: str, tag: str) -> None:
    (folder / "compose.yaml").write_text(COMPOSE.replace("17.5", tag))
    assert pin_images.pin(folder, registry) == 1
    assert f"image: postgres:{tag}  #" in (folder / "compose.yaml").read_text()
    assert "valkey/valkey:8@sha256:" in (folder / "compose.yaml").read_text(), "the others are pinned all the same"


@pytest.mark.parametrize(
    ("name", "registry", "repository", "tag"),
    [
        ("caddy:2.10.0", "registry-1.docker.io", "library/caddy", "2.10.0"),
        ("valkey/valkey:8", "registry-1.docker.io", "valkey/valkey", "8"),
        ("ghcr.io/a/b:1", "ghcr.io", "a/b", "1"),
        ("localhost:5000/b", "localhost:5000", "b", "latest"),
    ],
)
def test_name_says_which_registry_to_ask_for_what(name: str, registry: str, repository: str, tag: str) -> None:
    image = pin_images.Image(name, None)
    assert (image.registry, image.repository, image.tag) == (registry, repository, tag)


def test_every_image_of_the_project_is_found() -> None:
    found = [
        image.name.partition(":")[0]
        for file in pin_images.FILES
        for image in pin_images.images((pin_images.ROOT / file).read_text())
    ]
    assert sorted(found) == ["caddy", "postgres", "python", "python", "rabbitmq", "valkey/valkey"]
