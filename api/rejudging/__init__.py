"""Judging an archive again, and what came out differently."""
