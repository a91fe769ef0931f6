"""The rulebooks of the games."""
