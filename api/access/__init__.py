"""Credentials that people make: API tokens and share links."""
