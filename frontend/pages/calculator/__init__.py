"""The calculator, which values a single hand."""
