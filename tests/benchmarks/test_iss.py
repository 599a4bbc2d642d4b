"""Records written from rounds, and how long they take to price."""

from pathlib import Path

import pytest

from benchmarks.iss import main, priced_seconds
from tafelwerk.families.skat.log_formats import log_file
from tafelwerk.families.skat.rules.rounds import Round


def test_records_of_programs_can_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "records.sgf"
    assert main(["--games", "2", "--seed", "3", "--write", str(file)]) == 0
    found = list(log_file(file).read(lambda word: None))
    assert len(found) == 2
    assert all(isinstance(one, Round) and not one.warnings for one in found)
    lines = file.read_text(encoding="ascii").splitlines()
    assert len(priced_seconds(lines)) == sum("passed" not in line for line in lines)
    assert not capsys.readouterr().out
