"""Stored classifiers of hands, proved anew from the games that they were fitted to, by numpy in place of SQL.

Least squares and a logistic model with a ridge are where a slope vanishes; it is looked at there, no fit is made again. Only
where all games that a constant counts in ended alike, a logistic model has no such place: its steps are taken again.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tafelwerk.build.claims import Claims, drawn
from tafelwerk.build.skat.learning import fitted_to
from tafelwerk.build.skat.models import DECIMALS, RIDGE, STEPS, THRESHOLD, Games, feature_names, stored_games
from tafelwerk.errors import BookError, InputError
from tafelwerk.solvers.skat.cards import Game, Seat
from tafelwerk.solvers.skat.chances import TAIL
from tafelwerk.solvers.skat.features import KINDS, Kind
from tafelwerk.solvers.skat.order import order
from tafelwerk.tables.book import Book
from tafelwerk.tables.checks import Check
from tafelwerk.tables.skat import FAMILY

THESIS = 4
"""Games and declarers whose classifiers by the thesis's features are proved unless a number is asked for: a feature of these is
found anew from thirty random deals a hand."""

_MODELS = ("thesis", "open", "hidden")
_UNIT = 0.6 * 10.0**-DECIMALS  # half a digit, and what the rounding of one weight moves in the slopes of others
_CLOSE = 1e-6

Vector = NDArray[np.float64]
Key = tuple[str, Game, Seat]
"""Which model, what is played, by whom."""


def model_checks(book: Book, sample: int | None) -> Iterator[Check]:
    """All classifiers: whether they are where their slope vanishes; how they do on games held back, counted again.

    Args:
        book: the book.
        sample: of classifiers by the thesis's features so many are drawn; None: as many as the check takes.
    """
    weights, validations = _stored_weights(book), _stored_validations(book)
    built = set(fitted_to(book))
    if not weights and not validations and not built:
        return
    fits, counts = Claims(), Claims()
    for numbers in sorted({*weights, *validations, *built}):
        name = f"seed {numbers[0]}, {numbers[1]} deals, {numbers[2]} played out"
        try:
            if numbers not in built:
                raise BookError("no build made them")
            solved, played = stored_games(book, *numbers)
            one = _Proof(name, weights.get(numbers, {}), solved, played, fits)
            one.fits(drawn(list(one.solved), THESIS if sample is None else sample))
            one.validations(validations.get(numbers, {}), counts)
        except (BookError, InputError) as fault:
            fits.claim(name, str(fault), False)
    total = sum(map(len, weights.values()))
    yield fits.check(f"{FAMILY}.models: slopes vanish", f"{fits.rows} of {total} classifiers proved")
    total = sum(map(len, validations.values()))
    yield counts.check(f"{FAMILY}.validations: counted again", f"{counts.rows} of {total} classifiers")


class _Proof:
    """The classifiers of one build, and the games of its question."""

    def __init__(
        self,
        name: str,
        stored: Mapping[Key, Sequence[tuple[Any, ...]]],
        solved: Sequence[Games],
        played: Sequence[Games],
        claims: Claims,
    ) -> None:
        self.name, self.claims = name, claims
        self.solved = {(one.game, one.declarer): one for one in solved}
        self.played = {(one.game, one.declarer): one for one in played}
        self.thesis: dict[tuple[Game, Seat], Games] = {}
        self.weights: dict[Key, Vector] = {}
        for model in _MODELS:
            for game, seat in self.solved:
                key, names = (model, game, seat), feature_names(model, game)
                rows = stored.get(key, ())
                whole = [row[:2] for row in rows] == list(enumerate(names))
                claims.claim(self._of(key), "not the features of the model", whole)
                self.weights[key] = np.array([row[2] for row in rows] if whole else [0.0] * len(names))
        strange = sorted({model for model, *_ in stored} - {*_MODELS})
        claims.claim(name, f"there are no models {', '.join(strange)}", not strange)

    def _of(self, key: Key) -> str:
        model, game, seat = key
        return f"{self.name}, {model}, {game.value} by {seat.word}"

    def _odds(self, games: Games) -> Vector:
        """Log odds of open, shape (n,)."""
        return games.own_features() @ self.weights["open", games.game, games.declarer]

    def _foretold(self, model: str, games: Games, weights: Vector) -> Vector:
        """What a model says of games, shape (n,)."""
        if model == "thesis":
            return games.thesis_features() @ weights
        odds = self._odds(games)
        if model == "open":
            return _chances(odds)
        constant, slope, gain, trump = weights
        if_lost = constant + slope * np.where(odds < TAIL, TAIL, odds) - np.where(odds < TAIL, TAIL - odds, 0.0)
        if_lost += trump * _trumps(games)
        won, lost = _chances(if_lost + gain), _chances(if_lost)
        return lost + _chances(odds) * (won - lost)

    def fits(self, thesis: Sequence[tuple[Game, Seat]]) -> None:
        """Claim that slopes vanish; `thesis`: of which classifiers by the thesis's features."""
        self.thesis = {contract: self.solved[contract] for contract in thesis}
        for contract, games in self.thesis.items():
            training = games.part(False)
            problem = _off_squares(training.thesis_features(), training.won, self.weights["thesis", *contract])
            self._claim(("thesis", *contract), problem)
        for kind in Kind:
            alike = [game for game in Game if KINDS[game] is kind]
            for seat in Seat:
                self._open([self.solved[game, seat] for game in alike])
            self._hidden([self.played[game, seat] for game in alike for seat in Seat])

    def _open(self, parts: Sequence[Games]) -> None:
        """The classifier that games of one kind and seat share."""
        training = [part.part(False) for part in parts]
        values, won = (
            np.concatenate(rows) for rows in zip(*((one.own_features(), one.won) for one in training), strict=True)
        )
        weights = self.weights["open", parts[0].game, parts[0].declarer]
        self._shared("open", parts, {one.declarer: weights for one in parts}, _off_logistic(values, won, weights))

    def _hidden(self, parts: Sequence[Games]) -> None:
        """Those of one kind: a constant a seat, and what they share."""
        training = [part.part(False) for part in parts]
        seats = np.concatenate([np.full(len(one.won), one.declarer) for one in training])
        odds = np.concatenate([self._odds(one) for one in training])
        opened = np.concatenate([one.opened for one in training])
        trumps = np.concatenate([_trumps(one) for one in training])
        constants = ((seats == seat).astype(float) for seat in Seat)
        values = np.column_stack([*constants, odds.clip(min=TAIL), opened, trumps])
        won = np.concatenate([one.won for one in training])
        first = [self.weights["hidden", parts[0].game, seat] for seat in Seat]
        shared = first[0][1:]
        problem = _off_logistic(values, won, np.array([*(weights[0] for weights in first), *shared]), free=len(Seat))
        self._shared("hidden", parts, {seat: np.array([first[seat][0], *shared]) for seat in Seat}, problem)

    def _shared(self, model: str, parts: Sequence[Games], weights: Mapping[Seat, Vector], problem: str | None) -> None:
        """Claim that games have the weights of their seat, and that there is no problem with these."""
        for part in parts:
            key = (model, part.game, part.declarer)
            same = np.array_equal(self.weights[key], weights[part.declarer])
            self._claim(key, problem if same else f"not the weights that {parts[0].game.value} has")

    def _claim(self, key: Key, problem: str | None) -> None:
        self.claims.rows += 1
        self.claims.claim(self._of(key), problem or "", problem is None)

    def validations(self, stored: Mapping[Key, tuple[Any, ...]], claims: Claims) -> None:
        """Claim that counts and losses are those of the games held back; by the thesis's features only where fits were."""
        for model in _MODELS:
            games_of = {"thesis": self.thesis, "open": self.solved, "hidden": self.played}[model]
            for contract, games in games_of.items():
                key = (model, *contract)
                check = games.part(True)
                wanted = _counted(self._foretold(model, check, self.weights[key]), check.won)
                claims.rows += 1
                found = stored.get(key)
                if found is None:
                    claims.claim(self._of(key), "is not stored", False)
                    continue
                claims.claim(self._of(key), f"counts {found[:4]} should be {wanted[:4]}", found[:4] == wanted[:4])
                loss, right = found[4], wanted[4]
                close = loss is right if None in (loss, right) else abs(loss - right) < _CLOSE
                claims.claim(self._of(key), f"loss {loss} should be {right}", close)
        missing = {(model, *contract) for model in _MODELS for contract in self.solved} ^ set(stored)
        claims.claim(self.name, f"{len(missing)} classifiers missing or strange", not missing)


