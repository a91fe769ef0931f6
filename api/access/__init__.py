"""Credentials: API tokens and share links."""
