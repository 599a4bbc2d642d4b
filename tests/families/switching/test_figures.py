"""What the figures of the switching game show beyond tests/plots/contents.txt, and drawings of positions."""

from fractions import Fraction
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from figures import draw_from, heading, records
from loose_builds import LooseBuild

from tafelwerk.errors import MissingTableError
from tafelwerk.families.switching.builds import SimulatedGames
from tafelwerk.families.switching.figures import LONGEST, WIDEST, Position, potentials, side
from tafelwerk.families.switching.figures import draw_board as drawing
from tafelwerk.families.switching.figures import rates as agents
from tafelwerk.families.switching.figures.rates import fit_limit, rates
from tafelwerk.solvers.switching.exact_drops import node_potentials
from tafelwerk.solvers.switching.switching_graph import make_board, winner
from tafelwerk.tables.book import Book

PRINTED = {1: "E9", 2: "C9", 29: "H12", 30: "A15", 57: "C5", 58: "A5", 85: "Q8", 86: "R9"}
"""Moves of the game in the source's figure 5.7."""


def test_the_limit_of_a_curve_is_found() -> None:
    """A curve of the model, exactly and with deviations that alternate."""
    orders = range(12, 61)
    fit = fit_limit(orders, [0.5 + 9 / m**1.3 for m in orders])
    assert fit.limit == pytest.approx(0.5, abs=0.01)
    assert fit.exponent == pytest.approx(1.3, abs=0.05)
    assert fit.spread < 1e-3
    assert fit.low <= fit.limit <= fit.high < fit.low + 0.02
    assert fit.at(20) == pytest.approx(0.5 + 9 / 20**1.3, abs=1e-3)
    rough = fit_limit(orders, [0.6 + 9 / m**1.3 + 0.01 * (-1) ** m for m in orders])
    assert fit.half_spread < rough.half_spread > rough.spread
    assert 0.55 < rough.low < 0.6 < rough.high < 0.65


def test_many_orders_are_fitted() -> None:
    rows = [{"m": m, "cut": 100 * min(1.0, 0.5 + 9 / m**1.3), "lost": m > 9} for m in range(2, 31)]
    held: Any = SimpleNamespace(records=lambda *asked: rows)
    document = rates(held).to_dict()
    assert len(records(document, "fit", part=document["layer"][-1])) == 19
    assert "95 % interval of the limit, by the first order fitted: 12: 4" in heading(document)
    assert "; 16: " in heading(document)
    assert "; 20: " not in heading(document), "eleven orders are too few"


def test_the_lost_game_is_the_printed_one(figure_book: Book) -> None:
    """Up and down changed: of the moves that mirror each other, the source's game takes the other one."""
    board = make_board(9)
    line = figure_book.rows("switching", "SELECT edge FROM switching.lines WHERE m = 9 ORDER BY ply")
    flipped = [board.name(int(board.mirrors[2, edge])) for (edge,) in line]
    assert {ply: flipped[ply - 1] for ply in PRINTED} == PRINTED
    assert len(line) == 110


def edges_of(order: int) -> list[tuple[str, int, int]]:
    board = make_board(order)
    return [(board.name(edge), x, y) for edge, (x, y) in enumerate(board.places.tolist())]


def document_of(position: Position) -> dict[str, Any]:
    found: dict[str, Any] = drawing(position, "A position").to_dict()
    return found


def test_potentials_that_are_long_become_decimals() -> None:
    values = [*(Fraction(n, d) for n, d in ((10, 21), (100, 201), (1, 10**9), (10**9 - 1, 10**9), (0, 1), (1, 1)))]
    document = document_of(Position(3, edges_of(3), potentials=values))
    shown = [record["text"] for record in records(document, "text")][2:]
    assert shown == ["10/21", "0.498", "0.001", "0.999", "0", "1"]
    assert all(len(text) <= LONGEST for text in shown)


