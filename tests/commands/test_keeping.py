"""An answer that is computed is put into the book when that is asked for, and comes from there from then on."""

import json
from pathlib import Path
from shlex import split

import pytest
from program import call, tasks_here

KEPT = {
    "mastermind summary --pegs 3 --colors 4 --strategy h2": "mastermind next --pegs 3 --colors 4 --strategy h2",
    "beams summary --variant 3c6p --strategy h2 --tie lex-d": "beams summary --variant 3c6p --strategy h2 --tie lex-d",
    "montecarlo duel dsc 8 --k 5 --rival 7": "montecarlo duel dsc 8 --k 5 --rival 7",
    "search free 50 6": "search free 50 6",
    "search root 50 --strategy h4/3": "search root 49 --strategy h4/3",
    "dresher hider 5": "dresher explain 5",
    "minimax subtraction 2,3": "minimax subtraction 2,3",
    "minimax grundy 12 --misere": "minimax grundy 11 --misere",
    "minimax memory 5 2": "minimax memory 4 4",
    "switching winrate 6": "switching winrate 6",
    "switching duel --order 4 --cut heuristic --short temperature:0.10 --games 50 --seed 9": (
        "switching duel --order 4 --cut heuristic --short temperature:0.10"
    ),
}
"""Questions, each with one that is answered by what is kept of it."""


def source(line: str, book: Path) -> str:
    done = call(*split(line), "--json", "--book", book)
    assert done.returncode == 0, done.stderr
    return str(json.loads(done.stdout)["source"])


@pytest.mark.parametrize("line", KEPT, ids=lambda line: " ".join(line.split()[:2]))
def test_an_answer_is_kept_when_asked(line: str, tmp_path: Path) -> None:
    assert source(line, tmp_path) == "computed"
    assert list(tmp_path.iterdir()) == []
    with tasks_here():
        assert source(f"{line} --keep", tmp_path) == "computed"
    assert source(KEPT[line], tmp_path) == "book"
