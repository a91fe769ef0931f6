"""The pages of exports for analyses."""
