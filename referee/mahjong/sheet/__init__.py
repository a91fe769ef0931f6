"""Rounds of which only the results were written down: reading what a score sheet says, refereeing it, and making one."""
