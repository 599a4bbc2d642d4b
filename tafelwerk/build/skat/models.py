"""Classifiers of hands, fitted to the trials and playouts of a book and validated on those held back.

Three models, one after the other. `thesis`: least squares on seven features, 1 for a game won and 0 for one lost, as
S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg 2003, section 13.1, but solved by normal equations in place
of small steps. `open`: the chance to win with open cards, logistic, on the features of `features`; suit games together.
`hidden`: the chance to win with hidden cards, logistic, on the log odds of `open`, on the trumps kept, and on whether the deal is
won with open cards; where that is not known it is the mean of both, by the chance of `open`.

A logistic fit is Newton's method: each step solves normal equations weighted by p(1 - p), p the chances so far (iteratively
reweighted least squares; McCullagh and Nelder, Generalized Linear Models, 1989, section 2.5). A small ridge keeps the weights of
features that hardly occur from running away. A ridge of 1 pulled all weights together so far that Grand without a jack, what the
others are measured against, looked three times as likely to be won as it is.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.build.task import Rows
from tafelwerk.errors import BookError
from tafelwerk.rules.skat.cards import Game, Seat
from tafelwerk.solvers.skat.bidding.chances import TAIL, Step
from tafelwerk.solvers.skat.bidding.features import KINDS, OWN, Kind, features, trump_counts
from tafelwerk.solvers.skat.bidding.thesis_features import thesis_features, thesis_names
from tafelwerk.tables.book import Book
from tafelwerk.tables.builds.skat import FAMILY

STEPS = 24
RIDGE = 0.03
DECIMALS = 6
"""Digits that weights are rounded to, so that they do not depend on the last bits of a sum."""

THRESHOLD = 0.5

Vector = NDArray[np.float64]
Integers = NDArray[np.int64]
Flags = NDArray[np.bool_]
Weights = Mapping[tuple[Game, Seat], Vector]

_GAMES = "SELECT number, t.game::VARCHAR AS game, t.declarer::VARCHAR AS declarer, t.hand, t.skat, t.won AS opened"
_TRIALS = f"{_GAMES}, t.won FROM skat.trials t"
_PLAYOUTS = f"{_GAMES}, p.won FROM skat.trials t JOIN skat.playouts p USING (seed, number, game)"


class Games(NamedTuple):
    """Games of one contract: numbers of their deals, masks, and whether won with open cards and in question; shapes (n,)."""

    game: Game
    seat: Seat
    numbers: Integers
    hands: Integers
    skats: Integers
    opened: Flags
    won: Flags

    @property
    def contract(self) -> tuple[Game, Seat]:
        """What is played, and by whom."""
        return self.game, self.seat

    def open_features(self) -> Vector:
        """Features of model open, shape (n, number of them)."""
        return features(self.game, self.hands, self.skats)

    def trumps(self) -> Integers:
        """How many trumps are kept, shape (n,)."""
        return trump_counts(self.game, self.hands)

    def thesis_features(self) -> Vector:
        """The thesis's features and a constant, shape (n, 8)."""
        pairs = zip(self.hands.tolist(), self.numbers.tolist(), strict=True)
        return np.array([(1.0, *thesis_features(self.game, hand, number)) for hand, number in pairs]).reshape(-1, 8)


def model_tables(book: str, seed: int, deals: int, played: int) -> Mapping[str, Rows]:
    """Rows of models and validations: all classifiers, from the trials and playouts that a book has of a seed's first deals.

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
        # it is not known who wins with open cards
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
    """Names of the features of model thesis, open or hidden, in their order."""
    hidden = ("one", "log odds of open", "won with open cards", "trumps")
    return {"thesis": ("one", *thesis_names(game)), "open": OWN[KINDS[game]], "hidden": hidden}[model]


def logistic_fit(values: Vector, won: Flags, free: int = 1) -> Vector:
    """Weights of a logistic model with a ridge, rounded, shape (k,).

    Args:
        values: features, shape (n, k).
        won: outcomes, shape (n,).
        free: number of leading features that the ridge leaves out.
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

    Where features are alike in all games, as jacks and trumps in Grand, their weights are alike, too: the least of all that fit.
    """
    return np.round(np.linalg.lstsq(values, won.astype(np.float64))[0], DECIMALS)


def _games(book: Book, sql: str, seed: int, deals: int) -> tuple[list[Games], list[Games]]:
    """Games of a seed's first deals for every contract: those to fit to, and of three deals in fifteen, one for each seat, those
    held back."""
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
    """Weights of model hidden: a constant for each seat, and the others for all seats of a kind, since of some kinds and seats
    few games are played out."""
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
    """Counts and loss of a classifier on games held back."""
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
