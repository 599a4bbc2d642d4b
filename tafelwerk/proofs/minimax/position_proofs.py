"""A second implementation of the stored games over arrays of ranks (moves, ends, symmetries), and the proofs that use it;
searches in tic-tac-toe again, depth-limited over arrays of all boards, alpha-beta by recursion.

A stored position is right if it is the optimum over its stored successors. Games of two players end, and in a puzzle
distances fall down to the goal; so if each row is right by its successors, all rows are right.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache, partial
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.minimax.rules.games import ENDLESS

GOES_ON = 2
"""Marks, in place of a value, a position in which the game is not over."""

_PART = 1 << 20  # positions checked at once
_MISSING = 127

Ranks = NDArray[np.int64]
Values = NDArray[np.int8]


@dataclass(frozen=True, slots=True, eq=False)
class Game:
    """A game, or a puzzle.

    Attributes:
        ranks: number of ranks, which are 0 to ranks - 1.
        start: rank of the first position; for a puzzle, of the goal.
        labels: number of labels of moves, which are 0 to labels - 1.
        after: function from ranks (game not over) and a label to the ranks after that move, -1 if there is no such move.
        ended: function from ranks to values for the player to move, GOES_ON if the game is not over.
        images: functions from ranks to their images, one per symmetry; empty for a puzzle.
    """

    ranks: int
    start: int
    labels: int
    after: Callable[[Ranks, int], Ranks]
    ended: Callable[[Ranks], Values]
    images: tuple[Callable[[Ranks], Ranks], ...] = field(default=())

    @property
    def is_puzzle(self) -> bool:
        """Whether the game has one player, for whom every move has an inverse."""
        return not self.images

    def successors(self, ranks: Ranks, label: int) -> Ranks:
        """The ranks after a move; -1 if there is no such move, or the game is over."""
        ranks_after = np.full(len(ranks), -1)
        on = self.ended(ranks) == GOES_ON
        ranks_after[on] = self.after(ranks[on], label)
        return ranks_after


@lru_cache(maxsize=32)
def game_of(name: str) -> Game:
    """The game with this name.

    Raises:
        KeyError: no game has this name.
    """
    if name.startswith("burnt-pancakes-"):
        return _pancakes(int(name.rpartition("-")[2]))
    makers: dict[str, Callable[[], Game]] = {
        "tictactoe": _three_in_a_row,
        "tictactoe-misere": partial(_three_in_a_row, misere=True),
        "tictactoe-wild": partial(_three_in_a_row, wild=True),
        "tictactoe-wild-misere": partial(_three_in_a_row, misere=True, wild=True),
        "notakto": partial(_notakto, 1),
        "notakto-2": partial(_notakto, 2),
        "nim-passes": _nim_passes,
    }
    return makers[name]()


@lru_cache(maxsize=32)
def reachable(name: str) -> Ranks:
    """The ranks that can be reached from the start, ascending."""
    game = game_of(name)
    met = np.zeros(game.ranks, np.bool_)
    level = np.array([game.start])
    while len(level):
        met[level] = True
        is_next = np.zeros(game.ranks, np.bool_)
        for label in range(game.labels):
            after = game.successors(level, label)
            is_next[after[after >= 0]] = True
        level = np.flatnonzero(is_next & ~met)
    return np.flatnonzero(met)


@lru_cache(maxsize=32)
def classes(name: str) -> Ranks:
    """The least image of each reachable rank, in ascending order of the ranks; empty for a puzzle."""
    game = game_of(name)
    if game.is_puzzle:
        return np.zeros(0, np.int64)
    ranks = reachable(name)
    least = ranks.copy()
    for image in game.images:
        np.minimum(least, image(ranks), out=least)
    return least


def wrong_positions(
    name: str, ranks: Ranks, values: Values, distances: NDArray[np.uint8], moves: NDArray[np.uint32]
) -> Iterator[str]:
    """Faults of stored positions of a game that contradict their stored successors.

    Args:
        name: name of the game.
        ranks: int64, shape (n,).
        values, distances, moves: as in table positions, shape (n,).

    Yields:
        One text per position.
    """
    game = game_of(name)
    value = np.full(game.ranks, _MISSING, np.int8)
    distance = np.zeros(game.ranks, np.int16)
    value[ranks], distance[ranks] = values, distances
    for begin in range(0, len(ranks), _PART):
        part = slice(begin, begin + _PART)
        stored = np.stack([values[part].astype(np.int64), distances[part], moves[part]], axis=1)
        expected, missing = (_puzzle if game.is_puzzle else _duel)(game, ranks[part], value, distance)
        for index in np.flatnonzero(missing | (stored != expected).any(axis=1)).tolist():
            what = "has a successor that is missing" if missing[index] else f"should be {expected[index].tolist()}"
            yield f"{name}, rank {ranks[begin + index]}: value, distance and moves {stored[index].tolist()}, {what}"


def _duel(game: Game, ranks: Ranks, value: Values, distance: NDArray[np.int16]) -> tuple[Ranks, NDArray[np.bool_]]:
    """Value, distance and moves of ranks, from those of their successors; and whether a successor is missing."""
    over = game.ended(ranks)
    best = np.where(over == GOES_ON, -1, over)
    missing = np.zeros(len(ranks), np.bool_)
    for label in range(game.labels):
        after = game.successors(ranks, label)
        has_move = after >= 0
        missing[has_move] |= value[after[has_move]] == _MISSING
        best[has_move] = np.maximum(best[has_move], -value[after[has_move]])
    mask = np.zeros(len(ranks), np.int64)
    shortest, longest = np.full(len(ranks), ENDLESS, np.int64), np.zeros(len(ranks), np.int64)
    for label in range(game.labels):
        after = game.successors(ranks, label)
        keeps = (after >= 0) & (-value[after] == best)
        mask[keeps] |= 1 << label
        plies = distance[after[keeps]]
        plies = np.where(plies == ENDLESS, ENDLESS, plies + 1)
        shortest[keeps] = np.minimum(shortest[keeps], plies)
        longest[keeps] = np.maximum(longest[keeps], plies)
    # the loser delays
    plies = np.where(best < 0, longest, shortest)
    plies[(over != GOES_ON) | (mask == 0)] = 0
    return np.stack([best.astype(np.int64), plies, mask], axis=1), missing


def _puzzle(game: Game, ranks: Ranks, value: Values, distance: NDArray[np.int16]) -> tuple[Ranks, NDArray[np.bool_]]:
    """As `_duel`, for a puzzle."""
    least = np.full(len(ranks), np.iinfo(np.int16).max)
    missing = np.zeros(len(ranks), np.bool_)
    for label in range(game.labels):
        after = game.successors(ranks, label)
        missing |= value[after] == _MISSING
        np.minimum(least, distance[after], out=least)
    mask = np.zeros(len(ranks), np.int64)
    for label in range(game.labels):
        mask |= (distance[game.successors(ranks, label)] == least).astype(np.int64) << label
    goal = ranks == game.start
    return np.stack([np.where(goal, -1, 1), np.where(goal, 0, least + 1), np.where(goal, 0, mask)], axis=1), missing


SQUARE = np.arange(9).reshape(3, 3)
LINES = np.array([*SQUARE, *SQUARE.T, SQUARE.diagonal(), SQUARE[::-1].diagonal()])
"""The eight lines of the board by their fields."""


def _symmetries() -> list[NDArray[np.int64]]:
    """For each symmetry of the board, the field that moves to each field."""
    return [np.rot90(side, turns).ravel() for side in (SQUARE, SQUARE.T) for turns in range(4)]


@lru_cache(maxsize=1)
def boards() -> NDArray[np.int64]:
    """Fields of all boards: 0 empty, 1 X, 2 O; shape (3^9, 9); row r is the board of rank r."""
    return np.arange(3**9)[:, None] // 3 ** np.arange(9) % 3


def _three_in_a_row(misere: bool = False, wild: bool = False) -> Game:
    cells = boards()
    marks = (cells > 0).sum(axis=1)
    lines = (cells[:, LINES] == 1).all(axis=2) | (cells[:, LINES] == 2).all(axis=2)
    result = np.where(lines.any(axis=1), 1 if misere else -1, np.where(marks == 9, 0, GOES_ON)).astype(np.int8)

    def after(ranks: Ranks, label: int) -> Ranks:
        cell, mark = (label // 2, 1 + label % 2) if wild else (label, 1 + marks[ranks] % 2)
        return np.where(cells[ranks, cell] == 0, ranks + mark * 3**cell, -1)

    def image(ranks: Ranks, places: NDArray[np.int64], other: bool) -> Ranks:
        seen = cells[ranks][:, places]
        ranks_after: Ranks = np.where(seen == 0, 0, 3 - seen if other else seen) @ 3 ** np.arange(9)
        return ranks_after

    images = [partial(image, places=places, other=other) for places in _symmetries() for other in {False, wild}]
    return Game(3**9, 0, 18 if wild else 9, after, result.__getitem__, tuple(images))


def _notakto(count: int) -> Game:
    """Notakto: a board is nine bits; a board with a line is finished, and has all its bits set."""
    cells = np.arange(512)[:, None] >> np.arange(9) & 1
    finished: NDArray[np.bool_] = (cells[:, LINES].sum(axis=2) == 3).any(axis=1)
    weights = [512**number for number in range(count)]

    def after(ranks: Ranks, label: int) -> Ranks:
        number, cell = divmod(label, 9)
        board = ranks // weights[number] % 512
        marked = board | 1 << cell
        marked[finished[marked]] = 511
        return np.where((board >> cell & 1 == 1) | finished[board], -1, ranks + (marked - board) * weights[number])

    def end_values(ranks: Ranks) -> Values:
        over = np.all([finished[ranks // weight % 512] for weight in weights], axis=0)
        # the other player has finished the last board
        return np.where(over, 1, GOES_ON).astype(np.int8)

    turned = [cells[:, places] @ (1 << np.arange(9)) for places in _symmetries()]

    def image(ranks: Ranks, order: tuple[int, ...], sides: tuple[int, ...]) -> Ranks:
        parts = [turned[side][ranks // weight % 512] for side, weight in zip(sides, weights, strict=True)]
        ranks_after: Ranks = np.sum([part * weights[number] for part, number in zip(parts, order, strict=True)], axis=0)
        return ranks_after

    images = [
        partial(image, order=order, sides=sides)
        for order in permutations(range(count))
        for sides in np.ndindex(*[8] * count)
    ]
    return Game(512**count, 0, 9 * count, after, end_values, tuple(images))


def _nim_passes() -> Game:
    """Nim with passes: three bits per heap, then one bit each for the passes of the player to move and of the opponent."""

    def after(ranks: Ranks, label: int) -> Ranks:
        heaps, own, other = ranks % 512, ranks // 512 % 2, ranks // 1024
        if label == 21:
            return np.where(own == 1, heaps + 512 * other, -1)
        heap, taken = label // 7, label % 7 + 1
        enough = heaps // 8**heap % 8 >= taken
        return np.where(enough, heaps - taken * 8**heap + 512 * other + 1024 * own, -1)

    def end_values(ranks: Ranks) -> Values:
        return np.where(ranks % 512 == 0, -1, GOES_ON).astype(np.int8)

    start = 1 + 3 * 8 + 5 * 64 + 512 + 1024
    return Game(2048, start, 22, after, end_values, (np.copy,))


def _pancakes(count: int) -> Game:
    """Burnt pancakes: the rank of the order times 2^n, plus one bit per pancake from the top, 1 if the burnt side is up."""
    orders = np.array(list(permutations(range(count))))
    weights = count ** np.arange(count - 1, -1, -1)
    # orders, read as numbers to the base n, ascend
    codes = orders @ weights
    sides = np.arange(1 << count)[:, None] >> np.arange(count) & 1
    order_after, sides_after = [], []
    for flipped in range(1, count + 1):
        places = np.r_[np.arange(flipped)[::-1], np.arange(flipped, count)]
        order_after.append(np.searchsorted(codes, orders[:, places] @ weights))
        turned = np.where(np.arange(count) < flipped, 1 - sides[:, places], sides[:, places])
        sides_after.append(turned @ (1 << np.arange(count)))

    def after(ranks: Ranks, label: int) -> Ranks:
        ranks_after: Ranks = order_after[label][ranks >> count] << count | sides_after[label][ranks & (1 << count) - 1]
        return ranks_after

    def end_values(ranks: Ranks) -> Values:
        return np.full(len(ranks), GOES_ON, np.int8)

    return Game(len(orders) << count, 0, count, after, end_values)


TICTACTOE = "tictactoe"
DEPTHS = 10
"""Number of search depths, 0 to 9 moves."""

FIRST_FIELDS = {
    "natural": "012345678",
    "centre first": "402681357",
    "corners first": "026841357",
    "edges first": "135702684",
}
"""Move orders by field: the fields in the order in which they are tried."""

BY_VALUE = {"best first": 1, "worst first": -1}
"""Move orders by true value: the factor of the successors' values, which are sorted in ascending order."""

