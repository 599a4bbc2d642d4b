"""Explanations: what they say of every move is true by programs of another kind, and they fit the terminal."""

import json
import re
import shlex
from collections import Counter
from fractions import Fraction
from functools import reduce
from itertools import pairwise
from math import fsum, isclose
from operator import xor
from pathlib import Path
from random import Random
from typing import Any

import pytest
from naive import free as naive_free
from naive import minimax_heaps as naive_heaps
from naive import root as naive_root
from naive.games import double_step_race, single_step_race, subtraction, winners
from naive.strategies import compare
from program import answered, call, on_terminal, told

from tafelwerk.families.minimax.rules.heaps import heap_game
from tafelwerk.proofs.search.second_methods import depth_faults
from tafelwerk.proofs.switching.small_boards import lay_out
from tafelwerk.proofs.switching.switching_certificates import forest_faults, tree_faults

EXPLAINED = (
    "montecarlo explain subtraction 50 --moves 1,2 --at 14 --k inf",
    'montecarlo explain esr 7 3 2 --at "5,4,0 / 6,6,3" --k 20',
    "mastermind explain --pegs 4 --colors 6 --strategy h1",
    "mastermind explain --pegs 3 --colors 4 --history 'AAB 1,1'",
    "beams explain --variant 3c6p --strategy optimal --history '1@2 1,2'",
    "search explain free 700 7",
    "search explain root 1000 --strategy h1.5",
    "switching explain --order 4 --moves A1",
    "minimax explain tictactoe X.O......",
    "minimax explain grundy:8+13+20",
    "minimax explain memory '3 1'",
)


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("books") / "none"


def explain(family: str, *words: object, book: Path) -> Any:
    return answered(family, "explain", *words, book=book)


@pytest.mark.parametrize("columns", [60, 80])
def test_explanations_fit_the_terminal(columns: int, empty: Path) -> None:
    for line in EXPLAINED:
        shown = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", on_terminal(*shlex.split(line), columns=columns, book=empty))
        assert max(map(len, shown.splitlines())) <= columns, line


@pytest.mark.parametrize(
    ("words", "game", "position", "k"),
    [
        ("subtraction 40 --moves 1,2 --at 14", subtraction((1, 2), 14, "wins"), 14, "inf"),
        ("subtraction 30 --moves 3,5,11 --overshoot loses --at 23", subtraction((3, 5, 11), 23, "loses"), 23, "3"),
        ("dsr 7", double_step_race(7), (0, 0), "inf"),
        ("esr 4 3 2", single_step_race(4, 3, 2), ((0, 0, 0), (0, 0, 0)), "3"),
    ],
)
def test_candidates_are_those_of_perfect_play(words: str, game: Any, position: Any, k: str, empty: Path) -> None:
    found = explain("montecarlo", *words.split(), "--k", k, book=empty)
    wins = winners(game)
    assert found["value"] == (1 if wins(position) else -1)
    outcomes = {str(label): 1 if not wins(after) else -1 for label, after in game.moves(position)}
    assert {one["move"]: one["value"] for one in found["moves"]} == outcomes
    assert all(one["best"] == (one["value"] == found["value"]) for one in found["moves"])
    law = answered("montecarlo", "choice", *words.split(), "--k", k, book=empty)
    assert {one["move"]: one["chance"] for one in found["moves"]} == law["moves"]
    assert {one["move"]: one["win"] for one in found["moves"]} == law["wins"]
    ranked = [Fraction(one["win"]) for one in found["moves"]]
    assert ranked == sorted(ranked, reverse=True)
    lost = fsum(one["chance"] for one in found["moves"] if not one["best"])
    assert isclose(found["throws_away"], lost, abs_tol=1e-15)
    for line in ("line", "likely"):
        assert _ends(game, position, found[line])
    assert _kept(game, position, found["line"], wins)


