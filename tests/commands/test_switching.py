"""The family's commands, run as the installed program, or called where a process of its own would add nothing."""

import json
import re
import shutil
from functools import partial
from pathlib import Path

import duckdb
import pytest
from program import answered, build_here, call, on_terminal, refused, told

from tafelwerk.commands.switching.board import width
from tafelwerk.commands.switching.words import View
from tafelwerk.plots.colours import BLUE, CHOSEN, GREEN, PURPLE, VERMILION
from tafelwerk.solvers.switching.board import make_board
from tafelwerk.solvers.switching.graph import FREE, MARKED, Player, winner
from tafelwerk.solvers.switching.graph import play as played

ask, read = partial(answered, "switching"), partial(told, "switching")

FIVE = "A5 C5 C3 A1"
"""The game of the source's figure 5.5 to the move that loses."""


@pytest.fixture
def none(tmp_path: Path) -> Path:
    return tmp_path / "none"


def rows_of(said: str) -> list[list[str]]:
    """Rows of every board of a page, between its two bars."""
    return [block.splitlines()[1:] for block in re.findall(r"^A [━=]+\n(?:.*\n)*?(?=B [━=]+)", said, re.MULTILINE)]


@pytest.mark.parametrize("moves", ["E9 C9", "E9 C9 A1"])
def test_the_proof_stands_on_the_board(moves: str) -> None:
    """Every edge of the two sets has its number there, and no other edge; each forest alone is a cut."""
    words = ("move", "--order", 9, "--moves", moves, "--policy", "perfect", "--view", "graph")
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
    assert width(make_board(order), View.GRAPH) == columns
    said = read("move", "--order", order, "--policy", "perfect", "--moves", "A1 C1", "--view", "graph")
    boards = [line for line in said.splitlines() if line.startswith(("A ━", "B ━"))]
    assert {len(line) for line in boards} == {columns}
    rows = rows_of(said)[0]
    assert len(rows) == 2 * order - 1
    assert all(len(row) <= columns for row in rows)
    assert rows[0].index("┃") == [place for place, sign in enumerate(rows[1]) if sign == "•"][1]


@pytest.mark.parametrize("policy", ["heuristic", "perfect"])
def test_a_board_in_a_terminal(policy: str, none: Path) -> None:
    """Order 9 fits 80 and 60 columns; order 12 does not fit 60, and says so."""
    words = ("switching", "move", "--moves", "E9 C9", "--policy", policy, "--view", "graph")
    for columns in (80, 60):
        shown = re.sub(r"\x1b\[[0-9;]*m", "", on_terminal(*words, "--order", 9, columns=columns, book=none))
        whole = call(*words, "--order", "9").stdout
        assert rows_of(shown) == rows_of(whole)
        assert "takes" not in shown
    shown = re.sub(r"\x1b\[[0-9;]*m", "", on_terminal(*words, "--order", 12, columns=60, book=none))
    assert rows_of(shown) == []
    assert "The board of order 12 takes 73 columns, but the terminal has 60; -o FILE.svg draws it." in " ".join(
        shown.split()
    )


@pytest.mark.parametrize("policy", ["heuristic", "perfect"])
def test_a_position_as_a_picture(policy: str, tmp_path: Path) -> None:
    """Figure 5.5: the potentials of its nodes are 42nds; standard output is what it is without a picture."""
    file = tmp_path / "board.svg"
    words = ("switching", "move", "--order", "3", "--moves", FIVE, "--policy", policy, "--view", "graph")
    done = call(*words, "-o", file)
    assert (done.returncode, done.stderr) == (0, f"{file} written\n")
    assert done.stdout == call(*words).stdout
    drawn = file.read_text(encoding="utf-8")
    texts = re.findall(r">([^<>]+)<", drawn)
    assert {"A1", "B2", "E5", "19/21", "5/7", "5/21", "1/2", "1", "0"} < set(texts)
    assert "Order 3, after 4 moves: Cut to move" in texts
    # ringed are the moves that are chosen
    assert drawn.count(f'fill="{CHOSEN}"') == {"heuristic": 2, "perfect": 7}[policy]
    assert (GREEN in drawn, PURPLE in drawn) == ((policy == "perfect",) * 2)
    said = " ".join(texts)
    if policy == "perfect":
        assert "Yellow: the 7 moves that win." in said
        assert "Green and purple, after C1: two disjoint forests that separate A" in said
    else:
        assert "what the heuristic plays, A3 or B4, a potential difference of 1/2" in said
    assert "Under perfect play Cut wins." in said


