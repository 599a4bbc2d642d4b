"""Explanations: what they say of every move is true by programs of another kind, and they fit the terminal."""

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
from golden.questions import POCKET, expected
from naive import free as naive_free
from naive import minimax_heaps as naive_heaps
from naive import root as naive_root
from naive.free import depth_faults
from naive.games import single_step_race, subtraction, winners
from naive.switching_certificates import forest_faults, tree_faults
from program import answered, call, on_terminal, told

from tafelwerk.families import FAMILIES
from tafelwerk.families.minimax.rules.heaps import heap_game
from tafelwerk.proofs.switching.small_boards import lay_out

STYLE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("books") / "none"


def ask(line: str, book: Path) -> Any:
    return answered(*shlex.split(line), book=book)


def test_explanations_fit_the_terminal() -> None:
    for family in FAMILIES:
        for line in (line for line in expected(family) if line.startswith(f"pocket {family} explain")):
            for columns in (60, 80):
                text = on_terminal(*shlex.split(line)[1:], columns=columns, book=POCKET)
                assert max(map(len, STYLE.sub("", text).splitlines())) <= columns, line


@pytest.mark.parametrize(
    ("words", "game", "position"),
    [
        ("subtraction 30 --moves 3,5,11 --overshoot loses --at 23 --k inf", subtraction((3, 5, 11), 23, "loses"), 23),
        ("esr 4 3 2 --k 3", single_step_race(4, 3, 2), ((0, 0, 0), (0, 0, 0))),
    ],
)
def test_candidates_are_those_of_perfect_play(words: str, game: Any, position: Any, empty: Path) -> None:
    wins = winners(game)
    document, law = (ask(f"montecarlo {command} {words}", empty) for command in ("explain", "choice"))
    assert document["value"] == (1 if wins(position) else -1)
    outcomes = {str(label): -1 if wins(after) else 1 for label, after in game.moves(position)}
    moves = document["moves"]
    assert {move["move"]: move["value"] for move in moves} == outcomes
    assert all(move["best"] == (move["value"] == document["value"]) for move in moves)
    assert {move["move"]: move["chance"] for move in moves} == law["moves"]
    assert {move["move"]: move["win"] for move in moves} == law["wins"]
    ranks = [Fraction(move["win"]) for move in moves]
    assert ranks == sorted(ranks, reverse=True)
    lost = fsum(move["chance"] for move in moves if not move["best"])
    assert isclose(document["throws_away"], lost, abs_tol=1e-15)
    # both lines are whole games, and in the first the winner keeps the win
    for line in ("line", "likely"):
        here = position
        for label in document[line]:
            assert game.result(here) is None
            after = next(after for other, after in game.moves(here) if str(other) == label)
            assert line == "likely" or not (wins(here) and wins(after))
            here = after
        assert game.result(here) is not None or not game.moves(here)


