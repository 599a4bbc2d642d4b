"""The family's commands, run as the installed program, or called where a process of its own would add nothing."""

import json
import re
import shutil
from fractions import Fraction
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pytest
from program import Runs, build_here, call, imported_for, on_terminal, refused, run

from tafelwerk.commands.switching.board import width
from tafelwerk.solvers.switching.board import make_board
from tafelwerk.solvers.switching.graph import DELETED, FREE, MARKED, Player, winner
from tafelwerk.solvers.switching.graph import play as played
from tafelwerk.solvers.switching.potentials import heuristic_moves

FIVE = "A5 C5 C3 A1"
"""The game of the source's figure 5.5 to the move that loses."""


@pytest.fixture
def none(tmp_path: Path) -> Path:
    return tmp_path / "none"


def ask(*words: object, book: Path, by: Runs = call) -> Any:
    done = by("switching", *map(str, words), "--json", "--book", book)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def think(*words: object) -> Any:
    """What is answered without a book."""
    done = call("switching", *map(str, words), "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def read(*words: object) -> str:
    done = call("switching", *map(str, words))
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_published_rates(none: Path, quick_book: Path) -> None:
    """Jena dissertation on the exact analysis of heuristics for combinatorial games, section 5.3.2."""
    found = ask("winrate", 9, book=none)
    assert (found["cut"], found["losing_openings"], found["mixed_openings"]) == ("79/81", ["E9", "P9"], [])
    assert (found["source"], found["certainty"]) == ("computed", "exact")
    assert found["cut_float"] == float(Fraction(79, 81))
    for order in (2, 3, 4):
        found = ask("winrate", order, book=quick_book)
        assert (found["cut"], found["losing_openings"], found["source"]) == ("1", [], "book")


def test_refutations(none: Path) -> None:
    """Jena dissertation, figures 5.5 and 5.6: four openings of order 3 can be beaten, all of order 4."""
    found = ask("refute", 3, book=none)
    assert found["beaten"] == ["A1", "E1", "A5", "E5"]
    assert found["safe"] == ["C1", "A3", "C3", "E3", "C5"]
    found = ask("refute", 4, book=none)
    assert (len(found["beaten"]), found["safe"]) == (16, [])
    board = make_board(4)
    for name, line in found["lines"].items():
        assert line["moves"][0] == name
        states = np.zeros(board.graph.edges, np.int8)
        for ply, move in enumerate(line["moves"]):
            assert winner(board.graph, states) is None
            edge = board.edge(move)
            assert ply % 2 or edge in heuristic_moves(board.graph, states)
            states[edge] = MARKED if ply % 2 else DELETED
        assert winner(board.graph, states) is Player.SHORT
    one = ask("refute", 4, "--opening", "e3", book=none)
    assert one["lines"] == {"E3": found["lines"]["E3"]}
    text = read("refute", 3)
    assert "Short cannot be sure to beat it after C1, A3, C3, E3 or C5." in text
    assert "A1: A1 C1 C3 A5 B2" in text


@pytest.mark.parametrize(
    ("words", "told"),
    [((5,), "order 2 to 4, not 5"), ((3, "--opening", "B2"), "no opening"), ((3, "--opening", "Z9"), "no edge")],
)
def test_refutations_that_are_not_looked_for(words: tuple[object, ...], told: str) -> None:
    assert told in refused(call("switching", "refute", *map(str, words)), 2)


def test_agents_are_stored_and_used(tmp_path: Path) -> None:
    """Two agents' rows, then their pairing from them, the same as without."""
    book = tmp_path / "book"
    agents = ("gauss-seidel:3:0.5", "mc:6")
    for agent in agents:
        done = build_here("build", "switching", "--order", "2", "--agent", agent, "--book", book)
        assert done.returncode == 0, done.stderr
    words = ("duel", "--order", 2, "--cut", agents[0], "--short", agents[1])
    assert ask(*words, book=book) == ask(*words, book=tmp_path / "none")
    rows = call(
        "sql", "SELECT agent, count(*) AS n FROM switching.agents GROUP BY ALL ORDER BY ALL", "--json", "--book", book
    )
    assert [row["agent"] for row in json.loads(rows.stdout)] == sorted(agents)
    assert call("verify", "switching", "--book", book).returncode == 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--agent", "mc:5"), "--agent needs --order"),
        (("--order", 4, "--agent", "mc:5"), "orders 2 and 3, not 4"),
        (("--order", 3, "--agent", "mc:0"), "K of mc:K is a whole number from 1"),
        (("--order", 3, "--agent", "mc:5", "--pairings"), "do not go together"),
        (("--order", 3, "--agent", "mc:5", "--games", 7), "--games needs --pairings or --cut"),
    ],
)
def test_agents_that_cannot_be_built(words: tuple[object, ...], told: str, none: Path) -> None:
    assert told in refused(call("build", "switching", *map(str, words), "--book", none), 2)


