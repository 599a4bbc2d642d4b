"""Classifiers of hands: fitted to trials and playouts and validated, the shipped weights, and games by classes of hands.

There are three models. `thesis`: least squares on seven features, with 1 for a game won and 0 for a game lost, as in
S. Kupferschmid, Entwicklung eines Double Dummy Skat Solvers, Freiburg 2003, section 13.1, but solved directly instead
of in small steps. `open`: logistic model of the chance to win with open cards, on the features of `features`, with the suit games
together. `hidden`: logistic model of the chance to win with hidden cards, on the log odds of `open`, the trumps kept, and
whether the deal is won with open cards; if that is not known, the mean of both cases, weighted by the chance of `open`.

Logistic models are fitted by Newton's method: each step solves normal equations weighted by p(1 - p), with p the chances so far
(iteratively reweighted least squares; McCullagh and Nelder, Generalized Linear Models, 1989, section 2.5). A small ridge bounds
the weights of rare features. A ridge of 1 shrank all weights so much that Grand without a jack, the reference case, looked three
times as likely to be won as it is.

The shipped weights, `weights.json`, were fitted to random deals that were solved and played out, not to the games of a book.
"""

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.build.task import Rows
from tafelwerk.errors import BookError, TafelwerkError
from tafelwerk.families.skat.hands import FEATURES, Models
from tafelwerk.families.skat.rules import FAMILY
from tafelwerk.families.skat.rules.cards import Game, Seat, read_seat
from tafelwerk.families.skat.rules.contracts import Contract
from tafelwerk.families.skat.surveys import HandClass, Hands, RatedGames, SkatClass, share_of
from tafelwerk.solvers.skat import hand_chances
from tafelwerk.solvers.skat.learning import thesis_features, thesis_names
from tafelwerk.solvers.skat.model_bidder import WITHIN, WORLDS, ModelBidder
from tafelwerk.tables.answers import LEVEL, share_error
from tafelwerk.tables.book import Book

STEPS = 24
RIDGE = 0.03
DECIMALS = 6
"""Decimals to which weights are rounded, so that they do not depend on the last bits of a sum."""

THRESHOLD = 0.5

Vector = NDArray[np.float64]
Integers = NDArray[np.int64]
Flags = NDArray[np.bool_]
ContractWeights = Mapping[tuple[Game, Seat], Vector]

_GAMES = "SELECT number, t.game::VARCHAR AS game, t.declarer::VARCHAR AS declarer, t.hand, t.skat, t.won AS opened"
_TRIALS = f"{_GAMES}, t.won FROM skat.trials t"
_PLAYOUTS = f"{_GAMES}, p.won FROM skat.trials t JOIN skat.playouts p USING (seed, number, game)"


class FitGames(NamedTuple):
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
        return hand_chances.features(self.game, self.hands, self.skats)

    def trumps(self) -> Integers:
        """Numbers of trumps kept, shape (n,)."""
        return hand_chances.trump_counts(self.game, self.hands)

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
        solved, checked = _fit_games(opened, _TRIALS, seed, deals)
        over, checked_over = _fit_games(opened, _PLAYOUTS, seed, played)
    thesis = {games.contract: least_squares(games.thesis_features(), games.won) for games in solved}
    weights = _open_weights(solved)
    hidden = _hidden_weights(over, weights)

    def odds(one: FitGames) -> Vector:
        return one.open_features() @ weights[one.contract]

    def hidden_chance(one: FitGames) -> Vector:
        # the winner with open cards is unknown
        step, opened = hand_chances.Step(*hidden[one.contract]), _logistic(odds(one))
        lost = step.if_lost(odds(one), one.trumps())
        return opened * _logistic(lost + step.gain) + (1 - opened) * _logistic(lost)

    fitted: list[tuple[str, ContractWeights, Sequence[FitGames], Callable[[FitGames], Vector]]] = [
        (
            "thesis",
            thesis,
            checked,
            lambda games: games.thesis_features() @ thesis[games.contract],
        ),
        ("open", weights, checked, lambda games: _logistic(odds(games))),
        ("hidden", hidden, checked_over, hidden_chance),
    ]
    models, validations = [], []
    for model, weights_of, held_out, chances in fitted:
        for games in held_out:
            key = {"model": model, "seed": seed, "deals": deals, "played": played}
            key |= {"game": games.game.value, "declarer": games.seat.word}
            pairs = zip(feature_names(model, games.game), weights_of[games.contract].tolist(), strict=True)
            models += [
                key | {"place": number, "feature": feature, "weight": weight}
                for number, (feature, weight) in enumerate(pairs)
            ]
            validations.append(key | _validation(chances(games), games.won))
    return {"models": models, "validations": validations}


