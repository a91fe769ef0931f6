"""The command that verifies published results offline, and the keys it trusts."""
