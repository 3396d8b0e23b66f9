"""A mail server for tests."""

from __future__ import annotations

import email
from collections.abc import Iterator
from email.policy import default
from queue import Queue
from typing import Any

import pytest
from aiosmtpd.controller import Controller

from tests.ports import free_port


class Inbox:
    """A mail server that keeps what it gets."""

    def __init__(self, port: int) -> None:
        self.mails: Queue[email.message.EmailMessage] = Queue()
        self.settings = {"smtp": f"smtp://127.0.0.1:{port}", "mail_from": "t@example.org"}  # of a node

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802  # aiosmtpd's name
        self.mails.put(email.message_from_bytes(envelope.content, policy=default))
        return "250 OK"


@pytest.fixture
def inbox() -> Iterator[Inbox]:
    port = free_port()
    found = Inbox(port)
    controller = Controller(found, hostname="127.0.0.1", port=port)
    controller.start()
    yield found
    controller.stop()
