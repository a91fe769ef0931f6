"""Exports of the archive for analyses."""
