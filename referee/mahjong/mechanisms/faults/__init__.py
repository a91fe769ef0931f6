"""Faults that are paid for while the round goes on: dead hands, wrong counts, false wins, penalties, void rounds."""
