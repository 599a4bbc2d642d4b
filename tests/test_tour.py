"""The notebook in docs/ runs, and goes through the one public door."""

import ast
import json
from pathlib import Path

import pytest

from tafelwerk.fingerprint import PACKAGE

TOUR = Path(__file__).parent.parent / "docs" / "tour.ipynb"


@pytest.fixture(scope="module")
def cells() -> list[str]:
    document = json.loads(TOUR.read_text(encoding="utf-8"))
    return ["".join(cell["source"]) for cell in document["cells"] if cell["cell_type"] == "code"]


def test_it_runs(cells: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAFELWERK_BOOK", str(tmp_path))
    monkeypatch.setenv("TAFELWERK_POCKET", str(PACKAGE / "pocket"))
    names: dict[str, object] = {}
    for cell in cells:
        exec(compile(cell, TOUR.name, "exec"), names)
    assert "MissingTableError" not in names
    assert repr(names["duel"]).startswith("Duel(k=10, rival=20, first=0.41")
    assert names["frame"].height == 10  # type: ignore[attr-defined]


def test_it_imports_nothing_but_the_package(cells: list[str]) -> None:
    for cell in cells:
        for node in ast.walk(ast.parse(cell)):
            assert not isinstance(node, ast.ImportFrom)
            if isinstance(node, ast.Import):
                assert [one.name for one in node.names] == ["tafelwerk"]
