"""What is paid beside the value of a win: piao, kans, horses."""
