"""Connected components of a graph by union-find, for kernels.

An array of parents, int32, shape (nodes,), holds the components as trees: the entry of a representative is negative, that of any
other node is its parent.

Source: R. E. Tarjan, J. van Leeuwen, Worst-case analysis of set union algorithms, Journal of the ACM 31, 1984.
"""

import numpy as np
from numpy.typing import NDArray

from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.switching.graph import A, B

Numbers = NDArray[np.int32]
States = NDArray[np.int8]


@kernel
def root(parents: Numbers, node: int) -> int:
    """Representative of a node's component; halves the path to it."""
    while parents[node] >= 0:
        if parents[parents[node]] >= 0:
            parents[node] = parents[parents[node]]
        node = parents[node]
    return node


@kernel
def link(ends: Numbers, states: States, either: int, other: int, parents: Numbers) -> None:
    """Fill parents with the components under the edges of two states, each represented by its smallest node."""
    for node in range(len(parents)):
        parents[node] = -1
    for edge in range(len(states)):
        if states[edge] == either or states[edge] == other:
            one, two = root(parents, ends[edge, 0]), root(parents, ends[edge, 1])
            if one != two:
                parents[max(one, two)] = min(one, two)


@kernel
def is_joined(ends: Numbers, states: States, either: int, other: int, parents: Numbers) -> bool:
    """Whether edges of two states join A and B; `parents` is scratch."""
    link(ends, states, either, other, parents)
    return root(parents, A) == root(parents, B)


@kernel
def label(ends: Numbers, states: States, colour: int, labels: Numbers) -> None:
    """Fill labels, int32, shape (nodes,): smallest node that edges of one state join each node to."""
    link(ends, states, colour, colour, labels)
    for node in range(len(labels)):
        # a smaller node's label is final
        labels[node] = node if labels[node] < 0 else labels[labels[node]]
