"""`tafelwerk minimax tree` and `tafelwerk minimax race`: values, windows, cuts and chances, for programs and for people."""

import json
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from naive import minimax_trees as naive
from program import Runs, call, refused, run

from tafelwerk.build.minimax.builds import NodeCounts
from tafelwerk.rules.minimax.tictactoe import TicTacToe, evaluation

THREE_BY_THREE = "[[3, 12, 8], [2, 4, 6], [14, 5, 2]]"
"""S. Russell and P. Norvig, Artificial Intelligence: A Modern Approach, figures 5.2 and 5.5."""

DIE = '{"chance": [["1/6", -3], ["1/6", -1], ["1/6", 1], ["1/2", 2]]}'
"""P. Becker, Wissensbasierte Systeme II, FH Bonn-Rhein-Sieg 2004/05, chapter 2: the mean is 1/2."""


def ask(*words: object, by: Runs = call, command: str = "tree", **options: Any) -> Any:
    done = by("minimax", command, *map(str, words), "--json", **options)
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)


def read(*words: object, **options: Any) -> str:
    done = call("minimax", *map(str, words), **options)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_minimax() -> None:
    found = ask(THREE_BY_THREE, by=run)
    assert (found["algorithm"], found["value"], found["nodes"], found["best"]) == ("minimax", "3", 13, [0])
    assert [child["value"] for child in found["children"]] == ["3", "2", "2"]
    assert {child["turn"] for child in found["children"]} == {"min"}
    leaf = found["children"][0]["children"][1]
    unsaid = dict.fromkeys(("turn", "alpha", "beta", "probability"))
    assert leaf == unsaid | {"branch": 1, "value": "12", "bound": "exact", "cut": False, "children": []}
    assert (found["certainty"], found["source"]) == ("exact", "computed")


def test_alpha_beta() -> None:
    found = ask(THREE_BY_THREE, "--alpha-beta")
    assert (found["algorithm"], found["value"], found["nodes"], found["best"]) == ("alpha-beta", "3", 11, [0])
    first, second, third = found["children"]
    windows = [(child["alpha"], child["beta"]) for child in (first, second, third)]
    assert windows == [("-inf", "inf"), ("3", "inf"), ("3", "inf")]
    assert [(child["value"], child["bound"]) for child in (second, third)] == [("2", "at most"), ("2", "at most")]
    assert [(leaf["cut"], leaf["value"]) for leaf in second["children"]] == [(False, "2"), (True, None), (True, None)]
    assert [(leaf["alpha"], leaf["beta"]) for leaf in third["children"]] == [("3", "inf"), ("3", "14"), ("3", "5")]
    assert ask(THREE_BY_THREE, "--alpha-beta", "--order", "best-first")["nodes"] == 9
    assert ask(THREE_BY_THREE, "--alpha-beta", "--order", "worst-first")["nodes"] == 13


def test_as_a_person_sees_it() -> None:
    assert read("tree", THREE_BY_THREE, "--alpha-beta").splitlines() == [
        "Alpha-beta: the value is 3; 11 nodes visited, 2 branches cut off.",
        "max 3  [-inf, inf]",
        "├── min 3  [-inf, inf]  <- best",
        "│   ├── 3  [-inf, inf]  <- best",
        "│   ├── 12  [-inf, 3]",
        "│   └── 8  [-inf, 3]",
        "├── min <= 2  [3, inf]",
        "│   ├── 2  [3, inf]",
        "│   └── cut off: 2 branches",
        "└── min <= 2  [3, inf]",
        "    ├── 14  [3, inf]",
        "    ├── 5  [3, 14]",
        "    └── 2  [3, 5]",
    ]
    assert read("tree", DIE).splitlines() == [
        "Expectiminimax: the value is 1/2; 5 nodes visited.",
        "chance 1/2",
        "├── 1/6: -3",
        "├── 1/6: -1",
        "├── 1/6: 1",
        "└── 1/2: 2",
    ]
    plain = run("minimax", "tree", THREE_BY_THREE, PYTHONIOENCODING="ascii")
    assert plain.stdout.splitlines()[1:4] == ["max 3", "+-- min 3  <- best", "|   +-- 3  <- best"]


