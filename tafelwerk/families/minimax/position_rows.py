"""Games over ranks: rows of their tasks, also of searches in tic-tac-toe, and positions that the book does not hold."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

import numpy as np

from tafelwerk.families.minimax.positions import Row
from tafelwerk.families.minimax.rules.ranked import ENDLESS, RankedGame
from tafelwerk.families.minimax.rules.tictactoe import FIELDS, MOVE_ORDERS, RULES, TICTACTOE
from tafelwerk.families.minimax.tasks import Columns
from tafelwerk.families.minimax.tree_search import BY_VALUE, searched
from tafelwerk.solvers.minimax.ranked.games import compiled_game, solve
from tafelwerk.solvers.minimax.ranked.retrograde import Solution


@lru_cache(maxsize=4)
def solved(game: RankedGame) -> Solution:
    """A listed game, solved once per process."""
    return solve(game)


def solved_rows(game: RankedGame, ranks: Iterable[int]) -> dict[int, Row]:
    """Rows of positions of a game, by rank; unreachable positions are left out."""
    found = solved(game)
    places = {rank: place for rank in ranks if (place := found.place(rank)) is not None}
    columns = (found.values, found.distances, found.moves)
    return {rank: (rank, *(int(column[place]) for column in columns)) for rank, place in places.items()}  # type: ignore[misc]


def whole_rows(game: RankedGame) -> Mapping[str, Columns]:
    """Rows of tables games, positions and classes."""
    found = solve(game)
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
    """The class of every position: the least rank among its symmetric images."""
    images_of = compiled_game(game).images
    known: dict[int, int] = {}
    for rank in solution.ranks.tolist():
        if rank not in known:
            images = images_of(rank)
            known.update(dict.fromkeys(images, min(images)))
    return [known[rank] for rank in solution.ranks.tolist()]


def look_ahead_rows() -> Columns:
    """Rows of table look_ahead."""
    from tafelwerk.solvers.minimax.ranked.look_ahead import look_ahead_accuracy
    from tafelwerk.solvers.minimax.ranked.tictactoe import evaluations

    solution = solved(TICTACTOE)
    found = look_ahead_accuracy(TICTACTOE, solution, evaluations(solution.ranks.tolist()), FIELDS)
    return {
        "game": TICTACTOE.name,
        "rank": np.tile(solution.ranks, FIELDS + 1),
        "depth": np.repeat(np.arange(FIELDS + 1), len(solution.ranks)),
        "value": found.values.ravel(),
        "every": found.every.ravel(),
        "some": found.some.ravel(),
    }


def node_count_rows() -> Columns:
    """Rows of table node_counts."""
    rules = RULES[TICTACTOE.name]
    orders = MOVE_ORDERS | {order.replace("-", " "): order for order in BY_VALUE}
    whole = searched(rules, rules.start, False, None, None)[1].nodes
    return {
        "game": TICTACTOE.name,
        "algorithm": ["minimax"] * len(orders) + ["alpha-beta"] * len(orders),
        "move_order": [*orders, *orders],
        "nodes": [whole] * len(orders)
        + [searched(rules, rules.start, True, order, None)[1].nodes for order in orders.values()],
    }
