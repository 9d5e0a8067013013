"""The tour of docs/python.md does what it says."""

from __future__ import annotations

import re

from conftest import ROOT


def test_the_tour() -> None:
    page = (ROOT / "docs/python.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, flags=re.DOTALL)
    assert len(blocks) >= 7
    names: dict[str, object] = {}
    for number, block in enumerate(blocks):
        exec(compile(block, f"docs/python.md, block {number + 1}", "exec"), names)
