"""The application: creates the services of a node, and starts and stops them in order."""

from __future__ import annotations

import asyncio
import gc
import logging
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar, Request, Response, Router, get
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
from tabiji.core.game_spec import game_names
from tabiji.lab.prepare import Preparation, change_over, rehearse
from tabiji.server.analyses import Analyses
from tabiji.server.api import meta as about
from tabiji.server.api.account import AccountController
from tabiji.server.api.admin import AdminController, NoticesController, actor
from tabiji.server.api.analysis import AnalysisController
from tabiji.server.api.editor import EditorController
from tabiji.server.api.fair_play import FairPlayController
from tabiji.server.api.manners import MannersController
from tabiji.server.api.people import PeopleController
from tabiji.server.api.puzzles import PuzzlesController
from tabiji.server.api.shared import BANNED_TOO, PACKED
from tabiji.server.api.tables import TablesController
from tabiji.server.api_error import CODES, ApiError
from tabiji.server.bot_pool import BotPool
from tabiji.server.client_page import CLIENT, page_response
from tabiji.server.context import Server
from tabiji.server.heartbeat import Heartbeat
from tabiji.server.housekeeping import Housekeeping
from tabiji.server.leases import Leases
from tabiji.server.link_preview import page_picture, page_tags, table_page, table_picture
from tabiji.server.mail import Mailer
from tabiji.server.match_runner import MatchRunner
from tabiji.server.metrics import API_ERRORS
from tabiji.server.moderation_follower import ModerationFollower
from tabiji.server.people import People, Person
from tabiji.server.protocol import ErrorBody
from tabiji.server.pubsub import PubSub
from tabiji.server.puzzles import Puzzles
from tabiji.server.randomness import Randomness
from tabiji.server.rate_limit import RateLimiter
from tabiji.server.replays import Replays
from tabiji.server.security_headers import HSTS, SECURITY_HEADERS
from tabiji.server.sessions import Sessions, secret
from tabiji.server.settings import Settings
from tabiji.server.socket_sessions import SocketSessions
from tabiji.server.storage import Storage, StorageError, connect, upgrade
from tabiji.server.struct_types import work_out_struct_types
from tabiji.server.table_registry import TableRegistry

log = logging.getLogger("tabiji.app")
# the youngest objects, then twice as many: everybody waits for a collection, about a microsecond for each object
_GC_THRESHOLDS = (10_000, 2, 1000)
_NO_STORE = (b"cache-control", b"no-store")
_BY_STATUS = {status: code for code, status in reversed(CODES.items())}


class _EncodedOnce(JsonRenderPlugin):
    """The OpenAPI document at the framework's own addresses."""

    _encoded: bytes | None = None

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        if self._encoded is None:
            self._encoded = super().render(request, openapi_schema)
        return self._encoded


def make_app(settings: Settings) -> Litestar:
    """The application of a node."""
    work_out_struct_types()
    rate_limiter = RateLimiter(settings)
    randomness = Randomness(settings.test_seed)

    async def server(state: State) -> Server:
        found: Server = state.server
        return found

    async def person(request: Request[Any, Any, Any], server: Server) -> Person:
        found = await server.authenticate(request)
        if found is None:
            raise ApiError("not_signed_in", "you are not signed in: POST /api/me with a name first")
        if not request.route_handler.opt.get(BANNED_TOO):
            found.check_banned()
        return found

    async def check_request(request: Request[Any, Any, Any]) -> None:
        rate_limiter.check_request(request)

    return Litestar(
        route_handlers=[
            PeopleController,
            AccountController,
            MannersController,
            NoticesController,
            AdminController,
            TablesController,
            FairPlayController,
            AnalysisController,
            PuzzlesController,
            EditorController,
            about.menu,
            about.healthz,
            about.readyz,
            about.metrics,
            about.openapi,
            page,
            table_page,
            table_picture,
            page_picture,
            create_static_files_router(
                path="/assets",
                directories=[CLIENT / "assets"],
                include_in_schema=False,
                cache_control=CacheControlHeader(max_age=31_536_000, public=True, immutable=True),
            ),
        ],
        lifespan=[lambda app: _lifespan(app, settings, rate_limiter, randomness)],
        dependencies={"server": Provide(server), "person": Provide(person), "actor": Provide(actor)},
        before_request=check_request,
        exception_handlers={
            ApiError: _error_response,
            ValidationException: _invalid,
            HTTPException: _http_error,
            DataError: _unstorable,
            SQLAlchemyError: _no_database,
            StorageError: _no_database,
            RecursionError: _unreadable,
            UnicodeDecodeError: _unreadable,
            Exception: _failed,
        },
        before_send=[_add_headers],
        request_max_body_size=settings.max_body,
        compression_config=CompressionConfig(
            backend="gzip", minimum_size=4000, gzip_compress_level=5, exclude_opt_key=PACKED
        ),
        openapi_config=OpenAPIConfig(
            title="Tabiji",
            version=__version__,
            description="Tables, matches and people. Live play is on the socket /api/tables/{table_id}/live.",
            openapi_router=Router("/api/openapi", route_handlers=[], opt={PACKED: True}, include_in_schema=False),
            render_plugins=[_EncodedOnce()],
            use_handler_docstrings=True,
        ),
        logging_config=None,
    )


