"""What ``make`` calls: starting the service, and asking the machine for what tests need."""
