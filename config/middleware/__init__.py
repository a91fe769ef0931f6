"""The middleware of the service, one module for each concern; their order is in ``config.settings``."""
