"""Claims about the classifiers of hands.

Weights of least squares and of a logistic model with a ridge are where a gradient vanishes, which is checked. Only if all games
of a constant have the same outcome, a logistic model has no such point; then its steps are taken again.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.skat.rules import FAMILY
from tafelwerk.proofs.claims import Claim
from tafelwerk.proofs.skat import features
from tafelwerk.proofs.skat.playouts import PLAYOUTS
from tafelwerk.proofs.skat.rules import GAMES, SEATS, suits_of
from tafelwerk.proofs.skat.stored import Stored, has_keys, proved
from tafelwerk.proofs.skat.trials import TRIALS
from tafelwerk.tables.book import Book

MODELS, VALIDATIONS = f"{FAMILY}.models", f"{FAMILY}.validations"

STEPS, RIDGE, TAIL = 24, 0.03, -5.0
"""Steps of a fit, its ridge, and the log odds below which hidden log odds fall as fast as open ones."""

HALF = 0.5e-6 + 1e-8
"""Tolerance of a weight: half of its last digit, and rounding of sums."""

NEAREST = 1e-12
"""Tolerance of losses, which are sums of doubles in any order."""

LOOSE, LOOSE_STEP = 1e-12, 1e-3
"""Relative curvature of directions that are only rounding, and tolerance of weights along these."""

Vector = NDArray[np.float64]


class Game(NamedTuple):
    """A game to learn from: number of its deal, cards, whether won with open cards, and the outcome to fit."""

    number: int
    game: str
    seat: int
    hand: int
    skat: int
    opened: bool
    won: bool

    @property
    def held_back(self) -> bool:
        """Whether it is held out for validation."""
        return self.number // 3 % 5 == 4


def claims(book: Book, stored: Stored) -> Iterator[Claim]:
    """The claims, given the parameters of the builds."""
    fits = sorted({(build["seed"], build["models"], build["played"]) for build in stored if "models" in build})
    yield has_keys(book, VALIDATIONS, lambda: _contracts(fits))
    key = ("model", "seed", "deals", "played", "game", "declarer", "place", "feature")
    yield has_keys(book, MODELS, lambda: _feature_keys(fits), key)
    proofs = cache(lambda fit: _Fit(book, *fit))
    # for each fit, the groups of classifiers that share weights
    units = [(fit, part) for fit in fits for part in _parts()]

    def slopes(units: Sequence[Any]) -> Iterator[str]:
        return (text for fit, part in units for text in proofs(fit).slopes(*part))

    def counted(fits: Sequence[Any]) -> Iterator[str]:
        return (text for fit in fits for text in proofs(fit).validations())

    finely = {"weight": "its last digit, except where features always occur together"}
    yield proved(MODELS, "slopes vanish", ("weight",), units, slopes, noun="fits", whole=True, within=finely)
    counts = ("true_positives", "false_positives", "false_negatives", "true_negatives", "loss")
    finely = {"loss": f"within a relative {NEAREST}"}
    yield proved(VALIDATIONS, "counted again", counts, fits, counted, noun="fits", whole=True, within=finely)


def _contracts(fits: Sequence[tuple[int, int, int]]) -> list[tuple[str, int, int, int, str, str]]:
    models = ("thesis", "open", "hidden")
    return [(model, *fit, game, seat) for fit in fits for model in models for game in GAMES for seat in SEATS]


def _feature_keys(fits: Sequence[tuple[int, int, int]]) -> list[tuple[str, int, int, int, str, str, int, str]]:
    return [
        (*key, place, name) for key in _contracts(fits) for place, name in enumerate(features.names(key[0], key[4]))
    ]


def _parts() -> list[tuple[str, tuple[str, ...], tuple[int, ...]]]:
    """Groups fitted together: model, games, seats."""
    kinds = {kind: tuple(game for game in GAMES if features.kind(game) == kind) for kind in ("suit", "grand", "null")}
    thesis = [("thesis", (game,), (seat,)) for game in GAMES for seat in range(3)]
    own = [("open", games, (seat,)) for games in kinds.values() for seat in range(3)]
    return [*thesis, *own, *(("hidden", games, (0, 1, 2)) for games in kinds.values())]


class _Fit:
    """The classifiers of one build, and the games that they were fitted to."""

    def __init__(self, book: Book, seed: int, deals: int, played: int) -> None:
        self._name = f"seed {seed}, {deals} deals, {played} played out"
        found = book.rows(
            FAMILY,
            "SELECT number, game, declarer, hand, skat, won, won"
            f" FROM {TRIALS} WHERE seed = ? AND number < ? ORDER BY number, game",
            seed,
            deals,
        )
        self._solved = [_game(row) for row in found]
        found = book.rows(
            FAMILY,
            "SELECT t.number, t.game, t.declarer, t.hand, t.skat, t.won, p.won"
            f" FROM {TRIALS} t JOIN {PLAYOUTS} p USING (seed, number, game) WHERE seed = ? AND number < ?"
            " ORDER BY number, game, worlds",
            seed,
            played,
        )
        self._played = [_game(row) for row in found]
        condition = "WHERE seed = ? AND deals = ? AND played = ?"
        self._weights: dict[tuple[str, str, int], Vector] = {}
        rows = book.rows(
            FAMILY,
            f"SELECT model, game, declarer, list(weight ORDER BY place) FROM {MODELS} {condition} GROUP BY ALL",
            seed,
            deals,
            played,
        )
        for model, game, declarer, weights in rows:
            self._weights[model, game, SEATS.index(declarer)] = np.array(weights, np.float64)
        self._validations = book.rows(
            FAMILY,
            "SELECT model, game, declarer, true_positives, false_positives, false_negatives, true_negatives, loss"
            f" FROM {VALIDATIONS} {condition}",
            seed,
            deals,
            played,
        )

    def slopes(self, model: str, games: Sequence[str], seats: Sequence[int]) -> Iterator[str]:
        """Errors of weights that are fitted together."""
        name = f"{self._name}, {model}, {' '.join(games)} by {' '.join(SEATS[seat] for seat in seats)}"
        pool = self._played if model == "hidden" else self._solved
        rows = [one for one in pool if one.game in games and one.seat in seats and not one.held_back]
        weights = {(game, seat): self._weights[model, game, seat] for game in games for seat in seats}
        own = [weights[games[0], seat] for seat in seats]
        for seat, first in zip(seats, own, strict=True):
            if any(not np.array_equal(weights[game, seat], first) for game in games):
                yield f"{name}: games of one kind with other weights"
        if any(not np.array_equal(first[1:], own[0][1:]) for first in own):
            yield f"{name}: seats with other weights"
        for one in own:
            # weights have six digits
            if not np.isfinite(one).all() or (one != np.round(one, 6)).any():
                yield f"{name}: weights of more than six digits"
                return
        won = np.array([one.won for one in rows], np.bool_)
        values = self._values(model, games[0], rows)
        if model == "thesis":
            # a tiny ridge, needed by features that never occur
            curve = values.T @ values + 1e-9 * np.eye(values.shape[1])
            problem = _off(values.T @ won - curve @ own[0], curve)
            if own[0][~values.any(0)].any():
                problem = "features that never occur have weights"
        elif model == "open":
            problem = _off_logistic(values, won, own[0], 1)
        else:
            constants = np.array([[float(one.seat == seat) for seat in seats] for one in rows]).reshape(-1, len(seats))
            shared = np.array([*(first[0] for first in own), *own[0][1:]])
            problem = _off_logistic(np.hstack([constants, values[:, 1:]]), won, shared, len(seats))
        if problem:
            yield f"{name}: {problem}"

    def _values(self, model: str, game: str, rows: Sequence[Game]) -> Vector:
        """Features of games; those of `hidden` as it is fitted: whether the deal is won with open cards is known."""
        if model == "thesis":
            found = [features.thesis_features(one.game, one.hand, one.number) for one in rows]
        elif model == "open":
            found = [features.open_features(one.game, one.hand, one.skat) for one in rows]
        else:
            odds = self._odds(rows)
            found = [
                [1.0, max(float(odd), TAIL), float(one.opened), float(_trumps(one))]
                for odd, one in zip(odds, rows, strict=True)
            ]
        return np.array(found, np.float64).reshape(len(rows), len(features.names(model, game)))

    def _odds(self, rows: Sequence[Game]) -> Vector:
        """Log odds of model open."""
        return np.array(
            [
                np.dot(features.open_features(one.game, one.hand, one.skat), self._weights["open", one.game, one.seat])
                for one in rows
            ]
        )

    def validations(self) -> Iterator[str]:
        """Errors of results on held-out games."""
        for model, game, declarer, *stored, loss in self._validations:
            seat = SEATS.index(declarer)
            pool = self._played if model == "hidden" else self._solved
            rows = [one for one in pool if (one.game, one.seat) == (game, seat) and one.held_back]
            weights = self._weights[model, game, seat]
            won = np.array([one.won for one in rows], np.bool_)
            chances = self._chances(model, rows, weights) if rows else np.zeros(0)
            told = chances >= 0.5
            counts = [int(some.sum()) for some in (told & won, told & ~won, ~told & won, ~told & ~won)]
            squares = float(((chances - won) ** 2).mean()) if rows else None
            near = loss is None if squares is None else abs(loss - squares) <= NEAREST * squares
            if counts != stored or not near:
                yield f"{self._name}, {model}, {game} by {declarer}: {stored}, {loss} should be {counts}, {squares}"

    def _chances(self, model: str, rows: Sequence[Game], weights: Vector) -> Vector:
        if model == "thesis":
            return np.asarray(self._values(model, rows[0].game, rows) @ weights)
        odds = self._odds(rows)
        if model == "open":
            return _logistic(odds)
        constant, slope, gain, trump = weights
        trumps = np.array([_trumps(one) for one in rows])
        lost = constant + slope * np.maximum(odds, TAIL) + np.minimum(odds - TAIL, 0.0) + trump * trumps
        opened = _logistic(odds)
        return np.asarray(opened * _logistic(lost + gain) + (1 - opened) * _logistic(lost))


def _game(row: Sequence[Any]) -> Game:
    number, game, declarer, hand, skat, opened, won = row
    return Game(number, game, SEATS.index(declarer), hand, skat, opened, won)


def _trumps(one: Game) -> int:
    return (one.hand & suits_of(one.game)[0]).bit_count()


def _logistic(log_odds: Vector) -> Vector:
    return np.asarray(1 / (1 + np.exp(-log_odds)))


def _off_logistic(values: Vector, won: NDArray[np.bool_], weights: Vector, free: int) -> str | None:
    """The error of weights of a logistic model with a ridge except on the first `free` features; None if there is none."""
    alike = [len({*won[values[:, feature] != 0].tolist()}) < 2 for feature in range(free)]
    if not any(alike):
        return _off(*_slope(values, won, weights, free))
    found = np.zeros(len(weights))
    for _ in range(STEPS):
        slope, curve = _slope(values, won, found, free)
        found = found + np.linalg.solve(curve + 1e-9 * np.eye(len(found)), slope)
    return None if np.abs(weights - found).max() <= HALF else "not where the steps lead"


def _slope(values: Vector, won: NDArray[np.bool_], weights: Vector, free: int) -> tuple[Vector, Vector]:
    """Gradient of the log likelihood minus the ridge, and its negative Hessian."""
    ridge = np.full(len(weights), RIDGE)
    ridge[:free] = 0.0
    chances = _logistic(values @ weights)
    curve = values.T @ (values * (chances * (1 - chances))[:, None]) + np.diag(ridge)
    return values.T @ (won - chances) - ridge * weights, curve


def _off(slope: Vector, curve: Vector) -> str | None:
    """The error of weights with a given gradient: a step of Newton's method must be no larger than their rounding.

    If features are equal in all games, such as jacks and trumps in Grand, only the sum of their weights is determined.
    """
    values, vectors = np.linalg.eigh(curve)
    found = vectors.T @ slope
    loose = values < LOOSE * values[-1]
    step = vectors @ np.where(loose, 0.0, found / values)
    rest = vectors @ np.where(loose, found / values, 0.0)
    worst = int(np.abs(step).argmax())
    if abs(step[worst]) > HALF * (2 if np.abs(rest).max() > HALF else 1):
        return f"off by {step[worst]:.3g} at feature {worst}"
    return None if np.abs(rest).max() < LOOSE_STEP else f"off by {rest[int(np.abs(rest).argmax())]:.3g}"
