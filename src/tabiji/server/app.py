"""The application: everything a node consists of is made here, started and stopped in order."""

from __future__ import annotations

import asyncio
import gc
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from litestar import Litestar, Request, Response, get
from litestar.config.compression import CompressionConfig
from litestar.connection import ASGIConnection
from litestar.datastructures import CacheControlHeader, State
from litestar.di import Provide
from litestar.exceptions import HTTPException, InternalServerException, ValidationException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.static_files import create_static_files_router
from litestar.types import Message, Scope
from sqlalchemy.exc import DataError, SQLAlchemyError

from tabiji import __version__
from tabiji.core.room import room_names
from tabiji.lab.prepare import Preparation, change_over, rehearse
from tabiji.server.api import house as about
from tabiji.server.api.people import PeopleController
from tabiji.server.api.tables import TablesController
from tabiji.server.context import Server
from tabiji.server.house import House
from tabiji.server.hub import Hub, RedisHub
from tabiji.server.keeper import Keeper
from tabiji.server.limits import Gate
from tabiji.server.metrics import REFUSALS
from tabiji.server.minds import Minds
from tabiji.server.people import People, Person, secret
from tabiji.server.protocol import Refused
from tabiji.server.randomness import Randomness
from tabiji.server.refusal import CODES, Refusal
from tabiji.server.settings import Settings
from tabiji.server.storage import Storage, StorageError, connect, upgrade

