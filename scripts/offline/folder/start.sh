#!/bin/sh
# Linux and macOS: serves this folder to this machine and opens it in the browser.
cd "$(dirname "$0")" && exec python3 start.py "$@"
