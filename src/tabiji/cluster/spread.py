"""Jobs spread over a cluster: their results in the order of the jobs, whatever the number of nodes and their fate."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from tabiji.cluster.connect import load_ray
from tabiji.core.errors import OptionError, TabijiError

# A job that was running on a node that died, or whose result was there, is done again elsewhere. A job that ends so
# many processes is itself what ends them.
RETRIES = 20

Job = tuple[Any, ...]


def spread(
    work: Callable[..., tuple[Any, bytes | None]], jobs: Iterable[Job], cores: int | None = None
) -> Iterator[Any]:
    """Call `work(*job)` for each job, one core each: (job, result, data), in the order of the jobs.

    `data` stays on its node until it is asked for. At most `cores` jobs run at once.
    """
    ray = load_ray()
    task = ray.remote(num_cpus=1, num_returns=2, max_retries=RETRIES)(work)
    waiting: deque[tuple[Job, Any, Any]] = deque()
    try:
        for job in jobs:
            waiting.append((job, *task.remote(*job)))
            if len(waiting) >= (cores or 2 * _cores(ray)):
                yield _result(ray, *waiting.popleft())
        while waiting:
            yield _result(ray, *waiting.popleft())
    finally:
        for _, result, _ in waiting:
            ray.cancel(result, force=True)


def _cores(ray: Any) -> int:
    """The cores of all nodes, now: nodes come and go."""
    cores = int(ray.cluster_resources().get("CPU", 0))
    return max(cores, 1)


def _result(ray: Any, job: Job, result: Any, data: Any) -> tuple[Job, Any, bytes | None]:
    errors = ray.exceptions
    try:
        return job, *ray.get([result, data])
    except errors.RayTaskError as error:
        if isinstance(error.cause, TabijiError):
            raise error.cause from error
        if isinstance(error.cause, ModuleNotFoundError):
            raise OptionError(
                f"a node of the cluster lacks a package: {error.cause}; install it on all nodes"
            ) from error
        raise
    except (errors.WorkerCrashedError, errors.NodeDiedError, errors.ObjectLostError) as error:
        raise OptionError(f"a job ended its process {RETRIES} times, on any node: {type(error).__name__}") from error