def _ends(game: Any, position: Any, line: list[str]) -> bool:
    """Whether moves are a whole game."""
    for move in line:
        assert game.result(position) is None
        position = next(after for label, after in game.moves(position) if str(label) == move)
    return game.result(position) is not None or not game.moves(position)


def _kept(game: Any, position: Any, line: list[str], wins: Any) -> bool:
    """Whether the winner keeps the win along a line."""
    for move in line:
        after = next(after for label, after in game.moves(position) if str(label) == move)
        if wins(position) and wins(after):
            return False
        position = after
    return True


def positions(order: int, number: int) -> list[str]:
    """Random games on a board, cut off somewhere."""
    random, names = Random(order), lay_out(order).names
    return [" ".join(random.sample(names, random.randrange(len(names) // 2))) for _ in range(number)]


@pytest.mark.parametrize(("order", "number"), [(2, 4), (3, 6), (4, 4)])
def test_proofs_of_the_switching_game(order: int, number: int, empty: Path) -> None:
    board = lay_out(order)
    nodes = ["A", "B", *map(str, range(2, board.nodes))]
    ends = {
        name: (nodes[one], nodes[other]) for name, (one, other) in zip(board.names, board.ends.tolist(), strict=True)
    }
    proved: Counter[str] = Counter()
    for moves in positions(order, number):
        done = call("switching", "explain", "--order", str(order), "--moves", moves, "--json", "--book", str(empty))
        if done.returncode == 2:
            continue  # the game was over before the last move
        found = json.loads(done.stdout)
        line = moves.split()
        mover = ("cut", "short")[len(line) % 2]
        assert (found["to_move"], found["value"]) == (mover, 1 if found["winner"] == mover else -1)
        if found["decided"]:
            assert not found["moves"]
            continue
        after = line + ([found["proof"]["after"]] if found["proof"]["after"] else [])
        faults = {"short": tree_faults, "cut": forest_faults}[found["winner"]]
        parts = found["proof"]["trees" if found["winner"] == "short" else "forests"]
        assert list(faults(ends, after[::2], after[1::2], parts)) == []
        _check_moves(order, line, found, empty)
        proved[found["winner"]] += 1
    assert sum(proved.values()) > number // 3


def _check_moves(order: int, line: list[str], found: Any, empty: Path) -> None:
    """Every winning move is one of perfect play, and every reply wins."""

    def move(after: list[str], *words: str) -> Any:
        return answered("switching", "move", "--order", order, "--moves", " ".join(after), *words, book=empty)

    perfect, heuristic = move(line, "--policy", "perfect"), move(line)
    assert {one["move"] for one in found["moves"] if one["value"] > 0} == set(perfect["moves"])
    assert {one["move"]: one["potential"] for one in found["moves"]} == heuristic["values"]
    assert found["heuristic"] == heuristic["moves"]
    for one in found["moves"][:: max(1, len(found["moves"]) // 3)]:
        if one["value"] < 0 and one["reply"] is not None:
            assert one["reply"] in move([*line, one["move"]], "--policy", "perfect")["moves"]
    ended = move([*line, *found["line"]], "--policy", "perfect")
    assert (ended["decided"], ended["winner"]) == (True, found["winner"])


def test_faults_of_proofs_are_found() -> None:
    """Both trees or forests of the switching game, and the depths of a search tree."""
    ends = {"a": ("A", "x"), "b": ("x", "B"), "c": ("A", "y"), "d": ("y", "B"), "e": ("x", "y")}
    assert [*tree_faults(ends, [], ["a"], (["b", "e"], ["c", "d"]))] == []
    assert [*tree_faults(ends, [], [], (["a", "b"], ["c", "d"]))] == ["the trees have different nodes"]
    assert [*tree_faults(ends, ["b"], ["a"], (["b", "e"], ["c", "d"]))] == ["b is not a free edge"]
    assert [*forest_faults(ends, ["a", "c"], [], ([], []))] == []
    assert [*forest_faults({"a": ends["a"], "b": ends["b"]}, [], [], (["a"], ["b"]))] == []
    for forests in ((["a", "c"], ["b", "d"]), (["a", "b"], ["c", "d"])):
        assert [*forest_faults(ends, [], [], forests)] != []
    assert [*tree_faults(ends, [], [], (["a", "b", "e"], ["c", "d", "e"]))] != []
    assert [*forest_faults(ends, ["a"], [], (["b", "e"], ["c"]))] != []
    assert [*depth_faults(5, 3, {1: 2, 2: 3})] == [*depth_faults(9, 3, {2: 9})] == [*depth_faults(1, 3, {0: 1})] == []
    assert [*depth_faults(5, 3, {1: 1, 2: 4})] == ["one more code could be at depth 1"]
    assert [*depth_faults(6, 3, {1: 2, 2: 3})] == ["there are 5 codes, not 6"]
    for depths in ({1: 3, 2: 2}, {2: 5}):
        assert [*depth_faults(5, 3, depths)] != []


@pytest.mark.parametrize("name", ["grundy:8+13", "octal:0.77:10+4", "subtraction:1,2,5:12+3"])
def test_heaps_by_their_options(name: str, empty: Path) -> None:
    found = explain("minimax", name, book=empty)
    game = heap_game(name.rpartition(":")[0].replace(":", " "))
    values = naive_heaps.grundy_values(game, max(found["heaps"]))
    assert found["values"] == [values[heap] for heap in found["heaps"]]
    assert found["grundy"] == reduce(xor, found["values"])
    expected = {
        (heap, tuple(sorted(left))): reduce(xor, (values[part] for part in left), found["grundy"] ^ values[heap])
        for heap in found["heaps"]
        for left in naive_heaps.lefts(game, heap)
    }
    told_of = {_heap_move(one["move"]): one["nimber"] for one in found["moves"]}
    assert told_of == expected
    for one in found["moves"]:
        assert (one["nimber"] == 0) == (one["value"] == 1) == (one["reply"] is None)
        # in a lost sum no move is better than another
        assert one["best"] == (one["value"] == found["value"])
        if one["reply"]:
            heaps = _after(found["heaps"], one["move"])
            assert reduce(xor, (values[heap] for heap in _after(heaps, one["reply"])), 0) == 0
    heaps = found["heaps"]
    for ply, move in enumerate(found["line"]):
        heaps = _after(heaps, move)
        if (ply % 2 == 0) == (found["value"] > 0):
            assert reduce(xor, (values[heap] for heap in heaps), 0) == 0
    assert not any(naive_heaps.lefts(game, heap) for heap in heaps)


def _heap_move(name: str) -> tuple[int, tuple[int, ...]]:
    heap, left = name.split(" to ")
    return int(heap), tuple(sorted(int(part) for part in left.split("+") if part != "0"))


def _after(heaps: list[int], move: str) -> list[int]:
    heap, left = _heap_move(move)
    rest = list(heaps)
    rest.remove(heap)
    return [*rest, *left]


@pytest.mark.parametrize(
    ("game", "position"),
    [("tictactoe", "X.O......"), ("nim-passes", "1 3 3 pp")],
)
def test_moves_of_listed_games(game: str, position: str, empty: Path) -> None:
    found = explain("minimax", game, position, book=empty)
    solved = answered("minimax", "solve", game, position, book=empty)
    assert (found["value"], found["distance"]) == (solved["value"], solved["distance"])
    replies = {one["move"]: (one["position"], one["value"], one["best"]) for one in solved["replies"]}
    assert {one["move"]: (one["position"], one["value"], one["best"]) for one in found["moves"]} == replies
    assert len(found["line"]) == found["distance"]
    place = found["position"]
    for left, move in zip(range(found["distance"], 0, -1), found["line"], strict=True):
        here = answered("minimax", "solve", game, place, book=empty)
        assert here["distance"] == left
        assert move in here["moves"]
        place = next(one["position"] for one in here["replies"] if one["move"] == move)
    for one in found["moves"]:
        if one["value"] < 0:
            assert one["reply"] in answered("minimax", "solve", game, one["position"], book=empty)["moves"]


@pytest.mark.parametrize("words", [("3 1",), ("8 5", "--rule", "forced", "--objective", "win", "--lead", "-2")])
def test_memory_adds_up(words: tuple[str, ...], empty: Path) -> None:
    found = explain("minimax", "memory", *words, book=empty)
    values = {one["move"]: Fraction(one["value"]) for one in found["moves"]}
    assert Fraction(found["value"]) == max(values.values())
    assert {one["move"] for one in found["moves"] if one["best"]} == {
        move for move, value in values.items() if value == max(values.values())
    }
    new = Fraction(found["chance_new"])
    seconds = [(new, found["after_new"]), (1 - new, found["after_match"])]
    assert values["unseen"] == sum(chance * Fraction(choices[0]["value"]) for chance, choices in seconds if choices)
    pairs, known = words[0].split()
    for card, choices in (("new", found["after_new"]), ("match", found["after_match"])):
        if choices:
            turned = answered("minimax", "memory", pairs, known, *words[1:], "--turned", card, book=empty)
            assert {one["move"]: one["value"] for one in choices} == turned["choices"]


MASTERMIND = [
    ("--pegs 3 --colors 4 --strategy hinf", "AAB 1,1"),
    ("--pegs 3 --colors 5 --distinct --strategy h0.5", ""),
    ("--pegs 3 --colors 5", "ABC 1,0"),
]


@pytest.mark.parametrize(("words", "history"), MASTERMIND)
def test_queries_of_mastermind(words: str, history: str, empty: Path) -> None:
    game = words.partition(" --strategy")[0]
    past = ["--history", history] if history else []
    found = explain("mastermind", *words.split(), *past, "--most", 100, book=empty)
    asked = answered("mastermind", "next", *words.split(), *past, book=empty)
    assert (found["query"], found["remaining"], found["expected"]) == (
        asked["guess"],
        asked["remaining"],
        asked["expected"],
    )
    assert {one["answer"]: one["codes"] for one in found["answers"]} == asked["answers"]
    _check_costs(found)
    parts = {
        one["move"]: answered("mastermind", "parts", one["move"], *game.split(), *past, book=empty)
        for one in found["moves"][:20]
    }
    for one in found["moves"][:20]:
        sizes = list(parts[one["move"]]["parts"].values())
        assert (one["parts"], one["largest"], one["possible"]) == (
            len(sizes),
            max(sizes),
            parts[one["move"]]["consistent"],
        )
        assert isclose(one["left"], sum(size**2 for size in sizes) / sum(sizes))
        if found["order"] in ("0", "1", "2", "inf"):
            assert isclose(one["entropy"], parts[one["move"]]["entropies"][found["order"]], abs_tol=1e-9)
    if found["measure"] == "expected":
        least = min(one["expected"] for one in found["moves"] if one["expected"] is not None)
        assert found["moves"][0]["move"] == found["query"]
        assert found["moves"][0]["expected"] == least == found["expected"]
        return
    order = None if found["order"] == "inf" else Fraction(found["order"])
    listed = [list(parts[one["move"]]["parts"].values()) for one in found["moves"][:20]]
    for one, other in pairwise(listed):
        assert compare(order, one, other) <= 0
    mixed = answered("mastermind", "next", *words.split(), "--tie", "mix", *past, book=empty)
    drawn = set(mixed.get("tied", [mixed["guess"]]))
    assert len(drawn) == (found["tied_possible"] or found["tied"])
    assert {one["move"] for one in found["moves"] if one["best"]} <= drawn
    assert sum(one["alike"] for one in found["moves"] if one["best"]) == len(drawn)


def _check_costs(found: Any) -> None:
    """The cost of the query that is asked is that of the answers to it, and of the same query in the list."""
    assert sum(one["codes"] for one in found["answers"]) == found["remaining"]
    below = fsum(one["codes"] * one["expected"] for one in found["answers"])
    assert isclose(1 + below / found["remaining"], found["expected"])
    chosen = next(one for one in found["moves"] if one["move"] == found["query"])
    assert chosen["best"]
    assert isclose(chosen["expected"], found["expected"])


@pytest.mark.parametrize(
    "words",
    [
        "mastermind explain --pegs 3 --colors 4",
        "beams explain --variant 3c6p --strategy h2 --history '1@2 1,2; 2@4 4'",
    ],
)
def test_trees_cost_what_is_expected(words: str, empty: Path) -> None:
    found = answered(*shlex.split(words), book=empty)
    beams = words.startswith("beams")
    assert not any(one["query"].startswith("guess") for one in found["tree"])
    # each code left pays for each query; a lone code of Mastermind is named, one of Beams is known
    paid = sum(one["codes"] for one in found["tree"] if not beams or one["codes"] > 1)
    assert isclose(found["expected"], 1 + paid / found["remaining"])
    below = {one["answer"]: (one["codes"], one["then"]) for one in found["answers"] if one["then"] is not None}
    assert {one["answer"]: (one["codes"], one["query"]) for one in found["tree"] if one["depth"] == 1} == below


def test_the_first_queries_of_mastermind(empty: Path) -> None:
    """Koyama and Lai 1993: the optimal strategy needs 5625 queries for 4 pegs and 6 colours, and begins with AABC."""
    found = explain("mastermind", "--pegs", 4, "--colors", 6, book=empty)
    assert [(one["move"], one["alike"], one["best"]) for one in found["moves"]] == [
        ("AABC", 720, True),
        ("ABCD", 360, False),
        ("AABB", 90, False),
        ("AAAB", 120, False),
        ("AAAA", 6, False),
    ]
    assert found["moves"][0]["expected"] == 5625 / 1296
    assert sum(one["alike"] for one in found["moves"]) == found["queries"] == 1296


@pytest.mark.parametrize(
    ("words", "history"),
    [
        ("--variant 3c6p --strategy h2 --tie lex-d", "1@2 1,2"),
        ("--variant 3c6p --strategy optimal", "1@2 1,2"),
        ("--board 3x4 --colors 3 --strategy hinf", ""),
    ],
)
def test_queries_of_beams(words: str, history: str, empty: Path) -> None:
    past = ["--history", history] if history else []
    found = explain("beams", *words.split(), *past, "--most", 100, book=empty)
    asked = answered("beams", "next", *words.split(), *past, book=empty)
    assert (found["query"], found["remaining"], found["expected"]) == (
        asked["query"],
        asked["remaining"],
        asked["expected"],
    )
    assert {one["answer"]: one["codes"] for one in found["answers"]} == asked["answers"]
    _check_costs(found)
    assert sum(one["alike"] for one in found["moves"]) == found["queries"]
    if found["measure"] == "expected":
        assert min(one["expected"] for one in found["moves"]) == found["expected"]
        return
    plain = words.partition(" --tie")[0]
    mixed = answered("beams", "next", *plain.split(), "--tie", "mix", *past, book=empty)
    best = [one["move"] for one in found["moves"] if one["best"]]
    assert sorted(best) == sorted(mixed.get("tied", [mixed["query"]]))
    entropies = [one["entropy"] for one in found["moves"]]
    assert all(one >= other - 1e-9 for one, other in pairwise(entropies))


GUESSED = (
    "3@14 1,2,3; 3@5 -; 3@9 1; 3@12 -; 3@4 -; 2@13 -; 3@3 4; 3@6 1; 3@7 1,2,3; 3@10 1; 2@11 2,3; 3@2 4; 2@1 1,2; 1@8 -"
)
"""Beams on all windows of the board 3x4 that leave two codes."""


def test_a_guess_where_no_query_tells_codes_apart(empty: Path) -> None:
    words = ("--board", "3x4", "--colors", "3", "--history", GUESSED)
    found = explain("beams", *words, book=empty)
    asked = answered("beams", "next", *words, book=empty)
    assert (found["query"], found["remaining"], found["expected"]) == (asked["guess"], 2, asked["expected"])
    assert (found["measure"], found["moves"], found["answers"], found["tree"]) == ("guess", [], [], [])
    text = told("beams", "explain", *words, book=empty)
    assert "2 codes are left that no query tells apart. The guess is" in text
    assert "wrong fields expected" in text


@pytest.mark.parametrize(
    "line",
    [
        'mastermind --pegs 2 --colors 3 --history "AB 1,0; BB 0,0; CC 0,0"',
        'beams --variant 3c6p --history "1@2 1,2; 2@4 4; 3@13 1,2"',
    ],
)
def test_one_code_is_left(line: str, empty: Path) -> None:
    family, *words = shlex.split(line)
    found = explain(family, *words, book=empty)
    asked = answered(family, "next", *words, book=empty)
    assert (found["query"], found["remaining"], found["moves"]) == (asked["solved"], 1, [])
    assert f"one code is left, {found['query']}" in told(family, "explain", *words, book=empty)


@pytest.mark.parametrize(("codes", "width"), [(2, 2), (5, 3), (16, 4), (30, 3), (10**30, 11)])
def test_depths_of_free_search(codes: int, width: int, empty: Path) -> None:
    found = explain("search", "free", codes, width, book=empty)
    depths = {int(depth): count for depth, count in found["depths"].items()}
    assert [*depth_faults(codes, width, depths)] == []
    assert sum(depth * count for depth, count in depths.items()) == int(found["total"])
    assert Fraction(found["kraft"]) == sum(Fraction(count, width**depth) for depth, count in depths.items())
    assert found["moves"][0]["move"] == found["query"]
    for one in found["moves"]:
        sizes = _sizes(one["move"])
        assert sum(size * count for size, count in sizes) == codes
        assert sum(count for _, count in sizes) <= width
        assert one["best"] == (int(one["total"]) == int(found["total"]))
        if codes <= 30:
            below = sum(count * naive_free.total(size, width) for size, count in sizes)
            assert int(one["total"]) == codes + below


def _sizes(text: str) -> list[tuple[int, int]]:
    words = (word.strip().partition("^") for word in text.split(","))
    return [(int(size), int(count or 1)) for size, _, count in words]


@pytest.mark.parametrize("size", [2, 17])
def test_splits_of_the_root_model(size: int, empty: Path) -> None:
    found = explain("search", "root", size, "--most", 100, book=empty)
    best: dict[int, int] = {}
    for rest, small in naive_root.queries(size):
        total = size + naive_root.total(rest) + sum(map(naive_root.total, small))
        best[rest] = min(best.get(rest, total), total)
    assert {int(one["move"].split(" | ")[0]): int(one["total"]) for one in found["moves"]} == best
    for one in found["moves"]:
        rest, _, small = one["move"].partition(" | ")
        sizes = _sizes(small)
        assert int(rest) + sum(part * count for part, count in sizes) == size
        assert sum((1 + part) * count for part, count in sizes) <= found["budget"]


def test_splits_of_entropy_strategies(empty: Path) -> None:
    for strategy in ("h0", "h1.5", "hinf"):
        found = explain("search", "root", 200, "--strategy", strategy, book=empty)
        asked = answered("search", "root", 200, "--strategy", strategy, book=empty)
        assert (found["total"], found["mean"]) == (asked["total"], asked["mean"])
        first = found["moves"][0]
        assert (first["move"], first["total"], first["best"]) == (found["query"], found["total"], True)
