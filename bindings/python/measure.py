"""Measures what Ray and Dask cost a sweep: `python measure.py duel 1_000_000 2` plays so many fights on two workers of each, in turn, so
often; `begin` are short fights, in which one roll settles who begins.

Tells the time on the clock and the time of the processors, of all processes together: where others use the machine too, only the latter can be
compared. `docs/sweeps.md` has the figures.
"""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Any

import affray
import distributed
import ray

FIGHTS = {
    "duel": ("examples/duel_to_the_death.affray", None, "ann.hp > 0"),
    "begin": ("examples/tour/6_sides.affray", "who begins", "ann before grub"),
}
TICKS = os.sysconf("SC_CLK_TCK")


def processors() -> float:
    """The seconds that this process and all below it have taken, those included that have ended."""
    states = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            states[int(folder.name)] = int(fields[1]), sum(map(int, fields[11:15]))
    found: set[int] = set()
    grown = {os.getpid()}
    while grown:
        found |= grown
        grown = {pid for pid, (parent, _) in states.items() if parent in grown} - found
    return sum(states[pid][1] for pid in found) / TICKS


def main(name: str, fights: int, times: int) -> None:
    root = Path(__file__).resolve().parents[2]
    path, title, question = FIGHTS[name]
    fight = affray.scenario(root / path, title)
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, object_store_memory=100 << 20)
    cluster = distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None)
    client = distributed.Client(cluster)
    engines: dict[str, dict[str, Any]] = {"local": {"workers": 2}, "ray": {}, "dask": {"cluster": client}}
    # The first shards start the workers and read the plan.
    for on, more in engines.items():
        affray.sweep(fight, ask=question, trials=100, shard=10, on=on, **more)
    expected = None
    for _ in range(times):
        for on, more in engines.items():
            clock, before = time.perf_counter(), processors()
            result = affray.sweep(fight, ask=question, trials=fights, on=on, **more)
            taken = processors() - before
            expected = expected or result
            assert result == expected
            print(f"{on:6} {fights:>12,} fights  {time.perf_counter() - clock:8.2f} s  {taken:8.2f} s of processors", flush=True)
    client.close()
    cluster.close()
    ray.shutdown()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
