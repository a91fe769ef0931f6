"""What is about the database itself: fields, bulk insert, prepared queries, names, compression, append-only tables, retry.

A box of tools without a face: callers import the module that they need.
"""
