"""Whether a results file holds."""
