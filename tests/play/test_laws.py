"""Laws of all sessions: turns, taking back, going on, and lines that are no turn.
Games are said as they were.
"""

import subprocess
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from play.games import said, session
from play.transcripts import FOLDER, games, played

from tafelwerk.errors import InputError
from tafelwerk.play.session import command_line

LINES = Path(__file__).with_name("lines.txt").read_text(encoding="utf-8").splitlines()
MOST_TURNS = 8


@pytest.mark.parametrize("line", LINES)
def test_a_game_of_random_turns(line: str) -> None:
    """What is legal can be played, and what is no turn changes nothing.

    Whoever goes on, or takes back and plays again, meets the same.
    """
    draw, game = Random(line), session(f"{line} --seed 5")
    said(game.start())
    for _ in range(MOST_TURNS):
        if game.over:
            break
        before, board, prompt = game.go_on, said(game.board()), game.prompt()
        for nonsense in ("?!", "-1", "999999", "reveal it"):
            with pytest.raises(InputError):
                said(game.take(nonsense))
        said(game.take("hint"))
        assert (game.go_on, said(game.board()), game.prompt()) == (before, board, prompt)
        twin = session(before)
        said(twin.start())
        assert (twin.go_on, said(twin.board()), set(twin.legal)) == (before, board, set(game.legal))
        turn = draw.choice(game.legal)
        told, after = said(game.take(turn)), game.go_on
        said(twin.take(turn))
        assert (twin.go_on, twin.over, said(twin.board())) == (after, game.over, said(game.board()))
        if "memory" in line:
            with pytest.raises(InputError, match="nothing can be taken back"):
                said(game.undo())
        elif not game.over:
            said(game.undo())
            assert (game.go_on, said(game.board()), game.prompt()) == (before, board, prompt)
            assert said(game.take(turn)) == told
    # whoever resigns has ended the game, which is not over by its rules
    if not game.over:
        assert said(game.take("resign"))[0] == "You resign."
        assert (game.over, game.is_over) == (True, False)


@pytest.mark.parametrize(
    ("role", "line"),
    [("breaker", "mastermind play --pegs 3 --colors 4"), ("breaker", "beams play"), ("maker", "beams play")],
)
def test_what_a_game_began_with_is_taken_back(role: str, line: str) -> None:
    """Down to the start, where the game is the one that begins there: the same code is hidden, the same is asked."""
    history = "AAB 0,1; BCC 1,0" if "pegs" in line else "1@2 2,3; 2@7 -"
    game, plain = (session(f"{line} --as {role} --seed 4{more}") for more in (f' --history "{history}"', ""))
    said(game.undo())
    said(game.undo())
    with pytest.raises(InputError, match="nothing to take back"):
        said(game.undo())
    assert (game.go_on, game.begin) == (plain.go_on, 0)
    assert game.prompt() == plain.prompt()
    if role == "breaker":
        assert said(game.reveal()) == said(plain.reveal())


@given(st.text(max_size=8))
def test_a_line_is_a_turn_a_word_or_refused(text: str) -> None:
    game = session("minimax play tictactoe-wild --seed 1")
    before = game.go_on
    word = game.means(text)
    try:
        said(game.take(text))
    except InputError:
        assert game.go_on == before
    else:
        assert word is not None or not text or game.go_on != before


def test_twenty_codes_are_listed_whole_and_a_colon_marks_a_word() -> None:
    for colors, more in ((20, 0), (21, 1)):
        game = session(f"mastermind play --pegs 1 --colors {colors} --seed 1")
        codes = str(said(game.take("codes"))[0])
        assert (codes.count(","), codes.endswith("...")) == (19 + more, bool(more))
        # Q is a code of this game
        assert (game.means("q"), game.means(":q"), game.means("quit")) == (None, "q", "quit")
    game = session("mastermind play --pegs 3 --colors 4 --seed 1")
    assert [game.means(word) for word in ("undo", ": Undo", "abc", ":q")] == ["undo", "undo", None, "q"]


def test_a_line_to_be_copied_is_read_by_a_shell_as_it_was_meant() -> None:
    words = ["plain-1.5", "two words", "$HOME", "`id`", 'a"b', "it's", "back\\slash", ""]
    line = f"tafelwerk() {{ printf '%s\\n' \"$@\"; }}; {command_line(*words)}"
    assert subprocess.run(["sh", "-c", line], capture_output=True, text=True).stdout.split("\n") == [*words, ""]


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.txt")), ids=lambda file: file.stem)
def test_games_are_said_as_they_were(file: Path, tmp_path: Path) -> None:
    answers = {game.line: played(game.line, tmp_path) for game in games(file)}
    changed = {game.line: game.said for game in games(file) if answers[game.line] != game.said}
    assert {line: answers[line] for line in changed} == changed
