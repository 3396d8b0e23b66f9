"""Writes what travels as JSON Schema and OpenAPI, and the client's TypeScript types made of it.

    python -m tabiji.server.schema_export          writes docs/schema/*.json and web/src/lib/generated/*.ts
    python -m tabiji.server.schema_export --check  says which of them differ from what would be written, and fails

One schema for each game (its views, events, standings and board) and one for the server: messages on the socket, and
the bodies of requests and answers. `View`, `GameEvent`, `Standing` and `Board` there are those of any game.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import msgspec

from tabiji.core.game_spec import game_names, game_spec
from tabiji.server import (
    account_protocol,
    admin_protocol,
    analysis_protocol,
    editor_protocol,
    protocol,
    puzzle_protocol,
    websocket_messages,
)
from tabiji.server.clock import TimeControl
from tabiji.server.game_types import PARTS, Part, game_type
from tabiji.server.typescript import typescript

_ROOT = Path(__file__).parents[3]
_SCHEMAS = "docs/schema"
_TYPES = "web/src/lib/generated"
_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_GAME_NAME = "GameName"
_GAMES_WORDS: dict[str, Part] = {"View": "View", "GameEvent": "Event", "Standing": "Standing", "Board": "Board"}
_MODULES = (
    protocol,
    account_protocol,
    admin_protocol,
    analysis_protocol,
    editor_protocol,
    puzzle_protocol,
    websocket_messages,
)
Schema = dict[str, Any]


def _names(module: Any) -> dict[str, tuple[Any, ...]]:
    """The lists of names of a module, so that they are written down once."""
    return {name: get_args(kind) for name, kind in vars(module).items() if get_origin(kind) is Literal}


def _refer(schema: Any, names: dict[str, tuple[Any, ...]]) -> Any:
    """A schema that refers to lists of names, to parts of games and to GameName instead of repeating them."""
    if isinstance(schema, list):
        return [_refer(part, names) for part in schema]
    if not isinstance(schema, dict):
        return schema
    if "enum" in schema:
        for name, values in names.items():
            if len(values) > 1 and set(values) == set(schema["enum"]):
                return {"$ref": f"#/$defs/{name}"}
    title = schema.get("title")
    if isinstance(title, str) and title in (*_GAMES_WORDS, _GAME_NAME) and "properties" not in schema:
        return {"$ref": f"#/$defs/{title}"}
    return {key: _refer(part, names) for key, part in schema.items()}


def _schema(title: str, types: dict[str, Any], names: dict[str, tuple[Any, ...]]) -> Schema:
    """The schema of some named types and everything they consist of."""
    found, parts = msgspec.json.schema_components(types.values(), ref_template="#/$defs/{name}")
    named = dict(zip(types, found, strict=True))
    defs = {name: {"enum": list(values)} for name, values in names.items()}
    defs |= {name: _refer(part, names) for name, part in parts.items()}
    unions = {name: part for name, part in named.items() if name not in defs}
    defs |= {name: _refer(part, names) for name, part in unions.items()}
    return {"$schema": _DRAFT, "title": title, "$defs": _name_unions(defs, unions)}


def _name_unions(schema: Any, unions: dict[str, Schema], top: int = 1) -> Any:
    """A schema that refers to unions by name; those at the top are the unions themselves."""
    if isinstance(schema, list):
        return [_name_unions(part, unions, top) for part in schema]
    if not isinstance(schema, dict):
        return schema
    for name, union in unions.items():
        if top < 0 and schema.get("anyOf") == union.get("anyOf", ()):
            return {"$ref": f"#/$defs/{name}"}
    return {key: _name_unions(part, unions, top - 1) for key, part in schema.items()}


def game_schema(game: str) -> Schema:
    """What a game tells."""
    found = {part: game_type(game, part) for part in PARTS}
    return _schema(
        game, {part: kind for part, kind in found.items() if kind is not None}, _names(game_spec(game).types)
    )


def server_schema() -> Schema:
    """Messages on the socket, bodies of requests and of answers."""
    types: dict[str, Any] = {
        "ClientMessage": websocket_messages.ClientMessage,
        "ServerMessage": websocket_messages.ServerMessage,
        "TimeControl": TimeControl,
    }
    for module in _MODULES:
        types |= {name: kind for name, kind in vars(module).items() if _is_body(kind, module)}
    schema = _schema("server", types, {name: found for module in _MODULES for name, found in _names(module).items()})
    schema["$defs"][_GAME_NAME] = {"enum": game_names()}
    for word, part in _GAMES_WORDS.items():
        having = [game for game in game_names() if game_type(game, part) is not None]
        schema["$defs"][word] = {"anyOf": [{"$ref": f"{game}.json#/$defs/{part}"} for game in having]}
    return schema


def _is_body(kind: Any, module: Any) -> bool:
    mine = isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind.__module__ == module.__name__
    return mine and kind not in (protocol.RequestBody, protocol.SettingsInfo)


def openapi() -> Schema:
    """The description of the requests."""
    from tabiji.server.app import make_app
    from tabiji.server.settings import Settings

    document: Schema = make_app(Settings()).openapi_schema.to_schema()
    plain: Schema = _without_examples(document)
    return plain


def _without_examples(part: Any) -> Any:
    """The same without examples: of several for one body the framework picks any."""
    if isinstance(part, list):
        return [_without_examples(one) for one in part]
    if not isinstance(part, dict):
        return part
    return {key: _without_examples(one) for key, one in part.items() if key not in ("example", "examples")}


def exports() -> dict[str, str]:
    """The text of every file that is written, by its path."""
    schemas = {game: game_schema(game) for game in game_names()} | {"server": server_schema()}
    files = {f"{_SCHEMAS}/{name}.json": _json(schema) for name, schema in schemas.items()}
    files[f"{_SCHEMAS}/openapi.json"] = _json(openapi())
    return files | {f"{_TYPES}/{name}.ts": typescript(schema) for name, schema in schemas.items()}


def _json(schema: Schema) -> str:
    return msgspec.json.format(msgspec.json.encode(schema), indent=1).decode() + "\n"


def main(words: list[str]) -> int:
    """Write all files, or check them."""
    stale = [path for path, text in exports().items() if not _same(_ROOT / path, text)]
    if words == ["--check"]:
        for path in stale:
            print(f"{path} is not what the server's types say: run `make types`")
        return 1 if stale else 0
    for path, text in exports().items():
        if path in stale:
            (_ROOT / path).parent.mkdir(parents=True, exist_ok=True)
            (_ROOT / path).write_text(text, "utf-8")
            print(f"wrote {path}")
    return 0


def _same(path: Path, text: str) -> bool:
    return path.exists() and path.read_text("utf-8") == text


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
