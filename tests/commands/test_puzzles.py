"""Puzzles: exactly one solution, shown by programs that share nothing with what drew them; batches, sheets, refusals."""

import json
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from program import call, refused

from tafelwerk.rules.minimax.tictactoe import TicTacToe
from tafelwerk.rules.puzzles import BEAMS, MASTERMIND, SKAT, SWITCHING, TICTACTOE, Scale

SEEDS = range(1, 6)
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


def asked(family: str, *words: str, book: Path) -> Any:
    done = call(family, "puzzle", *LINES[family], *words, "--json", "--book", book)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def answer(code: str, guess: str) -> str:
    """Right places and right colours elsewhere, by counting."""
    right = sum(one == other for one, other in zip(code, guess, strict=True))
    both = sum(min(code.count(color), guess.count(color)) for color in set(guess))
    return f"{right},{both - right}"


@pytest.mark.parametrize("words", [(), ("--difficulty", "hard"), ("--clues", "4")])
def test_clues_of_mastermind_leave_one_code_and_none_is_redundant(words: tuple[str, ...], none: Path) -> None:
    codes = ["".join(code) for code in product("ABCDEF", repeat=4)]
    for seed in SEEDS:
        found = asked("mastermind", "--seed", str(seed), *words, book=none)
        clues = [tuple(clue.split()) for clue in found["history"].split("; ")]

        def left(some: list[tuple[str, ...]]) -> list[str]:
            return [code for code in codes if all(answer(code, guess) == said for guess, said in some)]

        assert left(clues) == [found["solution"]]
        without = [len(left([other for other in clues if other != clue])) for clue in clues]
        assert found["without"] == without
        assert min(without) > 1
        assert found["difficulty"] == min(1000 * len(left([clue])) // 1296 for clue in clues)
        assert found["clues"] == len(clues)


def test_one_link_of_bridg_it_wins(none: Path) -> None:
    for seed in SEEDS:
        found = asked("switching", "--seed", str(seed), book=none)
        line = ("switching", "move", "--order", "4", "--moves", found["moves"], "--policy", "perfect", "--json")
        best = json.loads(call(*line, "--book", none).stdout)
        assert (best["moves"], best["winner"], best["to_move"]) == ([found["solution"]], *(found["to_move"],) * 2)
        assert found["difficulty"] >= 2


def utility(rules: TicTacToe, board: str) -> tuple[int, int]:
    """What a board is worth to the player to move, and plies to the end: the winner hurries, the loser delays."""
    if rules.is_over(board):
        return (-1 if rules.utility(board) else 0), 0
    worth = [
        (-value, plies) for value, plies in (utility(rules, rules.after(board, move)) for move in rules.moves(board))
    ]
    best = max(value for value, _ in worth)
    ends = [plies for value, plies in worth if value == best]
    return best, 1 + (min(ends) if best > 0 else max(ends))


def test_one_move_of_tic_tac_toe_wins_or_saves(none: Path) -> None:
    rules, tasks = TicTacToe(), set()
    for seed in range(1, 25):
        found = asked("minimax", "--seed", str(seed), book=none)
        board = found["position"]
        worth = {move: utility(rules, rules.after(board, move)) for move in rules.moves(board)}
        best = min(value for value, _ in worth.values())
        kept = [move for move, (value, _) in worth.items() if value == best]
        assert ([str(move) for move in kept], best) == ([found["solution"]], {"win": -1, "save": 0}[found["task"]])
        lost = [plies for value, plies in worth.values() if value > 0]
        assert found["difficulty"] == 1 + (worth[kept[0]][1] if best else max(lost))
        tasks.add(found["task"])
    assert tasks == {"win", "save"}


@pytest.mark.parametrize("game", ["grand", "null"])
def test_one_card_of_skat_wins(game: str, none: Path) -> None:
    for seed in SEEDS:
        found = asked("skat", "--seed", str(seed), "--game", game, book=none)
        line = ("skat", "solve", "--deal", found["deal"], "--game", game, "--declarer", found["declarer"])
        solved = json.loads(call(*line, "--played", found["played"], "--json", "--book", none).stdout)
        assert solved["cards"] == found["cards"]
        won = {card: value if game == "null" else value >= 61 for card, value in solved["cards"].items()}
        wanted = found["side"] == "declarer"
        assert [card for card, value in won.items() if value == wanted] == [found["solution"]]
        assert found["difficulty"] == len(won) - 1 >= 2


@pytest.mark.parametrize("family", LINES)
def test_batches_hold_different_puzzles_of_seeds_in_order(family: str, none: Path) -> None:
    several = asked(family, "--seed", "3", "--count", "3", book=none)
    seeds = [one["seed"] for one in several]
    assert seeds == sorted(set(seeds))
    assert seeds[0] == 3
    for one in several:
        assert one == asked(family, "--seed", str(one["seed"]), book=none)
        scale: Scale = SCALES[family]
        assert (one["measure"], one["grade"]) == (scale.measure, scale.grade(one["difficulty"]))
        assert (one["certainty"], one["source"], one["question"]["name"]) == ("exact", "computed", f"{family} puzzle")


@pytest.mark.parametrize(("family", "grade"), [*product(("mastermind", "skat", "minimax"), ("easy", "medium", "hard"))])
def test_difficulty_is_kept(family: str, grade: str, none: Path) -> None:
    assert asked(family, "--seed", "1", "--difficulty", grade, book=none)["grade"] == grade


@pytest.mark.parametrize("family", LINES)
def test_sheets_of_puzzles(family: str, none: Path, tmp_path: Path) -> None:
    words = (family, "puzzle", *LINES[family], "--seed", "1", "--count", "2", "--solution", "--book", none)
    sheet, paper = tmp_path / "puzzles.svg", tmp_path / "puzzles.pdf"
    done = call(*words, "-o", sheet)
    assert (done.returncode, done.stderr) == (0, f"{sheet} written\n")
    assert "Solutions" in done.stdout
    text = sheet.read_text(encoding="utf-8")
    assert re.search(r"<title[^>]*>[^<]+</title><desc[^>]*>[^<]{40,}</desc>", text)
    assert 'width="595.00pt"' in text
    # two pages below each other
    assert 'height="1684.00pt"' in text
    assert call(*words, "-o", paper).returncode == 0
    assert paper.read_bytes().count(b"/MediaBox [0 0 595 842]") == 2
    assert "page 1 of" not in text  # a page each of puzzles and of solutions


@pytest.mark.parametrize("family", LINES)
def test_the_solution_is_told_when_asked_for(family: str, none: Path, tmp_path: Path) -> None:
    found = asked(family, "--seed", "2", book=none)
    words = (family, "puzzle", *LINES[family], "--seed", "2", "--book", none)
    plain, solved = call(*words).stdout, call(*words, "--solution").stdout
    assert "Solution" not in plain
    assert found["solution"] in solved
    for suffix in ("svg", "png", "html"):
        file = tmp_path / f"puzzle.{suffix}"
        assert call(*words, "-o", file).returncode == 0
        assert file.stat().st_size > 1000


REFUSED = {
    "mastermind puzzle --pegs 4 --colors 6 --difficulty tough": "--difficulty must be easy, medium or hard, not 'tough'",
    "mastermind puzzle --pegs 4 --colors 6 --clues 15 --seed 1": "no puzzle in 2,000 draws of seed 1",
    "mastermind puzzle --pegs 1 --colors 2 --count 200": "error: --count 200: 2 different puzzles in",
    "minimax puzzle --task save --difficulty hard --seed 1 --count 40": "--count 40: 12 different puzzles in 199 seeds",
    "minimax puzzle chess": "GAME must be tictactoe for puzzles, not 'chess'",
    "minimax puzzle tictactoe --task draw": "--task must be win or save, not 'draw'",
    "skat puzzle --game whist": "whist",
    "switching puzzle --order 3 --difficulty hard --seed 1": "no hard puzzle in 2,000 draws of seed 1; others have",
    "switching puzzle -o board.txt": "a picture is written as FILE.svg, FILE.png, FILE.pdf or FILE.html",
}


@pytest.mark.parametrize("line", REFUSED)
def test_refusals(line: str, none: Path) -> None:
    assert REFUSED[line] in refused(call(*line.split(), "--book", none), 2)


def subsets(items: list[int], size: int, start: int = 0) -> Iterator[list[int]]:
    if not size:
        yield []
        return
    for place in range(start, len(items) - size + 1):
        for rest in subsets(items, size - 1, place + 1):
            yield [items[place], *rest]


def test_links_needed_are_the_fewest_by_trying_all_sets() -> None:
    from random import Random

    from tafelwerk.build.switching.puzzles import links_needed
    from tafelwerk.solvers.switching.board import make_board
    from tafelwerk.solvers.switching.graph import FREE, Player, play, winner

    board, random = make_board(3), Random(5)
    for _ in range(40):
        edges = random.sample(range(board.graph.edges), random.randrange(8))
        states, _ = play(board.graph, [])
        states[edges[::2]], states[edges[1::2]] = Player.CUT.colour, Player.SHORT.colour
        if winner(board.graph, states) is not None:
            continue
        free = [edge for edge in range(board.graph.edges) if states[edge] == FREE]
        for player in Player:

            def wins(some: list[int], player: Player = player, before: Any = states) -> bool:
                after = before.copy()
                after[some] = player.colour
                return winner(board.graph, after) is player

            fewest = next(size for size in range(1, len(free) + 1) if any(map(wins, subsets(free, size))))
            assert links_needed(board, states, player) == fewest


@pytest.mark.parametrize("family", ["skat", "switching"])
def test_a_batch_tells_the_wait_for_all_its_puzzles(family: str, none: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One puzzle is no long wait, three of them are."""
    words = (family, "puzzle", *LINES[family], "--seed", "1", "--json", "--book", none)
    assert call(*words).stderr == ""
    monkeypatch.setattr("tafelwerk.book.LONG", 1e8 if family == "skat" else 1e-9)
    done = call(*words, "--count", "3")
    assert re.match(r"computing: about [0-9.]+ s by estimate\n", done.stderr)
    assert len(json.loads(done.stdout)) == 3
