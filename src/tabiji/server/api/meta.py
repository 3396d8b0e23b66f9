"""Requests about the server: games and bots, health, metrics, OpenAPI."""

from __future__ import annotations

import hmac
from typing import Any

from litestar import MediaType, Request, Response, get
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from tabiji.bots.levels import LEVELS
from tabiji.core.game_spec import game_names, game_spec
from tabiji.server import quarantine
from tabiji.server.api.shared import PACKED, error_responses, packed_response
from tabiji.server.api_error import ApiError
from tabiji.server.context import Server
from tabiji.server.protocol import (
    PHRASES,
    GameInfo,
    Health,
    LevelInfo,
    Menu,
    OptionInfo,
    QuarantinedTable,
    Readiness,
)
from tabiji.server.replay_thread import in_thread
from tabiji.server.replays import pack


@get("/api/menu", tags=["meta"], responses=error_responses(), summary="What can be played", sync_to_thread=False)
def menu() -> Menu:
    """Games with their options, levels of bots and the bot above them, and phrases for the chat."""
    games = []
    for name in game_names():
        found = game_spec(name)
        options = [OptionInfo(option.name, list(option.choices), option.help) for option in found.options]
        games.append(
            GameInfo(
                name, found.title, found.summary, list(found.players), options, list(found.boards), found.rules_version
            )
        )
    levels = [LevelInfo(level.name, level.about) for level in LEVELS]
    levels.append(LevelInfo("rollout", "the master, thinking ahead: the strongest, up to a second for a move"))
    return Menu(games, levels, list(PHRASES))


@get("/healthz", tags=["meta"], responses=error_responses(), summary="Is the node alive?", sync_to_thread=False)
def healthz(server: Server) -> Health:
    """The event loop answers."""
    return Health("ok", server.node)


@get("/readyz", tags=["meta"], responses=error_responses(), summary="Can the node serve?")
async def readyz(server: Server) -> Readiness:
    """The database answers too. Matches that cannot be read are named; the node serves all others."""
    count, listed = await server.storage.read(
        lambda connection: (quarantine.count(connection), quarantine.listed(connection)), timeout=0
    )
    return Readiness("ready", server.node, count, [QuarantinedTable(*match) for match in listed])


@get("/api/openapi.json", include_in_schema=False, opt={PACKED: True})
async def openapi(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """The OpenAPI document of this API, encoded once."""
    app = request.app
    if "openapi" not in app.state:
        app.state.openapi = await in_thread(lambda: pack(app.openapi_schema.to_schema()))
    response: dict[str, Any] = await packed_response(request, app.state.openapi)
    return response


@get("/metrics", include_in_schema=False, sync_to_thread=False)
def metrics(request: Request[Any, Any, Any], server: Server) -> Response[bytes]:
    """For Prometheus: with the token if there is one, otherwise on this machine only; see also `--metrics-port`."""
    token, address = server.settings.metrics_token, request.client.host if request.client is not None else ""
    if token:
        allowed = hmac.compare_digest(request.headers.get("authorization", "").encode(), f"Bearer {token}".encode())
    else:
        allowed = not server.settings.metrics_port and address in ("127.0.0.1", "::1")
    if not allowed:
        raise ApiError("not_found", "there is no such page")
    return Response(generate_latest(), media_type=MediaType.TEXT, headers={"content-type": CONTENT_TYPE_LATEST})