def test_what_is_not_drawn_is_counted() -> None:
    said = read("tree", THREE_BY_THREE, "--most", 6)
    more = ["│   └── ... 1 more", "├── min 2", "│   └── ... 3 more", "└── min 2", "    └── ... 3 more"]
    assert said.splitlines()[4:] == ["│   ├── 12", *more]
    upper = ["max 3", "├── min 3  <- best", "├── min 2", "└── min 2"]
    assert read("tree", THREE_BY_THREE, "--depth", 1).splitlines()[1:] == upper
    assert len(read("tree", "--game", "tictactoe", "--look-ahead", 3, "--depth", 3).splitlines()) < 300


def test_chance() -> None:
    """The lecture's examples: the die, and Memory with -3/2 and -1/3."""
    found = ask(DIE)
    assert (found["algorithm"], found["value"], found["turn"]) == ("expectiminimax", "1/2", "chance")
    assert [child["probability"] for child in found["children"]] == ["1/6", "1/6", "1/6", "1/2"]
    unknown = {"chance": [["1/4", 1], ["1/4", -1], ["1/2", -3]]}
    pairs = {"chance": [["2/3", -3], ["1/3", 1]]}
    known = {"chance": [["1/4", pairs], ["1/4", pairs], ["1/2", {"chance": [["1/3", -3], ["2/3", 3]]}]]}
    found = ask("-", stdin=json.dumps({"max": [unknown, known]}))
    assert (found["value"], found["best"]) == ("-1/3", [1])
    assert [child["value"] for child in found["children"]] == ["-3/2", "-1/3"]


def test_where_a_tree_comes_from(tmp_path: Path) -> None:
    wanted = ask(THREE_BY_THREE)
    assert ask("-", stdin=THREE_BY_THREE) == wanted
    file = tmp_path / "tree.json"
    file.write_text(f"\ufeff{THREE_BY_THREE}\n", encoding="utf-8")
    assert ask(file) == wanted
    for text, value in (("-5", "-5"), ("3", "3"), ('"-3/2"', "-3/2"), ("[0.5, 1.25]", "5/4")):
        assert ask(text)["value"] == value


def below(found: Any) -> int:
    """Nodes of a document, those that were looked at."""
    return (not found["cut"]) + sum(map(below, found["children"]))


def checked(found: Any) -> Fraction:
    """The value of a document's tree by its leaves alone, claimed at every node on the way."""
    if not found["children"]:
        return Fraction(found["value"])
    values = [checked(child) for child in found["children"]]
    if found["turn"] == "chance":
        value = sum(
            (Fraction(child["probability"]) * one for child, one in zip(found["children"], values, strict=True)),
            Fraction(0),
        )
    else:
        value = max(values) if found["turn"] == "max" else min(values)
    assert Fraction(found["value"]) == value
    return value


@given(naive.chance_trees | naive.plain_trees)
def test_any_tree(nested: Any) -> None:
    text = json.dumps(nested)
    found = ask("-", stdin=text)
    assert checked(found) == naive.value(nested)
    assert below(found) == found["nodes"]
    assert read("tree", "-", stdin=text).count("\n") == min(found["nodes"], 10_000) + 1
    if "chance" not in text:
        pruned = ask("-", "--alpha-beta", stdin=text)
        assert pruned["value"] == found["value"]
        assert below(pruned) == pruned["nodes"] <= found["nodes"]
        assert set(pruned["best"]) <= set(found["best"])