def _trumps(games: Games) -> Vector:
    """How many trumps each hand has."""
    trumps = order(games.game).from_game(order(games.game).trumps)
    return np.array([(hand & trumps).bit_count() for hand in games.hands.tolist()], np.float64)


def _off_squares(values: Vector, won: NDArray[np.bool_], weights: Vector) -> str | None:
    """What is wrong with weights of least squares, if anything."""
    if weights[~values.any(0)].any():
        return "features that never occur have weights"
    return _off(values.T @ (won - values @ weights), values.T @ values)


def _off_logistic(values: Vector, won: NDArray[np.bool_], weights: Vector, free: int = 1) -> str | None:
    """What is wrong with weights of a logistic model with a ridge but on the first `free` features, if anything."""
    alike = [len({*won[values[:, feature] != 0].tolist()}) < 2 for feature in range(free)]
    if not any(alike):
        return _off(*_slope(values, won, weights, free))
    right = np.zeros(len(weights))
    for _ in range(STEPS):
        slope, curve = _slope(values, won, right, free)
        right = right + np.linalg.solve(curve + 1e-9 * np.eye(len(right)), slope)
    return None if np.abs(weights - right).max() <= _CLOSE else "not where the steps lead"


def _slope(values: Vector, won: NDArray[np.bool_], weights: Vector, free: int) -> tuple[Vector, Vector]:
    """Slope of the log likelihood less the ridge, and minus its curvature."""
    ridge = np.full(len(weights), RIDGE)
    ridge[:free] = 0.0
    chances = _chances(values @ weights)
    curve = values.T @ (values * (chances * (1 - chances))[:, None]) + np.diag(ridge)
    return values.T @ (won - chances) - ridge * weights, curve


