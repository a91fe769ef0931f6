"""The page of a club's audit log."""
