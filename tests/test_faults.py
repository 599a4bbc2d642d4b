"""Every fault of docs/trust.md, provoked; and the page has the rows of the script.

Where nothing but the book is at fault, the program runs in this process.
"""

import re
from pathlib import Path

import pytest
from faults import ROWS
from faults.__main__ import cell, play
from faults.scene import Row

PAGE = Path(__file__).parent.parent / "docs" / "trust.md"


@pytest.mark.parametrize(
    "row", [pytest.param(row, id=row.fault, marks=[pytest.mark.slow] if row.slow else []) for row in ROWS]
)
def test_a_fault_loses_nothing_and_says_what_to_do(row: Row, tmp_path: Path) -> None:
    trials = play(row, tmp_path, thorough=False)
    assert not row.problems(trials), row.fault


def test_the_page_has_the_rows_of_the_script() -> None:
    found = re.findall(r"^\| (.+?) \| (.+?) \| (.+?) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    rows = [(fault, expected) for fault, expected, seen in found if seen != "seen"]
    assert rows == [(cell(row.fault), cell(row.expected)) for row in ROWS], "write the page with: make faults"


def test_no_row_of_the_page_lost_data_or_answered_wrongly() -> None:
    seen = re.findall(r"wrong answers (\d+); losses (\d+)", PAGE.read_text(encoding="utf-8"))
    assert len(seen) == len(ROWS)
    assert set(seen) == {("0", "0")}
    assert not re.search(r"\| exit 1\b|, exit 1\b|defect", PAGE.read_text(encoding="utf-8"))
    for found in re.findall(r"resumed (\d+) of (\d+)", PAGE.read_text(encoding="utf-8")):
        assert found[0] == found[1]
