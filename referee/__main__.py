"""``python -m referee``: the command line."""

import sys

from referee.cli import main

if __name__ == "__main__":
    sys.exit(main())
