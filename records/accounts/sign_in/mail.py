"""Sending one mail, by a worker: a mail server that is slow or away holds up no page."""

from __future__ import annotations

from smtplib import SMTPException, SMTPRecipientsRefused
from typing import Any

from django.core.mail import EmailMessage
from tenacity import retry, retry_if_exception_type, retry_if_not_exception_type, stop_after_attempt, wait_exponential

TRIES = 4


@retry(
    retry=retry_if_exception_type((OSError, SMTPException)) & retry_if_not_exception_type(SMTPRecipientsRefused),
    stop=stop_after_attempt(TRIES),
    wait=wait_exponential(max=20),
    reraise=True,
)
def send(mail: dict[str, Any]) -> None:
    """Send a mail, again where the server does not answer in time. Raises OSError or SMTPException at last."""
    EmailMessage(subject=mail["subject"], body=mail["body"], from_email=mail["sender"], to=mail["to"]).send()
