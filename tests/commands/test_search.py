"""The family's commands, run as the installed program, or called where a process of its own would add nothing."""

from functools import partial
from pathlib import Path

import pytest
from program import answered, build_here, call, run

ask = partial(answered, "search")


def test_builds(tmp_path: Path) -> None:
    for line in (
        "free --codes 60 --width 4",
        "root --size 60 --strategy h1.50",
        "root --size 900 --points 4",
        "curve --size 40 --alpha-max 2 --points 4",
    ):
        done = build_here("build", "search", *line.split(), "--book", tmp_path)
        assert done.returncode == 0, done.stderr
    assert ask("free", 60, 4, book=tmp_path)["source"] == "book"
    for size, strategy in ((60, "h1.5"), (900, "optimal"), (40, "h0.5")):
        assert ask("root", size, "--strategy", strategy, book=tmp_path)["source"] == "book"
    assert call("verify", "search", "--book", tmp_path).returncode == 0
    again = call("build", "search", "root", "--size", "60", "--strategy", "h3/2", "--book", tmp_path)
    assert "nothing to do" in again.stdout
    planned = call("build", "search", "--dry-run", "--book", tmp_path / "none")
    assert "search root --size 10000 --strategy h1.5" in planned.stdout
    assert not (tmp_path / "none").exists()


@pytest.mark.slow
def test_the_standard_set_is_proved(standard_book: Path) -> None:
    done = run("verify", "search", "--book", standard_book)
    assert done.returncode == 0, done.stderr
