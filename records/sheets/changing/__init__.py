"""Changing a score sheet: what an open page asks, done once and under the lock of its event."""