def _off(slope: Vector, curve: Vector) -> str | None:
    """What is wrong with a slope at weights rounded to some digits: it is at most what the rounding makes of nothing."""
    over = np.abs(slope) - _UNIT * np.abs(curve).sum(1) - _CLOSE
    worst = int(over.argmax())
    return None if over[worst] <= 0 else f"slope {slope[worst]:.3g} at feature {worst}"


def _chances(log_odds: Vector) -> Vector:
    chances: Vector = 1 / (1 + np.exp(-log_odds))
    return chances


def _counted(chances: Vector, won: NDArray[np.bool_]) -> tuple[Any, ...]:
    """True and false positives, false and true negatives, mean squared difference."""
    told = chances >= THRESHOLD
    counts = (told & won, told & ~won, ~told & won, ~told & ~won)
    return *(int(count.sum()) for count in counts), float(((chances - won) ** 2).mean()) if len(won) else None


def _stored_weights(book: Book) -> dict[tuple[int, int, int], dict[Key, list[tuple[Any, ...]]]]:
    """Place, name and weight of each feature, by seed, deals solved and played out, and by classifier."""
    columns = "seed, deals, played, model, game, declarer, place, feature, weight"
    found: dict[tuple[int, int, int], dict[Key, list[tuple[Any, ...]]]] = {}
    for seed, deals, played, model, game, declarer, *row in book.rows(
        FAMILY, f"SELECT {columns} FROM {FAMILY}.models ORDER BY seed, deals, played, model, game, declarer, place"
    ):
        key = (model, Game(game), Seat[declarer.upper()])
        found.setdefault((seed, deals, played), {}).setdefault(key, []).append(tuple(row))
    return found


def _stored_validations(book: Book) -> dict[tuple[int, int, int], dict[Key, tuple[Any, ...]]]:
    """Counts and loss, by seed, deals solved and played out, and by classifier."""
    counts = "true_positives, false_positives, false_negatives, true_negatives, loss"
    found: dict[tuple[int, int, int], dict[Key, tuple[Any, ...]]] = {}
    for seed, deals, played, model, game, declarer, *row in book.rows(
        FAMILY, f"SELECT seed, deals, played, model, game, declarer, {counts} FROM {FAMILY}.validations"
    ):
        found.setdefault((seed, deals, played), {})[model, Game(game), Seat[declarer.upper()]] = tuple(row)
    return found
