"""Look-ups of the classifiers of hands: their weights, and how they do on games that they were not fitted to."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tafelwerk.tables.builds.skat import FAMILY
from tafelwerk.tables.layers import layered

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book


@dataclass(frozen=True, slots=True)
class Validation:
    """How a classifier does on games held back.

    `model`: thesis, open or hidden; `game`, `declarer`: as words; `true_positives` to `true_negatives`: numbers of games,
    positive being half a chance or more; `loss`: mean squared difference of chance and outcome, None without games.
    """

    model: str
    game: str
    declarer: str
    true_positives: int
    false_positives: int
    false_negatives: int
    true_negatives: int
    loss: float | None

    @property
    def games(self) -> int:
        """How many games were held back."""
        return self.true_positives + self.false_positives + self.false_negatives + self.true_negatives


@dataclass(frozen=True, slots=True)
class StoredWeights:
    """Classifiers fitted to as many games as the book has: `seed`, `deals` and `played` as in table models;
    `weights`: for each model, game and declarer, as words, those of its features by name, in their order."""

    seed: int
    deals: int
    played: int
    weights: dict[tuple[str, str, str], dict[str, float]]


@layered
def get_weights(book: "Book") -> StoredWeights | None:
    """The classifiers fitted to most deals, or None."""
    row = book.one(FAMILY, "SELECT seed, deals, played FROM skat.models ORDER BY deals DESC, played DESC, seed LIMIT 1")
    if row is None:
        return None
    seed, deals, played = row
    rows = book.rows(
        FAMILY,
        "SELECT model, game, declarer, feature, weight FROM skat.models WHERE seed = ? AND deals = ? AND played = ?"
        " ORDER BY model, game, declarer, place",
        seed,
        deals,
        played,
    )
    weights: dict[tuple[str, str, str], dict[str, float]] = {}
    for model, game, declarer, feature, weight in rows:
        weights.setdefault((model, game, declarer), {})[feature] = weight
    return StoredWeights(seed, deals, played, weights)


@layered
def get_validations(book: "Book", seed: int, deals: int, played: int) -> tuple[Validation, ...]:
    """How the classifiers fitted to so many deals of a seed do, by model, game and declarer."""
    rows = book.rows(
        FAMILY,
        "SELECT model, game, declarer, true_positives, false_positives, false_negatives, true_negatives, loss"
        " FROM skat.validations WHERE seed = ? AND deals = ? AND played = ? ORDER BY model, game, declarer",
        seed,
        deals,
        played,
    )
    return tuple(Validation(*row) for row in rows)
