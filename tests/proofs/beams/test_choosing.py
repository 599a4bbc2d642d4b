"""Replays of strategies of 3c6p against a codemaker who chooses, and classes of codes: compared with the solver's."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from beams_games import compiled

from tafelwerk.build.beams import choosing
from tafelwerk.build.beams.problems import problem_of
from tafelwerk.proofs.beams import choosing as proof
from tafelwerk.proofs.beams.board import GAMES
from tafelwerk.solvers.beams.weighted.classes import code_classes
from tafelwerk.solvers.beams.weighted.replies import Replies

Nodes = list[tuple[Any, ...]]
GAME = GAMES["3c6p"]


def nodes_of(weights: list[int]) -> tuple[Nodes, list[int]]:
    """Nodes of a best reply, as they are stored, and its costs by class."""
    problem = problem_of("3c6p")
    reply = Replies(problem).reply(weights, None)
    assert reply is not None
    nodes: Nodes = [
        (node, None if parent < 0 else parent, None if parent < 0 else answer, query)
        for node, (parent, answer, query) in enumerate(choosing._nodes(problem, reply.tree))
    ]
    return nodes, list(reply.column)


def test_classes() -> None:
    of, first = proof._classes(GAME)
    classes = code_classes(problem_of("3c6p"))
    assert of.tolist() == classes.of.tolist()
    assert tuple(np.bincount(of)) == classes.sizes
    assert [first[0], len(first)] == ["111111222233223333", 29]


@compiled
@pytest.mark.parametrize("weights", [[1] * 29, [*range(1, 30)]])
def test_replays(weights: list[int]) -> None:
    nodes, column = nodes_of(weights)
    spent = proof._replayed(GAME, nodes)
    assert spent is not None
    assert np.bincount(proof._classes(GAME)[0], spent).astype(int).tolist() == column


def _changed(place: int, **values: Any) -> Callable[[Nodes], Nodes]:
    def change(nodes: Nodes) -> Nodes:
        row = dict(zip(("node", "parent", "answer", "query"), nodes[place], strict=True)) | values
        return [*nodes[:place], tuple(row.values()), *nodes[place + 1 :]]

    return change


@compiled
@pytest.mark.parametrize(
    "change",
    [
        lambda nodes: nodes[:-1],
        lambda nodes: nodes[1:],
        lambda nodes: [],
        _changed(0, query="111111222233223333"),
        _changed(0, query="4@1"),
        _changed(1, query="1@2"),
        _changed(1, answer="1,2,3,4"),
        _changed(2, parent=0),
        _changed(2, node=3),
        _changed(3, query="none"),
    ],
)
def test_no_strategies(change: Callable[[Nodes], Nodes]) -> None:
    nodes, _ = nodes_of([1] * 29)
    assert proof._replayed(GAME, change(nodes)) is None