@pytest.mark.parametrize(("order", "number"), [(3, 6), (4, 4)])
def test_proofs_of_the_switching_game(order: int, number: int, empty: Path) -> None:
    """Of random games, cut off somewhere."""
    board, random = lay_out(order), Random(order)
    nodes = ["A", "B", *map(str, range(2, board.nodes))]
    ends = {
        name: (nodes[one], nodes[other]) for name, (one, other) in zip(board.names, board.ends.tolist(), strict=True)
    }
    proofs: Counter[str] = Counter()
    for _ in range(number):
        line = random.sample(board.names, random.randrange(len(board.names) // 2))
        words = f"switching explain --order {order} --history '{' '.join(line)}'"
        if call(*shlex.split(words), "--book", empty).returncode == 2:
            continue  # the game was over before the last move
        document = ask(words, empty)
        mover, winner = ("cut", "short")[len(line) % 2], document["winner"]
        assert (document["to_move"], document["value"]) == (mover, 1 if winner == mover else -1)
        if document["decided"]:
            assert not document["moves"]
            continue
        after = line + ([document["proof"]["after"]] if document["proof"]["after"] else [])
        faults = {"short": tree_faults, "cut": forest_faults}[winner]
        parts = document["proof"]["trees" if winner == "short" else "forests"]
        assert list(faults(ends, after[::2], after[1::2], parts)) == []
        check_replies(order, line, document, empty)
        proofs[winner] += 1
    assert sum(proofs.values()) > number // 3


def check_replies(order: int, line: list[str], document: Any, empty: Path) -> None:
    """Every winning move is one of perfect play, and every reply wins."""

    def move(after: list[str], policy: str = "--policy perfect") -> Any:
        return ask(f"switching move --order {order} --history '{' '.join(after)}' {policy}", empty)

    moves, heuristic = document["moves"], move(line, "")
    assert {one["move"] for one in moves if one["value"] > 0} == set(move(line)["moves"])
    assert {one["move"]: one["potential"] for one in moves} == heuristic["values"]
    assert document["heuristic"] == heuristic["moves"]
    for one in moves[:: max(1, len(moves) // 3)]:
        if one["value"] < 0 and one["reply"] is not None:
            assert one["reply"] in move([*line, one["move"]])["moves"]
    ended = move([*line, *document["line"]])
    assert (ended["decided"], ended["winner"]) == (True, document["winner"])


def test_faults_of_proofs_are_found() -> None:
    """Both trees or forests of the switching game, and the depths of a search tree."""
    ends = {"a": ("A", "x"), "b": ("x", "B"), "c": ("A", "y"), "d": ("y", "B"), "e": ("x", "y")}
    assert [*tree_faults(ends, [], ["a"], (["b", "e"], ["c", "d"]))] == []
    assert [*tree_faults(ends, [], [], (["a", "b"], ["c", "d"]))] == ["the trees have different nodes"]
    assert [*tree_faults(ends, ["b"], ["a"], (["b", "e"], ["c", "d"]))] == ["b is not a free edge"]
    assert [*tree_faults(ends, [], [], (["a", "b", "e"], ["c", "d", "e"]))] != []
    assert [*forest_faults(ends, ["a", "c"], [], ([], []))] == []
    for deleted, forests in (
        ([], (["a", "c"], ["b", "d"])),
        ([], (["a", "b"], ["c", "d"])),
        (["a"], (["b", "e"], ["c"])),
    ):
        assert [*forest_faults(ends, deleted, [], forests)] != []
    assert [*depth_faults(5, 3, {1: 2, 2: 3})] == [*depth_faults(9, 3, {2: 9})] == [*depth_faults(1, 3, {0: 1})] == []
    assert [*depth_faults(5, 3, {1: 1, 2: 4})] == ["one more code could be at depth 1"]
    assert [*depth_faults(6, 3, {1: 2, 2: 3})] == ["there are 5 codes, not 6"]
    for depths in ({1: 3, 2: 2}, {2: 5}):
        assert [*depth_faults(5, 3, depths)] != []


@pytest.mark.parametrize("name", ["grundy:8+13", "octal:0.77:10+4", "subtraction:1,2,5:12+3"])
def test_heaps_by_their_options(name: str, empty: Path) -> None:
    document = ask(f"minimax explain {name}", empty)
    game, heaps = heap_game(name.rpartition(":")[0].replace(":", " ")), document["heaps"]
    values = naive_heaps.grundy_values(game, max(heaps))

    def worth(heaps: list[int]) -> int:
        return reduce(xor, (values[heap] for heap in heaps), 0)

    assert document["values"] == [values[heap] for heap in heaps]
    assert document["grundy"] == worth(heaps)
    replies = {tuple(sorted(play(heaps, move["move"]))): move["nimber"] for move in document["moves"]}
    assert replies == {
        tuple(sorted((*others, *left))): worth([*others, *left])
        for place, heap in enumerate(heaps)
        for others in [heaps[:place] + heaps[place + 1 :]]
        for left in naive_heaps.lefts(game, heap)
    }
    for move in document["moves"]:
        assert (move["nimber"] == 0) == (move["value"] == 1) == (move["reply"] is None)
        # in a lost sum no move is better than another
        assert move["best"] == (move["value"] == document["value"])
        assert move["reply"] is None or worth(play(play(heaps, move["move"]), move["reply"])) == 0
    for ply, move in enumerate(document["line"]):
        heaps = play(heaps, move)
        assert worth(heaps) == 0 or (ply % 2 == 0) != (document["value"] > 0)
    assert not any(naive_heaps.lefts(game, heap) for heap in heaps)


def play(heaps: list[int], move: str) -> list[int]:
    """The heaps after a move such as "8 to 3+5"."""
    heap, left = move.split(" to ")
    others = list(heaps)
    others.remove(int(heap))
    return [*others, *(int(part) for part in left.split("+") if part != "0")]


@pytest.mark.parametrize("game", ["tictactoe X.O......", "nim-passes '1 3 3 pp'"])
def test_moves_of_listed_games(game: str, empty: Path) -> None:
    document, solution = (ask(f"minimax {command} {game}", empty) for command in ("explain", "solve"))
    assert (document["value"], document["distance"]) == (solution["value"], solution["distance"])
    said, replies = (
        {move["move"]: (move["position"], move["value"], move["best"]) for move in moves}
        for moves in (document["moves"], solution["replies"])
    )
    assert said == replies
    name, position = game.split()[0], document["position"]
    for left, move in zip(range(document["distance"], 0, -1), document["line"], strict=True):
        here = ask(f"minimax solve {name} '{position}'", empty)
        assert here["distance"] == left
        assert move in here["moves"]
        position = next(reply["position"] for reply in here["replies"] if reply["move"] == move)
    for move in document["moves"]:
        if move["value"] < 0:
            assert move["reply"] in ask(f"minimax solve {name} '{move['position']}'", empty)["moves"]


@pytest.mark.parametrize("words", ["'3 1'", "'8 5' --rule forced --objective win --lead -2"])
def test_memory_adds_up(words: str, empty: Path) -> None:
    document = ask(f"minimax explain memory {words}", empty)
    values = {move["move"]: Fraction(move["value"]) for move in document["moves"]}
    assert Fraction(document["value"]) == max(values.values())
    best = {move["move"] for move in document["moves"] if move["best"]}
    assert best == {move for move, value in values.items() if value == max(values.values())}
    new = Fraction(document["chance_new"])
    seconds = [(new, document["after_new"]), (1 - new, document["after_match"])]
    assert values["unseen"] == sum(chance * Fraction(choices[0]["value"]) for chance, choices in seconds if choices)
    for card in ("new", "match"):
        if choices := document[f"after_{card}"]:
            turn = ask(f"minimax memory {words.replace(chr(39), '')} --turned {card}", empty)
            assert {choice["move"]: choice["value"] for choice in choices} == turn["choices"]


DEDUCTION = (
    "mastermind --pegs 3 --colors 4 --strategy hinf --history 'AAB 1,1'",
    "mastermind --pegs 3 --colors 5 --distinct --strategy h0.5",
    "mastermind --pegs 3 --colors 5 --history 'ABC 1,0'",
    "mastermind --pegs 3 --colors 4",
    "beams --variant 3c6p --strategy h2 --tie lex-d --history '1@2 1,2'",
    "beams --variant 3c6p --strategy optimal --history '1@2 1,2'",
    "beams --board 3x4 --colors 3 --strategy hinf",
)


@pytest.mark.parametrize("line", DEDUCTION)
def test_queries_and_their_trees(line: str, empty: Path) -> None:
    family, _, words = line.partition(" ")
    document, query = ask(f"{family} explain {words} --most 100", empty), ask(f"{family} next {words}", empty)
    answers, moves, tree = document["answers"], document["moves"], document["tree"]
    said = (document["query"], document["remaining"], document["expected"])
    assert said == (query.get("guess", query.get("query")), query["remaining"], query["expected"])
    assert {answer["answer"]: answer["codes"] for answer in answers} == query["answers"]
    # the cost of the query is that of the answers to it, of the same query in the list, and of its tree
    assert sum(answer["codes"] for answer in answers) == document["remaining"]
    below = fsum(answer["codes"] * answer["expected"] for answer in answers)
    assert isclose(1 + below / document["remaining"], document["expected"])
    chosen = next(move for move in moves if move["move"] == document["query"])
    assert chosen["best"]
    assert isclose(chosen["expected"], document["expected"])
    # each code left pays for each query; a lone code of Mastermind is named, one of Beams is known
    paid = sum(node["codes"] for node in tree if family == "mastermind" or node["codes"] > 1)
    assert not tree or isclose(document["expected"], 1 + paid / document["remaining"])
    then = {answer["answer"]: (answer["codes"], answer["then"]) for answer in answers if answer["then"] is not None}
    assert not tree or {node["answer"]: (node["codes"], node["query"]) for node in tree if node["depth"] == 1} == then
    if document["measure"] == "expected":
        assert min(move["expected"] for move in moves if move["expected"] is not None) == document["expected"]
        return
    entropies = [move["entropy"] for move in moves]
    assert all(one >= other - 1e-9 for one, other in pairwise(entropies))
    # those that tie with the best are those that are drawn from
    plain = words.replace(" --tie lex-d", "")
    mixed = ask(f"{family} next {plain} --tie mix", empty)
    tied = set(mixed.get("tied", [mixed.get("guess", mixed.get("query"))]))
    best = [move for move in moves if move["best"]]
    assert {move["move"] for move in best} <= tied
    assert (sum(move["alike"] for move in best) if family == "mastermind" else len(best)) == len(tied)


def test_measures_of_a_query_are_those_of_its_parts(empty: Path) -> None:
    words = "--pegs 3 --colors 4 --history 'AAB 1,1'"
    document = ask(f"mastermind explain {words} --strategy hinf --most 20", empty)
    for move in document["moves"]:
        parts = ask(f"mastermind parts {move['move']} {words}", empty)
        sizes = list(parts["parts"].values())
        assert (move["parts"], move["largest"], move["possible"]) == (len(sizes), max(sizes), parts["consistent"])
        assert isclose(move["left"], sum(size**2 for size in sizes) / sum(sizes))
        assert isclose(move["entropy"], parts["entropies"]["inf"], abs_tol=1e-9)


GUESSED = (
    "3@14 1,2,3; 3@5 -; 3@9 1; 3@12 -; 3@4 -; 2@13 -; 3@3 4; 3@6 1; 3@7 1,2,3; 3@10 1; 2@11 2,3; 3@2 4; 2@1 1,2; 1@8 -"
)
"""Beams on all windows of the board 3x4 that leave two codes."""

ENDS = {
    f"beams --board 3x4 --colors 3 --history '{GUESSED}'": "2 codes are left that no query tells apart. The guess is",
    "mastermind --pegs 2 --colors 3 --history 'AB 1,0; BB 0,0; CC 0,0'": "one code is left, ",
    "beams --variant 3c6p --history '1@2 1,2; 2@4 4; 3@13 1,2'": "one code is left, ",
}


@pytest.mark.parametrize("line", ENDS)
def test_where_no_query_is_left(line: str, empty: Path) -> None:
    family, _, words = line.partition(" ")
    document, query = ask(f"{family} explain {words}", empty), ask(f"{family} next {words}", empty)
    is_solved = ENDS[line].startswith("one")
    assert (document["query"], document["moves"]) == (query["solved" if is_solved else "guess"], [])
    assert document["remaining"] == (1 if is_solved else 2)
    assert ENDS[line] in told(family, "explain", *shlex.split(words), book=empty)


@pytest.mark.parametrize(("codes", "width"), [(2, 2), (5, 3), (30, 3), (10**30, 11)])
def test_depths_of_free_search(codes: int, width: int, empty: Path) -> None:
    document = ask(f"search explain free {codes} {width}", empty)
    depths = {int(depth): count for depth, count in document["depths"].items()}
    assert [*depth_faults(codes, width, depths)] == []
    assert sum(depth * count for depth, count in depths.items()) == int(document["total"])
    assert Fraction(document["kraft"]) == sum(Fraction(count, width**depth) for depth, count in depths.items())
    assert document["moves"][0]["move"] == document["query"]
    for move in document["moves"]:
        sizes = read_sizes(move["move"])
        assert sum(size * count for size, count in sizes) == codes
        assert sum(count for _, count in sizes) <= width
        assert move["best"] == (int(move["total"]) == int(document["total"]))
        if codes <= 30:
            below = sum(count * naive_free.total(size, width) for size, count in sizes)
            assert int(move["total"]) == codes + below


def read_sizes(text: str) -> list[tuple[int, int]]:
    words = (word.strip().partition("^") for word in text.split(","))
    return [(int(size), int(count or 1)) for size, _, count in words]


def test_splits_of_the_root_model(empty: Path) -> None:
    document = ask("search explain root 17 --most 100", empty)
    totals: dict[int, int] = {}
    for large, small in naive_root.queries(17):
        total = 17 + naive_root.total(large) + sum(map(naive_root.total, small))
        totals[large] = min(totals.get(large, total), total)
    assert {int(move["move"].split(" | ")[0]): int(move["total"]) for move in document["moves"]} == totals
    for move in document["moves"]:
        large, _, small = move["move"].partition(" | ")
        sizes = read_sizes(small)
        assert int(large) + sum(part * count for part, count in sizes) == 17
        assert sum((1 + part) * count for part, count in sizes) <= document["budget"]
    for strategy in ("h0", "h1.5", "hinf"):
        words = f"root 200 --strategy {strategy}"
        document, answer = ask(f"search explain {words}", empty), ask(f"search {words}", empty)
        assert (document["total"], document["mean"]) == (answer["total"], answer["mean"])
        first = document["moves"][0]
        assert (first["move"], first["total"], first["best"]) == (document["query"], document["total"], True)
