"""The help page: what this is, and what newcomers ask."""
