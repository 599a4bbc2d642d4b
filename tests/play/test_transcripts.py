"""Games are said as they were."""

from pathlib import Path

import pytest
from play.transcripts import FOLDER, Game, games, played

GAMES = [game for file in sorted(FOLDER.glob("*.txt")) for game in games(file)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.line[:60])
def test_a_game_is_said_as_it_was(game: Game, tmp_path: Path) -> None:
    assert played(game.line, tmp_path) == game.said
