"""Mechanisms that some mahjong games have and others lack, one module each, with its own state."""