def test_tictactoe() -> None:
    found = ask("--game", "tictactoe", "--position", "xo.x.o...", "--depth", 3)
    assert (found["value"], found["position"], found["turn"]) == ("1", "XO.X.O...", "max")
    assert found["best"] == ["4", "6", "8"]
    assert [child["move"] for child in found["children"]] == ["2", "4", "6", "7", "8"]
    won = found["children"][2]
    assert (won["position"], won["turn"], won["value"]) == ("XO.X.OX..", None, "1")
    assert below(found) < found["nodes"]
    shown = ask("--game", "tictactoe", "--position", "XO.X.O...", "--depth", 9)
    assert below(shown) == shown["nodes"] == found["nodes"]
    assert checked(shown) == 1
    drawn = read("tree", "--game", "tictactoe", "--position", "XO.X.O...", "--alpha-beta", "--order", "best-first")
    assert "by 4;" in drawn
    assert "├── 4: XO.XXO...  min 1  [-inf, inf]  <- best" in drawn.splitlines()
    assert "│   └── cut off: 4, 6, 7" in drawn.splitlines()


def test_move_orders() -> None:
    """The nodes are those of the table, whose counts are made in another way."""
    rows = NodeCounts().run()
    counts = {
        name.replace(" ", "-"): int(nodes)
        for algorithm, name, nodes in zip(rows["algorithm"], rows["move_order"], rows["nodes"], strict=True)
        if algorithm == "alpha-beta"
    }
    assert counts["natural"] == 18_297
    for name, nodes in counts.items():
        found = ask("--game", "tictactoe", "--alpha-beta", "--order", name, "--depth", 0)
        assert (found["nodes"], found["value"], found["children"]) == (nodes, "0", [])
    assert ask("--game", "tictactoe", "--alpha-beta", "--depth", 0)["nodes"] == counts["natural"]


def test_the_whole_of_tictactoe() -> None:
    found = ask("--game", "tictactoe")
    assert (found["nodes"], found["value"], below(found)) == (549_946, "0", 1 + 9 + 72)
    assert ask("--game", "tictactoe", "--depth", 0)["best"] == found["best"] == [str(field) for field in range(9)]
    said = refused(call("minimax", "tree", "--game", "tictactoe", "--depth", "9", "--json"), 2)
    assert "up to 20,000 nodes" in said


def test_trees_beyond_reach_of_plain_search() -> None:
    """Positions are searched once, whatever their number of nodes."""
    assert ask("--game", "grundy:20", "--depth", 1)["nodes"] == 151_034_870
    # a heap has the nodes of two smaller ones
    fewer, nodes = 1, 2
    for _ in range(299):
        fewer, nodes = nodes, 1 + nodes + fewer
    assert ask("--game", "subtraction:1,2:300", "--depth", 0)["nodes"] == nodes
    said = read("tree", "--game", "subtraction:1,2:300", "--depth", 0)
    assert f"; about {float(nodes):.2e} nodes in plain search." in said


def test_looking_ahead() -> None:
    """The lecture's fixed depth: the evaluation where the search stops."""
    found = ask("--game", "tictactoe", "--look-ahead", 2)
    assert (found["value"], found["best"], found["nodes"], found["look_ahead"]) == ("1", ["4"], 82, 2)
    rules = TicTacToe()
    for child in found["children"]:
        board = rules.after(rules.start, int(child["move"]))
        assert int(child["value"]) == min(evaluation(rules.after(board, move)) for move in rules.moves(board))
        assert {leaf["turn"] for leaf in child["children"]} == {None}
    # the lecture's example 2.4: six lines are open to X and five to O
    leaf = found["children"][0]["children"][0]
    assert (leaf["position"], leaf["value"]) == ("XO.......", str(6 - 5))
    pruned = ask("--game", "tictactoe", "--look-ahead", 2, "--alpha-beta", "--order", "centre-first")
    assert (pruned["value"], pruned["best"]) == ("1", ["4"])
    assert pruned["nodes"] < 82


