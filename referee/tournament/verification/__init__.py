"""Verifies a results file: its signature and hashes, every verdict in it, and the standings that follow from them."""
