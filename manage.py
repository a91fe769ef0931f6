#!/usr/bin/env python3
"""The commands of the service, in a checkout."""

from config.commands import main

if __name__ == "__main__":
    main()
