"""Games on a Ray cluster of several nodes on this machine: the rows of one machine, also when a node is killed."""

from __future__ import annotations

import json
import socket
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pyarrow.parquet
import pytest
import ray
from ray.cluster_utils import Cluster

import tabiji
from tabiji.cluster import play
from tabiji.cluster.parts import Parts, open_parts
from tabiji.cluster.spread import spread
from tabiji.core.errors import OptionError
from tabiji.core.jit import sources_hash
from tabiji.core.statistics import Summary
from tabiji.lab.batches import Batch, summed
from tabiji.lab.simulate import simulate
from tabiji.lab.writers import Writer

from tests.cli.test_commands import Capsys, refused, run

# Ray forks to start its processes; in a process that has also learned, JAX warns of every fork
pytestmark = pytest.mark.filterwarnings("ignore:os.fork:RuntimeWarning")

MEMORY = 80 * 2**20  # the smallest object store that Ray allows is 75 MiB


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """Two nodes with one core each. A killed node is noticed after two seconds."""
    noticed = {"health_check_period_ms": 1000, "health_check_failure_threshold": 2, "health_check_timeout_ms": 20_000}
    head = {"num_cpus": 1, "object_store_memory": MEMORY, "include_dashboard": False, "_system_config": noticed}
    # Ray gives a node 30 seconds to start, whatever else the machine does: ten times as many by a slower clock
    slow = SimpleNamespace(**{**vars(time), "monotonic": lambda: time.monotonic() / 10})
    with patch("ray._private.node.time", slow):
        found = Cluster(initialize_head=True, head_node_args=head)
        found.add_node(num_cpus=1, object_store_memory=MEMORY)
    ray.init(address=found.address, log_to_driver=False, logging_level="ERROR")
    yield found
    ray.shutdown()
    found.shutdown()


def rows_of(path: Path) -> dict[str, list[Any]]:
    """The rows of a file, or of a folder of parts."""
    columns: dict[str, list[Any]] = pyarrow.parquet.read_table(path).to_pydict()
    return columns


def told(text: str) -> dict[str, Any]:
    """The JSON document of a command, without the time it took."""
    document: dict[str, Any] = json.loads(text)
    document.pop("seconds", None)
    return document


def wait_for(folder: Path, files: int) -> None:
    end = time.monotonic() + 60
    while len(list(folder.iterdir())) < files:
        assert time.monotonic() < end, f"{files} files never came into {folder}"
        time.sleep(0.02)


def held_job(*job: Any) -> tuple[Batch, bytes | None]:
    """Play a job once its node may; a file tells where it has begun."""
    folder, number, *rest = job
    node = ray.get_runtime_context().get_node_id()
    (folder / "begun" / f"{number}-{node}").touch()
    while not (folder / node).exists():
        time.sleep(0.02)
    return play.play_rows_job(*rest)


