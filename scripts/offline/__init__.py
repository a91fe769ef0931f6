"""Builds the offline pages as a folder that any web server serves, or a start script from a stick."""
