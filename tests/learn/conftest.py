"""What learning compiles is compiled once for all tests."""

from __future__ import annotations

from collections.abc import Iterator

import jax
import pytest

from tabiji.core.jit import cache_folder


@pytest.fixture(scope="session", autouse=True)
def compiled_once() -> Iterator[None]:
    """Trainings of the same shapes share what XLA has compiled, also for another `Training`. It is kept beside the
    compiled rules: JAX names it after all that it depends on."""
    options = {
        "jax_compilation_cache_dir": str(cache_folder() / "xla"),
        "jax_persistent_cache_min_compile_time_secs": 0.0,
        "jax_persistent_cache_min_entry_size_bytes": 0,
        "jax_disable_most_optimizations": True,  # networks are small: compiling takes longer than running
    }
    before = {name: jax.config.values[name] for name in options}
    for name, value in options.items():
        jax.config.update(name, value)
    yield
    for name, value in before.items():
        jax.config.update(name, value)
