"""Classifiers of hands, fitted to the trials and playouts of a book and validated on held-out ones.

There are three models. `thesis`: least squares on seven features, with 1 for a game won and 0 for a game lost, as in
S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg 2003, section 13.1, but solved directly instead
of in small steps. `open`: logistic model of the chance to win with open cards, on the features of `features`, with the suit games
together. `hidden`: logistic model of the chance to win with hidden cards, on the log odds of `open`, the trumps kept, and
whether the deal is won with open cards; if that is not known, the mean of both cases, weighted by the chance of `open`.

Logistic models are fitted by Newton's method: each step solves normal equations weighted by p(1 - p), with p the chances so far
(iteratively reweighted least squares; McCullagh and Nelder, Generalized Linear Models, 1989, section 2.5). A small ridge bounds
the weights of rare features. A ridge of 1 shrank all weights so much that Grand without a jack, the reference case, looked three
times as likely to be won as it is.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.build.task import Rows
from tafelwerk.errors import BookError
from tafelwerk.families.skat.rules import FAMILY
from tafelwerk.families.skat.rules.cards import Game, Seat
from tafelwerk.solvers.skat.bidding.chances import TAIL, Step
from tafelwerk.solvers.skat.bidding.features import KINDS, OWN, Kind, features, trump_counts
from tafelwerk.solvers.skat.bidding.thesis_features import thesis_features, thesis_names
from tafelwerk.tables.book import Book

STEPS = 24
RIDGE = 0.03
DECIMALS = 6
"""Decimals to which weights are rounded, so that they do not depend on the last bits of a sum."""

THRESHOLD = 0.5

Vector = NDArray[np.float64]
Integers = NDArray[np.int64]
Flags = NDArray[np.bool_]
Weights = Mapping[tuple[Game, Seat], Vector]

_GAMES = "SELECT number, t.game::VARCHAR AS game, t.declarer::VARCHAR AS declarer, t.hand, t.skat, t.won AS opened"
_TRIALS = f"{_GAMES}, t.won FROM skat.trials t"
_PLAYOUTS = f"{_GAMES}, p.won FROM skat.trials t JOIN skat.playouts p USING (seed, number, game)"


class Games(NamedTuple):
    """Games of one contract: numbers of their deals, masks, whether won with open cards, and the outcome to fit; shapes (n,)."""

    game: Game
    seat: Seat
    numbers: Integers
    hands: Integers
    skats: Integers
    opened: Flags
    won: Flags

    @property
    def contract(self) -> tuple[Game, Seat]:
        """Game and declarer."""
        return self.game, self.seat

    def open_features(self) -> Vector:
        """Features of model open, shape (n, number of them)."""
        return features(self.game, self.hands, self.skats)

    def trumps(self) -> Integers:
        """Numbers of trumps kept, shape (n,)."""
        return trump_counts(self.game, self.hands)

    def thesis_features(self) -> Vector:
        """The thesis's features and a constant, shape (n, 8)."""
        pairs = zip(self.hands.tolist(), self.numbers.tolist(), strict=True)
        return np.array([(1.0, *thesis_features(self.game, hand, number)) for hand, number in pairs]).reshape(-1, 8)


def model_tables(book: str, seed: int, deals: int, played: int) -> Mapping[str, Rows]:
    """Rows of models and validations: all classifiers, from the trials and playouts in a book of a seed's first deals.

    Raises:
        BookError: the book holds none.
    """
    with Book(book) as opened:
        solved, checked = _games(opened, _TRIALS, seed, deals)
        over, checked_over = _games(opened, _PLAYOUTS, seed, played)
    thesis = {one.contract: least_squares(one.thesis_features(), one.won) for one in solved}
    weights = _open_weights(solved)
    hidden = _hidden_weights(over, weights)

    def odds(one: Games) -> Vector:
        return one.open_features() @ weights[one.contract]

    def hidden_chance(one: Games) -> Vector:
        # the winner with open cards is unknown
        step, opened = Step(*hidden[one.contract]), _logistic(odds(one))
        lost = step.if_lost(odds(one), one.trumps())
        return opened * _logistic(lost + step.gain) + (1 - opened) * _logistic(lost)

    fitted: list[tuple[str, Weights, Sequence[Games], Callable[[Games], Vector]]] = [
        ("thesis", thesis, checked, lambda one: one.thesis_features() @ thesis[one.contract]),
        ("open", weights, checked, lambda one: _logistic(odds(one))),
        ("hidden", hidden, checked_over, hidden_chance),
    ]
    models, validations = [], []
    for model, found, games, chances in fitted:
        for one in games:
            key = {"model": model, "seed": seed, "deals": deals, "played": played}
            key |= {"game": one.game.value, "declarer": one.seat.word}
            pairs = zip(feature_names(model, one.game), found[one.contract].tolist(), strict=True)
            models += [
                key | {"place": place, "feature": feature, "weight": weight}
                for place, (feature, weight) in enumerate(pairs)
            ]
            validations.append(key | _validation(chances(one), one.won))
    return {"models": models, "validations": validations}


