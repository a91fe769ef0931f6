"""Endpoints that manage API tokens and share links. Requests are authenticated in ``api.http.authentication``."""
