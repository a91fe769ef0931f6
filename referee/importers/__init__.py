"""The importers, a folder for each format; they are found by looking here. See docs/how-to/a-new-importer.md."""
