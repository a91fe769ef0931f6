"""The pages that need no service: drawn in the reader's browser by the same templates, from what is opened there alone."""
