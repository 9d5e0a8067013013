"""The notebooks: each runs from its first cell to its last, and comes to the texts that are kept in it.

So it is asked with `AFFRAY_WHOLE=1`. Without, each plays a tenth of its fights, and comes to the texts that are kept beside this file for that; whatever
changes the one changes the other.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any

import pytest

WHOLE = os.environ.get("AFFRAY_WHOLE") == "1"
NOTEBOOKS = Path(__file__).resolve().parents[3] / "docs/notebooks"


def texts(notebook: Any) -> list[str]:
    """What cells have printed. Pictures differ from version to version of what draws them."""
    outputs = (output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs)
    return [output["text"] for output in outputs if output["output_type"] == "stream" and output["name"] == "stdout"]


@pytest.mark.parametrize("path", sorted(NOTEBOOKS.glob("*.ipynb")), ids=lambda path: path.stem)
def test_a_notebook_comes_to_what_is_kept_in_it(path: Path) -> None:
    nbformat = pytest.importorskip("nbformat", reason="nbformat is not installed")
    nbclient = pytest.importorskip("nbclient", reason="nbclient is not installed")
    pytest.importorskip("ipykernel", reason="ipykernel is not installed")
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    kept = nbformat.read(path, as_version=4)
    expected = texts(kept)
    assert expected
    pictures = [output for cell in kept.cells for output in cell.get("outputs", []) if "image/png" in output.get("data", {})]
    assert pictures and path.stat().st_size < 100_000
    if not WHOLE:
        first = next(cell for cell in kept.cells if "FIGHTS = " in cell.source)
        first.source, times = re.subn(r"\bFIGHTS = (\d+)_000\b", r"FIGHTS = \g<1>00", first.source)
        assert times == 1
    nbclient.NotebookClient(kept, timeout=300, resources={"metadata": {"path": str(NOTEBOOKS)}}).execute()
    if WHOLE:
        assert texts(kept) == expected
    else:
        fewer = Path(__file__).with_name(f"{path.stem}.txt").read_text(encoding="utf-8")
        assert "".join(texts(kept)) == fewer, "where that is meant, the notebook is to be run again too"
