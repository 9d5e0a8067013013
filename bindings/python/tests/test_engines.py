"""Sweeps on real clusters of two workers on this machine, one of which is killed in the middle: the same bytes as on threads.

`engines.sh` installs what they need and runs them.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import affray
import pytest
from affray import Fight, Sweep, UsageError, sweep

pytestmark = pytest.mark.engines

ROOT = Path(__file__).resolve().parents[3]
GRID = {"ann.hp": [10, 11, 12], "bob.hp": [14, 15]}
ASK = ["ann.hp > 0", "round"]
TRIALS, SHARD = 40_000, 4_000
SHARDS = 60


@pytest.fixture(scope="module")
def fight() -> Fight:
    return affray.scenario(ROOT / "examples/duel_to_the_death.affray")


@pytest.fixture(scope="module")
def expected(fight: Fight) -> bytes:
    """On threads, cut otherwise."""
    return sweep(fight, GRID, ask=ASK, trials=TRIALS, shard=TRIALS).to_json()


class Killer:
    """Kills a worker in the middle of a sweep: one of those that are busy then."""

    def __init__(self, busy: Callable[[], set[int]]) -> None:
        self._busy = busy
        self.killed: int | None = None
        self.shards = 0

    def __call__(self, done: int, of: int) -> None:
        self.shards = done
        if self.killed is None and done >= of // 4 and (busy := self._busy()):
            assert done < of - 2, "the middle has passed"
            self.killed = min(busy)
            os.kill(self.killed, signal.SIGKILL)


def wrong_everywhere(fight: Fight, on: Any) -> None:
    """An error in a shard comes out as itself."""
    with pytest.raises(UsageError, match="takes more than 1000 steps"):
        sweep(fight, GRID, ask=ASK, trials=2_000, work=1_000, on=on)


def checked(result: Sweep, killer: Killer, workers: set[int], expected: bytes) -> None:
    assert result.to_json() == expected
    assert killer.shards == SHARDS
    assert killer.killed is not None and killer.killed not in workers


@pytest.fixture(scope="class")
def ray_cluster() -> Iterator[None]:
    ray = pytest.importorskip("ray", reason="Ray is not installed")
    ray.init(num_cpus=2, include_dashboard=False, object_store_memory=100 << 20, log_to_driver=False)
    yield
    ray.shutdown()


@pytest.fixture(scope="class")
def client() -> Iterator[Any]:
    distributed = pytest.importorskip("distributed", reason="Dask is not installed")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        yield client


@pytest.mark.usefixtures("ray_cluster")
class TestRay:
    @staticmethod
    def workers() -> set[int]:
        """The processes that play a shard of ours now: Ray calls them by the name of the task."""
        return {pid for pid in descendants() if title(pid).startswith("ray::affray")}

    def test_the_same_bytes(self, fight: Fight, expected: bytes) -> None:
        assert sweep(fight, GRID, ask=ASK, trials=TRIALS, shard=SHARD, on="ray").to_json() == expected

    def test_a_worker_is_killed(self, fight: Fight, expected: bytes) -> None:
        killer = Killer(self.workers)
        result = sweep(fight, GRID, ask=ASK, trials=TRIALS, shard=SHARD, on="ray", progress=killer)
        checked(result, killer, self.workers(), expected)

    def test_errors(self, fight: Fight) -> None:
        wrong_everywhere(fight, "ray")


class TestDask:
    @staticmethod
    def workers(client: Any) -> set[int]:
        return set(client.run(os.getpid).values())

    def test_the_same_bytes(self, client: Any, fight: Fight, expected: bytes) -> None:
        assert sweep(fight, GRID, ask=ASK, trials=TRIALS, shard=SHARD, on="dask").to_json() == expected

    def test_a_worker_is_killed(self, client: Any, fight: Fight, expected: bytes) -> None:
        killer = Killer(lambda: self.workers(client))
        result = sweep(fight, GRID, ask=ASK, trials=TRIALS, shard=SHARD, on="dask", cluster=client, progress=killer)
        checked(result, killer, self.workers(client), expected)

    def test_at_an_address(self, client: Any, fight: Fight, expected: bytes) -> None:
        address = client.scheduler.address
        assert sweep(fight, GRID, ask=ASK, trials=TRIALS, shard=SHARD, on="dask", cluster=address).to_json() == expected

    def test_errors(self, client: Any, fight: Fight) -> None:
        wrong_everywhere(fight, "dask")


def test_without_a_client() -> None:
    pytest.importorskip("distributed", reason="Dask is not installed")
    fight = affray.scenario(ROOT / "examples/duel_to_the_death.affray")
    with pytest.raises(UsageError, match="no client of Dask"):
        sweep(fight, ask=ASK, trials=10, on="dask")


def title(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().decode(errors="replace")
    except OSError:
        return ""


def descendants() -> set[int]:
    """All processes that this one has started, and those that they have started."""
    parents = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                state = (folder / "stat").read_text()
            except OSError:
                continue
            parents[int(folder.name)] = int(state.rpartition(")")[2].split()[1])
    found: set[int] = set()
    grown = {os.getpid()}
    while grown:
        found |= grown
        grown = {pid for pid, parent in parents.items() if parent in grown} - found
    return found - {os.getpid()}
