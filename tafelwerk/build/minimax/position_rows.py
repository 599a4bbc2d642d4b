"""Games over ranks: rows of their tasks, of searches in tic-tac-toe too, and what the book does not hold of them."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

import numpy as np

from tafelwerk.build.computation import Computation
from tafelwerk.build.minimax.builds import Columns, game_build, whole_operations
from tafelwerk.rules.minimax.ranked import ENDLESS, RankedGame
from tafelwerk.rules.minimax.tictactoe import FIELDS, MOVE_ORDERS
from tafelwerk.solvers.minimax.ranked.games import compiled_game, move_tables
from tafelwerk.solvers.minimax.ranked.retrograde import Solution, solve
from tafelwerk.tables.minimax.questions import Row

BY_VALUE = {"best first": True, "worst first": False}
"""Orders of moves by what they are truly worth, and whether the best come first."""


@lru_cache(maxsize=4)
def solved(game: RankedGame) -> Solution:
    """A game of the list, solved in this process."""
    return solve(compiled_game(game), move_tables(game))


def positions(game: RankedGame, ranks: Iterable[int]) -> Computation[dict[int, Row]]:
    """Rows of positions of a game, by rank; those that cannot be reached are left out."""

    def run() -> dict[int, Row]:
        found = solved(game)
        places = {rank: place for rank in ranks if (place := found.place(rank)) is not None}
        columns = (found.values, found.distances, found.moves)
        return {rank: (rank, *(int(column[place]) for column in columns)) for rank, place in places.items()}  # type: ignore[misc]

    return Computation(whole_operations(game), run, game_build(game.name))


def whole_rows(game: RankedGame) -> Mapping[str, Columns]:
    """Rows of tables games, positions and classes."""
    found = solve(compiled_game(game), move_tables(game))
    start = found.place(game.start)
    assert start is not None
    classes = [] if game.is_puzzle else _classes(game, found)
    return {
        "games": {
            "game": [game.name],
            "title": game.title,
            "positions": len(found.ranks),
            "classes": len(set(classes)),
            "start": game.start,
            "value": int(found.values[start]),
            "distance": int(found.distances[start]),
            "greatest": int(found.distances[found.distances != ENDLESS].max(initial=0)),
        },
        "positions": {
            "game": game.name,
            "rank": found.ranks,
            "value": found.values,
            "distance": found.distances,
            "moves": found.moves,
        },
        "classes": {"game": game.name, "rank": found.ranks[: len(classes)], "class": classes},
    }


def _classes(game: RankedGame, solution: Solution) -> list[int]:
    """The class of every position: the least of its images."""
    images_of = compiled_game(game).images
    known: dict[int, int] = {}
    for rank in solution.ranks.tolist():
        if rank not in known:
            images = images_of(rank)
            known.update(dict.fromkeys(images, min(images)))
    return [known[rank] for rank in solution.ranks.tolist()]


def look_ahead_rows() -> Columns:
    """Rows of table look_ahead."""
    from tafelwerk.solvers.minimax.ranked.graph import ranked_graph
    from tafelwerk.solvers.minimax.ranked.tictactoe import TICTACTOE, evaluations
    from tafelwerk.solvers.minimax.search.horizon import look_ahead_quality

    made = ranked_graph(TICTACTOE)
    promised = evaluations(made.ranks.tolist())
    found = look_ahead_quality(made.graph, promised, FIELDS)
    nothing_chosen = np.ones((1, made.graph.positions), np.bool_)
    return {
        "game": TICTACTOE.name,
        "rank": np.tile(made.ranks, FIELDS + 1),
        "depth": np.repeat(np.arange(FIELDS + 1), made.graph.positions),
        "value": np.concatenate([promised, found.values.ravel()]),
        "every": np.concatenate([nothing_chosen, found.every]).ravel(),
        "some": np.concatenate([nothing_chosen, found.some]).ravel(),
    }


def node_count_rows() -> Columns:
    """Rows of table node_counts."""
    from tafelwerk.solvers.minimax.ranked.graph import ranked_graph
    from tafelwerk.solvers.minimax.ranked.tictactoe import TICTACTOE
    from tafelwerk.solvers.minimax.search.node_counts import alpha_beta_nodes, preference_keys, tree_sizes, value_keys

    graph = ranked_graph(TICTACTOE).graph
    keys: dict[str, Any] = {name: preference_keys(graph, order) for name, order in MOVE_ORDERS.items()}
    keys |= {name: value_keys(graph, best_first) for name, best_first in BY_VALUE.items()}
    whole = int(tree_sizes(graph)[graph.root])
    return {
        "game": TICTACTOE.name,
        "algorithm": ["minimax"] * len(keys) + ["alpha-beta"] * len(keys),
        "move_order": [*keys, *keys],
        "nodes": [whole] * len(keys) + [alpha_beta_nodes(graph, key) for key in keys.values()],
    }
