"""Heaps, Memory and positions on the command line: from the book, computed, refused; and their builds."""

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from minimax_books import small_book
from program import build_here, call, refused, run


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_book(tmp_path_factory)


@pytest.fixture
def none(tmp_path: Path) -> Path:
    return tmp_path / "none"


def ask(line: str, book: Path, by: Any = call) -> Any:
    done = by("minimax", *line.split(), "--json", "--book", book)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def read(book: Path, *words: str) -> str:
    done = call("minimax", *words, "--book", book)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_the_installed_program(none: Path) -> None:
    assert ask("grundy 8", none, run) == {
        "heap": 8,
        "grundy": 2,
        "won": True,
        "moves": [[1, 7]],
        "certainty": "exact",
        "source": "computed",
        "question": {"name": "minimax grundy", "heaps": [8], "misere": False},
    }


@pytest.mark.parametrize(
    "line",
    [
        "grundy 8",
        "grundy 8 13 20",
        "grundy 20 --misere",
        "octal .770",
        "octal 0.77 --heap 10 --heap 2",
        "octal 0.77 --heap 9 --misere",
        "subtraction 3,1",
        "subtraction 1,3 --heap 15",
        "memory 7 3",
        "memory 6 0 --rule forced",
        "memory 4 2 --objective win --rule forced --lead -3",
        "tictactoe X.O......",
        "solve burnt-pancakes-4",
    ],
)
def test_the_book_and_the_solver_say_the_same(line: str, small: Path, none: Path) -> None:
    stored, computed = ask(line, small), ask(line, none)
    said = stored.pop("source"), stored.pop("evidence"), computed.pop("source")
    assert said == ("book", "recomputed", "computed")
    assert stored == computed
    assert stored["certainty"] == "exact"


def test_heaps(small: Path, none: Path) -> None:
    found = ask("grundy 8 13 20", small)
    assert (found["heaps"], found["values"], found["grundy"], found["won"]) == ([8, 13, 20], [2, 3, 0], 1, True)
    assert found["moves"] == [{"place": 0, "heap": 8, "left": [3, 5]}, {"place": 1, "heap": 13, "left": [2, 11]}]
    found = ask("grundy 20 13 7 --misere", small)
    assert (found["source"], found["misere"], found["won"]) == ("computed", True, True)
    assert [(move["heap"], move["left"]) for move in found["moves"]] == [(20, [2, 18]), (13, [2, 11])]
    # 100,000 is 76 modulo 12, and 76 is past the exceptions
    far, near = ask("octal 0.77 --heap 100000", small), ask("octal 0.77 --heap 76", small)
    assert (far["grundy"], far["source"]) == (near["grundy"], "computed")
    found = ask("subtraction 5,1,2", none)
    assert (found["set"], found["period"], found["last_exception"]) == ([1, 2, 5], 3, -1)


def test_memory(small: Path) -> None:
    asked = [ask(f"memory 4 2 --objective win --lead {lead}", small) for lead in range(-4, 5)]
    values = [Fraction(found["value"]) for found in asked]
    assert values == sorted(values)
    assert values[0] < 0 < values[-1]
    assert ask("memory 4 2 --objective win", small)["lead"] == 0
    # nothing known: nothing to match
    assert "if it matches" not in read(small, "memory", "3", "0")


