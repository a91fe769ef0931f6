"""``python -m scripts.bench.archive --matches 1000000``: an archive of ten years, how large it is and how soon it is searched.

It is made in an empty database of PostgreSQL, named by DATABASE_URL, by a superuser: ``createdb archive`` and ``dropdb archive``.
What is there already is measured alone with ``--measure``. Records are compressed, but with COMPRESS_RECORDS=0.
"""

from __future__ import annotations

import argparse
import os
import time

from scripts.bench.bulk import load
from scripts.bench.service.ahead import ahead


def main() -> None:
    """Make the archive, then print its sizes and times."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=1_000_000)
    parser.add_argument("--measure", action="store_true", help="make nothing")
    parser.add_argument("--times", type=int, default=20, help="how often each page is asked for, for another name each time")
    parser.add_argument("--ahead", action="store_true", help="measure before whatever else the machine has to do (root)")
    options = parser.parse_args()
    os.environ |= {"LOG_LEVEL": "ERROR", "THROTTLE_ANON": "", "THROTTLE_USER": "", "DJANGO_SETTINGS_MODULE": "config.settings"}
    os.environ.setdefault("COMPRESS_RECORDS", "1")
    import django
    from django.core.management import call_command

    django.setup()
    from scripts.bench.archive import measuring, weighing

    if not options.measure:
        call_command("migrate", verbosity=0)
        start = time.monotonic()
        measuring.make(options.matches)
        print(f"{options.matches:,} matches made in {time.monotonic() - start:.0f} s; {load()}")
    weighing.print_sizes()
    with ahead([measuring.backend()], options.ahead):
        measuring.print_times(options.matches, options.times)


if __name__ == "__main__":
    main()
