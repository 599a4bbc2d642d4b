"""Rows of tables look_ahead and node_counts, by kernels over the game graph."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from tafelwerk.solvers.minimax.games import entry
from tafelwerk.solvers.minimax.horizon import look_ahead_quality
from tafelwerk.solvers.minimax.node_counts import alpha_beta_nodes, preference_keys, tree_sizes, value_keys
from tafelwerk.solvers.minimax.ranked_graph import ranked_graph
from tafelwerk.solvers.minimax.tictactoe import FIELDS, MOVE_ORDERS, TICTACTOE, evaluations

Columns = Mapping[str, Any]

BY_VALUE = {"best first": True, "worst first": False}
"""Orders of moves by what they are truly worth, and whether the best come first."""

NUMBER = entry(TICTACTOE.name).number


def look_ahead_rows() -> Columns:
    """Rows of table look_ahead."""
    made = ranked_graph(TICTACTOE)
    promised = evaluations(made.ranks.tolist())
    found = look_ahead_quality(made.graph, promised, FIELDS)
    nothing_chosen = np.ones((1, made.graph.positions), np.bool_)
    count = (FIELDS + 1) * made.graph.positions
    return {
        "game": np.full(count, NUMBER, np.uint8),
        "rank": np.tile(made.ranks.astype(np.uint32), FIELDS + 1),
        "depth": np.repeat(np.arange(FIELDS + 1, dtype=np.uint8), made.graph.positions),
        "value": np.concatenate([promised, found.values.ravel()]),
        "every": np.concatenate([nothing_chosen, found.every]).ravel(),
        "some": np.concatenate([nothing_chosen, found.some]).ravel(),
    }


def node_count_rows() -> Columns:
    """Rows of table node_counts."""
    graph = ranked_graph(TICTACTOE).graph
    keys = {name: preference_keys(graph, order) for name, order in MOVE_ORDERS.items()}
    keys |= {name: value_keys(graph, best_first) for name, best_first in BY_VALUE.items()}
    whole = tree_sizes(graph)[graph.root]
    return {
        "game": np.full(2 * len(keys), NUMBER, np.uint8),
        "algorithm": ["minimax"] * len(keys) + ["alpha-beta"] * len(keys),
        "move_order": [*keys, *keys],
        "nodes": np.array([whole] * len(keys) + [alpha_beta_nodes(graph, key) for key in keys.values()], np.uint64),
    }
