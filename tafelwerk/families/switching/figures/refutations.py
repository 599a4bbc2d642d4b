"""Short's wins against the heuristic at orders 3 and 4: boards of the games that the book holds."""

from fractions import Fraction
from typing import Any

from tafelwerk.families.switching.figures.drawing import Position, board
from tafelwerk.families.switching.figures.potentials import potentials
from tafelwerk.families.switching.rules.boards import FAMILY, build_line
from tafelwerk.plots.figure import need
from tafelwerk.plots.lazy import Book, Drawing, alt
from tafelwerk.plots.style import titled
from tafelwerk.wording import listed

SMALLEST, NEXT = 3, 4
"""Orders of the two figures."""

STAGES = (0, 2, 4, 6)
"""Plies after which the game of order 3 is shown; on the last board Short has won."""

_UNITS = {SMALLEST: 36.0, NEXT: 26.0}


def _edges(book: Book, order: int) -> list[tuple[Any, ...]]:
    sql = "SELECT name, x, y, one, other FROM switching.edges WHERE m = ? ORDER BY edge"
    return need(book.rows(FAMILY, sql, order), f"the board of order {order}", build_line(order))


def _games(book: Book, order: int, image: str) -> dict[str, list[int]]:
    """Games by their openings, up to symmetry."""
    rows = book.rows(
        FAMILY,
        f"SELECT l.opening, e.{image} FROM switching.lines l JOIN switching.edges e USING (m, edge) WHERE l.m = ? "
        "ORDER BY l.opening, l.ply",
        order,
    )
    need(rows, f"games that Cut loses at order {order}", build_line(order))
    found: dict[str, list[int]] = {}
    for opening, edge in rows:
        found.setdefault(opening, []).append(edge)
    return found


def _position(order: int, edges: list[tuple[Any, ...]], moves: list[int], plies: int, *, shown: bool) -> Position:
    deleted, marked = moves[:plies:2], moves[1:plies:2]
    ends = [(one, other) for *_, one, other in edges]
    values = potentials(ends, deleted, marked) if shown else ()
    return Position(order, [edge[:3] for edge in edges], deleted, marked, potentials=values)


def smallest(book: Book) -> Drawing:
    """Figure 5.5: the game of order 3 that Cut loses, in the orientation of the source."""
    edges = _edges(book, SMALLEST)
    (moves,) = _games(book, SMALLEST, "flipped").values()
    names = [edge[0] for edge in edges]
    panels = []
    for plies in STAGES:
        position = _position(SMALLEST, edges, moves, plies, shown=plies < STAGES[-1])
        said = f"after {' '.join(names[edge] for edge in moves[:plies])}" if plies else "before the first move"
        panels.append(board(position, _UNITS[SMALLEST], said))
    last = STAGES[-2]
    drops = _drops(edges, moves, last)
    most = max(drops.values())
    below = max(value for value in drops.values() if value < most)
    chosen, rest = ([names[edge] for edge, value in drops.items() if value == level] for level in (most, below))
    begun = " ".join(names[edge] for edge in moves[:last])
    return titled(
        alt.concat(*panels, columns=2, spacing=10),
        f"Order {SMALLEST}: after {begun} the heuristic takes {listed(chosen, last='or')}",
        f"It has {_shown(most, below)[0]} of the voltage, {listed(rest)} {_shown(most, below)[1]}. "
        f"Cut takes {names[moves[last]]}, Short {names[moves[last + 1]]}, and Short can no longer be stopped: "
        f"{' '.join(names[edge] for edge in moves[last + 2 :])}.",
        "Blue: marked by Short. Orange: deleted by Cut, drawn across the edge. Beside nodes: potentials, A at 1 and B at 0.",
    )


def _drops(edges: list[tuple[Any, ...]], moves: list[int], plies: int) -> dict[int, Fraction]:
    """Potential differences of the free edges after some moves."""
    ends = [(one, other) for *_, one, other in edges]
    value = [Fraction(1), Fraction(0), *potentials(ends, moves[:plies:2], moves[1:plies:2])]
    found = {}
    for edge, (one, other) in enumerate(ends):
        high, low = value[one], value[other]
        if edge not in moves[:plies] and high is not None and low is not None:
            found[edge] = abs(high - low)
    return found


def _shown(*values: Fraction) -> list[str]:
    """Fractions over a common denominator."""
    common = 1
    for value in values:
        common *= (value * common).denominator
    return [f"{value.numerator * (common // value.denominator)}/{common}" for value in values]


def every_opening(book: Book) -> Drawing:
    """Figure 5.6: one game per class of symmetric openings, with Short's moves."""
    edges = _edges(book, NEXT)
    games = _games(book, NEXT, "edge")
    names = [edge[0] for edge in edges]
    panels = []
    for moves in games.values():
        position = _position(NEXT, edges, moves, len(moves), shown=False)
        panels.append(board(position, _UNITS[NEXT], _in_lines([names[edge] for edge in moves])))
    firsts = listed([names[moves[0]] for moves in games.values()])
    return titled(
        alt.concat(*panels, columns=2, spacing=10),
        f"Order {NEXT}: Short beats the heuristic after {firsts}, and so after every opening",
        "Cut follows the heuristic, whatever its choice among tied edges; mirror images of the openings are left out.",
        "Blue: marked by Short. Orange: deleted by Cut, drawn across the edge. Above each board: the moves, Cut first.",
    )


def _in_lines(names: list[str], count: int = 12) -> Any:
    """A heading with some moves per line."""
    return [" ".join(names[begin : begin + count]) for begin in range(0, len(names), count)]