def test_rates_for_people(none: Path, quick_book: Path) -> None:
    said = call("switching", "winrate", 9, "--book", none).stdout
    assert "Cut wins 79/81 (0.975309) of the games (computed)" in said
    assert "Cut loses after E9 and P9." in said
    assert "None of the 16 openings can be lost." in call("switching", "winrate", 4, "--book", quick_book).stdout


def test_the_book_is_asked_without_libraries(quick_book: Path) -> None:
    words = (("winrate", "4"), ("duel", "--order", "2", "--cut", "random", "--short", "mc:5"))
    _, modules = imported_for(*(("switching", *line, "--json", "--book", quick_book) for line in words))
    assert modules.isdisjoint({"numpy", "numba", "flint", "polars"})


def test_what_is_too_much_work_names_its_build(none: Path) -> None:
    assert "tafelwerk build switching --order 40" in refused(call("switching", "winrate", 40, "--book", none), 3)
    words = ("switching", "duel", "--order", 9, "--cut", "mc:50", "--short", "mc:80", "--games", 70, "--book", none)
    line = refused(call(*words), 3)
    assert line.endswith(f"tafelwerk build switching --order 9 --cut mc:50 --short mc:80 --games 70 --book {none}")
    line = refused(call("switching", "move", "--order", 60), 3)
    assert "not in the book" not in line
    assert "expensive to compute; run: tafelwerk switching move --order 60" in line
    assert line.endswith("--compute")
    line = refused(call("switching", "move", "--order", 40, "-o", none.with_suffix(".svg")), 3)
    assert line.endswith(f"--compute --output {none.with_suffix('.svg')}")


def test_what_was_kept_is_in_the_book(none: Path) -> None:
    assert ask("winrate", 6, "--keep", book=none)["source"] == "computed"
    assert ask("winrate", 6, book=none)["source"] == "book"
    words = ("duel", "--order", 4, "--cut", "heuristic", "--short", "temperature:0.10", "--games", 50, "--seed", 9)
    first = ask(*words, "--keep", book=none)
    assert (first["samples"], first["seed"], first["certainty"], first["source"]) == (50, 9, "sampled", "computed")
    assert ask(*words, book=none) == first | {"source": "book", "evidence": "recomputed"}


def test_the_heuristics_move() -> None:
    """Figure 5.5: potentials times 42."""
    found = think("move", "--order", 3, "--moves", FIVE, "--policy", "heuristic")
    assert (found["to_move"], found["moves"], found["winner"], found["decided"]) == ("cut", ["A3", "B4"], "cut", False)
    assert (found["values"]["A3"], found["values"]["B4"], found["values"]["E3"]) == ("1/2", "1/2", "10/21")
    assert set(found["values"]) == {"A3", "B2", "B4", "C1", "D2", "D4", "E1", "E3", "E5"}
    start = think("move", "--order", 5)
    assert (len(start["moves"]), set(start["values"].values())) == (25, {"1/5", "0"})


def test_the_perfect_move_and_its_proof() -> None:
    found = think("move", "--order", 3, "--moves", FIVE, "--policy", "perfect")
    assert found["moves"] == ["C1", "E1", "B2", "D2", "E3", "D4", "E5"]
    assert (found["winner"], found["proof"]["after"], "values" in found) == ("cut", "C1", False)
    assert len(found["proof"]["forests"]) == 2
    lost = think("move", "--order", 3, "--moves", f"{FIVE} A3", "--policy", "perfect")
    assert (lost["to_move"], lost["winner"], lost["proof"]["after"] in lost["moves"]) == ("short", "short", True)
    one, other = lost["proof"]["trees"]
    assert not set(one) & set(other)
    ended = think("move", "--order", 2, "--moves", "A1 C1 A3 C3", "--policy", "perfect")
    assert (ended["winner"], ended["moves"], ended["decided"]) == ("short", [], True)


