"""Requests about one's own account: password, address, sessions, data, deletion."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated, Any

from litestar import Controller, Request, Response, delete, get, post, put
from litestar.openapi.spec import Example
from litestar.params import Body
from sqlalchemy import Connection, select, update

from tabiji.server import account_data, codes, commands, lobby, match_puzzles, stored_table
from tabiji.server.account_protocol import (
    ConfirmEmail,
    Deletion,
    LostPassword,
    MyAccount,
    MySession,
    NewEmail,
    NewPassword,
    PuzzleConsent,
    ResetPassword,
    Visibility,
)
from tabiji.server.api.shared import BANNED_TOO, NO_COOKIE, Id, error_responses, with_cookie
from tabiji.server.api_error import ApiError
from tabiji.server.context import Server
from tabiji.server.people import Person, handle, hash_password
from tabiji.server.protocol import Me
from tabiji.server.schema import people

_PASSWORD = "fifty-three stations"


class AccountController(Controller):
    """One's own account."""

    path = "/api"
    tags = ("account",)

    @get("/me/account", responses=error_responses(401), opt={BANNED_TOO: True}, summary="My account")
    async def account(self, request: Request[Any, Any, Any], server: Server, person: Person) -> MyAccount:
        """The confirmed address, and the browsers that are signed in."""
        session = await server.session(request)
        here = None if session is None else session.digest
        kept = await server.storage.read(lambda connection: _kept(connection, person.id))
        rows = await server.sessions.listed(person)
        found = [MySession(row.digest[:12], row.agent, row.created, row.renewed, row.digest == here) for row in rows]
        return MyAccount(kept.email, kept.public, kept.puzzles, found)

    @put("/me/public", status_code=204, responses=error_responses(401, 403), summary="Who may see one's profile")
    async def change_visibility(
        self,
        server: Server,
        person: Person,
        data: Annotated[Visibility, Body(examples=[Example(value={"public": True})])],
    ) -> None:
        """A profile that is not public shows others only the name, and is in no ranking."""
        change = update(people).where(people.c.id == person.id).values(public=data.public)
        await server.storage.write(lambda connection: connection.execute(change))

    @put("/me/puzzles", status_code=204, responses=error_responses(401, 403), summary="Whether matches become puzzles")
    async def agree_to_puzzles(
        self,
        server: Server,
        person: Person,
        data: Annotated[PuzzleConsent, Body(examples=[Example(value={"agreed": True})])],
    ) -> None:
        """Puzzles are made only of matches whose people all agree. Who takes it back takes the puzzles away."""
        await server.storage.write(lambda connection: match_puzzles.agree(connection, person.id, data.agreed))

    @delete("/me/sessions/{session_id:str}", responses=error_responses(401, 403, 404), summary="End a session")
    async def end_session(self, server: Server, person: Person, session_id: Id) -> None:
        """That browser is signed out, and its open tables are closed, at once (on other nodes within 20 seconds)."""
        await server.sessions.end(person, session_id)

    @post(
        "/me/password", status_code=204, responses=error_responses(401, 403, 409), summary="Change one's own password"
    )
    async def change_password(
        self,
        request: Request[Any, Any, Any],
        server: Server,
        person: Person,
        data: Annotated[NewPassword, Body(examples=[Example(value={"old": _PASSWORD, "new": "a quiet road"})])],
    ) -> None:
        """All other browsers are signed out. Tokens stay: look whether you know them all."""
        if not person.claimed:
            raise ApiError("not_claimed", "a guest has no password: claim this account first")
        with server.rate_limiter.sign_in(request, handle(person.name)):
            await server.people.check_password(person, data.old)
        await server.people.set_password(person.id, data.new)
        session = await server.session(request)
        await server.sessions.end_all(person.id, but=None if session is None else session.digest, and_tokens=False)

    @post("/lost-password", status_code=204, responses=error_responses(403, 409), summary="Ask for a link by mail")
    async def lost_password(
        self,
        request: Request[Any, Any, Any],
        server: Server,
        data: Annotated[LostPassword, Body(examples=[Example(value={"name": "Oharu"})])],
    ) -> None:
        """The same answer whether there is such an account, with an address, or not."""
        server.rate_limiter.check_arrival(request)
        if not server.mailer.configured:
            raise ApiError("no_mail", "this site sends no mail: ask its administrator for a link")
        found = await server.storage.read(lambda connection: codes.account(connection, handle(data.name)))
        if found is not None and found.email is not None:
            link = await server.storage.write(lambda connection: codes.issue(connection, found.id, "reset"))
            server.mailer.send("reset", data.language, found.email, found.name, link)

    @post("/reset-password", status_code=200, responses=error_responses(403, 409), summary="Choose a new password")
    async def reset_password(
        self,
        request: Request[Any, Any, Any],
        server: Server,
        data: Annotated[ResetPassword, Body(examples=[Example(value={"code": "x" * 32, "password": _PASSWORD})])],
    ) -> Response[Me]:
        """With the code of a link. All browsers and programs are signed out, and this one is signed in."""
        server.rate_limiter.check_arrival(request)
        hashed = await hash_password(data.password)

        def reset(connection: Connection) -> str:
            row = codes.redeem(connection, data.code, "reset")
            connection.execute(update(people).where(people.c.id == row.person).values(password=hashed))
            return str(row.person)

        who = await server.storage.write(reset)
        await server.sessions.end_all(who)
        person = await server.people.by_id(who)
        assert person is not None
        return await with_cookie(request, server, person)

    @put("/me/email", status_code=204, responses=error_responses(401, 403, 409), summary="Change one's own address")
    async def change_email(
        self,
        request: Request[Any, Any, Any],
        server: Server,
        person: Person,
        data: Annotated[NewEmail, Body(examples=[Example(value={"email": "k@example.org", "password": _PASSWORD})])],
    ) -> None:
        """It counts when the link that is sent there has been opened; null takes it away at once."""
        server.rate_limiter.check_arrival(request)
        if not person.claimed:
            raise ApiError("not_claimed", "a guest has no password to reset: claim this account first")
        with server.rate_limiter.sign_in(request, handle(person.name)):
            await server.people.check_password(person, data.password)
        address = data.email
        if address is None:
            gone = update(people).where(people.c.id == person.id).values(email=None)
            await server.storage.write(lambda connection: connection.execute(gone))
            return
        if not server.mailer.configured:
            raise ApiError("no_mail", "this site sends no mail")
        link = await server.storage.write(lambda connection: codes.issue(connection, person.id, "confirm", address))
        server.mailer.send("confirm", data.language, address, person.name, link)

    @post("/confirm-email", status_code=204, responses=error_responses(403, 409), summary="Confirm an address")
    async def confirm_email(
        self,
        request: Request[Any, Any, Any],
        server: Server,
        data: Annotated[ConfirmEmail, Body(examples=[Example(value={"code": "x" * 32})])],
    ) -> None:
        """With the code of a link."""
        server.rate_limiter.check_arrival(request)

        def confirm(connection: Connection) -> None:
            row = codes.redeem(connection, data.code, "confirm")
            connection.execute(update(people).where(people.c.id == row.person).values(email=row.email))

        await server.storage.write(confirm)

    @get("/me/data", responses=error_responses(401), opt={BANNED_TOO: True}, summary="Download one's own data")
    async def data(self, server: Server, person: Person) -> Response[dict[str, Any]]:
        """Everything that is kept about you."""
        found = await server.storage.read(lambda connection: account_data.download(connection, person.id))
        return Response(found, headers={"content-disposition": 'attachment; filename="tabiji-data.json"'})

    @post(
        "/me/delete",
        status_code=204,
        responses=error_responses(401, 403),
        response_cookies=[NO_COOKIE],
        opt={BANNED_TOO: True},
        summary="Delete one's own account",
    )
    async def delete_account(
        self,
        request: Request[Any, Any, Any],
        server: Server,
        person: Person,
        data: Annotated[Deletion, Body(examples=[Example(value={"password": _PASSWORD})])],
    ) -> None:
        """You leave all matches in play. Finished ones stay, without your name; everything else about you goes."""
        with server.rate_limiter.sign_in(request, handle(person.name)):
            await server.people.check_password(person, data.password)
        await delete_person(server, person)


def _kept(connection: Connection, person: str) -> Any:
    return connection.execute(
        select(people.c.email, people.c.public, people.c.puzzles).where(people.c.id == person)
    ).one()


async def delete_person(server: Server, person: Person) -> None:
    """Let somebody leave all tables, and erase everything but anonymous matches."""

    def leave(connection: Connection) -> list[str]:
        waiting = account_data.tables_of(connection, person.id, [stored_table.GATHERING])
        for table in waiting:
            with suppress(ApiError):  # only wrote there
                lobby.leave(connection, table, person, None)
        return waiting

    playing = await server.storage.read(lambda found: account_data.tables_of(found, person.id, [stored_table.PLAYING]))
    for table in playing:
        with suppress(ApiError):  # it has just ended, or cannot be read
            await commands.desert(await server.table_registry.get(table), person)
    waiting = await server.storage.write(leave)
    over = await server.storage.read(lambda found: account_data.tables_of(found, person.id, [stored_table.OVER]))
    await server.sessions.end_all(person.id)
    await server.storage.write(lambda connection: account_data.erase(connection, person.id))
    server.sessions.forget(person.id)
    for table in (*waiting, *playing, *over):
        await server.table_registry.erased(table)
