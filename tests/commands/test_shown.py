"""What people read is what tests/shown holds; `python -m play.transcripts` writes it anew."""

from pathlib import Path
from shlex import split

import pytest
from play.transcripts import SHOWN, Scene, performed, played, scenes
from program import run

SCENES = [
    (f"{file.stem} {scene.title}".strip(), scene) for file in sorted(SHOWN.glob("*.txt")) for scene in scenes(file)
]


@pytest.mark.parametrize("scene", [scene for _, scene in SCENES], ids=[name for name, _ in SCENES])
def test_people_are_answered_as_before(scene: Scene, small_book: Path, tmp_path: Path) -> None:
    answers = performed(scene, tmp_path) if scene.title else [played(game.line, small_book) for game in scene.games]
    pairs = [(game, said) for game, said in zip(scene.games, answers, strict=True) if said != game.said]
    assert {game.line: said for game, said in pairs} == {game.line: game.said for game, _ in pairs}


@pytest.mark.parametrize("line", ["dresher hider 16", "minimax tree '[[3, 12, 8], [2, 4, 6], [14, 5, 2]]'"])
def test_signs_beyond_ascii_are_replaced_where_they_cannot_be_written(line: str, small_book: Path) -> None:
    done = run(*split(line), PYTHONIOENCODING="ascii", TAFELWERK_BOOK=str(small_book))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.isascii()
    assert "#" in done.stdout or "+--" in done.stdout