def test_moves_for_people() -> None:
    said = read("move", "--order", 3, "--moves", FIVE)
    assert "The heuristic plays A3 or B4: the potential difference is 1/2" in said
    assert "each of these moves gives the win away." in said
    assert "[A3]" in said
    proved = read("move", "--order", 3, "--moves", FIVE, "--policy", "perfect")
    assert "Winning moves: C1, E1, B2, D2, E3, D4 and E5." in proved
    assert "two disjoint forests that keep A and B apart" in proved
    assert "once all its edges are deleted, A and B are apart" in proved
    assert "the game is over: short has won" in read("move", "--order", 2, "--moves", "A1 C1 A3 C3")
    assert "; each of these moves keeps the win." in read("move", "--order", 2)
    assert "Under perfect play cut wins." in read("move", "--order", 2, "--moves", "A1")
    assert "; this move keeps the win." in read("move", "--order", 2, "--moves", "A1 C1")


def test_a_perfect_cut_is_exact_from_either_source(quick_book: Path, none: Path) -> None:
    """Theory knows it, whatever the book says of it."""
    for short in ("mc:100", "random"):
        words = ("duel", "--order", 2, "--cut", "perfect", "--short", short)
        stored, computed = ask(*words, book=quick_book), ask(*words, book=none)
        assert (stored["source"], computed["source"]) == ("book", "computed")
        assert stored == computed | {"source": "book", "evidence": stored["evidence"]}
        assert (stored["short_exact"], stored["certainty"], "error_bound" in stored) == ("0", "exact", False)


def rows_of(said: str) -> list[list[str]]:
    """Rows of every board of a page, between its two bars."""
    return [block.splitlines()[1:] for block in re.findall(r"^A [━=]+\n(?:.*\n)*?(?=B [━=]+)", said, re.MULTILINE)]


@pytest.mark.parametrize("moves", ["E9 C9", "E9 C9 A1"])
def test_the_proof_stands_on_the_board(moves: str) -> None:
    """Every edge of the two sets has its number there, and no other edge; each forest alone is a cut."""
    words = ("move", "--order", 9, "--moves", moves, "--policy", "perfect")
    said, proof = read(*words), think(*words)["proof"]
    board = make_board(9)
    kind = "forests" if "forests" in proof else "trees"
    drawn = "\n".join(rows_of(said)[-1])
    for number, part in enumerate(proof[kind], 1):
        assert sorted(re.findall(rf"\b{number}:([A-Z]+\d+)", drawn)) == sorted(part)
        assert len(part) > 10
    assert " more" not in said
    if kind == "forests":
        after = moves.split() + ([proof["after"]] if proof["after"] else [])
        states, _ = played(board.graph, [board.edge(name) for name in after])
        for part in proof[kind]:
            ended = states.copy()
            ended[states == FREE] = MARKED
            ended[[board.edge(name) for name in part]] = Player.CUT.colour
            assert winner(board.graph, ended) is Player.CUT


@pytest.mark.parametrize(
    ("order", "columns"), [(2, 11), (9, 55), (12, 73), (13, 92), pytest.param(60, 481, marks=pytest.mark.slow)]
)
def test_boards_are_as_narrow_as_their_names_allow(order: int, columns: int) -> None:
    """Nodes stand below the middle of what joins their rows."""
    assert width(make_board(order)) == columns
    said = read("move", "--order", order, "--policy", "perfect", "--moves", "A1 C1")
    boards = [line for line in said.splitlines() if line.startswith(("A ━", "B ━"))]
    assert {len(line) for line in boards} == {columns}
    rows = rows_of(said)[0]
    assert len(rows) == 2 * order - 1
    assert all(len(row) <= columns for row in rows)
    assert rows[0].index("┃") == [place for place, sign in enumerate(rows[1]) if sign == "•"][1]


@pytest.mark.parametrize("policy", ["heuristic", "perfect"])
def test_a_board_in_a_terminal(policy: str, none: Path) -> None:
    """Order 9 fits 80 and 60 columns; order 12 does not fit 60, and says so."""
    words = ("switching", "move", "--moves", "E9 C9", "--policy", policy)
    for columns in (80, 60):
        shown = re.sub(r"\x1b\[[0-9;]*m", "", on_terminal(*words, "--order", 9, columns=columns, book=none))
        whole = call(*words, "--order", "9").stdout
        assert rows_of(shown) == rows_of(whole)
        assert "takes" not in shown
    shown = re.sub(r"\x1b\[[0-9;]*m", "", on_terminal(*words, "--order", 12, columns=60, book=none))
    assert rows_of(shown) == []
    assert "The board of order 12 takes 73 columns, and there are 60: -o FILE.svg draws it." in " ".join(shown.split())


