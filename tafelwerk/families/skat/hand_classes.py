"""Games by classes of the declarer's hands, and by the chances of the shipped weights, which were not fitted to these games."""

from collections.abc import Iterator, Mapping
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.skat.rules.cards import Game, Seat, read_seat
from tafelwerk.families.skat.rules.scoring import Contract
from tafelwerk.families.skat.surveys import HandClass, Hands, RatedGames, SkatClass
from tafelwerk.families.skat.weights import default_chances, fitted_to
from tafelwerk.solvers.skat.bidding.chances import logistic
from tafelwerk.solvers.skat.bidding.features import KINDS, Kind, null_suits, place_of, trump_counts
from tafelwerk.tables.answers import LEVEL
from tafelwerk.tables.intervals import share_of

BINS = 10
"""Ranges of equal width into which chances are divided."""

ACES = tuple(1 << (27 - 7 * suit) for suit in range(4))
"""Masks of the aces by suit."""

Columns = Mapping[str, NDArray[Any]]
Vector = NDArray[np.float64]
Integers = NDArray[np.int64]


class Games(NamedTuple):
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
    for kind in Kind:
        games = _games(fresh, kind, hidden=False)
        classes += (one for one in _classes(kind, games) if one.games >= least)
        ratings += _ratings("open", kind, games)
        if dealt and kind is not Kind.NULL:
            skats += (one for one in _skats(kind, games) if one.games >= least)
    for kind in Kind:
        ratings += _ratings("hidden", kind, _games(fresh_over, kind, hidden=True))
    errors = [sqrt(one.won.share * (1 - one.won.share) / one.games) for one in classes]
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


def _games(columns: Columns, kind: Kind, *, hidden: bool) -> Games:
    """Games of one kind, rated with open or with hidden cards."""
    parts = [_part(columns, game, seat, hidden=hidden) for game in Game if KINDS[game] is kind for seat in Seat]
    return Games(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def _part(columns: Columns, game: Game, seat: Seat, *, hidden: bool) -> Games:
    """Games of one game and seat."""
    place = list(Game).index(game)
    chosen = (columns["game"] == place) & (columns["declarer"] == seat)
    hand, skat, won = (columns[name][chosen] for name in ("hand", "skat", "won"))
    chances, trumps = default_chances(), trump_counts(game, hand)
    odds = chances.log_odds(game, seat, hand, skat)
    rated = chances.of(Contract(game), seat, odds, trumps) if hidden else logistic(odds)
    return Games(np.stack(_hand_features(game, hand), 1), np.stack(_skat_features(game, skat), 1), won, rated)


def _hand_features(game: Game, hand: Integers) -> list[Integers]:
    """What defines the classes of hands."""
    if KINDS[game] is Kind.NULL:
        excess = null_suits()[1]
        return [sum((excess[suit, place_of(hand, suit)] for suit in range(4)), np.zeros(len(hand), np.int64))]
    jacks = np.bitwise_count(hand >> 28).astype(np.int64)
    aces = _side_aces(game, hand)
    return [jacks, aces] if KINDS[game] is Kind.GRAND else [jacks, trump_counts(game, hand), aces]


def _skat_features(game: Game, skat: Integers) -> list[Integers]:
    """What defines the classes of Skats."""
    return [trump_counts(game, skat), _side_aces(game, skat)]


def _side_aces(game: Game, cards: Integers) -> Integers:
    """Number of aces outside trumps."""
    outside = sum(ace for suit, ace in enumerate(ACES) if suit != list(Game).index(game))
    counts: Integers = np.bitwise_count(cards & outside).astype(np.int64)
    return counts


def _classes(kind: Kind, games: Games) -> Iterator[HandClass]:
    """Classes of hands in the order of their features."""
    names = {Kind.SUIT: ("jacks", "trumps", "aces"), Kind.GRAND: ("jacks", "aces"), Kind.NULL: ("excess",)}[kind]
    for value, count, won, chance in _grouped(games.hands, games):
        found = dict.fromkeys(("jacks", "trumps", "aces", "excess")) | dict(zip(names, value, strict=True))
        yield HandClass(kind.value, **found, games=count, won=share_of(won, count), chance=chance)


def _skats(kind: Kind, games: Games) -> Iterator[SkatClass]:
    """Classes of Skats in the order of their features."""
    for (trumps, aces), count, won, chance in _grouped(games.skats, games):
        yield SkatClass(kind.value, trumps, aces, count, share_of(won, count), chance)


def _ratings(model: str, kind: Kind, games: Games) -> Iterator[RatedGames]:
    """Games by ranges of their chance, without empty ranges."""
    members = np.minimum((games.chances * BINS).astype(np.int64), BINS - 1)
    for place, count, won, chance in _sums(range(BINS), members, games):
        yield RatedGames(model, kind.value, place / BINS, (place + 1) / BINS, count, share_of(won, count), chance)


def _grouped(features: Integers, games: Games) -> Iterator[tuple[list[int], int, int, float]]:
    """Sums of the games that share their features, in the order of these."""
    values, members = np.unique(features, axis=0, return_inverse=True)
    return _sums(values.tolist(), members.ravel(), games)


def _sums(names: Any, members: Integers, games: Games) -> Iterator[tuple[Any, int, int, float]]:
    """For each group with games its name, number of games, number won, and mean chance."""
    counts = np.bincount(members, minlength=len(names))
    won = np.bincount(members, games.won, minlength=len(names))
    chances = np.bincount(members, games.chances, minlength=len(names))
    for name, count, wins, chance in zip(names, counts.tolist(), won.tolist(), chances.tolist(), strict=True):
        if count:
            yield name, count, round(wins), chance / count
