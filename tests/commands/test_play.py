"""Games at a terminal: what is typed and how it is shown; and the list of games."""

import json
import re
import signal
import subprocess
from pathlib import Path
from shlex import split

import pytest
from program import PROGRAM, call, environment, on_pseudo_terminal, on_terminal, read

from tafelwerk.commands.terminal import LONGEST_LINE
from tafelwerk.play.games import GAMES, Entry

PEGS = ("mastermind", "play", "--pegs", "3", "--colors", "4", "--seed", "3")
COLOURS = re.compile(r"\x1b\[[\d;]*m")


def test_the_games_are_listed() -> None:
    listed = json.loads(call("play", "--json").stdout)["games"]
    assert [game["name"] for game in listed] == [game.name for game in GAMES]
    assert json.loads(call("play", "dresher", "--json").stdout)["games"][0]["command"] == "tafelwerk dresher play"


STARTED = [game for game in GAMES if game.name not in ("skat", "mastermind", "wordle")]


@pytest.mark.parametrize("game", STARTED, ids=lambda game: game.name)
def test_a_game_starts_with_its_defaults(game: Entry, tmp_path: Path) -> None:
    """By its name as by its command line; quitting says how to go on, in the same book."""
    done = call("play", game.name, "--book", tmp_path, stdin="quit\n")
    assert (done.returncode, done.stderr) == (0, "")
    last = done.stdout.splitlines()[-1]
    assert last.startswith(f"To go on: {' '.join(game.command.split()[:3])} ")
    assert last.endswith(f" --book {tmp_path}")
    again = call(*split(last.removeprefix("To go on: tafelwerk ")), stdin="quit\n")
    assert again.stdout.splitlines()[-1] == last


@pytest.mark.parametrize("game", [game for game in GAMES if game.texts], ids=lambda game: game.name)
def test_help_of_a_game_leaves_out_what_the_game_refuses(game: Entry, tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("crane\nslate\n", encoding="utf-8")
    shown = call("play", game.name, "--help").stdout
    assert shown.startswith(f"Usage: {game.line} [OPTIONS]\n\n{game.task}\n")
    options = re.findall(r"--[a-z-]+", call(*split(game.line)[1:3], "--help").stdout)
    for name in filter(lambda name: name.startswith("--"), game.texts):
        assert name.split()[0] in options
        if game.texts[name]:
            continue
        assert name not in re.findall(r"--[a-z-]+", shown)
        line = [*split(game.line.replace("FILE", str(tmp_path / "words.txt")))[1:], name]
        value = [] if name in ("--hard", "--distinct") else ["2"]
        assert call(*line, *value, "--book", tmp_path, stdin="quit\n").returncode, name


def test_leaving_and_lines_that_cannot_be_read() -> None:
    for typed in ("quit", "q", ":quit", ""):
        done = call(*PEGS, stdin=f"AAB\n{typed}\n")
        assert done.stdout.endswith('--as breaker --seed 3 --history "AAB 1,0"\n')
    done = call(*PEGS, stdin=f"{'A' * (LONGEST_LINE + 1)}\n{'A' * LONGEST_LINE}\n\n\tAAB\n")
    assert done.stdout.count("A line may have 1,000 characters, not 1,001.") == 1
    assert done.stdout.count(" 1. AAB  1,0") == 1
    # the seed is drawn where none is given
    seeds = {re.findall(r"--seed (\d+)", call("dresher", "play", "5", stdin="").stdout)[0] for _ in range(4)}
    assert len(seeds) > 1


def test_bytes_that_are_no_text_cost_no_turn() -> None:
    done = subprocess.run(
        [str(PROGRAM), "dresher", "play", "11", "--seed", "1"],
        input=b"\xff\n\xfe3\n5\x1b[A\nhint\n",
        capture_output=True,
        env=environment(PYTHONIOENCODING="ascii"),
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.count(b"Input contains unprintable characters.") == 3
    assert b"Best guess" in done.stdout
    assert not any(part in done.stdout for part in (b"udc", b"\xff", b"\x1b"))


def test_ctrl_c_ends_a_game_well() -> None:
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with subprocess.Popen([PROGRAM, *PEGS], **pipes, text=True, env=environment()) as playing:  # type: ignore[call-overload]
        assert playing.stdin is not None
        assert playing.stdout is not None
        playing.stdin.write("AAB\n")
        playing.stdin.flush()
        # the guess is answered: the game waits for the next
        while "AAB  1,0" not in playing.stdout.readline():
            pass
        playing.send_signal(signal.SIGINT)
        rest, narrated = playing.communicate(timeout=60)
    assert playing.returncode == 130
    assert "To go on: tafelwerk mastermind play" in rest
    assert narrated == "interrupted\n"


def test_colours_in_a_terminal(tmp_path: Path) -> None:
    text = on_pseudo_terminal(*PEGS, columns=100, book=tmp_path, typed="AAB\nDAD\n")
    assert text.count("41m A ") == 3
    assert "\x1b[1;32mFound" in text
    assert "\x1b" not in call(*PEGS, stdin="AAB\n").stdout


def test_lines_fit_a_terminal(tmp_path: Path) -> None:
    words = ("minimax", "play", "nim-passes", "--seed", 1)
    lines = on_terminal(*words, columns=60, book=tmp_path, typed="hint\nmoves\nquit\n").splitlines()
    assert all(len(COLOURS.sub("", line)) <= 60 or str(tmp_path) in line for line in lines)
    _, _, command = "\n".join(lines).partition("To go on: ")
    assert read(command)[:3] == ["tafelwerk", "minimax", "play"]  # a shell reads its lines as one
    assert "1 3 5 pp" in read(command)
    assert "The player to move can still pass, the other can still pass." in " ".join(lines)


def test_a_board_too_wide_for_the_terminal(tmp_path: Path) -> None:
    words = ("switching", "play", "--order", 12, "--moves", "A1 C1", "--seed", 1)
    lines = on_terminal(*words, columns=60, book=tmp_path, typed="quit\n").splitlines()
    assert "The board of order 12 takes 73 columns, but the terminal has 60." in lines
    line = 'To see it: tafelwerk switching move --order 12 --policy perfect --history "A1 C1" -o FILE.svg'
    assert line in lines
    assert "●" in on_terminal("switching", "move", "--order", 12, columns=80, book=tmp_path)