def test_pictures_of_other_positions(tmp_path: Path) -> None:
    """The first move, a lost position, the end of a game, nodes that no current reaches, one past the budget of fractions."""
    file = tmp_path / "board.svg"

    def texts(*words: object) -> str:
        done = call("switching", "move", *map(str, words), "--view", "graph", "--output", file, "--json")
        assert done.returncode == 0, done.stderr
        drawn = re.sub(r"<(title|desc)[^>]*>[^<]*</(title|desc)>", "", file.read_text(encoding="utf-8"))
        return " ".join(re.findall(r">([^<>]+)<", drawn))

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


def lattice_of(said: str) -> list[str]:
    """Lines of the first board of dots on a page."""
    lines = said.splitlines()
    start = next(place for place, line in enumerate(lines) if line.strip().startswith("●"))
    return lines[start : start + next(n for n, line in enumerate([*lines[start:], ""]) if not line.strip())]


@pytest.mark.parametrize("order", [2, 3, 9, 12])
def test_the_two_lattices_of_dots(order: int) -> None:
    """Each player has M (M + 1) dots; every edge stands between four of them; a line is as wide as it is said to be."""
    board = make_board(order)
    lines = lattice_of(read("move", "--order", order, "--policy", "perfect", "--view", "dots"))
    assert len(lines) == 2 * order + 1
    assert sum(line.count("●") for line in lines) == sum(line.count("○") for line in lines) == order * (order + 1)
    assert sorted(re.findall(r"[A-Z]+\d+", " ".join(lines))) == sorted(map(board.name, range(board.graph.edges)))
    assert max(map(len, lines)) == width(board, View.DOTS)
    # a dot of Short stands over each of its dots, half a cell beside those of Cut
    assert {line.index("●") for line in lines[::2]} == {(lines[1].index("○", 1) + lines[1].index("○")) // 2}


def test_links_on_the_lattices() -> None:
    """What Short marks joins two of its dots; what Cut deletes joins two of Cut's, across the edge."""
    lines = lattice_of(read("move", "--order", 3, "--moves", "A1 C1 B2 D4", "--policy", "perfect"))
    assert lines[1].startswith("○─────○  ┃  ○")  # A1 is Cut's, C1 Short's
    assert lines[2].startswith("   ●  │  ●")
    assert lines[4] == "   ●  B4 ●━━━━━●"


@pytest.mark.parametrize(("policy", "yellow"), [("heuristic", 2), ("perfect", 7)])
def test_the_lattices_as_a_picture(policy: str, yellow: int, tmp_path: Path) -> None:
    for suffix in ("svg", "png", "pdf", "html"):
        file = tmp_path / f"board.{suffix}"
        words = ("switching", "move", "--order", "3", "--moves", FIVE, "--policy", policy, "-o", file)
        assert call(*words).stderr == f"{file} written\n"
        assert file.stat().st_size > 2000
    drawn = (tmp_path / "board.svg").read_text(encoding="utf-8")
    assert "<title" in drawn
    assert "Short&#x27;s links: A1, C5. Cut&#x27;s links: C3, A5." in drawn
    # the moves that are chosen stand on yellow
    assert drawn.count('fill="#ffe28a"') == yellow
    # as many dots and rings as players have
    assert (drawn.count(f'fill="{BLUE}"/>'), drawn.count(f'stroke="{VERMILION}" stroke-width="2.38"')) == (12, 12)


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
