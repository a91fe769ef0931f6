"""Clubs: their people, their audit log, their webhooks."""
