"""Classifiers of hands, fitted by SQL to the trials and playouts of a book, and validated on those held back.

Three models, one after the other. `thesis`: least squares on seven features, 1 for a game won and 0 for one lost, as
S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg 2003, section 13.1, but solved by normal equations in place
of small steps. `open`: the chance to win with open cards, logistic, on the features of `features`; suit games together.
`hidden`: the chance to win with hidden cards, logistic, on the log odds of `open`, on the trumps kept, and on whether the deal is
won with open cards; where that is not known it is the mean of both, by the chance of `open`.

A logistic fit is Newton's method: each step solves normal equations weighted by p(1 - p), p the chances so far (iteratively
reweighted least squares; McCullagh and Nelder, Generalized Linear Models, 1989, section 2.5). The sums over all games are one SQL
statement a step; a small ridge keeps the weights of features that hardly occur from running away. A ridge of 1 pulled all weights
together so far that Grand without a jack, what the others are measured against, looked three times as likely to be won as it is.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tafelwerk.build.skat.tasks import Columns
from tafelwerk.build.task import columns
from tafelwerk.errors import BookError
from tafelwerk.rules.skat.cards import Game, Seat
from tafelwerk.solvers.skat.chances import TAIL, Step
from tafelwerk.solvers.skat.features import KINDS, OWN, Kind, features, trump_counts
from tafelwerk.solvers.skat.thesis_features import thesis_features, thesis_names
from tafelwerk.tables.book import Book
from tafelwerk.tables.builds.skat import FAMILY

if TYPE_CHECKING:
    import duckdb

STEPS = 24
RIDGE = 0.03
DECIMALS = 6
"""Digits that weights are rounded to, so that they do not hang on the last bits of a sum."""

HELD_BACK = "number // 3 % 5 = 4"
"""Which games validate: those of three deals in fifteen, one for each seat."""

THRESHOLD = 0.5

Vector = NDArray[np.float64]

_NORMAL_EQUATIONS = """
WITH sums AS (SELECT game, sum(value * weight) AS total FROM features JOIN weights USING (feature) GROUP BY game),
     fitted AS (SELECT game, 1 / (1 + exp(-total)) AS chance FROM sums)
SELECT a.feature, b.feature, sum(a.value * b.value * chance * (1 - chance)) AS weighed
FROM features a JOIN features b USING (game) JOIN fitted USING (game) GROUP BY ALL ORDER BY ALL
"""
_GRADIENT = """
WITH sums AS (SELECT game, sum(value * weight) AS total FROM features JOIN weights USING (feature) GROUP BY game)
SELECT feature, sum(value * (won::INTEGER - 1 / (1 + exp(-total))))
FROM features JOIN sums USING (game) JOIN outcomes USING (game) GROUP BY feature ORDER BY feature
"""
_SQUARES = """
SELECT a.feature, b.feature, sum(a.value * b.value) FROM features a JOIN features b USING (game) GROUP BY ALL ORDER BY ALL
"""
_PRODUCTS = """
SELECT feature, sum(value * won::INTEGER) FROM features JOIN outcomes USING (game) GROUP BY feature ORDER BY feature
"""
_VALIDATION = """
SELECT count(*) FILTER (won AND chance >= $half), count(*) FILTER (NOT won AND chance >= $half),
    count(*) FILTER (won AND chance < $half), count(*) FILTER (NOT won AND chance < $half),
    avg((chance - won::INTEGER) ** 2)
FROM chances JOIN checked USING (game)
"""


@dataclass(frozen=True, slots=True)
class Games:
    """Games of one kind of question: numbers of their deals, masks, outcomes, and those with open cards."""

    game: Game
    declarer: Seat
    numbers: NDArray[np.int64]
    hands: NDArray[np.int64]
    skats: NDArray[np.int64]
    won: NDArray[np.bool_]
    opened: NDArray[np.bool_]
    held_back: NDArray[np.bool_]

    def part(self, held_back: bool) -> "Games":
        """Those that validate, or those that are fitted to."""
        chosen = self.held_back if held_back else ~self.held_back
        numbers, hands, skats = (array[chosen] for array in (self.numbers, self.hands, self.skats))
        won, opened, flags = (array[chosen] for array in (self.won, self.opened, self.held_back))
        return Games(self.game, self.declarer, numbers, hands, skats, won, opened, flags)

    def own_features(self) -> Vector:
        """Features of `features`, shape (n, number of them)."""
        return features(self.game, self.hands, self.skats)

    def trumps(self) -> NDArray[np.int64]:
        """How many trumps are kept, shape (n,)."""
        return trump_counts(self.game, self.hands)

    def thesis_features(self) -> Vector:
        """The thesis's features and a constant, shape (n, 8)."""
        pairs = zip(self.hands.tolist(), self.numbers.tolist(), strict=True)
        rows = [(1.0, *thesis_features(self.game, hand, number)) for hand, number in pairs]
        return np.array(rows, np.float64).reshape(len(rows), 8)