@pytest.mark.parametrize(
    ("board", "value", "distance", "moves"),
    [
        (".........", 0, 9, list(range(9))),
        ("x........", 0, 8, [4]),
        ("X...O...X", 0, 6, [1, 3, 5, 7]),
        ("XX.OO....", 1, 1, [2]),
        ("XX.OO...X", -1, 1, [2, 5]),
        ("XXXOO....", 1, 0, []),
        ("XOXXOOOXX", 0, 0, []),
    ],
)
def test_boards(small: Path, board: str, value: int, distance: int, moves: list[int]) -> None:
    found = ask(f"tictactoe {board}", small)
    assert (found["value"], found["distance"], found["moves"]) == (value, distance, moves)
    assert found["decided"] == (distance == 0)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["grundy", "8"], "Grundy's game, heap 8, value 2: won for the player to move (book). Winning moves: 1 + 7."),
        (["grundy", "8", "13", "20"], "heaps 8, 13 and 20, value 1 of 2, 3 and 0: won"),
        (["grundy", "8", "13", "20"], "8 to 3 + 5 or 13 to 2 + 11."),
        (["grundy", "7"], "value 0: lost for the player to move (book).\n"),
        (
            ["grundy", "2", "--misere"],
            "misere play: won for the player to move (book). There is no move, and so it is won.",
        ),
        (["grundy", "1999"], " more."),
        (["octal", "0.77", "--heap", "2"], "Winning moves: nothing."),
        (
            ["octal", "0.77"],
            "Kayles (octal 0.77): period 12 after heap 70, the last exception; proved by the values up to heap 166 (book).\n",
        ),
        (["octal", "4.7"], "period 2 after the empty heap, the last exception;"),
        (["subtraction", "1,2"], "Subtraction 1,2: period 3 from the empty heap on;"),
        (
            ["octal", "0.16"],
            "Octal 0.16: the values up to heap 200,000 prove no period (computed). "
            "A longer search: tafelwerk build minimax octal 0.16 --heap 400000\n",
        ),
        (
            ["memory", "3", "1"],
            "Memory, rule pass: 3 pairs left, 1 of them with one card known: -1/5 (-0.2) for the mover, "
            "mean of pairs won less pairs lost (book). Best: an unseen card (if it is new: a known one; "
            "if it matches: take the pair); or a known card, then an unseen one.\n",
        ),
        (["memory", "4", "3"], "(if it is new: another unseen card; if it matches: take the pair); or pass.\n"),
        (["memory", "9", "8", "--rule", "forced"], "if it matches: decline it by showing another known card)"),
        (["memory", "1", "0"], "1 pair left, 0 of them"),
        (["memory", "4", "2", "--objective", "win", "--lead", "-1"], "the mover 1 behind"),
        (["memory", "4", "2", "--objective", "win"], ", even: "),
        (["memory", "4", "2", "--objective", "win"], "chance to win less chance to lose"),
        (["tictactoe"], "X to move: drawn, 9 plies to a full board (book)."),
        (["tictactoe", "X.O......"], "  X    1    O  \n [3]   4    5  \n [6]   7   [8] \n"),
        (["tictactoe", "X.O......"], "X to move: a win for X, in 5 plies (book)."),
        (["tictactoe", "XXXOO...."], "The game is over: won by X (book)."),
        (["solve", "nim-passes", "0 0 1 p-"], "won for the player to move, in 1 ply (book)"),
        (["solve", "burnt-pancakes-4", "-1 2 3 4"], "1 move from the goal (book)."),
        (["solve", "burnt-pancakes-4"], "burnt pancakes, 4, 1 2 3 4: 0 moves from the goal"),
        (
            ["solve", "notakto", "XXX......"],
            "XXX......, stored as XXXXXXXXX: the game is over, won for the player to move",
        ),
    ],
)
def test_for_people(small: Path, words: list[str], said: str) -> None:
    assert said in read(small, *words)


def test_replies(small: Path) -> None:
    found = json.loads(read(small, "solve", "nim-passes", "0 0 1 p-", "--json"))
    assert (found["value"], found["distance"], found["moves"]) == (1, 1, ["1 from heap 3"])
    assert {reply["move"]: reply["value"] for reply in found["replies"]} == {"1 from heap 3": 1, "pass": -1}
    found = json.loads(read(small, "solve", "burnt-pancakes-4", "-1 -2 -3 -4", "--json"))
    assert (found["distance"], [reply["move"] for reply in found["replies"]]) == (
        8,
        [f"flip {k}" for k in (1, 2, 3, 4)],
    )
    assert [reply["move"] for reply in found["replies"] if reply["distance"] == 7] == found["moves"]


@pytest.mark.parametrize(
    ("line", "build"),
    [
        ("grundy 1000000", "build minimax grundy --heap 1000000"),
        ("octal 0.104", "build minimax octal 0.104"),
        ("octal 0.77 --heap 60 --misere", "build minimax octal 0.77 --heap 60 --misere"),
        ("octal 0.77 --heap 30 --heap 29 --misere", None),
        ("memory 100 3 --rule forced", "build minimax memory --pairs 100 --rule forced"),
        ("solve burnt-pancakes-8", "build minimax game burnt-pancakes-8"),
    ],
)
def test_what_takes_long_is_not_done_unasked(line: str, build: str | None, none: Path) -> None:
    words = f"minimax {line} --compute" if build is None else f"{build} --book {none}"
    told = refused(call("minimax", *line.split(), "--book", none), 3)
    assert told.endswith(f"tafelwerk {words}")
    assert not none.exists()


@pytest.mark.slow
def test_a_period_that_takes_many_heaps(none: Path) -> None:
    """0.127: period 4 after 46,577 (A. Gangolli and T. Plambeck, A note on periodicity in some octal games, 1989)."""
    assert ask("octal 0.127", none)["source"] == "computed"
    found = ask("octal 0.127 --keep", none)
    assert (found["period"], found["last_exception"], found["source"]) == (4, 46_577, "computed")
    assert ask("octal 0.127", none)["source"] == "book"