@pytest.mark.timeout(300)  # Ray starts a dozen processes
def test_cluster(cluster: Cluster, capsys: Capsys, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """One test, because each process of the suite that has a test with a cluster starts one."""
    for number, check in enumerate((on_two_nodes, killed_node, folder_not_shared)):
        folder = tmp_path / str(number)
        folder.mkdir()
        with monkeypatch.context() as patch:
            check(cluster, capsys, patch, folder)


def killed_node(cluster: Cluster, capsys: Capsys, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    game, games, every, seed = tabiji.game("tsuro_seas", players=3), 600, 100, 7
    begun = tmp_path / "begun"
    begun.mkdir()
    summary = Summary()
    with Parts(tmp_path / "rows.parquet") as parts:

        def jobs() -> Iterator[tuple[Any, ...]]:
            key = (sources_hash(), play.game_key(game), "random", every)
            for i in range(games // every):
                if i == 2:  # each node has begun one job; that of the killed one never ends there
                    wait_for(begun, 2)
                    (killed,) = cluster.worker_nodes
                    nodes = {file.name.partition("-")[2] for file in begun.iterdir()}
                    assert killed.node_id in nodes
                    cluster.remove_node(killed, allow_graceful=False)
                    for node in nodes - {killed.node_id}:
                        (tmp_path / node).touch()
                yield (tmp_path, i, *key, seed + i * every, "", parts.next())

        for job, batch, data in spread(held_job, jobs()):
            parts.keep(job[-1], data)
            for part in batch.summaries:
                summary.merge(part)
    times = [file.name.partition("-")[0] for file in begun.iterdir()]
    assert len(times) > len(set(times)), "the job of the killed node must have been done again"
    expected = Summary()
    with Writer(tmp_path / "alone.parquet") as writer:
        for batch in summed(game, simulate(game, games, seed, cores=1), writer):
            expected.merge(batch.summaries[0])
    assert rows_of(tmp_path / "rows.parquet") == rows_of(tmp_path / "alone.parquet")
    assert len(list((tmp_path / "rows.parquet").iterdir())) == games // every
    for table, alone in zip(summary.tables(), expected.tables(), strict=True):
        assert table.headers == alone.headers
        for row, other in zip(table.rows, alone.rows, strict=True):
            assert row[1:] == pytest.approx(other[1:])


def on_two_nodes(cluster: Cluster, capsys: Capsys, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(play, "RANDOM_GAMES", 4000)
    words = ["simulate", "tsuro_seas", "--players", "2", "--games", "9000", "--seed", "5", "--json"]
    alone = run(capsys, *words, "--out", str(tmp_path / "alone.parquet"))
    spread_out = run(capsys, *words, "--out", str(tmp_path / "rows.parquet"), "--cluster", "auto")
    assert told(spread_out) == told(alone)  # to the last bit
    assert rows_of(tmp_path / "rows.parquet") == rows_of(tmp_path / "alone.parquet")
    assert sorted(file.name for file in (tmp_path / "rows.parquet").iterdir()) == [
        "part-000000.parquet",
        "part-000001.parquet",
        "part-000002.parquet",
    ]
    job = ("another", play.game_key(tabiji.game("tsuro_seas")), "random", 1, 0, "", None)
    with pytest.raises(OptionError, match="another version of Tabiji"):
        list(spread(play.play_rows_job, [job]))
    assert "there already" in refused(capsys, *words, "--out", str(tmp_path / "rows.parquet"), "--cluster", "auto")


def folder_not_shared(cluster: Cluster, capsys: Capsys, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(play, "BOT_GAMES", 4)
    monkeypatch.setattr(Parts, "next", lambda parts, of=Parts.next: replace(of(parts), mark=Path("/nowhere")))
    for number, extra in enumerate(([], ["--cluster", "auto"])):
        page, results = tmp_path / f"{number}.html", tmp_path / f"arena{number}.parquet"
        bots = ["--bots", "greedy,random", "--games", "10", "--out", str(results)]
        run(capsys, "arena", "tsuro_seas", *bots, *extra)
        run(
            capsys,
            "study",
            "tsuro_seas",
            "--players",
            "2",
            "--bots",
            "hasty",
            "--games",
            "6",
            "--out",
            str(page),
            *extra,
        )
    arenas = [rows_of(tmp_path / f"arena{number}.parquet") for number in range(2)]
    for rows in arenas:
        rows.pop("seconds")
    assert arenas[0] == arenas[1]
    assert rows_of(tmp_path / "0.parquet") == rows_of(tmp_path / "1.parquet")
    assert (tmp_path / "0.html").read_text() == (tmp_path / "1.html").read_text()


def test_parts_are_complete_or_not_there(tmp_path: Path) -> None:
    def fail(path: Path) -> None:
        with Parts(path) as parts:
            parts.keep(parts.next(), b"one")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail(tmp_path / "rows.parquet")
    assert list(tmp_path.iterdir()) == []
    with Parts(tmp_path / "rows.parquet") as parts:
        parts.keep(parts.next(), b"one")
        parts.next().path.write_bytes(b"never kept")
    assert [file.name for file in (tmp_path / "rows.parquet").iterdir()] == ["part-000000.parquet"]


def test_without_ray(capsys: Capsys, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    for command in ("simulate", "study"):
        assert "pip install 'tabiji[cluster]'" in refused(capsys, command, "tsuro_seas", "--cluster", "auto")


def test_bad_addresses(capsys: Capsys, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(ray, "is_initialized", lambda: False)
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        silent = f"127.0.0.1:{unused.getsockname()[1]}"
        for address, says in (("nonsense", "cannot read"), ("host:port", "cannot read"), (silent, "no Ray cluster")):
            words = ["arena", "tsuro_seas", "--bots", "greedy,random", "--cluster", address]
            assert says in refused(capsys, *words, "--out", str(tmp_path / "rows.parquet"))
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(OptionError, match="folder of Parquet parts"):
        open_parts(tmp_path / "rows.csv")
