"""The bodies of requests about one's own account, and of their answers."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from tabiji.server.protocol import Name, Password, RequestBody

Code = Annotated[str, Meta(min_length=1, max_length=80)]
Language = Literal["en", "ru", "pl", "es", "hu"]
ReportReason = Literal["insult", "cheating", "name", "other"]
Email = Annotated[str, Meta(max_length=254, pattern=r"^[^\s@<>]+@[^\s@<>]+\.[^\s@<>.]+$")]


class NewToken(RequestBody):
    """What a token is for."""

    label: Name


class MyToken(Struct):
    """A token by the beginning of its digest."""

    id: str
    label: str
    created: int


class FreshToken(Struct):
    """A token; it is shown only once."""

    token: str


class NewPassword(RequestBody):
    """The present password and the one to come."""

    old: Password
    new: Password


class LostPassword(RequestBody):
    """Whose password is lost, and the language of the mail."""

    name: Name
    language: Language = "en"


class ResetPassword(RequestBody):
    """The code of a link, and a new password."""

    code: Code
    password: Password


class NewEmail(RequestBody):
    """Where links to reset the password go; without an address, nowhere."""

    email: Email | None
    password: Password
    language: Language = "en"


class ConfirmEmail(RequestBody):
    """The code of a link."""

    code: Code


class Deletion(RequestBody):
    """The password of a claimed account; a guest has none."""

    password: Annotated[str, Meta(max_length=200)] = ""


class Visibility(RequestBody):
    """Whether everybody may see one's profile, rating and matches at open tables."""

    public: bool


class PuzzleConsent(RequestBody):
    """Whether one's matches may become puzzles."""

    agreed: bool


class Report(RequestBody):
    """What somebody did, in which match."""

    reason: ReportReason
    text: Annotated[str, Meta(max_length=500)] = ""
    table: Annotated[str, Meta(max_length=16)] | None = None


class ChatSetting(RequestBody):
    """Whether nobody can write to the chat of a table any more."""

    closed: bool


class MySession(Struct):
    """A browser that is signed in; `agent` is what it says it is."""

    id: str
    agent: str
    created: int
    renewed: int
    here: bool


class MyAccount(Struct):
    """What belongs to one's account: the confirmed address, who may see the profile, and who is signed in."""

    email: str | None
    public: bool
    puzzles: bool  # whether one's matches may become puzzles
    sessions: list[MySession]
