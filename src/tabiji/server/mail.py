"""Mail with links: to reset a password, to confirm an address. In the reader's language."""

from __future__ import annotations

import asyncio
import logging
import smtplib
import ssl
from email.message import EmailMessage
from urllib.parse import unquote, urlsplit

from tabiji.server.mail_texts import TEXTS, Purpose
from tabiji.server.settings import Settings

log = logging.getLogger("tabiji.mail")
_TIMEOUT = 20.0  # seconds


class Mailer:
    """Sends mail through the server of the settings."""

    def __init__(self, settings: Settings) -> None:
        self._from = settings.mail_from
        self._site = settings.site.rstrip("/")
        self._server = urlsplit(settings.smtp)
        self.configured = bool(settings.smtp)
        self._sending: set[asyncio.Task[None]] = set()

    def send(self, purpose: Purpose, language: str, to: str, name: str, link: str) -> None:
        """Send a mail in the background: how long it takes tells nobody whether there is such an account."""
        task = asyncio.create_task(self._send(self.message(purpose, language, to, name, link)))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    def message(self, purpose: Purpose, language: str, to: str, name: str, link: str) -> EmailMessage:
        """The mail, in one of our languages."""
        subject, text = TEXTS.get(language, TEXTS["en"])[purpose]
        message = EmailMessage()
        message["Subject"], message["From"], message["To"] = subject, self._from, to
        message.set_content(text.format(name=name, link=self._site + link, site=self._site))
        return message

    async def _send(self, message: EmailMessage) -> None:
        try:
            await asyncio.to_thread(self._deliver, message)
        except (OSError, smtplib.SMTPException) as error:
            log.error("cannot send mail", extra={"error": str(error)})

    def _deliver(self, message: EmailMessage) -> None:
        server = self._server
        host, context = server.hostname or "localhost", ssl.create_default_context()
        if server.scheme == "smtps":
            smtp: smtplib.SMTP = smtplib.SMTP_SSL(host, server.port or 465, timeout=_TIMEOUT, context=context)
        else:
            smtp = smtplib.SMTP(host, server.port or 587, timeout=_TIMEOUT)
        with smtp:
            smtp.ehlo()
            if server.scheme == "smtp" and smtp.has_extn("starttls"):
                smtp.starttls(context=context)
            if server.username:
                smtp.login(unquote(server.username), unquote(server.password or ""))
            smtp.send_message(message)