def feature_names(model: str, game: Game) -> tuple[str, ...]:
    """Names of the features of model thesis, open or hidden, in order."""
    hidden = ("one", "log odds of open", "won with open cards", "trumps")
    return {"thesis": ("one", *thesis_names(game)), "open": OWN[KINDS[game]], "hidden": hidden}[model]


def logistic_fit(values: Vector, won: Flags, free: int = 1) -> Vector:
    """Weights of a logistic model with a ridge, rounded, shape (k,).

    Args:
        values: features, shape (n, k).
        won: outcomes, shape (n,).
        free: number of leading features without ridge.
    """
    ridge = np.full(values.shape[1], RIDGE)
    ridge[:free] = 0.0
    weights = np.zeros(values.shape[1])
    for _ in range(STEPS):
        chances = _logistic(values @ weights)
        slope = values.T @ (won - chances) - ridge * weights
        curvature = values.T @ (values * (chances * (1 - chances))[:, None]) + np.diag(ridge + 1e-9)
        weights = weights + np.linalg.solve(curvature, slope)
    return np.round(weights, DECIMALS)


def least_squares(values: Vector, won: Flags) -> Vector:
    """Weights of least squares, rounded; arguments as for `logistic_fit`.

    If features are equal in all games, such as jacks and trumps in Grand, their weights are equal: the solution of least norm.
    """
    return np.round(np.linalg.lstsq(values, won.astype(np.float64))[0], DECIMALS)


def _games(book: Book, sql: str, seed: int, deals: int) -> tuple[list[Games], list[Games]]:
    """Games of a seed's first deals for every contract: those to fit to, and the held-out ones, three deals in fifteen with one
    per seat."""
    columns = book.arrays(FAMILY, f"{sql} WHERE seed = ? AND number < ? ORDER BY number, game", seed, deals)
    if not columns or not len(columns["won"]):
        raise BookError(f"{book.path} holds no trials or no playouts of seed {seed}")
    found: tuple[list[Games], list[Games]] = ([], [])
    for part, held_back in zip(found, (False, True), strict=True):
        for game in Game:
            for seat in Seat:
                chosen = (columns["game"] == game.value) & (columns["declarer"] == seat.word)
                chosen &= (columns["number"] // 3 % 5 == 4) == held_back
                number, hand, skat = (columns[name][chosen].astype(np.int64) for name in ("number", "hand", "skat"))
                part.append(Games(game, seat, number, hand, skat, columns["opened"][chosen], columns["won"][chosen]))
    return found


def _open_weights(solved: Sequence[Games]) -> Weights:
    """Weights of model open; games of one kind share them."""
    found: dict[tuple[Game, Seat], Vector] = {}
    for kind in Kind:
        for seat in Seat:
            parts = [one for one in solved if KINDS[one.game] is kind and one.seat is seat]
            values = np.concatenate([part.open_features() for part in parts])
            fit = logistic_fit(values, np.concatenate([part.won for part in parts]))
            found |= {part.contract: fit for part in parts}
    return found


def _hidden_weights(played: Sequence[Games], own: Weights) -> Weights:
    """Weights of model hidden: a constant per seat, and the others shared by all seats of a kind, since few games of some kinds
    and seats are played out."""
    found: dict[tuple[Game, Seat], Vector] = {}
    for kind in Kind:
        parts = [one for one in played if KINDS[one.game] is kind]
        values = [
            np.column_stack(
                [
                    *(np.full(len(part.won), float(part.seat is seat)) for seat in Seat),
                    np.maximum(part.open_features() @ own[part.contract], TAIL),
                    part.opened,
                    part.trumps(),
                ]
            )
            for part in parts
        ]
        won = np.concatenate([part.won for part in parts])
        weights = logistic_fit(np.concatenate(values), won, free=len(Seat))
        found |= {part.contract: np.array([weights[part.seat], *weights[len(Seat) :]]) for part in parts}
    return found


def _validation(chances: Vector, won: Flags) -> dict[str, Any]:
    """Counts and loss of a classifier on held-out games."""
    told = chances >= THRESHOLD
    return {
        "true_positives": int((told & won).sum()),
        "false_positives": int((told & ~won).sum()),
        "false_negatives": int((~told & won).sum()),
        "true_negatives": int((~told & ~won).sum()),
        "loss": float(((chances - won) ** 2).mean()) if len(won) else None,
    }


def _logistic(log_odds: Vector) -> Vector:
    chances: Vector = 1 / (1 + np.exp(-log_odds))
    return chances