@pytest.mark.parametrize("policy", ["heuristic", "perfect"])
def test_a_position_as_a_picture(policy: str, tmp_path: Path) -> None:
    """Figure 5.5: the potentials of its nodes are 42nds; standard output is what it is without a picture."""
    file = tmp_path / "board.svg"
    words = ("switching", "move", "--order", "3", "--moves", FIVE, "--policy", policy)
    done = call(*words, "-o", file)
    assert (done.returncode, done.stderr) == (0, f"{file} written\n")
    assert done.stdout == call(*words).stdout
    drawn = file.read_text(encoding="utf-8")
    texts = re.findall(r">([^<>]+)<", drawn)
    assert {"A1", "B2", "E5", "19/21", "5/7", "5/21", "1/2", "1", "0"} < set(texts)
    assert "Order 3, after 4 moves: Cut to move" in texts
    # ringed are the moves that are chosen
    assert drawn.count('fill="#ffe28a"') == {"heuristic": 2, "perfect": 7}[policy]
    assert ("#009e73" in drawn, "#cc79a7" in drawn) == ((policy == "perfect",) * 2)
    said = " ".join(texts)
    if policy == "perfect":
        assert "Yellow: the 7 moves that win." in said
        assert "Green and purple, after C1: two disjoint forests that keep A" in said
    else:
        assert "what the heuristic plays, A3 or B4, a potential difference of 1/2" in said
    assert "Under perfect play Cut wins." in said


def test_pictures_of_other_positions(tmp_path: Path) -> None:
    """The first move, a lost position, the end of a game, nodes that no current reaches, one past the budget of fractions."""
    file = tmp_path / "board.svg"

    def texts(*words: object) -> str:
        done = call("switching", "move", *map(str, words), "--output", file, "--json")
        assert done.returncode == 0, done.stderr
        return " ".join(re.findall(r">([^<>]+)<", file.read_text(encoding="utf-8")))

    first = texts("--order", 2)
    assert "Order 2, before the first move: Cut to move" in first
    assert "1/2" in first
    lost = texts("--order", 2, "--moves", "A1", "--policy", "perfect")
    assert "Order 2, after 1 move: Short to move" in lost
    assert ("Yellow" in lost, "Green and purple: two disjoint forests" in lost) == (False, True)
    for policy in ("heuristic", "perfect"):
        ended = texts("--order", 2, "--moves", "A1 C1 A3 C3", "--policy", policy)
        assert "Order 2, after 4 moves: Short has won" in ended
        assert ("potentials" in ended, "Yellow" in ended, "Green" in ended) == (False, False, False)
    alone = texts("--order", 3, "--moves", "A1 C1 B2 E1 A3 C3").split()
    # A, B and five nodes of six: the first is cut off
    assert sum(re.fullmatch(r"[01]|\d+/\d+|0\.\d+", word) is not None for word in alone[: alone.index("Order")]) == 7
    large = texts("--order", 33, "--policy", "perfect")
    assert ("A65" in large, "potentials" in large) == (True, False)


def test_a_duel_of_every_certainty(quick_book: Path) -> None:
    certified = ask("duel", "--order", 2, "--cut", "random", "--short", "random", book=quick_book, by=run)
    assert (certified["short"], certified["certainty"], certified["source"]) == (
        pytest.approx(0.2),
        "certified",
        "book",
    )
    exact = ask("duel", "--order", 9, "--cut", "heuristic", "--short", "temperature:0", book=quick_book)
    assert (exact["short_exact"], exact["certainty"], exact["source"]) == ("2/81", "exact", "book")
    theory = ask("duel", "--order", 5, "--cut", "perfect", "--short", "mc:100", book=quick_book)
    assert (theory["short_exact"], theory["short"]) == ("0", 0.0)
    sampled = ask("duel", "--order", 4, "--cut", "random", "--short", "heuristic", "--games", 40, book=quick_book)
    assert (sampled["certainty"], sampled["samples"], sampled["seed"]) == ("sampled", 40, 1)
    assert sampled["standard_error"] > 0
    said = call(
        "switching", "duel", "--order", "2", "--cut", "random", "--short", "random", "--book", quick_book
    ).stdout
    assert "Short wins 0.2 of the games (within 4e-16, book)" in said


def without_agents(book: Path, folder: Path) -> Path:
    """A book as an earlier version made it."""
    folder.mkdir()
    shutil.copy(book / "switching.duckdb", folder)
    with duckdb.connect(str(folder / "switching.duckdb")) as connection:
        connection.execute("DROP TABLE agents")
        connection.execute("DELETE FROM meta.tables WHERE name = 'agents'")
    return folder


