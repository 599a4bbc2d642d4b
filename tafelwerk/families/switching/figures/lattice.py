"""Bridg-It as players know it: two lattices of dots, Short's links from top to bottom, Cut's from left to right.

Between two neighbouring dots of Short and two of Cut lies one edge of Shannon's graph: marked it is Short's link, deleted it is
Cut's, across it. Coordinates are those of edges' midpoints; Short's dots stand at even columns and odd rows from -1, Cut's at odd
columns from -1 and even rows.
"""

from collections.abc import Collection, Iterator, Mapping

from tafelwerk.families.switching.figures.drawing import Position
from tafelwerk.plots.colours import BLUE, CHOSEN, GREEN, INK, OUTLINE, PURPLE, VERMILION
from tafelwerk.plots.pictures import Picture, captioned, circle, line, words

UNIT = 34.0
"""Pixels between a dot and the midpoint of a link from it."""

WIDEST = 2600.0
"""Pixels of a board at most."""

_EDGE = 1.7
"""Units around the edges' midpoints."""

_NAME = "#8a8a8a"
_PARTS = (GREEN, PURPLE)

READ = (
    "Blue dots: Short's, to be linked from the top (A) to the bottom (B). Red rings: Cut's, to be linked from left to right. "
    "No two links cross."
)
"""How to read a board."""


def drawn(position: Position, title: str, *below: str, cut_owns: bool = False) -> Picture:
    """A position, with its title and how to read it.

    Args:
        position: what is on the board.
        title: what is seen.
        below: lines below it.
        cut_owns: whether the two sets of edges of a proof are Cut's links, not Short's.
    """
    return captioned(board(position, cut_owns=cut_owns), title, *below, READ, text=described(position))


def board(
    position: Position,
    *,
    cut_owns: bool = False,
    named: bool = True,
    currents: Mapping[int, float] | None = None,
    recent: Collection[int] = (),
) -> Picture:
    """The board alone.

    Args:
        position: what is on the board.
        cut_owns: as of `drawn`.
        named: whether free links show their names.
        currents: by free edge, its current as a share of the greatest one: the width of a line below its name. Default: none.
        recent: taken edges that are set off.
    """
    order, span = position.order, 2 * position.order - 2
    unit = _unit(order)
    side = unit * (span + 2 * _EDGE)

    def at(x: float, y: float) -> tuple[float, float]:
        return (x + _EDGE) * unit, (y + _EDGE) * unit

    parts = [*_goals(order, unit)]
    for edge, (_, x, y) in enumerate(position.edges):
        owner = next((place for place, edges in enumerate(position.parts) if edge in edges), None)
        is_cut = edge in position.deleted
        if is_cut or edge in position.marked:
            if edge in recent:
                parts.append(link(order, x, y, cut=is_cut, colour=CHOSEN, width=0.5))
            parts.append(link(order, x, y, cut=is_cut, colour=VERMILION if is_cut else BLUE, width=0.16))
        elif currents:
            if currents.get(edge, 0) > 0:
                parts.append(link(order, x, y, cut=False, colour=OUTLINE, width=0.6 * currents[edge]))
        elif owner is not None:
            parts.append(link(order, x, y, cut=cut_owns, colour=_PARTS[owner], width=0.12, dash=(0.22, 0.2)))
    parts += [circle(*at(x, y), 0.14 * unit, BLUE) for y in range(-1, span + 2, 2) for x in range(0, span + 1, 2)]
    parts += [
        circle(*at(x, y), 0.125 * unit, "white", VERMILION, 0.07 * unit)
        for y in range(0, span + 1, 2)
        for x in range(-1, span + 2, 2)
    ]
    for edge, (name, x, y) in enumerate(position.edges):
        if edge in position.deleted or edge in position.marked:
            continue
        chosen, owned = edge in position.chosen, any(edge in edges for edges in position.parts) or bool(currents)
        if chosen or (owned and named):
            parts.append(circle(*at(x, y), 0.4 * unit, CHOSEN if chosen else "white", INK if chosen else "none"))
        if named:
            parts.append(words(*at(x, y), name, 0.32 * unit, INK if chosen or owned else _NAME, "middle"))
    return Picture(side, side, "".join(parts), f"Bridg-It, order {order}", described(position))


def link(
    order: int, x: int, y: int, *, cut: bool, colour: str, width: float, dash: tuple[float, float] | None = None
) -> str:
    """A link of a player as a line between two dots; width and dashes in units."""
    unit = _unit(order)
    upright = (x % 2 == 0) != cut
    dx, dy = (0, 1) if upright else (1, 0)
    ends = ((across + _EDGE) * unit for across in (x - dx, y - dy, x + dx, y + dy))
    x1, y1, x2, y2 = ends
    dashes = f"{dash[0] * unit:.1f} {dash[1] * unit:.1f}" if dash else ""
    return line(x1, y1, x2, y2, colour, width * unit, dashes)


def centre(order: int, column: float, row: float) -> tuple[float, float, float]:
    """Where the midpoint of an edge lies on the board, x and y in pixels, and how many a unit has."""
    unit = _unit(order)
    return (column + _EDGE) * unit, (row + _EDGE) * unit, unit


def _unit(order: int) -> float:
    return min(UNIT, WIDEST / (2 * order - 2 + 2 * _EDGE))


def _goals(order: int, unit: float) -> Iterator[str]:
    """Bars behind the sides that each player joins."""
    low, high = (_EDGE - 1.35) * unit, (2 * order - 2 + _EDGE + 1.35) * unit
    left, right = _EDGE * unit, (2 * order - 2 + _EDGE) * unit
    for place in (low, high):
        yield line(left, place, right, place, BLUE, 0.1 * unit)
        yield line(place, left, place, right, VERMILION, 0.1 * unit)


def described(position: Position) -> str:
    """The position in words."""
    names = [name for name, _, _ in position.edges]

    def listed(what: str, edges: object) -> str:
        held = [names[edge] for edge in range(len(names)) if edge in edges]  # type: ignore[operator]
        return f"{what}: {', '.join(held) or 'none'}."

    said = [f"Board of order {position.order}.", listed("Short's links", position.marked)]
    said.append(listed("Cut's links", position.deleted))
    if position.chosen:
        said.append(listed("Marked on the board", position.chosen))
    return " ".join(said)
