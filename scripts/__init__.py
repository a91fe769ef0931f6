"""What ``make`` calls: starting the service, preparing the machine for tests, measuring (``bench``)."""
