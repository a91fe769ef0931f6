"""What players of 夠級 could have done, and what may be written next."""