def test_other_games() -> None:
    """The lecture's Nim, a heap that splits into two that differ: lost heaps are those of OEIS A002188 with value 0."""
    values = {heap: ask("--game", f"grundy:{heap}", "--alpha-beta")["value"] for heap in range(1, 11)}
    assert [heap for heap, value in values.items() if value == "-1"] == [1, 2, 4, 7, 10]
    found = ask("--game", "grundy:7", "--depth", 9)
    assert (found["game"], found["position"], below(found), checked(found)) == ("grundy:7", "7", found["nodes"], -1)
    assert [child["move"] for child in found["children"]] == ["7 to 1+6", "7 to 2+5", "7 to 3+4"]
    assert ask("--game", "nim-passes", "--position", "1 1 0 p-")["best"] == ["pass"]
    assert ask("--game", "octal:0.77:5+5")["value"] == "-1"
    assert ask("--game", "subtraction:1,2:4", "--position", "4")["best"] == ["4 to 3"]
    assert ask("--game", "notakto", "--position", "X...X....", "--depth", 0)["value"] == "1"
    assert ask("--game", "tictactoe-wild", "--position", "XX.O.....", "--depth", 1)["best"] == ["X2"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((), "name a TREE"),
        ((THREE_BY_THREE, "--game", "tictactoe"), "one of the two"),
        (("[1,",), "TREE: no nested list as JSON"),
        (("[1, NaN]",), "NaN is no exact number"),
        (("[]",), "a list of at least one branch"),
        (('{"chance": [["1/2", 1]]}',), "probabilities are positive with sum 1"),
        ((DIE, "--alpha-beta"), "without chance nodes"),
        (("no/such.json",), "nor a file"),
        (("[" * 201 + "1" + "]" * 201,), "up to 200 levels"),
        (("[" * 150 + "1" + "]" * 150, "--json"), "on 100 levels"),
        ((THREE_BY_THREE, "--order", "best-first"), "--order goes with --alpha-beta"),
        ((THREE_BY_THREE, "--alpha-beta", "--order", "centre-first"), "--order of a TREE is"),
        ((THREE_BY_THREE, "--position", "........."), "--position goes with --game"),
        ((THREE_BY_THREE, "--look-ahead", "2"), "--look-ahead goes with --game"),
        ((THREE_BY_THREE, "--compute"), "--compute goes with --game"),
        ((THREE_BY_THREE, "--depth", "-1"), "--depth must be 0 to 200"),
        ((THREE_BY_THREE, "--most", "0"), "--most must be 1 to 20,000"),
        (("--game", "chess"), "is no game of two: one of tictactoe"),
        (("--game", "burnt-pancakes-3"), "puzzle"),
        (("--game", "grundy"), "such as grundy:7"),
        (("--game", "grundy:0"), "a heap must be 1 to"),
        (("--game", "grundy:2000"), "at most 1,000 tokens together"),
        (("--game", "octal:0.77"), "such as octal:0.77:12"),
        (("--game", "octal:0.9:3"), "no code of an octal game"),
        (("--game", "tictactoe", "--position", "XXXOOO..."), "the game was over before"),
        (("--game", "tictactoe", "--look-ahead", "0"), "--look-ahead must be 1 to 200"),
        (("--game", "tictactoe", "--alpha-beta", "--order", "sideways"), "centre-first, corners-first"),
        (("--game", "grundy:7", "--alpha-beta", "--order", "centre-first"), "is natural, best-first or worst-first"),
    ],
)
def test_bad_questions(words: tuple[str, ...], told: str) -> None:
    assert told in refused(call("minimax", "tree", *words), 2)


def test_a_search_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    from tafelwerk.build.minimax import trees

    monkeypatch.setattr(trees, "MOST_MOVES", 1000)
    for extra in ("", " --order best-first --alpha-beta"):
        words = f"minimax tree --game tictactoe --position ....X....{extra}".split()
        said = refused(call(*words), 3)
        assert said.endswith(f"not stored and expensive to compute; run: tafelwerk {' '.join(words)} --compute")
        done = call(*said.split(": tafelwerk ")[1].split())
        assert (done.returncode, done.stderr) == (0, "")
    monkeypatch.setattr(trees, "MOST_COMPUTED", 10_000)
    for compute in ((), ("--compute",)):
        # with more states than can be gone through, --compute is not named as what helps
        said = refused(call("minimax", "tree", "--game", "octal:0.77:40", *compute), 2)
        assert "than the 10,000 moves that --compute allows: choose a later --position, or --look-ahead D" in said
    said = refused(call("minimax", "tree", "--game", "tictactoe", "--compute"), 2)
    assert "the tree of tictactoe takes more than the 10,000 moves" in said
    monkeypatch.setattr(trees, "MOST_SEARCHED", 11)
    assert "more than 11 nodes to search" in refused(call("minimax", "tree", THREE_BY_THREE), 2)