@asynccontextmanager
async def _lifespan(
    app: Litestar, settings: Settings, rate_limiter: RateLimiter, randomness: Randomness
) -> AsyncIterator[None]:
    preparation = Preparation(game_names(), _when_ready(app))
    compiled = tuple(name for name in game_names() if name not in preparation.games)
    if settings.redis:  # other nodes serve meanwhile; they would take over the tables of one that is busy with loading
        _load(compiled)
    settings.prepare()
    engine = connect(settings.address)
    upgrade(engine)
    storage = Storage(engine)
    node = secrets.token_hex(6)
    pubsub = _pubsub(settings, node)
    table_registry = TableRegistry(settings, storage, pubsub)
    bot_pool = BotPool(settings.bot_worker_count, randomness)
    heartbeat = Heartbeat(node, storage, settings.node_timeout)
    match_runner = MatchRunner(heartbeat, table_registry, bot_pool, preparation)
    leases = Leases(heartbeat, table_registry, match_runner)
    sessions = Sessions(storage, await secret(storage), settings.session_days)
    socket_sessions = SocketSessions(sessions)
    people = People(storage, sessions.forget)
    housekeeping = Housekeeping(settings, storage, table_registry)
    analyses = Analyses(storage, randomness)
    match_runner.on_match = analyses.expect
    follower = ModerationFollower(storage, people, sessions, socket_sessions, table_registry)
    app.state.server = Server(
        node,
        settings,
        storage,
        people,
        sessions,
        socket_sessions,
        Mailer(settings),
        table_registry,
        match_runner,
        bot_pool,
        rate_limiter,
        randomness,
        Replays(settings.substitute, randomness),
        follower,
        analyses,
        Puzzles(storage),
    )
    await pubsub.start()
    await table_registry.start()
    await leases.start()
    socket_sessions.start()
    housekeeping.start()
    follower.start()
    bot_pool.load(compiled)
    preparation.start()
    log.info("serving", extra={"node": node})
    app.state.loading = asyncio.create_task(asyncio.to_thread(_load, compiled))
    try:
        yield
    finally:
        await app.state.loading
        preparation.stop()
        await follower.stop()
        await housekeeping.stop()
        await socket_sessions.stop()
        await leases.stop()
        await table_registry.stop()
        await pubsub.stop()
        await analyses.stop()
        await bot_pool.stop()
        storage.close()
        log.info("stopped", extra={"node": node})


def _pubsub(settings: Settings, node: str) -> PubSub:
    if not settings.redis:
        return PubSub()
    from tabiji.server.redis_pubsub import RedisPubSub

    return RedisPubSub(settings.redis, node)


def _load(games: tuple[str, ...]) -> None:
    """Load compiled games, while the page can be opened already: the first move would load them otherwise."""
    try:
        for name in games:
            rehearse(name)
    except Exception as error:  # a move that needs the rules says it again
        log.error("compiled games cannot be loaded", exc_info=error)
    gc.collect()
    gc.freeze()  # long-lived objects: scanning them in every collection would delay all requests
    gc.set_threshold(*_GC_THRESHOLDS)
    log.info("loaded", extra={"games": games})


def _when_ready(app: Litestar) -> Callable[[str], None]:
    """A callback for other threads: load a game that is compiled, then switch to it in the event loop."""
    loop = asyncio.get_running_loop()

    def change(name: str) -> None:
        change_over(name)
        app.state.server.bot_pool.load((name,))

    def ready(name: str) -> None:
        rehearse(name)
        loop.call_soon_threadsafe(change, name)

    return ready


# --- pages --------------------------------------------------------------------------------------------------------


