"""Where the shards of a sweep are played. Handing them out, starting them again and showing how far they are is the engines' business."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias

from ._affray import Halt, Plan
from .errors import AffrayError, UsageError

if TYPE_CHECKING:
    from .sweep import SweepPlan

Progress: TypeAlias = "Callable[[int, int], object]"
"""Is called with how many shards are done, and of how many."""

Parts: TypeAlias = "Iterator[tuple[int, bytes]]"
"""Numbers of shards and what they came to, as they are done."""

WAITING = 1_000
"""So many tasks are handed to Ray ahead, so that those that wait take little memory."""


@lru_cache(maxsize=4)
def _opened(text: str) -> Plan:
    """A worker reads a plan once, not with each shard."""
    return Plan(text)


def play(text: str, number: int, halt: Halt | None = None) -> bytes:
    """Plays a shard of the plan with this text, on whatever machine."""
    part = _opened(text).play(number, halt or Halt())
    if part is None:
        raise UsageError("the sweep was halted")
    return part


def local(plan: SweepPlan, workers: int | None) -> Parts:
    """Plays on threads; what is played holds no lock of Python."""
    halt = Halt()
    with ThreadPoolExecutor(workers or os.cpu_count() or 1) as pool:
        numbers = {pool.submit(play, plan.text, number, halt): number for number in range(len(plan))}
        try:
            for future in as_completed(numbers):
                yield numbers.pop(future), future.result()
        except BaseException:
            halt.set()
            pool.shutdown(cancel_futures=True)
            raise


def ray(plan: SweepPlan, cluster: str | None) -> Parts:
    """Plays as tasks of Ray, which appear in its dashboard as `affray`. A task whose worker dies is started again by Ray."""
    try:
        ray: Any = import_module("ray")
    except ImportError as error:
        raise ImportError('on="ray" needs Ray: pip install "ray[default]"') from error
    if not ray.is_initialized():
        ray.init(address=cluster)
    task = ray.remote(play).options(name="affray")
    text = ray.put(plan.text)
    numbers = iter(range(len(plan)))
    waiting: dict[Any, int] = {}
    try:
        while True:
            while len(waiting) < WAITING and (number := next(numbers, None)) is not None:
                waiting[task.remote(text, number)] = number
            if not waiting:
                return
            # Several at once: to wait takes as long as many wait.
            done, _ = ray.wait(list(waiting), num_returns=max(1, len(waiting) // 10))
            for ref in done:
                yield waiting.pop(ref), ray.get(ref)
    except ray.exceptions.RayTaskError as error:
        if isinstance(error.cause, AffrayError):
            raise error.cause from error
        raise
    finally:
        for ref in waiting:
            ray.cancel(ref)


def dask(plan: SweepPlan, cluster: Any) -> Parts:
    """Plays as tasks of Dask, which appear in its dashboard as `affray-shard`. A task whose worker dies is started again by Dask."""
    try:
        distributed: Any = import_module("distributed")
    except ImportError as error:
        raise ImportError('on="dask" needs Dask: pip install distributed') from error
    own = not isinstance(cluster, distributed.Client) and cluster is not None
    if own:
        client = distributed.Client(cluster)
    elif cluster is not None:
        client = cluster
    else:
        try:
            client = distributed.default_client()
        except ValueError as error:
            raise UsageError("there is no client of Dask: make one, `distributed.Client(...)`, or say which `cluster`") from error
    # The plan is a task too, not data that is scattered: what a worker took with it when it died, Dask makes again.
    text = client.submit(str, plan.text, key=f"affray-plan-{plan.digest}")
    keys = {f"affray-shard-{plan.digest}-{number}": number for number in range(len(plan))}
    futures = client.map(_numbered, keys.values(), plan=text, key=list(keys))
    del keys
    try:
        for future, part in distributed.as_completed(futures, with_results=True):
            yield part
            future.release()
    finally:
        client.cancel(futures)
        if own:
            client.close()


def _numbered(number: int, plan: str) -> tuple[int, bytes]:
    return number, play(plan, number)


def frame(rows: list[dict[str, Any]], engine: str | None) -> Any:
    """Rows as a frame."""
    names = ["pandas", "polars"] if engine is None else [engine]
    for name in names:
        try:
            if name == "pandas":
                return import_module("pandas").DataFrame(rows)
            if name == "polars":
                return import_module("polars").DataFrame(rows, infer_schema_length=None)
        except ImportError:
            continue
        raise UsageError(f"there are frames of pandas and of polars, not of `{name}`")
    raise ImportError(f"a frame needs {' or '.join(names)}: pip install {names[0]}")
