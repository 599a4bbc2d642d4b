"""Games at a terminal: what is typed and how it is shown; and the list of games.
Puzzles: exactly one solution, shown by programs that share nothing with what drew them; batches, sheets, refusals.
"""

import json
import re
import signal
import subprocess
from itertools import combinations, product
from pathlib import Path
from random import Random
from shlex import split
from types import SimpleNamespace
from typing import Any

import pytest
from naive.minimax_boards import ThreeInARow
from program import PROGRAM, call, environment, on_pseudo_terminal, on_terminal, read

from tafelwerk.commands.puzzles import Batch
from tafelwerk.commands.terminal import LONGEST_LINE
from tafelwerk.families.switching.bridg_it import links_needed
from tafelwerk.frozen import frozen
from tafelwerk.play.games import GAMES, Entry
from tafelwerk.rules.puzzles import BEAMS, MASTERMIND, SKAT, SWITCHING, TICTACTOE, Scale
from tafelwerk.solvers.switching.switching_graph import FREE, Player, make_board, play, winner
from tafelwerk.tables.answers import Answer

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


SEEDS = range(1, 4)
LINES = {
    "mastermind": ("--pegs", "4", "--colors", "6"),
    "skat": ("--cards", "6"),
    "switching": ("--order", "4"),
    "minimax": ("tictactoe",),
    "beams": ("--board", "3x4", "--colors", "3"),
}
SCALES = {"mastermind": MASTERMIND, "skat": SKAT, "switching": SWITCHING, "minimax": TICTACTOE, "beams": BEAMS}


@pytest.fixture
def none(tmp_path: Path) -> Path:
    return tmp_path / "none"


def ask_puzzle(family: str, *words: str, book: Path) -> Any:
    done = call(family, "puzzle", *LINES[family], *words, "--json", "--book", book)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_one_link_of_bridg_it_wins(none: Path) -> None:
    for seed in SEEDS:
        found = ask_puzzle("switching", "--seed", str(seed), book=none)
        line = ("switching", "move", "--order", "4", "--moves", found["moves"], "--policy", "perfect", "--json")
        best = json.loads(call(*line, "--book", none).stdout)
        assert (best["moves"], best["winner"], best["to_move"]) == ([found["solution"]], *(found["to_move"],) * 2)
        assert found["difficulty"] >= 2


def test_one_move_of_tic_tac_toe_wins_or_saves(none: Path) -> None:
    """Against plain recursion, where the winner hurries and the loser delays."""
    rules, tasks = ThreeInARow(False, False), set()
    for seed in range(1, 11):
        puzzle = ask_puzzle("minimax", "--seed", str(seed), book=none)
        worth = {str(field): rules.solve(after) for field, _, after in rules.moves(tuple(puzzle["position"]))}
        best = min(value for value, _ in worth.values())
        kept = [move for move, (value, _) in worth.items() if value == best]
        assert (kept, best) == ([puzzle["solution"]], {"win": -1, "save": 0}[puzzle["task"]])
        lost = [plies for value, plies in worth.values() if value > 0]
        assert puzzle["difficulty"] == 1 + (worth[kept[0]][1] if best else max(lost))
        tasks.add(puzzle["task"])
    assert tasks == {"win", "save"}


@pytest.mark.parametrize("game", ["grand", "null"])
def test_one_card_of_skat_wins(game: str, none: Path) -> None:
    for seed in SEEDS:
        found = ask_puzzle("skat", "--seed", str(seed), "--game", game, book=none)
        line = ("skat", "solve", "--deal", found["deal"], "--game", game, "--declarer", found["declarer"])
        solved = json.loads(call(*line, "--history", found["played"], "--json", "--book", none).stdout)
        assert solved["cards"] == found["cards"]
        won = {card: value if game == "null" else value >= 61 for card, value in solved["cards"].items()}
        wanted = found["side"] == "declarer"
        assert [card for card, value in won.items() if value == wanted] == [found["solution"]]
        assert found["difficulty"] == len(won) - 1 >= 2


@pytest.mark.parametrize("family", LINES)
def test_batches_hold_different_puzzles_of_seeds_in_order(family: str, none: Path) -> None:
    several = ask_puzzle(family, "--seed", "3", "--count", "2", book=none)
    seeds = [puzzle["seed"] for puzzle in several]
    assert 3 == seeds[0] < seeds[1]
    assert several[1] == ask_puzzle(family, "--seed", str(seeds[1]), book=none)
    scale: Scale = SCALES[family]
    for puzzle in several:
        assert (puzzle["measure"], puzzle["grade"]) == (scale.measure, scale.grade(puzzle["difficulty"]))
        assert puzzle["question"]["name"] == f"{family} puzzle"


