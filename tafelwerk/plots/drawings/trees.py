"""Trees with the root at the top: search trees, trees of strategies, trees of guesses."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tafelwerk.plots.colours import BLUE, CHOSEN, INK, MUTED
from tafelwerk.plots.pictures import Picture, box, line, width_of, words


@dataclass(slots=True)
class Branch:
    """A node and the branches below it.

    Attributes:
        label: written on the node; "" for a missing node, which keeps left and right apart.
        below: the branches.
        edge: written beside the line to the node above.
        note: written below the node, in small letters.
        best: whether the line to the node above is drawn thick.
        round: whether the node is round: a number, or a chance.
        chosen: whether the node is highlighted.
    """

    label: str
    below: "list[Branch]" = field(default_factory=list)
    edge: str = ""
    note: str = ""
    best: bool = False
    round: bool = True
    chosen: bool = False


@dataclass(slots=True, eq=False)
class _Spot:
    branch: Branch
    x: float
    depth: int
    above: "_Spot | None"


def tree(root: Branch, size: float = 11, level: float = 0) -> Picture:
    """A tree.

    Args:
        root: its root.
        size: of the letters.
        level: distance between levels. Default: enough for the labels of the lines.
    """
    spots: list[_Spot] = []
    width = _place(root, 0.0, 0, None, spots, size)
    noted = any(spot.branch.note for spot in spots)
    edged = any(spot.branch.edge for spot in spots)
    pitch = level or size * (3.0 + 1.3 * edged + 1.2 * noted)
    top = size * 1.2
    lines, nodes = list[str](), list[str]()
    for spot in spots:
        y = top + spot.depth * pitch
        if not spot.branch.label:
            continue
        if spot.above is not None:
            upper = top + (spot.depth - 1) * pitch + (size * 1.2 if spot.above.branch.note else 0) + size
            # the label of a line is right above its node, where no other line runs
            lower = y - size * (2.1 if spot.branch.edge else 1)
            thick = spot.branch.best
            lines.append(line(spot.above.x, upper, spot.x, lower, BLUE if thick else MUTED, 2.2 if thick else 0.9))
            if spot.branch.edge:
                lines.append(words(spot.x, y - 1.6 * size, spot.branch.edge, 0.85 * size, INK, "middle"))
        nodes.append(_node(spot.branch, spot.x, y, size))
    deepest = max(spot.depth for spot in spots)
    height = top + deepest * pitch + size * (1.2 + 1.3 * noted)
    return Picture(width, height, "".join((*lines, *nodes)), "Tree", _describe(root))


def _node(branch: Branch, x: float, y: float, size: float) -> str:
    wide = max(width_of(branch.label, size) + 0.7 * size, 1.9 * size)
    fill = CHOSEN if branch.chosen else "white"
    corner = size if branch.round else 0.2 * size
    shape = box(x - wide / 2, y - 0.95 * size, wide, 1.9 * size, fill, INK, corner)
    shape += words(x, y, branch.label, size, INK, "middle")
    return shape + (words(x, y + 1.7 * size, branch.note, 0.75 * size, MUTED, "middle") if branch.note else "")


def _place(branch: Branch, left: float, depth: int, above: _Spot | None, spots: list[_Spot], size: float) -> float:
    """Place a branch from `left` on, with the branches below it side by side. Returns its right end."""
    spot, first_below = _Spot(branch, 0.0, depth, above), len(spots) + 1
    spots.append(spot)
    own = max(width_of(branch.label, size) + 0.7 * size, 1.9 * size, width_of(branch.note, 0.75 * size))
    own = max(own, width_of(branch.edge, 0.85 * size)) + 0.8 * size
    right = left
    places = []
    for child in branch.below:
        places.append(len(spots))
        right = _place(child, right, depth + 1, spot, spots, size)
    if right - left < own:
        # branches below a wide node are centred
        shift = (own - (right - left)) / 2
        for lower in spots[first_below:]:
            lower.x += shift
        right = left + own
    ends = [spots[key].x for key in places]
    spot.x = (ends[0] + ends[-1]) / 2 if ends else (left + right) / 2
    return right


def _describe(branch: Branch) -> str:
    """A tree in words, with branches in brackets."""
    edge = f"{branch.edge}: " if branch.edge else ""
    below = f" ({', '.join(_describe(child) for child in branch.below if child.label)})" if branch.below else ""
    return f"{edge}{branch.label}{' best' if branch.best else ''}{below}"


def of_depths(depths: Sequence[int], chosen: int = 0) -> Branch:
    """The search tree of the numbers 1..n by their depths, 1 at the root, with lower numbers to the left.

    Args:
        depths: of the numbers in their order.
        chosen: a number that is highlighted. Default: none.
    """

    def grown(first: int, last: int) -> Branch:
        root = min(range(first, last + 1), key=lambda number: depths[number - 1])
        parts = [(first, root - 1), (root + 1, last)]
        below = [grown(*part) if part[0] <= part[1] else Branch("") for part in parts] if first < last else []
        return Branch(str(root), below, chosen=root == chosen)

    return grown(1, len(depths))
