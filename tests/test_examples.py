"""The examples run."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parents[1] / "examples/train_ppo.py"


@pytest.mark.compiled
@pytest.mark.timeout(300)  # where nothing is compiled yet
def test_train_ppo(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A few updates: enough to see that it plays, learns and writes its files."""
    monkeypatch.chdir(tmp_path)
    spec = spec_from_file_location("train_ppo", EXAMPLE)
    assert spec is not None
    assert spec.loader is not None
    example = module_from_spec(spec)
    spec.loader.exec_module(example)
    sizes = {"updates": 4, "games": 16, "steps": 8, "minibatch": 64, "width": 16, "players": 2, "test-games": 8}
    points = example.main([word for name, size in sizes.items() for word in (f"--{name}", str(size))])
    assert all(0 <= share <= 1 for _, share in points)
    assert capsys.readouterr().out.count("against greedy") == len(points) >= 2
    assert {file.name for file in tmp_path.iterdir()} == {"train_ppo.npz", "train_ppo.png"}
    assert len(EXAMPLE.read_text("utf-8").splitlines()) <= 200