@cache
def race(own: tuple[int, ...], other: tuple[int, ...], sides: int) -> Fraction:
    """The chance of who is to roll, by the rules."""
    if not any(other):
        return Fraction(0)
    return sum((max(after_roll(own, other, sides, roll).values()) for roll in range(1, sides + 1)), Fraction(0)) / sides


def after_roll(own: tuple[int, ...], other: tuple[int, ...], sides: int, roll: int) -> dict[int, Fraction]:
    """The chance after each choice."""
    found = {}
    for place, distance in enumerate(own):
        if distance:
            after = tuple(sorted((*own[:place], max(0, distance - roll), *own[place + 1 :]), reverse=True))
            found[distance] = 1 - race(other, after, sides) if any(after) else Fraction(1)
    return found


def test_race() -> None:
    """Every position of a small race by its rules."""
    tokens = [(a, b) for a in range(4) for b in range(a + 1) if a]
    for own in tokens:
        for other in tokens:
            words = f"--length 3 --tokens 2 --sides 2 --own {own[1]},{own[0]} --other".split()
            found = ask(*words, f"{other[0]} {other[1]}", command="race")
            assert Fraction(found["chance"]) == race(own, other, 2)
            assert found["moves"] is None
            for rolled in found["rolls"]:
                wanted = after_roll(own, other, 2, rolled["roll"])
                assert {one["move"]: Fraction(one["chance"]) for one in rolled["choices"]} == wanted
                assert rolled["moves"] == [move for move, chance in wanted.items() if chance == max(wanted.values())]


def test_race_after_a_roll() -> None:
    words = ["--length", "4", "--tokens", "2", "--sides", "3", "--own", "3,1", "--other", "2,2", "--roll", "1"]
    found = ask(*words, command="race")
    wanted = after_roll((3, 1), (2, 2), 3, 1)
    assert (Fraction(found["chance"]), found["moves"], found["own"]) == (max(wanted.values()), [1], [3, 1])
    assert (found["certainty"], found["source"]) == ("exact", "computed")
    said = read("race", *words)
    assert f"wins with chance {found['chance']} " in said
    assert "after a roll of 1." in said
    assert sum(line.split()[-1] == "best" for line in said.splitlines()) == 1
    start = ask(*["--length", "2", "--tokens", "1", "--sides", "2"], command="race")
    assert (start["own"], start["other"], Fraction(start["chance"])) == ([2], [2], race((2,), (2,), 2))


def test_a_race_that_is_over() -> None:
    words = ("--length", 3, "--tokens", 1, "--sides", 2, "--own", 0, "--other", 2)
    assert (ask(*words, command="race")["chance"], ask(*words, command="race")["rolls"]) == ("1", [])
    assert "the race is over, won" in read("race", *words)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("--length 0 --tokens 1 --sides 2", "--length must be 1 to 500, not 0"),
        ("--length 3 --tokens 1 --sides 0", "--sides must be 1 to 100"),
        ("--length 60 --tokens 3 --sides 6", "races of up to 250,000 are solved"),
        ("--length 3 --tokens 2 --sides 2 --own 3", "--own must be 2 distances of 0 to 3"),
        ("--length 3 --tokens 2 --sides 2 --other 3,4", "--other must be 2 distances of 0 to 3"),
        ("--length 3 --tokens 1 --sides 2 --own x", "--own must be a distance of 0 to 3"),
        ("--length 3 --tokens 1 --sides 2 --roll 3", "--roll must be 1 to 2"),
        ("--length 3 --tokens 1 --sides 2 --own 0 --roll 1", "the race is over"),
        ("--length 3 --tokens 1 --sides 2 --own 0 --other 0", "one player at most"),
    ],
)
def test_bad_races(line: str, told: str) -> None:
    assert told in refused(call("minimax", "race", *line.split()), 2)