log = logging.getLogger("tabiji.app")
CLIENT = Path(__file__).parent / "client"  # built from web/
_HEADERS = {
    "content-security-policy": (
        "default-src 'self'; connect-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
_HARDENED = [(name.encode(), value.encode()) for name, value in _HEADERS.items()]
_BY_STATUS = {status: code for code, status in reversed(CODES.items())}


def make_app(settings: Settings) -> Litestar:
    """A node, ready to be served."""
    gate = Gate(settings)
    randomness = Randomness(settings.test_seed)

    async def server(state: State) -> Server:
        found: Server = state.server
        return found

    async def person(request: Request[Any, Any, Any], server: Server) -> Person:
        found = await server.recognise(request)
        if found is None:
            raise Refusal("not_signed_in", "come in first: POST /api/me with a name")
        return found

    async def knock(request: Request[Any, Any, Any]) -> None:
        gate.check_request(request)

    return Litestar(
        route_handlers=[
            PeopleController,
            TablesController,
            about.menu,
            about.healthz,
            about.readyz,
            about.metrics,
            about.openapi,
            page,
            create_static_files_router(
                path="/assets",
                directories=[CLIENT / "assets"],
                include_in_schema=False,
                cache_control=CacheControlHeader(max_age=31_536_000, public=True, immutable=True),
            ),
        ],
        lifespan=[lambda app: _lifespan(app, settings, gate, randomness)],
        dependencies={"server": Provide(server), "person": Provide(person)},
        before_request=knock,
        exception_handlers={
            Refusal: _refuse,
            ValidationException: _invalid,
            HTTPException: _http_error,
            DataError: _unstorable,
            SQLAlchemyError: _no_database,
            StorageError: _no_database,
            RecursionError: _unreadable,
            UnicodeDecodeError: _unreadable,
            Exception: _failed,
        },
        before_send=[_harden],
        request_max_body_size=settings.most_body,
        compression_config=CompressionConfig(backend="gzip", minimum_size=4000, gzip_compress_level=5),
        openapi_config=OpenAPIConfig(
            title="Tabiji",
            version=__version__,
            description="Tables, matches and people. Live play is on the socket /api/tables/{table_id}/live.",
            path="/api/openapi",
            render_plugins=[JsonRenderPlugin()],
            use_handler_docstrings=True,
        ),
        logging_config=None,
    )


@asynccontextmanager
async def _lifespan(app: Litestar, settings: Settings, gate: Gate, randomness: Randomness) -> AsyncIterator[None]:
    preparation = Preparation(room_names(), _when_ready(app))
    compiled = tuple(name for name in room_names() if name not in preparation.games)
    for name in compiled:  # now, not while somebody waits for the first move
        rehearse(name)
    settings.prepare()
    engine = connect(settings.address)
    upgrade(engine)
    storage = Storage(engine)
    node = secrets.token_hex(6)
    hub = RedisHub(settings.redis, node) if settings.redis else Hub()
    house = House(settings, storage, hub)
    minds = Minds(settings.workers, randomness)
    keeper = Keeper(node, house, minds, preparation)
    people = People(storage, await secret(storage))
    app.state.server = Server(node, settings, storage, people, house, keeper, minds, gate, randomness)
    await hub.start()
    await house.start()
    await keeper.start()
    minds.load(compiled)
    preparation.start()
    gc.collect()
    gc.freeze()  # what is here stays: looking through all of it again and again would hold everybody up
    gc.set_threshold(10_000, 20, 100)
    log.info("serving", extra={"node": node})
    try:
        yield
    finally:
        preparation.stop()
        await keeper.stop()
        await house.stop()
        await hub.stop()
        await minds.stop()
        storage.close()
        log.info("stopped", extra={"node": node})


def _when_ready(app: Litestar) -> Callable[[str], None]:
    """What to do, from another thread, when a game is compiled: load it, then change over between two tasks."""
    loop = asyncio.get_running_loop()

    def change(name: str) -> None:
        change_over(name)
        app.state.server.minds.load((name,))

    def ready(name: str) -> None:
        rehearse(name)
        loop.call_soon_threadsafe(change, name)

    return ready


# --- pages --------------------------------------------------------------------------------------------------------


_ADDRESSES = ["/", "/about", "/new", "/new/{game:str}", "/table/{table_id:str}", "/table/{table_id:str}/replay"]
_ADDRESSES += ["/rules/{game:str}", "/learn/{game:str}", "/people/{person_id:str}"]


@get(_ADDRESSES, include_in_schema=False, sync_to_thread=False)
def page() -> Response[bytes]:
    """The same page at every address: it looks at its address itself."""
    index = CLIENT / "index.html"
    if not index.exists():
        raise Refusal("not_ready", "the pages are not built: run `make web`, or use the interface at /api")
    return Response(index.read_bytes(), media_type="text/html", headers={"cache-control": "no-cache"})


async def _harden(message: Message, _: Scope) -> None:
    """Every answer carries the security headers, also those that are errors."""
    if message["type"] == "http.response.start":
        message["headers"] = [*message.get("headers", []), *_HARDENED]


# --- refusals -----------------------------------------------------------------------------------------------------


def _refuse(_: ASGIConnection[Any, Any, Any, Any], refusal: Refusal) -> Response[Refused]:
    REFUSALS.labels(refusal.code).inc()
    problems = refusal.details.get("problems", [])
    headers = {"retry-after": "1"} if refusal.code == "slow_down" else {}
    answer = Refused(refusal.code, refusal.message, problems)
    return Response(answer, status_code=refusal.status, headers=headers, media_type="application/json")


def _invalid(connection: ASGIConnection[Any, Any, Any, Any], error: ValidationException) -> Response[Refused]:
    problems = [_problem(extra) for extra in error.extra] if isinstance(error.extra, list) else []
    said = "; ".join(problems[:3]) or error.detail
    return _refuse(connection, Refusal("bad_request", f"cannot read this request: {said}", problems=problems))


def _problem(extra: Any) -> str:
    if not isinstance(extra, dict):
        return str(extra)
    return f"{extra.get('key', extra.get('source', 'request'))}: {extra.get('message', 'not valid')}"


def _http_error(connection: ASGIConnection[Any, Any, Any, Any], error: HTTPException) -> Response[Refused]:
    if isinstance(error, InternalServerException) and "disconnected" in error.detail:
        return _refuse(connection, Refusal("bad_request", "the request ended before it was complete"))
    if error.status_code >= 500:
        return _failed(connection, error)
    code = _BY_STATUS.get(error.status_code, "bad_request")
    answer = _refuse(connection, Refusal(code, error.detail or "this cannot be done"))
    answer.status_code = error.status_code
    if error.headers:
        answer.headers.update(error.headers)
    return answer


def _unreadable(connection: ASGIConnection[Any, Any, Any, Any], _: Exception) -> Response[Refused]:
    return _refuse(connection, Refusal("bad_request", "cannot read this request: nested too deeply, or not UTF-8"))


def _unstorable(connection: ASGIConnection[Any, Any, Any, Any], error: DataError) -> Response[Refused]:
    return _refuse(connection, Refusal("bad_request", "this holds characters or numbers that cannot be kept"))


def _no_database(connection: ASGIConnection[Any, Any, Any, Any], error: Exception) -> Response[Refused]:
    log.error("the database failed", exc_info=error, extra={"path": connection.scope.get("path")})
    return _refuse(connection, Refusal("not_ready", "the database does not answer: try again in a moment"))


def _failed(connection: ASGIConnection[Any, Any, Any, Any], error: Exception) -> Response[Refused]:
    log.error("a request failed", exc_info=error, extra={"path": connection.scope.get("path")})
    answer = Refused("failed", "something went wrong here; nothing was changed")
    return Response(answer, status_code=500, media_type="application/json")
