"""Changing a score sheet: what an open page asks, done under the lock of its event."""
