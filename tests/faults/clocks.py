"""The time of day as a process sees it, set ahead or back for that process and its children alone, while it runs."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from tests.faults.servers import Missing

SOURCE = Path(__file__).with_name("clock.c")


class Clocks:
    """A clock for each name, right at first. Raises Missing where there is no C compiler."""

    def __init__(self, folder: Path) -> None:
        if (compiler := shutil.which("cc")) is None:
            raise Missing("a C compiler, to set the clocks of processes")
        self._folder, self._library = folder, folder / "clock.so"
        subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", str(self._library), str(SOURCE), "-ldl"], check=True)

    def environment(self, name: str) -> dict[str, str]:
        """What a process is started with to go by the clock of this name."""
        self.shift(name, 0)
        return {"LD_PRELOAD": str(self._library), "CLOCK_SHIFT": str(self._file(name))}

    def shift(self, name: str, seconds: int) -> None:
        """Set a clock ahead by this, or back where it is negative; 0 sets it right."""
        # Written over in place: processes have the file in their memory.
        with self._file(name).open("r+b" if self._file(name).exists() else "xb") as file:
            file.write(seconds.to_bytes(8, "little", signed=True))

    def _file(self, name: str) -> Path:
        return self._folder / f"clock-{name}"
