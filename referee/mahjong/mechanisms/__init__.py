"""What some mahjong games have and others lack, one file each, with its own state."""
