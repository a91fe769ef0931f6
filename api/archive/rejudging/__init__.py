"""Re-judgings: judging an archive again, and the differences found."""
