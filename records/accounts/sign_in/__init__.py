"""Accounts, by django-allauth: signing in and up, second factors, sessions, mail; what guards them and is written of them."""