@pytest.mark.parametrize("order", [12, 30])
def test_boards_of_every_size(order: int) -> None:
    """Names keep 11 pixels to order 12 and well beyond; the largest boards become smaller, not wider."""
    document = document_of(Position(order, edges_of(order)))
    assert len({record["name"] for record in records(document, "ring")}) == order**2 + (order - 1) ** 2
    assert document["width"] == document["height"] <= WIDEST * (1 + 1e-9)
    texts = [layer["mark"] for layer in document["layer"] if layer["mark"]["type"] == "text"]
    assert texts[-1]["fontSize"] == (11 if order <= 12 else pytest.approx(11 * WIDEST / side(order, 44.0)))


def points_of(text: str) -> list[dict[str, Any]]:
    """Points as a figure has them."""
    points = []
    for curve in text.split("; "):
        head, _, pairs = curve.partition(": ")
        name, _, bar = head.partition(" +-")
        half = float(bar or 0)
        for x, y in (map(float, pair.split()) for pair in pairs.split(", ")):
            points.append({"m": f"M = {name}", "series": name, "x": x, "y": y, "low": y - half, "high": y + half})
    return points


def test_what_curves_show() -> None:
    """Certified optima rather than sampled ones whose bars overlap."""
    function = ""
    for line in Path(__file__).with_name("curves.txt").read_text(encoding="utf-8").splitlines()[2:]:
        if line.startswith("["):
            function = line.strip("[]")
        elif line:
            points, _, said = line.partition(" => ")
            if function == "_best_sweeps":
                # without what exact potentials come to and with it
                words, _, more = said.partition("{")
                assert agents._best_sweeps(3, points_of(points), {}) == words
                words += more.replace("}", "")
                assert agents._best_sweeps(3, points_of(points), {0.1: 0.5, 0.2: 0.1}) == words
            else:
                words = getattr(agents, function)(points_of(points))
                assert words.removeprefix("MC(K) as Short. ") == said


def test_what_points_are_said_to_be() -> None:
    """Certified or of that many games, of the standard set or of more."""

    def row(m: int, short: str, certainty: str, games: int | None = None) -> tuple[Any, ...]:
        return (m, "heuristic", short, 0.1, 0.01, certainty, games, 1 if games else None)

    certified, sampled = row(3, "mc:50", "certified"), row(4, "mc:50", "sampled", 2000)
    standard = agents._certainty_text([certified, sampled, row(4, "mc:10000", "certified")])
    assert standard == (
        "Certified: points of orders 3 and 4 without bars. Bars: 95 % of 2,000 games per point (seed 1). From the standard set."
    )
    full = agents._certainty_text([sampled, row(10, "gauss-seidel:8:0.1", "sampled", 1000)])
    assert full.startswith("Bars: 95 % of 1,000 to 2,000 games per point (seed 1). From the full set")


def test_a_map_wants_any_two_temperatures(tmp_path: Path) -> None:
    """Equal temperatures alone are none."""
    hot = [f"temperature:{heat}" for heat in ("0.1", "0.2", "0.3", "0.4")]
    tasks = tuple(SimulatedGames(5, cut, short, 2, 1) for cut in hot for short in hot if cut == short or cut == hot[0])
    build = LooseBuild("switching", "switching --order 5 --some", {"order": 5, "some": True}, tasks, "sampled")
    with pytest.raises(MissingTableError, match="--order 4 --pairings"):
        draw_from(tmp_path, "switching-5.10", build)


def test_potentials_for_drawings() -> None:
    """They are those of the solver."""
    board, draw = make_board(4), Random(4)
    ends = [(int(one), int(other)) for one, other in board.graph.ends]
    tried = 0
    while tried < 30:
        states = np.array([draw.choice((0, 0, 1, 2)) for _ in ends], np.int8)
        if winner(board.graph, states) is None:
            tried += 1
            deleted, marked = (np.flatnonzero(states == colour).tolist() for colour in (1, 2))
            assert potentials(ends, deleted, marked) == node_potentials(board.graph, states)[2:]
