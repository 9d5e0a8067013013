"""What the tests share: the folder of the project, and the program that the package is held against."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]

Program = Callable[..., str]


@pytest.fixture(autouse=True)
def in_the_project(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)


@pytest.fixture(scope="session")
def program() -> Program:
    """Calls `affray`, whose path is in `AFFRAY`."""
    path = os.environ.get("AFFRAY")
    if not path:
        pytest.skip("AFFRAY names no program")

    def call(*arguments: str) -> str:
        done = subprocess.run([path, *arguments], cwd=ROOT, capture_output=True)
        assert done.returncode in (0, 1), done.stderr.decode()
        return done.stdout.decode()

    return call