def test_a_book_of_an_earlier_version(quick_book: Path, tmp_path: Path) -> None:
    """A file without the table of agents holds none; a dry run says that the table will be added; damage is named."""
    earlier = without_agents(quick_book, tmp_path / "earlier")
    words = ("duel", "--order", 2, "--cut", "gauss-seidel:7", "--short", "mc:11")
    assert ask(*words, book=earlier) == ask(*words, book=tmp_path / "none")
    plan = json.loads(call("build", "switching", "--quick", "--dry-run", "--json", "--book", earlier).stdout)
    assert (plan["added"], plan["tasks"]) == (["switching.agents"], 0)
    said = call("build", "switching", "--quick", "--dry-run", "--book", earlier).stdout
    assert said == "nothing to compute, 9 builds there already; switching.agents will be added, still empty\n"
    assert "switching: agents added" in build_here("build", "switching", "--quick", "--book", earlier).stderr
    plan = json.loads(call("build", "switching", "--quick", "--dry-run", "--json", "--book", earlier).stdout)
    assert plan["added"] == []
    (earlier / "switching.duckdb").write_bytes(b"no database")
    assert "is damaged or no DuckDB file" in refused(call("switching", *map(str, words), "--book", earlier), 4)


@pytest.mark.slow
def test_a_pairing_of_order_3_that_is_not_stored(quick_book: Path) -> None:
    found = ask("duel", "--order", 3, "--cut", "heuristic", "--short", "mc:30", book=quick_book)
    assert (found["certainty"], found["source"]) == ("certified", "computed")
    assert found["short"] == pytest.approx(0.0087960527794835, abs=1e-15)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("winrate", "1"), "ORDER must be 2 to 60, not 1"),
        (("move", "--order", "3", "--moves", "A5 A5"), "move 2: A5 is deleted already"),
        (("move", "--order", "3", "--moves", "A5 C5 C5"), "move 3: C5 is marked already"),
        (("move", "--order", "3", "--moves", "Z9"), "there is no edge 'Z9' on the board of order 3"),
        (("move", "--order", "2", "--moves", "A1 C1 A3 C3 B2"), "move 5: B2 comes after the end: short has won"),
        (("move", "--order", "3", "--policy", "best"), "--policy is heuristic or perfect, not 'best'"),
        (("move", "--order", "3", "-o", "board.txt"), "--output board.txt: a figure is written as"),
        (("move", "--order", "41", "-o", "board.svg"), "--output draws boards up to order 40, not 41"),
        (("duel", "--order", "3", "--cut", "foo", "--short", "random"), "'foo' is no agent"),
        (("duel", "--order", "3", "--cut", "mc:0", "--short", "random"), "K of mc:K is a whole number from 1"),
        (("duel", "--order", "4", "--cut", "mc:inf", "--short", "random"), "mc:inf needs every position"),
        (("duel", "--order", "3", "--cut", "random", "--short", "random", "--games", "9"), "nothing is sampled"),
        (("solve", "graph", "--turn", "white"), "--turn is cut or short, not 'white'"),
    ],
)
def test_bad_input(words: tuple[str, ...], said: str) -> None:
    assert said in refused(call("switching", *words), 2)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--pairings",), "--pairings needs --order"),
        (("--cut", "random"), "--cut needs --order"),
        (("--games", "5"), "--games needs --order"),
        (("--order", "4", "--cut", "random"), "--cut needs --short"),
        (("--order", "4", "--quick"), "--order and --quick do not go together"),
        (("--order", "4", "--full"), "--full is a set of its own, or goes with --order M --pairings"),
        (("--quick", "--full"), "--quick and --full are two sets"),
        (("--order", "4", "--games", "5"), "--games needs --pairings or --cut"),
        (("--order", "61"), "--order must be 2 to 60, not 61"),
        (("--order", "4", "--pairings", "--cut", "random", "--short", "random"), "do not go together"),
    ],
)
def test_builds_that_cannot_be(words: tuple[str, ...], said: str, none: Path) -> None:
    assert said in refused(call("build", "switching", *words, "--book", none), 2)


def test_builds(none: Path) -> None:
    assert build_here("build", "switching", "--order", "5", "--book", none).returncode == 0
    assert ask("winrate", 5, book=none)["source"] == "book"
    one = ("--order", "5", "--cut", "random", "--short", "heuristic", "--games", "30", "--seed", "4")
    assert build_here("build", "switching", *one, "--book", none).returncode == 0
    found = ask("duel", "--order", 5, "--cut", "random", "--short", "heuristic", book=none)
    assert (found["samples"], found["seed"], found["source"]) == (30, 4, "book")
    again = build_here("build", "switching", "--order", "5", "--book", none)
    assert "0 tasks" in again.stderr or "nothing" in (again.stdout + again.stderr)
