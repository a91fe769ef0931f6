"""Judging an archive again."""
