"""What is about the database itself: fields, names, locks, append-only tables, privileges, retry.

A box of tools without a face: callers import the module that they need.
"""

PAGE = 500
"""Rows a statement, where a caller has any number of them: SQLite bounds the number of a statement's parameters."""
