"""``python -m scripts.pin_images``: writes the digests of images beside their tags, in compose.yaml and the Dockerfile.

A tag can be moved to another image, a digest cannot. Each is asked of the image's registry, and what the registry sends must have
the digest that it says. With ``--check`` nothing is written: the program names the images without a digest and ends with 1.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import httpx

ROOT = Path(__file__).resolve().parent.parent
FILES = ("compose.yaml", "Dockerfile")
HUB = "registry-1.docker.io"
PATIENCE = 30.0
"""Seconds until a registry that does not answer is given up."""
MANIFESTS = ", ".join(
    (
        "application/vnd.oci.image.index.v1+json",
        "application/vnd.docker.distribution.manifest.list.v2+json",
        "application/vnd.oci.image.manifest.v1+json",
        "application/vnd.docker.distribution.manifest.v2+json",
    )
)
LINE = re.compile(
    r"^(?P<before>\s*image: |FROM )(?P<image>[a-z0-9][\w./:-]*?)(?:@(?P<digest>sha256:[0-9a-f]{64}))?(?P<after>[ ].*)?$"
)
"""A line that names an image of somebody else's; one of our own has a variable in its tag."""
CHALLENGE = re.compile(r'(\w+)="([^"]*)"')


class Unresolved(Exception):
    """Why a registry gave no digest."""


class Image(NamedTuple):
    """The image of a line: its name with the tag, and its digest where it has one."""

    name: str
    digest: str | None

    @property
    def registry(self) -> str:
        """The host to ask; Docker's own where the name has none."""
        first, _, rest = self.name.partition("/")
        return first if rest and ("." in first or ":" in first) else HUB

    @property
    def repository(self) -> str:
        """Its path at the registry."""
        name = self.name.rpartition(":")[0] if ":" in self.name.rpartition("/")[2] else self.name
        if self.registry != HUB:
            return name.partition("/")[2]
        return name if "/" in name else f"library/{name}"

    @property
    def tag(self) -> str:
        """Its tag."""
        return self.name.rpartition("/")[2].partition(":")[2] or "latest"


def images(text: str) -> Iterator[Image]:
    """The images that a file names, in order."""
    for line in text.splitlines():
        if found := LINE.fullmatch(line):
            yield Image(found["image"], found["digest"])


def pinned(text: str, digests: dict[str, str]) -> str:
    """The file with these digests, by the images' names."""

    def line(text: str) -> str:
        found = LINE.fullmatch(text)
        if found is None or found["image"] not in digests:
            return text
        return f"{found['before']}{found['image']}@{digests[found['image']]}{found['after'] or ''}"

    return "\n".join(map(line, text.split("\n")))


def resolve(image: Image, client: httpx.Client, registry: str | None = None) -> str:
    """The digest of the image's tag. Raises Unresolved where the registry does not answer, refuses, or sends something else."""
    home = registry or f"https://{image.registry}"
    address = f"{home}/v2/{image.repository}/manifests/{image.tag}"
    try:
        answer = client.get(address, headers={"Accept": MANIFESTS})
        if answer.status_code == 401:
            token = _token(answer.headers.get("WWW-Authenticate", ""), client)
            answer = client.get(address, headers={"Accept": MANIFESTS, "Authorization": f"Bearer {token}"})
        answer.raise_for_status()
    except httpx.HTTPError as error:
        raise Unresolved(f"{image.name}: {type(error).__name__}: {error}") from error
    digest = f"sha256:{hashlib.sha256(answer.content).hexdigest()}"
    said = answer.headers.get("Docker-Content-Digest", digest)
    if said != digest:
        raise Unresolved(f"{image.name}: what was sent is {digest}, the registry says {said}")
    return digest


def _token(challenge: str, client: httpx.Client) -> str:
    """A token for reading, from where the registry says."""
    asked = dict(CHALLENGE.findall(challenge))
    answer = client.get(asked.pop("realm", ""), params=asked)
    answer.raise_for_status()
    given = answer.json()
    return str(given.get("token") or given.get("access_token"))


def check(root: Path) -> int:
    """Name every image without a digest; how the program ends."""
    without = [(file, image.name) for file in FILES for image in images((root / file).read_text()) if image.digest is None]
    for file, name in without:
        print(f"{file}: {name} is not pinned")
    if not without:
        print("every image is pinned")
    return 1 if without else 0


def pin(root: Path, registry: str | None = None) -> int:
    """Write the digest of every image that a registry gives one for; how the program ends."""
    texts = {file: (root / file).read_text(encoding="utf-8") for file in FILES}
    wanted = {image.name: image for text in texts.values() for image in images(text)}
    digests: dict[str, str] = {}
    with httpx.Client(timeout=PATIENCE, follow_redirects=True) as client:
        for name, image in wanted.items():
            try:
                digests[name] = resolve(image, client, registry)
                print(f"{name} is {digests[name]}")
            except Unresolved as error:
                print(error, file=sys.stderr)
    for file, text in texts.items():
        (root / file).write_text(pinned(text, digests), encoding="utf-8")
    return 0 if len(digests) == len(wanted) else 1


def main() -> int:
    """Read the command line; how the program ends."""
    parser = argparse.ArgumentParser(description="Write the digests of images beside their tags.")
    parser.add_argument("--check", action="store_true", help="write nothing; end with 1 where an image has no digest")
    parser.add_argument("--registry", help="ask this one (https://mirror.example.org) instead of each image's own")
    parser.add_argument("--root", type=Path, default=ROOT, help="the folder of compose.yaml and Dockerfile")
    given = parser.parse_args()
    return check(given.root) if given.check else pin(given.root, given.registry)


if __name__ == "__main__":
    sys.exit(main())
