"""Answers to an attack on a proof, against every answer that leaves a certificate."""

from random import Random

import pytest

from tafelwerk.proofs.switching.certificates import forest_faults, tree_faults
from tafelwerk.solvers.switching.board import make_board
from tafelwerk.solvers.switching.graph import DELETED, FREE, MARKED, Graph, Player, winner
from tafelwerk.solvers.switching.perfect import solve
from tafelwerk.solvers.switching.repairs import repairs

Parts = tuple[tuple[int, ...], tuple[int, ...]]


def is_certificate(graph: Graph, states: list[int], parts: Parts, by: Player) -> bool:
    """Whether two sets of edges prove that a player wins as second player."""
    names = ["A", "B", *(str(node) for node in range(2, graph.nodes))]
    ends = {str(edge): (names[one], names[other]) for edge, (one, other) in enumerate(graph.ends.tolist())}
    deleted, marked = ([str(edge) for edge, state in enumerate(states) if state == kind] for kind in (DELETED, MARKED))
    faults = tree_faults if by is Player.SHORT else forest_faults
    return not list(faults(ends, deleted, marked, [list(map(str, part)) for part in parts]))


@pytest.mark.parametrize("order", [2, 3, 4, 5])
@pytest.mark.parametrize("player", list(Player))
def test_repairs_are_the_answers_that_leave_a_certificate(order: int, player: Player) -> None:
    graph, draw, attacked = make_board(order).graph, Random(f"{order} {player}"), 0
    for _ in range(80):
        states = draw.choices((FREE, DELETED, MARKED), (4, 1, 1), k=graph.edges)
        solution = solve(graph, states, player)
        if winner(graph, states) is not None or solution.winner is player:
            continue
        parts = solution.trees or solution.forests or ((), ())
        for held, edge in ((held, edge) for held, part in enumerate(parts) for edge in part):
            attacked += 1
            found, after = repairs(graph, states, solution, edge), list(states)
            after[edge] = player.colour
            own, other = tuple(each for each in parts[held] if each != edge), parts[1 - held]
            if not found:
                assert is_certificate(graph, after, (own, other), player.rival)
            for answer in other if found else ():
                answered, left = list(after), tuple(each for each in other if each != answer)
                answered[answer] = player.rival.colour
                # the end of the game needs no proof
                is_repaired = winner(graph, answered) is None and is_certificate(
                    graph, answered, (own, left), player.rival
                )
                assert is_repaired == (answer in found) or winner(graph, answered) is player.rival
        assert not any(
            repairs(graph, states, solution, edge)
            for edge, state in enumerate(states)
            if state == FREE and all(edge not in part for part in parts)
        )
    assert attacked > 5
