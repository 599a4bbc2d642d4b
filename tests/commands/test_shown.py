"""What people read is what tests/shown holds; `python -m play.transcripts` writes it anew."""

from pathlib import Path
from shlex import split

import pytest
from golden.small_book import make_small_book
from play.transcripts import SHOWN, Game, games, played
from program import run
from sharing import made_once

from tafelwerk.build.catalogue import FAMILIES

ANSWERS = [game for file in sorted(SHOWN.glob("*.txt")) for game in games(file)]


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_once(tmp_path_factory, "golden", make_small_book, *FAMILIES)


@pytest.mark.parametrize("answer", ANSWERS, ids=lambda answer: answer.line[:60])
def test_people_are_answered_as_before(answer: Game, small: Path) -> None:
    assert played(answer.line, small) == answer.said


@pytest.mark.parametrize("line", ["dresher hider 16", "minimax tree '[[3, 12, 8], [2, 4, 6], [14, 5, 2]]'"])
def test_signs_beyond_ascii_are_replaced_where_they_cannot_be_written(line: str, small: Path) -> None:
    done = run(*split(line), PYTHONIOENCODING="ascii", TAFELWERK_BOOK=str(small))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()
    assert "#" in done.stdout or "+--" in done.stdout
