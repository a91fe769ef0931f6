"""The log that outsiders hold to: its signed heads, and the proofs for them."""