_ADDRESSES = ["/", "/about", "/new", "/new/{game:str}", "/style", "/rules/{game:str}", "/learn", "/learn/{game:str}"]
_ADDRESSES += ["/people/{person_id:str}", "/reset", "/confirm", "/admin"]
_ADDRESSES += ["/puzzles", "/puzzles/{game:str}", "/puzzles/{game:str}/{puzzle_id:str}"]
_ADDRESSES += ["/editor", "/editor/{game:str}"]


@get(_ADDRESSES, include_in_schema=False, sync_to_thread=False)
def page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """The same page at every address, but for what links to it tell: the client routes by itself."""
    return page_response(page_tags(request))


async def _add_headers(message: Message, scope: Scope) -> None:
    """Add the security headers to every response, including errors; what the API says is stored nowhere."""
    if message["type"] == "http.response.start":
        headers = [*message.get("headers", []), *SECURITY_HEADERS]
        if scope["scheme"] == "https":
            headers.append(HSTS)
        if scope["path"].startswith("/api/") and not any(name.lower() == b"cache-control" for name, _ in headers):
            headers.append(_NO_STORE)
        message["headers"] = headers


# --- errors -------------------------------------------------------------------------------------------------------


def _error_response(_: ASGIConnection[Any, Any, Any, Any], api_error: ApiError) -> Response[ErrorBody]:
    API_ERRORS.labels(api_error.code).inc()
    problems = api_error.details.get("problems", [])
    headers = {"retry-after": "1"} if api_error.code == "slow_down" else {}
    answer = ErrorBody(api_error.code, api_error.message, problems)
    return Response(answer, status_code=api_error.status, headers=headers, media_type="application/json")


def _invalid(connection: ASGIConnection[Any, Any, Any, Any], error: ValidationException) -> Response[ErrorBody]:
    problems = [_problem(extra) for extra in error.extra] if isinstance(error.extra, list) else []
    said = "; ".join(problems[:3]) or error.detail
    return _error_response(connection, ApiError("bad_request", f"cannot read this request: {said}", problems=problems))


def _problem(extra: Any) -> str:
    if not isinstance(extra, dict):
        return str(extra)
    return f"{extra.get('key', extra.get('source', 'request'))}: {extra.get('message', 'not valid')}"


def _http_error(connection: ASGIConnection[Any, Any, Any, Any], error: HTTPException) -> Response[Any]:
    if error.status_code == 404 and _asks_for_a_page(connection):
        lost = page_response()
        lost.status_code = 404
        return lost
    if isinstance(error, InternalServerException) and "disconnected" in error.detail:
        return _error_response(connection, ApiError("bad_request", "the request ended before it was complete"))
    if error.status_code >= 500:
        return _failed(connection, error)
    code = _BY_STATUS.get(error.status_code, "bad_request")
    answer = _error_response(connection, ApiError(code, error.detail or "the request was refused"))
    answer.status_code = error.status_code
    if error.headers:
        answer.headers.update(error.headers)
    return answer


def _asks_for_a_page(connection: ASGIConnection[Any, Any, Any, Any]) -> bool:
    """Somebody in front of a browser: the client says in their language that there is no such page."""
    api = connection.scope["path"].startswith(("/api/", "/assets/"))
    return not api and "text/html" in connection.headers.get("accept", "") and (CLIENT / "index.html").exists()


def _unreadable(connection: ASGIConnection[Any, Any, Any, Any], _: Exception) -> Response[ErrorBody]:
    return _error_response(
        connection, ApiError("bad_request", "cannot read this request: nested too deeply, or not UTF-8")
    )


def _unstorable(connection: ASGIConnection[Any, Any, Any, Any], error: DataError) -> Response[ErrorBody]:
    return _error_response(
        connection, ApiError("bad_request", "this contains characters or numbers that cannot be stored")
    )


def _no_database(connection: ASGIConnection[Any, Any, Any, Any], error: Exception) -> Response[ErrorBody]:
    log.error("database error", exc_info=error, extra={"path": connection.scope.get("path")})
    return _error_response(connection, ApiError("not_ready", "the database does not respond: try again in a moment"))


def _failed(connection: ASGIConnection[Any, Any, Any, Any], error: Exception) -> Response[ErrorBody]:
    log.error("a request failed", exc_info=error, extra={"path": connection.scope.get("path")})
    answer = ErrorBody("failed", "internal error: nothing was changed")
    return Response(answer, status_code=500, media_type="application/json")
