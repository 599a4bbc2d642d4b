"""Games are said as they were."""

from pathlib import Path

import pytest
from play.transcripts import FOLDER, games, played


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.txt")), ids=lambda file: file.stem)
def test_games_are_said_as_they_were(file: Path, tmp_path: Path) -> None:
    answers = {game.line: played(game.line, tmp_path) for game in games(file)}
    changed = {game.line: game.said for game in games(file) if answers[game.line] != game.said}
    assert {line: answers[line] for line in changed} == changed
