"""Rows of trees as columns, against histories written one by one."""

from fractions import Fraction
from typing import Any

import pytest

from tafelwerk.build import staging
from tafelwerk.build.beams.rows import NO_TREE, TreeRows, depths, node_columns
from tafelwerk.rules.beams.board import VARIANTS
from tafelwerk.rules.beams.history import Beam, write_history
from tafelwerk.rules.beams.strategies import Entropy
from tafelwerk.solvers.beams.analysis import analyse
from tafelwerk.solvers.beams.choice import Order
from tafelwerk.solvers.beams.optimal import optimal
from tafelwerk.solvers.beams.plan import spread
from tafelwerk.solvers.beams.problem import make_problem
from tafelwerk.solvers.beams.top import top
from tafelwerk.tables.layout import layout

H1 = Entropy(Fraction(1))
NAMES = ("history", "depth", "colour", "diagonal", "codes", "cost")

Row = tuple[Any, ...]


def stored(tree: TreeRows) -> list[Row]:
    (table,) = (table for table in layout("beams") if table.name == "nodes")
    rows = staging._frame(node_columns("3c6p", H1, tree), table).select(NAMES).rows()
    assert [depth for _, depth, *_ in rows] == sorted(depth for _, depth, *_ in rows)
    return sorted(rows)


@pytest.mark.parametrize("depth", [0, 1, 3, 99])
def test_trees_of_an_analysis(depth: int) -> None:
    found = analyse(make_problem(VARIANTS["3c6p"]), Fraction(1), Order.COLOUR, record_depth=depth)
    wanted: list[Row] = []
    for history, row in spread(found, ()):
        query, codes, cost = (int(column[row]) for column in (found.nodes.query, found.nodes.codes, found.nodes.cost))
        asked = (None, None) if query < 0 else (query // 256 + 1, query % 256 + 1)
        if codes > 1:
            wanted.append((write_history(history), len(history), *asked, codes, cost))
    assert stored(TreeRows.of_nodes(found.nodes)) == sorted(wanted)


def test_trees_of_a_search() -> None:
    tree = optimal(make_problem(VARIANTS["3c6p"]))
    histories: list[tuple[Beam, ...]] = []
    wanted: list[Row] = []
    for node, parent in enumerate(tree.parent.tolist()):
        beam = Beam(int(tree.colour[parent]), int(tree.diagonal[parent]), int(tree.answer[node]))
        histories.append(() if parent < 0 else (*histories[parent], beam))
        depth, codes, colour = len(histories[node]), int(tree.codes[node]), int(tree.colour[node])
        asked = (None, None) if colour < 0 else (colour + 1, int(tree.diagonal[node]) + 1)
        wanted.append((write_history(histories[node]), depth, *asked, codes, int(tree.total[node]) + codes * depth))
    assert stored(TreeRows.of_tree(tree)) == sorted(wanted)


def test_tops_have_no_costs() -> None:
    nodes = list(top(make_problem(VARIANTS["3c6p"]), Fraction(1), Order.DIAGONAL))
    wanted = [
        (
            write_history(node.history),
            len(node.history),
            *((None, None) if node.query is None else (node.query[0] + 1, node.query[1] + 1)),
            node.codes,
            None,
        )
        for node in nodes
    ]
    assert stored(TreeRows.of_top(nodes)) == sorted(wanted)


def test_no_tree_has_no_rows() -> None:
    assert stored(NO_TREE) == []
    assert depths(NO_TREE.parent).tolist() == []
