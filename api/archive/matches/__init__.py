"""Stored matches: uploading, listing, verdicts, replays, reviews, judgements."""