def test_what_was_computed_is_kept(none: Path) -> None:
    held = {
        "subtraction 2,3": "subtraction 2,3",
        "grundy 12 --misere": "grundy 11 --misere",
        "memory 5 2": "memory 4 4",
    }
    for line, question in held.items():
        assert ask(f"{line} --keep", none)["source"] == "computed"
        assert ask(question, none)["source"] == "book"
    assert ask("memory 6 2", none)["source"] == "computed"


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("grundy", "missing argument"),
        ("grundy 0", "a heap must be 1 to 10,000,000, not 0"),
        ("grundy -3", "a heap must be 1 to 10,000,000, not -3"),
        ("grundy 8 x", "not 'x'"),
        (f"grundy {'9' * 5000}", "a heap must be a whole number, 1 to 10,000,000, not '999"),
        (f"grundy {'1 ' * 101}", "at most 100 heaps, not 101"),
        ("grundy 40 30 --misere", "up to 60 tokens together, not 70"),
        ("octal 0.8", "'0.8' is no code of an octal game"),
        ("octal 0.77 --misere", "--misere needs a heap"),
        ("octal 0.77 --heap 0", "a heap must be 1 to 10,000,000, not 0"),
        ("subtraction 2,2", "2 stands twice"),
        ("memory 0 0", "PAIRS must be 1 to 100, not 0"),
        ("memory 3 4", "of 3 pairs left 0 to 3 have a card known, not 4"),
        ("memory 3", "missing argument"),
        ("memory 3 x", "'x' is not a whole number"),
        ("memory 3 1 --rule free", "rule: 'free' is none; it is pass or forced"),
        ("memory 31 1 --objective win", "1 to 30 pairs are solved for the chance to win, not 31"),
        ("memory 3 1 --lead 2", "belongs to the objective win"),
        ("tictactoe XX.......", "X begins"),
        ("tictactoe XXXOOO...", "over before the last mark"),
        ("tictactoe X.O", "nine of the characters"),
        ("solve chess", "no game of the list"),
        ("solve burnt-pancakes-4 1", "each of 1 to 4 once"),
        ("solve nim-passes 1", "three heaps"),
    ],
)
def test_what_cannot_be(line: str, told: str, none: Path) -> None:
    assert told in refused(call("minimax", *line.split(), "--book", none), 2)


def test_builds(none: Path) -> None:
    asked = {
        "grundy --heap 300": "grundy 300",
        "grundy --heap 15 --misere": "grundy 15 --misere",
        "octal 0.137": "octal 0.137",
        "octal .770 --heap 50": "octal 0.77 --heap 50",
        "subtraction 2,1": "subtraction 1,2",
        "subtraction --largest 2": "subtraction 2",
        "memory --pairs 5": "memory 5 1",
        "memory --pairs 3 --rule forced --objective win": "memory 3 1 --rule forced --objective win --lead 1",
        "tictactoe": "tictactoe",
        "game nim-passes": "solve nim-passes",
    }
    for line, question in asked.items():
        done = build_here("build", "minimax", *line.split(), "--book", none)
        assert done.returncode == 0, done.stderr
        assert ask(question, none)["source"] == "book"
    # a short search is no answer where a longer one would find more
    found = ask("octal 0.77", none)
    assert (found["source"], found["period"]) == ("computed", 12)
    done = call("verify", "minimax", "--book", none)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("grundy --heap 0", "--heap must be 1 to 10,000,000, not 0"),
        ("grundy --misere", "--misere needs --heap H"),
        ("grundy --heap 61 --misere", "up to 60 tokens"),
        ("octal", "missing argument"),
        ("octal 8", "'8' is no code"),
        ("subtraction", "one of the two"),
        ("subtraction 1,2 --largest 3", "one of the two"),
        ("subtraction --largest 40", "--largest must be 1 to 12, not 40"),
        ("subtraction --largest 3 --heap 9", "--largest and --heap do not go together"),
        ("subtraction --largest 3 --misere", "--largest and --misere do not go together"),
        ("memory", "missing option"),
        ("memory --pairs 5 --rule x", "rule: 'x' is none"),
        ("memory --pairs 40 --objective win", "1 to 30 pairs are solved for the chance to win, not 40"),
        ("--quick grundy", "--quick"),
    ],
)
def test_what_cannot_be_built(line: str, told: str, none: Path) -> None:
    assert told in refused(call("build", "minimax", *line.split(), "--book", none), 2)
    assert not none.exists()
