"""The settings of a table: what was asked for is what is stored and what is told."""

from __future__ import annotations

from pathlib import Path

import msgspec

from tabiji.server import lobby, messages, stored_table
from tabiji.server.clock import LiveClock
from tabiji.server.game_types import PARTS, game_type
from tabiji.server.protocol import NewTable, SettingsInfo
from tabiji.server.randomness import Randomness
from tabiji.server.table_settings import TableSettings

from tests.server.node_parts import ANN, new_database

ASKED = NewTable(
    "tokaido_duo",
    2,
    {"tie_break": "money"},
    clock=LiveClock(bank=300, increment=5),
    access="open",
    desertion="forfeit",
    hints=False,
    several_seats=True,
    pace=123,
)


def test_settings_are_the_same_in_request_row_and_message(tmp_path: Path) -> None:
    engine = new_database(f"sqlite:///{tmp_path / 'tabiji.db'}")
    settings = TableSettings.from_request(ASKED)
    with engine.begin() as connection:
        stored = stored_table.load(connection, lobby.create(connection, ANN, settings, 20, Randomness()))
    engine.dispose()
    assert stored.settings == settings
    told, asked = msgspec.to_builtins(messages.table_info(stored)), msgspec.to_builtins(ASKED)
    for name in SettingsInfo.__struct_fields__:
        if name != "options":  # those that were not asked for are filled in
            assert told[name] == asked[name], name
    assert told["options"]["tie_break"] == "money"
    assert settings.board is not None
    assert told["board"] == settings.board["board"]["name"]


def test_the_parts_of_a_games_types_are_those_it_has() -> None:
    having = {
        game: [part for part in PARTS if game_type(game, part) is not None] for game in ("tokaido", "tokaido_duo")
    }
    assert having == {"tokaido": ["View", "Event", "Standing"], "tokaido_duo": ["View", "Event", "Standing", "Board"]}
