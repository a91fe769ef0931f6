"""What ``make`` calls: starting the service, asking the machine for what tests need, measuring (``bench``)."""
