"""The log that a service publishes of its entries: a Merkle tree (RFC 9162), signed heads of it, and proofs."""
