"""The results file: its document, canonical bytes, signature, and exports as tables."""
