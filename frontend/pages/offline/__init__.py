"""The referee in the reader's own browser: the engine and its page, from the service or from a folder."""
