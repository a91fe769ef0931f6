"""PPN text: reading and writing a match, and finding places in it."""
