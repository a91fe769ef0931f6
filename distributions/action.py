"""The step of the GitHub action that referees: the files that the patterns in ``RECORDS`` name, by ``referee verify``.

Findings become annotations, the step's summary lists what is not clean. The exit status is that of ``referee verify``; 2 where no
file has such a name.
"""

from __future__ import annotations

import glob
import os
import sys

from referee.cli import main as referee
from referee.cli.output.github import command


def main() -> int:
    """Referee the files; returns the exit status."""
    patterns = [line.strip() for line in os.environ["RECORDS"].splitlines() if line.strip()]
    files = sorted({path for pattern in patterns for path in glob.glob(pattern, recursive=True) if os.path.isfile(path)})
    if not files:
        print(command("error", f"No file has a name like {', '.join(patterns) or '(no pattern)'}."))
        return 2
    summary = os.environ.get("GITHUB_STEP_SUMMARY")
    options = ["--format", "github", "--jobs", "0", "--lang", os.environ["RECORDS_LANGUAGE"]]
    return referee(["verify", *options, *(["--summary", summary] if summary else []), "--", *files])


if __name__ == "__main__":
    sys.exit(main())
