"""One's own account: signing in, API tokens."""
