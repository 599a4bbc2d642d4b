"""An answer that is computed is put into the book when that is asked for, and comes from there from then on."""

import json
from pathlib import Path
from shlex import split

import pytest
from program import call, tasks_here

KEPT = Path(__file__).with_name("kept.txt").read_text(encoding="utf-8").splitlines()
"""Questions, each with one that is answered by what is kept of it, where that is another."""


def source(line: str, book: Path) -> str:
    done = call(*split(line), "--json", "--book", book)
    assert done.returncode == 0, done.stderr
    return str(json.loads(done.stdout)["source"])


@pytest.mark.parametrize("line", KEPT, ids=lambda line: " ".join(line.split()[:2]))
def test_an_answer_is_kept_when_asked(line: str, tmp_path: Path) -> None:
    question, _, other = line.partition(" => ")
    assert source(question, tmp_path) == "computed"
    assert list(tmp_path.iterdir()) == []
    with tasks_here():
        assert source(f"{question} --keep", tmp_path) == "computed"
    assert source(other or question, tmp_path) == "book"
