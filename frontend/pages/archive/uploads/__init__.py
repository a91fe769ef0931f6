"""Uploading records: dropped files and batches."""