def feature_names(model: str, game: Game) -> tuple[str, ...]:
    """Names of the features of model thesis, open or hidden, in order."""
    hidden = ("one", "log odds of open", "won with open cards", "trumps")
    return {
        "thesis": ("one", *thesis_names(game)),
        "open": hand_chances.OWN[hand_chances.KINDS[game]],
        "hidden": hidden,
    }[model]


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


def _fit_games(book: Book, sql: str, seed: int, deals: int) -> tuple[list[FitGames], list[FitGames]]:
    """Games of a seed's first deals for every contract: those to fit to, and the held-out ones, three deals in fifteen with one
    per seat."""
    columns = book.arrays(FAMILY, f"{sql} WHERE seed = ? AND number < ? ORDER BY number, game", seed, deals)
    if not columns or not len(columns["won"]):
        raise BookError(f"{book.path} holds no trials or no playouts of seed {seed}")
    divided: tuple[list[FitGames], list[FitGames]] = ([], [])
    for part, held_back in zip(divided, (False, True), strict=True):
        for game in Game:
            for seat in Seat:
                chosen = (columns["game"] == game.value) & (columns["declarer"] == seat.word)
                chosen &= (columns["number"] // 3 % 5 == 4) == held_back
                number, hand, skat = (columns[name][chosen].astype(np.int64) for name in ("number", "hand", "skat"))
                part.append(FitGames(game, seat, number, hand, skat, columns["opened"][chosen], columns["won"][chosen]))
    return divided


def _open_weights(solved: Sequence[FitGames]) -> ContractWeights:
    """Weights of model open; games of one kind share them."""
    weights: dict[tuple[Game, Seat], Vector] = {}
    for kind in hand_chances.Kind:
        for seat in Seat:
            parts = [games for games in solved if hand_chances.KINDS[games.game] is kind and games.seat is seat]
            values = np.concatenate([part.open_features() for part in parts])
            fit = logistic_fit(values, np.concatenate([part.won for part in parts]))
            weights |= {part.contract: fit for part in parts}
    return weights


def _hidden_weights(played: Sequence[FitGames], own: ContractWeights) -> ContractWeights:
    """Weights of model hidden: a constant per seat, and the others shared by all seats of a kind, since few games of some kinds
    and seats are played out."""
    by_contract: dict[tuple[Game, Seat], Vector] = {}
    for kind in hand_chances.Kind:
        parts = [games for games in played if hand_chances.KINDS[games.game] is kind]
        values = [
            np.column_stack(
                [
                    *(np.full(len(part.won), float(part.seat is seat)) for seat in Seat),
                    np.maximum(part.open_features() @ own[part.contract], hand_chances.TAIL),
                    part.opened,
                    part.trumps(),
                ]
            )
            for part in parts
        ]
        won = np.concatenate([part.won for part in parts])
        weights = logistic_fit(np.concatenate(values), won, free=len(Seat))
        by_contract |= {part.contract: np.array([weights[part.seat], *weights[len(Seat) :]]) for part in parts}
    return by_contract


def _validation(chances: Vector, won: Flags) -> dict[str, Any]:
    """Counts and loss of a classifier on held-out games."""
    predicted = chances >= THRESHOLD
    return {
        "true_positives": int((predicted & won).sum()),
        "false_positives": int((predicted & ~won).sum()),
        "false_negatives": int((~predicted & won).sum()),
        "true_negatives": int((~predicted & ~won).sum()),
        "loss": float(((chances - won) ** 2).mean()) if len(won) else None,
    }


def _logistic(log_odds: Vector) -> Vector:
    chances: Vector = 1 / (1 + np.exp(-log_odds))
    return chances


def _weights_file() -> dict[str, Any]:
    """The file."""
    document: dict[str, Any] = json.loads((files(__package__) / "weights.json").read_text(encoding="utf-8"))
    return document


@cache
def fitted_to() -> tuple[int, int, int]:
    """Seed of the deals that the shipped weights were fitted to, number of deals whose trials were used, and of those played out;
    a fifth of each was held out."""
    document = _weights_file()
    return document["seed"], document["deals"], document["played"]


@cache
def shipped_weights() -> hand_chances.Weights:
    """The weights in the file."""
    document = _weights_file()
    open_weights, hidden = (
        {
            (hand_chances.Kind(kind), Seat(seat)): tuple(document[model][kind][seat.word].values())
            for kind in hand_chances.Kind
            for seat in Seat
        }
        for model in ("open", "hidden")
    )
    return hand_chances.Weights(open_weights, {key: hand_chances.Step(*weights) for key, weights in hidden.items()})


@cache
def default_chances() -> hand_chances.Chances:
    """Chances by the shipped weights."""
    return hand_chances.Chances(shipped_weights())


def default_bidder(*, worlds: int = WORLDS, within: int = WITHIN) -> ModelBidder:
    """A bidder with the shipped weights; arguments as for `ModelBidder`."""
    return ModelBidder(default_chances(), worlds=worlds, within=within)


def weights_document(book: Book) -> dict[str, Any]:
    """The weights of a book's classifiers in the form of the file: by model, kind of game and seat, with four digits.

    Raises:
        MissingTableError: the book holds none.
    """
    fitted = Models().probe(book)
    document: dict[str, Any] = {"seed": fitted.seed, "deals": fitted.deals, "played": fitted.played}
    document |= {model: {kind.value: {} for kind in hand_chances.Kind} for model in ("open", "hidden")}
    for row in fitted.weights:
        if row.model in document:
            # games of one kind have the same weights
            rounded = {name: float(f"{weight:.4g}") for name, weight in row.features.items()}
            document[row.model][hand_chances.KINDS[Game(row.game)].value][row.declarer] = rounded
    return document


def main(arguments: list[str]) -> int:
    """Write the weights of a book's classifiers; the arguments are BOOK and TARGET, the file.

    Returns:
        0, or the exit code of the error.
    """
    book, target = map(Path, arguments)
    try:
        with Book(book) as opened:
            document = weights_document(opened)
    except TafelwerkError as error:
        sys.stderr.write(f"error: {error}\n")
        return int(error.exit_code)
    target.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")
    sys.stdout.write(f"{target}: {document['deals']:,} deals, {document['played']:,} played out\n")
    return 0


BINS = 10
"""Ranges of equal width into which chances are divided."""

ACES = tuple(1 << (27 - 7 * suit) for suit in range(4))
"""Masks of the aces by suit."""

Columns = Mapping[str, NDArray[Any]]


class ClassGames(NamedTuple):
    """Games of one kind.

    Attributes:
        hands: shape (n, number of features): what defines the classes of hands.
        skats: shape (n, 2): what defines the classes of Skats.
        won: shape (n,): outcomes.
        chances: shape (n,).
    """

    hands: Integers
    skats: Integers
    won: Integers
    chances: Vector


def hand_classes(solved: Columns, played: Columns, seed: int, position: str | None, dealt: bool, least: int) -> Hands:
    """The answer of question hands, from its material; other arguments as there."""
    of_seed, deals, over = fitted_to()
    fitted = (deals, over) if seed == of_seed else (0, 0)
    fresh, fresh_over = (
        _fresh(columns, until, position) for columns, until in zip((solved, played), fitted, strict=True)
    )
    classes: list[HandClass] = []
    skats: list[SkatClass] = []
    ratings: list[RatedGames] = []
    for kind in hand_chances.Kind:
        games = _class_games(fresh, kind, hidden=False)
        classes += (group for group in _classes(kind, games) if group.games >= least)
        ratings += _ratings("open", kind, games)
        if dealt and kind is not hand_chances.Kind.NULL:
            skats += (group for group in _skats(kind, games) if group.games >= least)
    for kind in hand_chances.Kind:
        ratings += _ratings("hidden", kind, _class_games(fresh_over, kind, hidden=True))
    errors = [error for group in classes if (error := share_error(group.won.share, group.games)) is not None]
    count = len(fresh["won"])
    return Hands(
        seed,
        dealt,
        position,
        len(np.unique(fresh["number"])),
        count,
        classes,
        skats,
        ratings,
        certainty="sampled",
        samples=count,
        standard_error=max(errors, default=None),
        level=LEVEL,
    )


def _fresh(columns: Columns, until: int, position: str | None) -> Columns:
    """The games to which the weights were not fitted, of one seat or of all; `until`: number of deals fitted to, but for those
    held out."""
    if not columns:
        return dict.fromkeys(("number", "game", "declarer", "hand", "skat", "won"), np.zeros(0, np.int64))
    number = columns["number"].astype(np.int64)
    chosen = (number >= until) | (number // 3 % 5 == 4)
    if position is not None:
        chosen &= columns["declarer"] == read_seat(position)
    return {name: column[chosen].astype(np.int64) for name, column in columns.items()}


def _class_games(columns: Columns, kind: hand_chances.Kind, *, hidden: bool) -> ClassGames:
    """Games of one kind, rated with open or with hidden cards."""
    parts = [
        _part(columns, game, seat, hidden=hidden) for game in Game if hand_chances.KINDS[game] is kind for seat in Seat
    ]
    return ClassGames(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def _part(columns: Columns, game: Game, seat: Seat, *, hidden: bool) -> ClassGames:
    """Games of one game and seat."""
    code = list(Game).index(game)
    chosen = (columns["game"] == code) & (columns["declarer"] == seat)
    hand, skat, won = (columns[name][chosen] for name in ("hand", "skat", "won"))
    chances, trumps = default_chances(), hand_chances.trump_counts(game, hand)
    odds = chances.log_odds(game, seat, hand, skat)
    rated = chances.of(Contract(game), seat, odds, trumps) if hidden else hand_chances.logistic(odds)
    return ClassGames(np.stack(_hand_features(game, hand), 1), np.stack(_skat_features(game, skat), 1), won, rated)


def _hand_features(game: Game, hand: Integers) -> list[Integers]:
    """What defines the classes of hands."""
    if hand_chances.KINDS[game] is hand_chances.Kind.NULL:
        excess = hand_chances.null_suits()[1]
        return [
            sum((excess[suit, hand_chances.place_of(hand, suit)] for suit in range(4)), np.zeros(len(hand), np.int64))
        ]
    jacks = np.bitwise_count(hand >> 28).astype(np.int64)
    aces = _side_aces(game, hand)
    return (
        [jacks, aces]
        if hand_chances.KINDS[game] is hand_chances.Kind.GRAND
        else [jacks, hand_chances.trump_counts(game, hand), aces]
    )


def _skat_features(game: Game, skat: Integers) -> list[Integers]:
    """What defines the classes of Skats."""
    return [hand_chances.trump_counts(game, skat), _side_aces(game, skat)]


def _side_aces(game: Game, cards: Integers) -> Integers:
    """Number of aces outside trumps."""
    outside = sum(ace for suit, ace in enumerate(ACES) if suit != list(Game).index(game))
    counts: Integers = np.bitwise_count(cards & outside).astype(np.int64)
    return counts


def _classes(kind: hand_chances.Kind, games: ClassGames) -> Iterator[HandClass]:
    """Classes of hands in the order of their features."""
    for value, count, won, chance in _group_sums(games.hands, games):
        class_features = dict.fromkeys(("jacks", "trumps", "aces", "excess")) | dict(
            zip(FEATURES[kind.value], value, strict=True)
        )
        yield HandClass(kind.value, **class_features, games=count, won=share_of(won, count), chance=chance)


def _skats(kind: hand_chances.Kind, games: ClassGames) -> Iterator[SkatClass]:
    """Classes of Skats in the order of their features."""
    for (trumps, aces), count, won, chance in _group_sums(games.skats, games):
        yield SkatClass(kind.value, trumps, aces, count, share_of(won, count), chance)


def _ratings(model: str, kind: hand_chances.Kind, games: ClassGames) -> Iterator[RatedGames]:
    """Games by ranges of their chance, without empty ranges."""
    members = np.minimum((games.chances * BINS).astype(np.int64), BINS - 1)
    for bin_number, count, won, chance in _sums(range(BINS), members, games):
        yield RatedGames(
            model, kind.value, bin_number / BINS, (bin_number + 1) / BINS, count, share_of(won, count), chance
        )


def _group_sums(features: Integers, games: ClassGames) -> Iterator[tuple[list[int], int, int, float]]:
    """Sums of the games that share their features, in the order of these."""
    values, members = np.unique(features, axis=0, return_inverse=True)
    return _sums(values.tolist(), members.ravel(), games)


def _sums(names: Any, members: Integers, games: ClassGames) -> Iterator[tuple[Any, int, int, float]]:
    """For each group with games its name, number of games, number won, and mean chance."""
    counts = np.bincount(members, minlength=len(names))
    won = np.bincount(members, games.won, minlength=len(names))
    chances = np.bincount(members, games.chances, minlength=len(names))
    for name, count, wins, chance in zip(names, counts.tolist(), won.tolist(), chances.tolist(), strict=True):
        if count:
            yield name, count, round(wins), chance / count


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