@frozen
class Letter(Answer):
    seed: int
    text: str
    nodes: int


def test_a_batch_leaves_out_what_it_has(tmp_path: Path) -> None:
    """However it was found."""
    letters = dict(enumerate("aabbbc", 1))

    def ask(asks: object, *, seed: int) -> Letter:
        return Letter(seed, letters[seed], nodes=seed)

    ask.book = tmp_path  # type: ignore[attr-defined]

    def asks(**given: Any) -> Any:
        return SimpleNamespace(computation=lambda book: SimpleNamespace(operations=0))

    several = Batch(seed=1, count=3).ask_all(ask, asks)  # type: ignore[arg-type]
    assert [(one.seed, one.text) for one in several] == [(1, "a"), (3, "b"), (6, "c")]


def test_difficulty_is_kept(none: Path) -> None:
    """A grade begins with its count."""
    scale = Scale("links", 3, 5)
    grades = {0: "easy", 2: "easy", 3: "medium", 4: "medium", 5: "hard", 99: "hard"}
    assert {count: scale.grade(count) for count in grades} == grades
    for family, grade in product(("mastermind", "minimax"), ("easy", "hard")):
        assert ask_puzzle(family, "--seed", "1", "--difficulty", grade, book=none)["grade"] == grade


@pytest.mark.parametrize("family", LINES)
def test_a_puzzle_on_the_screen_and_on_paper(family: str, none: Path, tmp_path: Path) -> None:
    """The solution stands where it is asked for; on paper on a page of its own."""
    solution = ask_puzzle(family, "--seed", "2", book=none)["solution"]
    words = (family, "puzzle", *LINES[family], "--seed", "2", "--book", none)
    one, sheet, paper = (tmp_path / name for name in ("puzzle.svg", "puzzles.svg", "puzzles.pdf"))
    unsolved = call(*words, "-o", one).stdout
    assert "Solution" not in unsolved
    line = unsolved.partition("To see the solution: tafelwerk ")[2]
    solved = call(*words, "--solution").stdout
    assert solution in solved
    assert call(*split(line)).stdout == solved
    assert one.read_text(encoding="utf-8").startswith("<svg")
    for file in (sheet, paper) if family == "minimax" else (sheet,):
        done = call(*words, "--count", "2", "--solution", "-o", file)
        assert (done.returncode, done.stderr) == (0, f"{file} written\n")
        assert "Solutions" in done.stdout
    text = sheet.read_text(encoding="utf-8")
    assert re.search(r"<title[^>]*>[^<]+</title><desc[^>]*>[^<]{40,}</desc>", text)
    # two pages below each other, one of puzzles and one of solutions
    assert 'width="595.00pt" height="1684.00pt"' in text
    assert "page 1 of" not in text
    assert family != "minimax" or paper.read_bytes().count(b"/MediaBox [0 0 595 842]") == 2


def test_links_needed_are_the_fewest_by_trying_all_sets() -> None:
    board, random = make_board(3), Random(5)
    for _ in range(15):
        edges = random.sample(range(board.graph.edges), random.randrange(8))
        states, _ = play(board.graph, [])
        states[edges[::2]], states[edges[1::2]] = Player.CUT.colour, Player.SHORT.colour
        if winner(board.graph, states) is not None:
            continue
        free = [edge for edge in range(board.graph.edges) if states[edge] == FREE]
        for player in Player:
            needed = links_needed(board, states, player)
            for size, is_enough in ((needed - 1, False), (needed, True)):
                wins = []
                for links in combinations(free, size):
                    after = states.copy()
                    after[[*links]] = player.colour
                    wins.append(winner(board.graph, after) is player)
                assert any(wins) == is_enough


def test_a_batch_tells_the_wait_for_all_its_puzzles(none: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One puzzle is no long wait, three of them are."""
    words = ("skat", "puzzle", *LINES["skat"], "--seed", "1", "--json", "--book", none)
    assert call(*words).stderr == ""
    monkeypatch.setattr("tafelwerk.book.LONG", 1e8)
    done = call(*words, "--count", "3")
    assert re.match(r"computing: about [0-9.]+ s by estimate\n", done.stderr)
    assert len(json.loads(done.stdout)) == 3
