"""``python -m scripts.needs postgresql``: installs from Debian packages what the tests need and the machine lacks."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

FOUND_AS = {"postgresql": "pg_ctlcluster", "rabbitmq-server": "rabbitmq-server"}
WITH = {"chromium-headless-shell": ["fonts-noto-cjk"]}


def main(packages: list[str]) -> None:
    """Install the missing packages. Ends the program with instructions where that is not possible."""
    missing = [package for package in packages if not shutil.which(FOUND_AS.get(package, package))]
    if not missing:
        return
    names = [name for package in missing for name in (package, *WITH.get(package, []))]
    if not shutil.which("apt-get") or os.geteuid() != 0:
        sys.exit(f"The tests need {' '.join(missing)}; install it with: sudo apt-get install {' '.join(names)}")
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(["apt-get", "update", "-qq"], check=True, env=environment)
    subprocess.run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", *names], check=True, env=environment)


if __name__ == "__main__":
    main(sys.argv[1:])
