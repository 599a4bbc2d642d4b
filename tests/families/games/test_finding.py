"""Games from files: what is loaded is what the file says now."""

import os
from pathlib import Path

import pytest
from own_nim import SOURCE

from tafelwerk.families.games.rules import find_game


def test_a_file_changed_within_the_same_second_is_loaded_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bytecode is kept by the time and size of a source; neither need change with it."""
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    file = tmp_path / "changing_nim.py"
    starts = []
    for heaps in ("(1, 2, 2)", "(1, 2, 3)"):
        file.write_text(SOURCE.replace("(1, 2, 2)", heaps), encoding="utf-8")
        os.utime(file, (1_000_000_000, 1_000_000_000))
        starts.append(find_game(str(file)).game.start())
    assert starts == [(1, 2, 2), (1, 2, 3)]
