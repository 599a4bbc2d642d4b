"""What people read is what tests/shown holds; `python -m play.transcripts` writes it anew."""

from pathlib import Path
from shlex import split

import pytest
from play.transcripts import SHOWN, Game, games, played
from program import run

ANSWERS = [game for file in sorted(SHOWN.glob("*.txt")) for game in games(file)]


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: answer.line[:60])
def test_people_are_answered_as_before(answer: Game, small_book: Path) -> None:
    assert played(answer.line, small_book) == answer.said


@pytest.mark.parametrize("line", ["dresher hider 16", "minimax tree '[[3, 12, 8], [2, 4, 6], [14, 5, 2]]'"])
def test_signs_beyond_ascii_are_replaced_where_they_cannot_be_written(line: str, small_book: Path) -> None:
    done = run(*split(line), PYTHONIOENCODING="ascii", TAFELWERK_BOOK=str(small_book))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()
    assert "#" in done.stdout or "+--" in done.stdout