ALGORITHMS = ("alpha-beta", "minimax")

_NONE = -100  # below all values


@lru_cache(maxsize=1)
def successors() -> NDArray[np.int64]:
    """Rank after a mark on each field, -1 if there is no such move; shape (3^9, 9)."""
    game = game_of(TICTACTOE)
    ranks = np.arange(game.ranks)
    return np.stack([game.successors(ranks, field) for field in range(9)], axis=1)


@lru_cache(maxsize=1)
def true_values() -> NDArray[np.int64]:
    """Values of all boards for the player to move; shape (3^9,)."""
    after = successors()
    marks = (boards() > 0).sum(axis=1)
    values = game_of(TICTACTOE).ended(np.arange(len(after))).astype(np.int64)
    for count in range(8, -1, -1):
        undecided = np.flatnonzero((marks == count) & (values == GOES_ON))
        values[undecided] = _best(after[undecided], values)
    return values


def _best(after: NDArray[np.int64], values: NDArray[np.int64]) -> NDArray[np.int64]:
    """The greatest value of a move, for positions that have moves."""
    best: NDArray[np.int64] = np.where(after >= 0, -values[after], _NONE).max(axis=1)
    return best


def evaluations() -> NDArray[np.int64]:
    """Own open lines minus the opponent's, for the player to move; -9 if the opponent has a line; shape (3^9,)."""
    cells = boards()
    lines = [(cells[:, LINES] != other).all(axis=2).sum(axis=1) for other in (2, 1)]
    sign = np.where((cells > 0).sum(axis=1) % 2 == 0, 1, -1)
    # the player who completed a line is not the player to move
    return np.where(game_of(TICTACTOE).ended(np.arange(len(cells))) == -1, -9, sign * (lines[0] - lines[1]))