def model_tables(book: str, seed: int, deals: int, played: int) -> Mapping[str, Columns]:
    """Rows of models and validations: all classifiers, from the trials and playouts that a book has of a seed's first deals."""
    import duckdb

    with duckdb.connect(":memory:", config={"threads": 1}) as connection:
        with Book(book) as opened:
            solved, over = stored_games(opened, seed, deals, played)
        return _fitted(connection, solved, over, (seed, deals, played))


def feature_names(model: str, game: Game) -> tuple[str, ...]:
    """Names of the features of model thesis, open or hidden, in their order."""
    hidden = ("one", "log odds of open", "won with open cards", "trumps")
    return {"thesis": ("one", *thesis_names(game)), "open": OWN[KINDS[game]], "hidden": hidden}[model]


def stored_games(book: Book, seed: int, deals: int, played: int) -> tuple[list[Games], list[Games]]:
    """Trials of a seed's first deals, and the playouts of the first of them, each by game and seat.

    Raises:
        BookError: the book holds none.
    """
    columns = f"t.number, t.game, t.declarer, t.hand, t.skat, {HELD_BACK} AS held_back, t.won"
    trials = f"SELECT {columns}, t.won AS result FROM skat.trials t WHERE seed = ? AND number < ? ORDER BY number, game"
    playouts = (
        f"SELECT {columns}, p.won AS result FROM skat.trials t JOIN skat.playouts p USING (seed, number, game)"
        " WHERE seed = ? AND number < ? ORDER BY number, game, worlds"
    )
    rows = book.rows(FAMILY, trials, seed, deals), book.rows(FAMILY, playouts, seed, played)
    if not all(rows):
        raise BookError(f"{book.path} holds no trials or no playouts of seed {seed}")
    solved, over = (list(_divided(part)) for part in rows)
    return solved, over


def _divided(rows: Sequence[tuple[Any, ...]]) -> Iterator[Games]:
    """Games by what is played and by whom; none of some is a part as well."""
    by_contract: dict[tuple[str, str], list[tuple[Any, ...]]] = {}
    for row in rows:
        by_contract.setdefault((row[1], row[2]), []).append(row)
    for game in Game:
        for seat in Seat:
            found = by_contract.get((game.value, seat.word), [])
            number, hand, skat = (np.array([row[place] for row in found], np.int64) for place in (0, 3, 4))
            held_back, opened, won = (np.array([row[place] for row in found], np.bool_) for place in (5, 6, 7))
            yield Games(game, seat, number, hand, skat, won, opened, held_back)


def _fitted(
    connection: "duckdb.DuckDBPyConnection", solved: list[Games], played: list[Games], numbers: tuple[int, int, int]
) -> Mapping[str, Columns]:
    """Rows of tables models and validations."""
    models: list[tuple[Any, ...]] = []
    validations: list[tuple[Any, ...]] = []

    def keep(model: str, one: Games, weights: Vector, chances: Vector) -> None:
        key = (model, *numbers, one.game.value, one.declarer.word)
        names = enumerate(feature_names(model, one.game))
        models.extend((*key, place, name, float(weights[place])) for place, name in names)
        validations.append((*key, *_validated(connection, chances, one.part(True).won)))

    for one in solved:
        training, check = one.part(False), one.part(True)
        weights = _least_squares(connection, training.thesis_features(), training.won)
        keep("thesis", one, weights, check.thesis_features() @ weights)
    own = _own_weights(connection, solved)
    for one in solved:
        weights = own[KINDS[one.game], one.declarer]
        keep("open", one, weights, _logistic(one.part(True).own_features() @ weights))
    hidden = _hidden_weights(connection, played, own)
    for one in played:
        weights = hidden[KINDS[one.game], one.declarer]
        check = one.part(True)
        odds = check.own_features() @ own[KINDS[one.game], one.declarer]
        keep("hidden", one, weights, hidden_chances(odds, check.trumps(), Step(*weights)))
    return {"models": _model_columns(models), "validations": _validation_columns(validations)}


def _own_weights(connection: "duckdb.DuckDBPyConnection", solved: Iterable[Games]) -> dict[tuple[Kind, Seat], Vector]:
    """Weights of model open."""
    found = {}
    for kind in Kind:
        for seat in Seat:
            parts = [one.part(False) for one in solved if KINDS[one.game] is kind and one.declarer is seat]
            values = np.concatenate([part.own_features() for part in parts])
            found[kind, seat] = _logistic_fit(connection, values, np.concatenate([part.won for part in parts]))
    return found


