"""Importers: records in other formats, after their specifications, come back as they were but for what these cannot tell."""
