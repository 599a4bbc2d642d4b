"""What solvers give for games over ranks: rows of tasks, positions that the book does not hold; and for all games in play."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from tafelwerk.families.minimax.builds import Columns
from tafelwerk.families.minimax.positions import Row
from tafelwerk.families.minimax.rules.games import ENDLESS, FIELDS, MOVE_ORDERS, TICTACTOE, TICTACTOE_RULES, RankedGame
from tafelwerk.families.minimax.rules.heaps import HeapGame
from tafelwerk.families.minimax.rules.memory import Objective, Rule
from tafelwerk.families.minimax.trees import BY_VALUE, search_game
from tafelwerk.rules.game_trees import Sides
from tafelwerk.solvers.minimax.ranked_games import (
    Solution,
    compiled_game,
    evaluations,
    look_ahead_accuracy,
    solve_ranked_game,
)

if TYPE_CHECKING:
    from tafelwerk.play.duel import Playable
    from tafelwerk.solvers.minimax.memory_game import MemoryTable


@lru_cache(maxsize=4)
def solve_once(game: RankedGame) -> Solution:
    """A listed game, solved once per process."""
    return solve_ranked_game(game)


def solved_rows(game: RankedGame, ranks: Iterable[int]) -> dict[int, Row]:
    """Rows of positions of a game, by rank; unreachable positions are left out."""
    solution = solve_once(game)
    indices = {rank: index for rank in ranks if (index := solution.place(rank)) is not None}
    columns = (solution.values, solution.distances, solution.moves)
    return {rank: (rank, *(int(column[index]) for column in columns)) for rank, index in indices.items()}  # type: ignore[misc]


def whole_rows(game: RankedGame) -> Mapping[str, Columns]:
    """Rows of tables games, positions and classes."""
    solution = solve_ranked_game(game)
    start = solution.place(game.root)
    assert start is not None
    classes = [] if game.is_puzzle else _classes(game, solution)
    return {
        "games": {
            "game": [game.name],
            "title": game.title,
            "positions": len(solution.ranks),
            "classes": len(set(classes)),
            "start": game.root,
            "value": int(solution.values[start]),
            "distance": int(solution.distances[start]),
            "greatest": int(solution.distances[solution.distances != ENDLESS].max(initial=0)),
        },
        "positions": {
            "game": game.name,
            "rank": solution.ranks,
            "value": solution.values,
            "distance": solution.distances,
            "moves": solution.moves,
        },
        "classes": {"game": game.name, "rank": solution.ranks[: len(classes)], "class": classes},
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
    solution = solve_once(TICTACTOE)
    accuracy = look_ahead_accuracy(TICTACTOE, solution, evaluations(solution.ranks.tolist()), FIELDS)
    return {
        "game": TICTACTOE.name,
        "rank": np.tile(solution.ranks, FIELDS + 1),
        "depth": np.repeat(np.arange(FIELDS + 1), len(solution.ranks)),
        "value": accuracy.values.ravel(),
        "every": accuracy.every.ravel(),
        "some": accuracy.some.ravel(),
    }


def node_count_rows() -> Columns:
    """Rows of table node_counts."""
    rules = Sides(TICTACTOE_RULES[TICTACTOE.name])
    orders = MOVE_ORDERS | {order.replace("-", " "): order for order in BY_VALUE}
    minimax_nodes = search_game(rules, rules.start, False, None, None)[1].nodes
    return {
        "game": TICTACTOE.name,
        "algorithm": ["minimax"] * len(orders) + ["alpha-beta"] * len(orders),
        "move_order": [*orders, *orders],
        "nodes": [minimax_nodes] * len(orders)
        + [search_game(rules, rules.start, True, order, None)[1].nodes for order in orders.values()],
    }


def heap_values(game: HeapGame, largest: int) -> Any:
    """Grundy values of heaps 0 to `largest`, shape (largest + 1,)."""
    from tafelwerk.solvers.minimax.heap_games import grundy_values

    return grundy_values(game, largest)


def memory_table(pairs: int, rule: Rule) -> "MemoryTable":
    """Memory, solved for the mean of own pairs minus the opponent's."""
    from tafelwerk.solvers.minimax.memory_game import solve_memory

    return solve_memory(pairs, rule, Objective.GAIN)


@lru_cache(maxsize=1)  # the same position is asked several times in a row
def look_ahead(game: "Playable", depth: int, state: Any, most: int | None = None) -> tuple[Any, ...]:
    """The moves that lead to the best evaluation reachable in `depth` moves; none if the search makes more moves than `most`."""
    from tafelwerk.solvers.minimax.game_search import Horizon, Search, TooManyMovesError

    try:
        return Search(Horizon(game.rules, game.evaluation, depth, state), most=most).best()
    except TooManyMovesError:
        return ()
