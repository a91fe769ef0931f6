"""What django-allauth asks of this service, as its settings name it: adapters, forms, a step of signing in."""
