"""The family's commands, run as the installed program, or called where a process of its own would add nothing."""

import json
import re
import shlex
import shutil
from fractions import Fraction
from pathlib import Path
from typing import Any

import duckdb
import pytest
from program import Runs, build_here, call, on_terminal, refused

from tafelwerk.commands.switching.board import width
from tafelwerk.solvers.switching.board import make_board
from tafelwerk.solvers.switching.graph import FREE, MARKED, Player, winner
from tafelwerk.solvers.switching.graph import play as played

FIVE = "A5 C5 C3 A1"
"""The game of the source's figure 5.5 to the move that loses."""


@pytest.fixture
def none(tmp_path: Path) -> Path:
    return tmp_path / "none"


def ask(*words: object, book: Path | None = None, by: Runs = call) -> Any:
    done = by("switching", *map(str, words), "--json", *(() if book is None else ("--book", book)))
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def read(*words: object) -> str:
    done = call("switching", *map(str, words))
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_published_rates(none: Path) -> None:
    """Jena dissertation on the exact analysis of heuristics for combinatorial games, section 5.3.2."""
    found = ask("winrate", 9, book=none)
    assert (found["cut"], found["losing_openings"], found["mixed_openings"]) == ("79/81", ["E9", "P9"], [])
    assert (found["source"], found["certainty"], found["cut_float"]) == ("computed", "exact", float(Fraction(79, 81)))


def test_refutations(none: Path) -> None:
    """Jena dissertation, figures 5.5 and 5.6: four openings of order 3 can be beaten, all of order 4."""
    found = ask("refute", 3, book=none)
    assert (found["beaten"], found["safe"]) == (["A1", "E1", "A5", "E5"], ["C1", "A3", "C3", "E3", "C5"])
    found = ask("refute", 4, book=none)
    assert (len(found["beaten"]), found["safe"]) == (16, [])
    assert all(name == line["moves"][0] for name, line in found["lines"].items())
    one = ask("refute", 4, "--opening", "e3", book=none)
    assert one["lines"] == {"E3": found["lines"]["E3"]}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("winrate 9", "Cut wins 79/81 (0.975309) of the games (computed)"),
        ("winrate 9", "Cut loses after E9 and P9."),
        ("winrate 4", "None of the 16 openings can be lost."),
        ("duel --order 2 --cut random --short perfect", "Short wins 0.4 of the games (within"),
        (
            "duel --order 9 --cut heuristic --short heuristic",
            "Short wins 2/81 (0.0246914) of the games (exact, computed).",
        ),
        ("duel --order 4 --cut random --short random --games 20", "of 20 games (seed 1, computed)."),
        ("refute 3", "Short cannot be sure to beat it after C1, A3, C3, E3 or C5."),
        ("refute 3", "A1: A1 C1 C3 A5 B2"),
        (f"move --order 3 --moves '{FIVE}'", "The heuristic plays A3 or B4: the potential difference is 1/2"),
        (f"move --order 3 --moves '{FIVE}'", "each of these moves gives the win away."),
        (f"move --order 3 --moves '{FIVE}'", "[A3]"),
        (f"move --order 3 --moves '{FIVE}' --policy perfect", "Winning moves: C1, E1, B2, D2, E3, D4 and E5."),
        (f"move --order 3 --moves '{FIVE}' --policy perfect", "two disjoint forests that keep A and B apart"),
        (f"move --order 3 --moves '{FIVE}' --policy perfect", "once all its edges are deleted, A and B are apart"),
        ("move --order 2 --moves 'A1 C1 A3 C3'", "the game is over: short has won"),
        ("move --order 2", "; each of these moves keeps the win."),
        ("move --order 2 --moves A1", "Under perfect play cut wins."),
        ("move --order 2 --moves 'A1 C1'", "; this move keeps the win."),
    ],
)
def test_what_people_read(line: str, said: str, none: Path) -> None:
    assert said in call("switching", *shlex.split(line), "--book", none).stdout


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("winrate 40", "tafelwerk build switching --order 40 --book {none}"),
        (
            "duel --order 9 --cut mc:50 --short mc:80 --games 70",
            "tafelwerk build switching --order 9 --cut mc:50 --short mc:80 --games 70 --book {none}",
        ),
        ("move --order 60", "expensive to compute; run: tafelwerk switching move --order 60 "),
        ("move --order 40 -o {none}.svg", "--compute --output {none}.svg"),
    ],
)
def test_what_is_too_much_work_names_its_build(line: str, told: str, none: Path) -> None:
    book = () if line.startswith("move") else ("--book", none)
    said = refused(call("switching", *line.format(none=none).split(), *book), 3)
    assert told.format(none=none) in said
    assert ("not in the book" in said) != line.startswith("move")


