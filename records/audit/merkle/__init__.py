"""The log as a Merkle tree: its tiles, its signed heads, where they are sent, and whether they are those of the entries."""