def _hidden_weights(
    connection: "duckdb.DuckDBPyConnection", played: Iterable[Games], own: Mapping[tuple[Kind, Seat], Vector]
) -> dict[tuple[Kind, Seat], Vector]:
    """Weights of model hidden: a constant for each seat, and the others for all seats of a kind, since of some kinds and seats
    few games are played out."""
    played = tuple(played)
    found = {}
    for kind in Kind:
        parts = [one.part(False) for one in played if KINDS[one.game] is kind]
        odds = np.concatenate([part.own_features() @ own[kind, part.declarer] for part in parts])
        seats = np.concatenate([np.full(len(part.won), part.declarer) for part in parts])
        opened = np.concatenate([part.opened for part in parts]).astype(float)
        trumps = np.concatenate([part.trumps() for part in parts])
        shared = np.maximum(odds, TAIL), opened, trumps
        values = np.column_stack([*((seats == seat).astype(float) for seat in Seat), *shared])
        won = np.concatenate([part.won for part in parts])
        weights = _logistic_fit(connection, values, won, free=len(Seat))
        for seat in Seat:
            found[kind, seat] = np.array([weights[seat], *weights[len(Seat) :]])
    return found


def _logistic_fit(
    connection: "duckdb.DuckDBPyConnection", values: Vector, won: NDArray[np.bool_], free: int = 1
) -> Vector:
    """Weights of a logistic model with a ridge, but on the first `free` features.

    Args:
        connection: for scratch tables.
        values: features, shape (n, k).
        won: outcomes, shape (n,).
    """
    count = values.shape[1]
    ridge = np.full(count, RIDGE)
    ridge[:free] = 0.0
    _load(connection, values, won)
    weights = np.zeros(count)
    for _ in range(STEPS):
        connection.register("weights", {"feature": np.arange(count), "weight": weights})
        normal = _matrix(connection.execute(_NORMAL_EQUATIONS).fetchnumpy(), count) + np.diag(ridge + 1e-9)
        gradient = _column(connection.execute(_GRADIENT).fetchnumpy(), count) - ridge * weights
        weights = weights + np.linalg.solve(normal, gradient)
    return np.round(weights, DECIMALS)


def _least_squares(connection: "duckdb.DuckDBPyConnection", values: Vector, won: NDArray[np.bool_]) -> Vector:
    """Weights of least squares; of features that never occur, 0."""
    count = values.shape[1]
    _load(connection, values, won)
    normal = _matrix(connection.execute(_SQUARES).fetchnumpy(), count) + np.eye(count) * 1e-9
    return np.round(np.linalg.solve(normal, _column(connection.execute(_PRODUCTS).fetchnumpy(), count)), DECIMALS)


def _load(connection: "duckdb.DuckDBPyConnection", values: Vector, won: NDArray[np.bool_]) -> None:
    """Tables features, what is not 0, and outcomes."""
    game, feature = np.nonzero(values)
    long = {"game": game, "feature": feature, "value": values[game, feature]}
    outcomes = {"game": np.arange(len(won)), "won": won}
    for name, rows in (("features", long), ("outcomes", outcomes)):
        connection.register("loading", rows)
        connection.execute(f"CREATE OR REPLACE TEMP TABLE {name} AS SELECT * FROM loading")
        connection.unregister("loading")


def _validated(connection: "duckdb.DuckDBPyConnection", chances: Vector, won: NDArray[np.bool_]) -> tuple[Any, ...]:
    """True and false positives, false and true negatives, mean squared difference."""
    connection.register("chances", {"game": np.arange(len(won)), "chance": chances})
    connection.register("checked", {"game": np.arange(len(won)), "won": won})
    (row,) = connection.execute(_VALIDATION, {"half": THRESHOLD}).fetchall()
    return tuple(row)


def _matrix(columns: Mapping[str, Any], count: int) -> Vector:
    one, other, sums = columns.values()
    found = np.zeros((count, count))
    found[one, other] = sums
    return found


def _column(columns: Mapping[str, Any], count: int) -> Vector:
    feature, sums = columns.values()
    found = np.zeros(count)
    found[feature] = sums
    return found


def hidden_chances(odds: Vector, trumps: NDArray[np.int64], step: Step) -> Vector:
    """Chances of model hidden where it is not known who wins with open cards.

    Args:
        odds: log odds of model open, shape (n,).
        trumps: how many are kept, shape (n,).
        step: the weights of model hidden.
    """
    opened, lost = _logistic(odds), step.if_lost(odds, trumps)
    return opened * _logistic(lost + step.gain) + (1 - opened) * _logistic(lost)


def _logistic(log_odds: Vector) -> Vector:
    chances: Vector = 1 / (1 + np.exp(-log_odds))
    return chances


def _model_columns(rows: Sequence[tuple[Any, ...]]) -> Columns:
    names = ("model", "seed", "deals", "played", "game", "declarer", "place", "feature", "weight")
    return columns(names, rows)


def _validation_columns(rows: Sequence[tuple[Any, ...]]) -> Columns:
    counts = ("true_positives", "false_positives", "false_negatives", "true_negatives")
    names = ("model", "seed", "deals", "played", "game", "declarer", *counts, "loss")
    return columns(names, rows)
