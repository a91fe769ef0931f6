"""A file of published results as whoever has it verifies it: by the command line, without the service."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path


def verified(file: Path, fingerprint: str, *more: str) -> subprocess.CompletedProcess[str]:
    """What the command line says of the file: no service, no settings, no database."""
    referee = str(Path(sys.executable).parent / "referee")
    command = [referee, "verify-results", str(file), "--key", fingerprint, "--lang", "en", *more]
    bare = {"PATH": os.environ["PATH"], "HOME": str(file.parent)}
    return subprocess.run(command, cwd=file.parent, env=bare, capture_output=True, text=True, check=False, timeout=120)