def test_what_was_kept_is_in_the_book(none: Path) -> None:
    assert ask("winrate", 6, "--keep", book=none)["source"] == "computed"
    assert ask("winrate", 6, book=none)["source"] == "book"
    words = ("duel", "--order", 4, "--cut", "heuristic", "--short", "temperature:0.10", "--games", 50, "--seed", 9)
    first = ask(*words, "--keep", book=none)
    assert (first["samples"], first["seed"], first["certainty"], first["source"]) == (50, 9, "sampled", "computed")
    assert ask(*words, book=none) == first | {"source": "book", "evidence": "recomputed"}


def rows_of(said: str) -> list[list[str]]:
    """Rows of every board of a page, between its two bars."""
    return [block.splitlines()[1:] for block in re.findall(r"^A [━=]+\n(?:.*\n)*?(?=B [━=]+)", said, re.MULTILINE)]


@pytest.mark.parametrize("moves", ["E9 C9", "E9 C9 A1"])
def test_the_proof_stands_on_the_board(moves: str) -> None:
    """Every edge of the two sets has its number there, and no other edge; each forest alone is a cut."""
    words = ("move", "--order", 9, "--moves", moves, "--policy", "perfect")
    said, proof = read(*words), ask(*words)["proof"]
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
    ("line", "said"),
    [
        ("switching winrate 1", "ORDER must be 2 to 60, not 1"),
        ("switching refute 5", "order 2 to 4, not 5"),
        ("switching refute 3 --opening B2", "no opening"),
        ("switching refute 3 --opening Z9", "no edge"),
        ("switching move --order 3 --moves 'A5 A5'", "move 2: A5 is deleted already"),
        ("switching move --order 3 --moves 'A5 C5 C5'", "move 3: C5 is marked already"),
        ("switching move --order 3 --moves Z9", "there is no edge 'Z9' on the board of order 3"),
        ("switching move --order 2 --moves 'A1 C1 A3 C3 B2'", "move 5: B2 comes after the end: short has won"),
        ("switching move --order 3 --policy best", "--policy is heuristic or perfect, not 'best'"),
        ("switching move --order 3 -o board.txt", "--output board.txt: a figure is written as"),
        ("switching move --order 41 -o board.svg", "--output draws boards up to order 40, not 41"),
        ("switching duel --order 3 --cut foo --short random", "'foo' is no agent"),
        ("switching duel --order 3 --cut mc:0 --short random", "K of mc:K is a whole number from 1"),
        ("switching duel --order 4 --cut mc:inf --short random", "mc:inf needs every position"),
        ("switching duel --order 3 --cut random --short random --games 9", "nothing is sampled"),
        ("switching solve graph --turn white", "--turn is cut or short, not 'white'"),
        ("build switching --pairings", "--pairings needs --order"),
        ("build switching --agent mc:5", "--agent needs --order"),
        ("build switching --order 4 --agent mc:5", "orders 2 and 3, not 4"),
        ("build switching --order 3 --agent mc:0", "K of mc:K is a whole number from 1"),
        ("build switching --order 3 --agent mc:5 --pairings", "do not go together"),
        ("build switching --order 4 --cut random", "--cut needs --short"),
        ("build switching --order 4 --quick", "--order and --quick do not go together"),
        ("build switching --order 4 --full", "--full is a set of its own, or goes with --order M --pairings"),
        ("build switching --quick --full", "--quick and --full are two sets"),
        ("build switching --order 4 --games 5", "--games needs --pairings or --cut"),
        ("build switching --order 61", "--order must be 2 to 60, not 61"),
    ],
)
def test_bad_input(line: str, said: str, none: Path) -> None:
    assert said in refused(call(*shlex.split(line), "--book", none), 2)
    assert not none.exists()


def test_builds(none: Path) -> None:
    pairing = "--order 5 --cut random --short heuristic --games 30 --seed 4"
    for line in ("--order 5", pairing, "--order 2 --agent mc:6", "--order 2 --pairings"):
        done = build_here("build", "switching", *line.split(), "--book", none)
        assert done.returncode == 0, done.stderr
    assert ask("winrate", 5, book=none)["source"] == "book"
    found = ask("duel", "--order", 5, "--cut", "random", "--short", "heuristic", book=none)
    assert (found["samples"], found["seed"], found["source"]) == (30, 4, "book")
    # from the stored agent
    words = ("duel", "--order", 2, "--cut", "mc:6", "--short", "mc:11")
    assert ask(*words, book=none) == ask(*words, book=none / "none")
    again = build_here("build", "switching", "--order", "5", "--book", none)
    assert "0 tasks" in again.stderr or "nothing" in (again.stdout + again.stderr)
    assert call("verify", "switching", "--book", none).returncode == 0
