"""What a type checker says of programs that ask the book, those of the documentation among them."""

import subprocess
import sys
from pathlib import Path

import pytest
from page_commands import python_sources

ASKED = """\
import tafelwerk
book = tafelwerk.open_book()
fraction = book.dresher.value(11, compute=True).value + 1
"""
WRONG = {
    'book.dresher.value(11).value + "x"': "No overload variant",
    'book.dresher.value("eleven")': "incompatible type",
    "book.dresher.values(11)": "has no attribute",
    "book.chess": "has no attribute",
}


@pytest.mark.slow
def test_a_type_checker_knows_what_is_asked_and_answered(tmp_path: Path) -> None:
    sources = python_sources() | {"asked": ASKED + "\n".join(WRONG) + "\n"}
    assert {"tictactoe", "using_0", "tour"} <= sources.keys()
    for name, source in sources.items():
        (tmp_path / f"{name}.py").write_text(source, encoding="utf-8")
    # a cluster's library is not among the project's
    options = ("--strict", "--config-file=", "--disable-error-code=import-not-found")
    checked = subprocess.run(
        [sys.executable, "-m", "mypy", *options, "."], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    errors = [line for line in checked.stdout.splitlines() if ": error: " in line]
    begin = ASKED.count("\n") + 1
    places = [f"asked.py:{begin + number}" for number in range(len(WRONG))]
    assert [":".join(line.split(":")[:2]) for line in errors] == places, checked.stdout
    for line, reason in zip(errors, WRONG.values(), strict=True):
        assert reason in line
