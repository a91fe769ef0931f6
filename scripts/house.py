"""``python -m scripts.house``: how large the project is, with the goal beside each figure. It asserts nothing."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PRODUCT = ("referee", "records", "api", "frontend", "config", "conformance", "scripts")
VARIABLE = re.compile(r"""(?:environ\.get\(|environ\[|flag\(|words\(|contacts\()\s*"([A-Z][A-Z_]+)\"""")


def files(*folders: str) -> list[Path]:
    """The Python files of these folders that git knows."""
    listed = subprocess.check_output(["git", "ls-files", "-z", *(f":(glob){folder}/**/*.py" for folder in folders)], cwd=ROOT)
    return [ROOT / name for name in listed.decode().split("\0") if name and (ROOT / name).exists()]


def lines(some: Iterable[Path]) -> int:
    """The lines of these files together."""
    return sum(len(path.read_text(encoding="utf-8").splitlines()) for path in some)


def found(pattern: str | re.Pattern[str], some: Iterable[Path], flags: int = 0) -> list[str]:
    """What a pattern finds in these files."""
    return [one for path in some for one in re.findall(pattern, path.read_text(encoding="utf-8"), flags)]


def main() -> None:
    """Print the figures."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django
    from django.apps import apps
    from django.conf import settings

    django.setup()
    product = [path for path in files(*PRODUCT) if path.parent.name != "migrations"]
    figures = {
        "lines of Python, without tests and migrations": (lines(product), 78_000),
        "lines of migrations": (lines(files("records/**/migrations")), 2_000),
        "models": (sum(model.__module__.startswith("records.") for model in apps.get_models()), 55),
        "addresses": (len(found(r"\bpath\(", files("api", "frontend", "config", "records"))), 190),
        "environment variables": (len(set(found(VARIABLE, files("config")))), 45),
        "own middlewares": (sum(name.startswith("config.") for name in settings.MIDDLEWARE), 5),
        "make targets": (len(found(r"^[a-z][\w-]*(?=:)", [ROOT / "Makefile"], re.MULTILINE)), 14),
        "modules": (len(product), 850),
        "lines of tests": (lines(files("tests")), None),
    }
    print(f"{'':<48}{'now':>9}{'goal':>9}")
    for name, (now, goal) in figures.items():
        print(f"{name:<48}{now:>9,}{f'{goal:,}' if goal else '':>9}")


if __name__ == "__main__":
    main()