@lru_cache(maxsize=1)
def look_ahead() -> tuple[NDArray[np.int64], NDArray[np.bool_], NDArray[np.bool_]]:
    """Depth-limited values, whether all best-looking moves keep the true value, and whether one does; each of shape (10, 3^9)."""
    after, truth = successors(), true_values()
    goes_on = (after >= 0).any(axis=1)
    values = [evaluations()]
    all_keep, any_keeps = [np.ones(len(truth), np.bool_)], [np.ones(len(truth), np.bool_)]
    for _ in range(1, DEPTHS):
        promised = np.where(after >= 0, -values[-1][after], _NONE)
        chosen = promised == promised.max(axis=1, keepdims=True)
        keeps = -truth[after] == truth[:, None]
        values.append(np.where(goes_on, promised.max(axis=1), values[0]))
        all_keep.append(~goes_on | (~chosen | keeps).all(axis=1))
        any_keeps.append(~goes_on | (chosen & keeps).any(axis=1))
    return np.stack(values), np.stack(all_keep), np.stack(any_keeps)


@lru_cache(maxsize=32)
def count_nodes(algorithm: str, move_order: str) -> int:
    """Number of nodes that a search of the whole game visits.

    Args:
        algorithm: "minimax" or "alpha-beta".
        move_order: a key of FIRST_FIELDS or BY_VALUE.

    Raises:
        KeyError: there is no such order.
    """
    after, truth = successors().tolist(), true_values().tolist()
    ended = game_of(TICTACTOE).ended(np.arange(len(after))).tolist()
    sign = BY_VALUE.get(move_order)
    fields = [int(field) for field in FIRST_FIELDS["natural" if sign else move_order]]

    def ordered_successors(rank: int) -> list[int]:
        ranks = [after[rank][field] for field in fields if after[rank][field] >= 0]
        return sorted(ranks, key=lambda other: sign * truth[other]) if sign else ranks

    @cache
    def visit(rank: int, alpha: int, beta: int) -> tuple[int, int]:
        """Value within a window, and number of nodes."""
        if ended[rank] != GOES_ON:
            return ended[rank], 1
        best, nodes = -2, 1
        for other in ordered_successors(rank):
            value, below = visit(other, -beta, -alpha)
            nodes += below
            best = max(best, -value)
            alpha = max(alpha, best)
            if alpha >= beta:
                break
        return best, nodes

    @cache
    def size(rank: int) -> int:
        return 1 + sum(map(size, ordered_successors(rank)))

    return size(0) if algorithm == "minimax" else visit(0, -2, 2)[1]
