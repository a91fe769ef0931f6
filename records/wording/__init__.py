"""What verdicts, moves, boards and drafts say in the reader's language: for pages and API alike, and their catalogues."""
