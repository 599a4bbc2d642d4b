"""Examples in docstrings of the solvers."""

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import tafelwerk

ROOT = Path(tafelwerk.__file__).parent
MODULES = sorted(
    ".".join(("tafelwerk", *path.relative_to(ROOT).with_suffix("").parts))
    for path in (ROOT / "solvers").rglob("*.py")
    if ">>>" in path.read_text(encoding="utf-8")
)


@pytest.mark.parametrize("module", MODULES)
def test_an_example_prints_what_it_says(module: str) -> None:
    failed, tried = doctest.testmod(import_module(module))
    assert tried > 0
    assert failed == 0
