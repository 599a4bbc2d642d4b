"""The tasks of Skat: outcomes of random and of given deals, deals stored whole, games and rounds priced, the ladder measured,
games to learn from, and the models fitted to them."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import comb
from typing import Any, ClassVar

from tafelwerk.build.skat.games import RecordedGame
from tafelwerk.rules.skat.cards import Game, Seat
from tafelwerk.rules.skat.deals import numbered_deal

Columns = Mapping[str, Any]
Contract = tuple[str, str]
"""Game and declarer, as words."""

CONTRACTS: tuple[Contract, ...] = tuple((game.value, seat.word) for game in Game for seat in Seat)

OPENINGS_OPERATIONS = 5e7
"""Estimated work of the values of ten opening cards; less with fewer cards in a hand."""

POSITION_OPERATIONS = 900.0
"""Estimated work of a position of a deal stored whole; most of it is writing it down."""

GAME_OPERATIONS = 5e7
"""Estimated work of a game's thirty cards; the first tricks are nearly all of it."""

BIDDING_OPERATIONS = 1.6e9
"""Estimated work of bidding, discarding and announcing in a round."""

ROUND_OPERATIONS = {"pimc": (2e8, 1.2e7), "informed": (2e8, 1.3e7), "open": (6e7, 0.0), "random": (0.0, 0.0)}
"""Estimated work of a player's cards in a round, by the kind of player: all of it, and more for each world."""

TRIALS_OF_A_DEAL = 2.7
TRIAL_OPERATIONS = 2.6e6
"""Trials of a deal, and the estimated work of one."""

WORLDS = 20
"""Worlds for each card of a game played out."""

PLAYOUT_OPERATIONS = 3.6e8
"""Estimated work of a game played out."""

STEP_SECONDS = {
    "win": {8: 0.02, 9: 0.3, 10: 0.2},
    "points": {5: 0.012, 6: 0.25, 7: 0.15, 8: 0.18, 9: 0.6, 10: 2.5},
}
"""About what a deal takes by cards in a hand, all steps of a question together; with fewer cards it is next to nothing."""

ROUND_TABLES = ("deals", "rounds", "decisions", "games", "plays")


@dataclass(frozen=True, slots=True)
class RandomDeals:
    """Deals number `first` to `last` of a seed's sequence, under every game and declarer."""

    seed: int
    first: int
    last: int
    tables: ClassVar[tuple[str, ...]] = ("deals", "samples", "results")
    SPEED: ClassVar[float] = 1e9
    """Operations per second of one core, kernels warm; measured."""

    def run(self) -> Mapping[str, Columns]:
        from tafelwerk.build.skat.deal_rows import random_deal_tables

        return random_deal_tables(self.seed, self.first, self.last)

    def operations(self) -> float:
        return OPENINGS_OPERATIONS * len(CONTRACTS) * (self.last - self.first + 1)

    def expected_rows(self) -> int:
        return (2 + len(CONTRACTS)) * (self.last - self.first + 1)


@dataclass(frozen=True, slots=True)
class GivenDeals:
    """Some deals by their numbers, under some games and declarers."""

    deals: tuple[int, ...]
    contracts: tuple[Contract, ...]
    tables: ClassVar[tuple[str, ...]] = ("deals", "results")
    SPEED: ClassVar[float] = 1e9
    """Operations per second of one core, kernels warm; measured."""

    def run(self) -> Mapping[str, Columns]:
        from tafelwerk.build.skat.deal_rows import given_deal_tables

        return given_deal_tables(self.deals, self.contracts)

    def operations(self) -> float:
        return OPENINGS_OPERATIONS * len(self.contracts) * len(self.deals)

    def expected_rows(self) -> int:
        return (1 + len(self.contracts)) * len(self.deals)


@dataclass(frozen=True, slots=True)
class WholeDeals:
    """Every reachable start of a trick of one deal, game and declarer."""

    deal: int
    game: str
    declarer: str
    table: ClassVar[str] = "positions"
    SPEED: ClassVar[float] = 1e9
    """Operations per second of one core, kernels warm; measured."""

    def run(self) -> Columns:
        from tafelwerk.build.skat.deal_rows import whole_deal_columns

        return whole_deal_columns(self.deal, self.game, self.declarer)

    def operations(self) -> float:
        return POSITION_OPERATIONS * self.expected_rows()

    def expected_rows(self) -> int:
        cards = numbered_deal(self.deal).cards_each
        # a sixth of the bound is reached, of some deals a third
        return 1 + 3 * sum(comb(cards, left) ** 3 for left in range(1, cards)) // 6


@dataclass(frozen=True, slots=True)
class PlayedGames:
    """Games that were played, each card with what it cost.

    No two tasks of a build hold games of the same deal, since each writes the deals of its own.
    """

    games: tuple[RecordedGame, ...]
    tables: ClassVar[tuple[str, ...]] = ("deals", "games", "plays")
    SPEED: ClassVar[float] = 1e9
    """Operations per second of one core, kernels warm; measured."""

    def run(self) -> Mapping[str, Columns]:
        from tafelwerk.build.skat.game_rows import played_game_tables

        return played_game_tables(self.games)

    def operations(self) -> float:
        return GAME_OPERATIONS * len(self.games)

    def expected_rows(self) -> int:
        return 32 * len(self.games)


@dataclass(frozen=True, slots=True)
class LoggedRounds:
    """Rounds of a log, a line each, as `round_log` writes them.

    No two tasks of a build hold rounds of the same deal, since each writes the deals of its own.
    """

    lines: tuple[str, ...]
    tables: ClassVar[tuple[str, ...]] = ROUND_TABLES
    SPEED: ClassVar[float] = 1e9
    """Operations per second of one core, kernels warm; measured."""

    def run(self) -> Mapping[str, Columns]:
        from tafelwerk.build.skat.rounds import logged_tables

        return logged_tables(self.lines)

    def operations(self) -> float:
        return GAME_OPERATIONS * len(self.lines)

    def expected_rows(self) -> int:
        return 130 * len(self.lines)


@dataclass(frozen=True, slots=True)
class MatchRounds:
    """A match of three players on the deals `first` to `last` of a seed's sequence, three rounds a deal."""

    players: tuple[str, str, str]
    seed: int
    first: int
    last: int
    tables: ClassVar[tuple[str, ...]] = ROUND_TABLES
    SPEED: ClassVar[float] = 1e9
    """Operations per second of one core, kernels warm; measured."""

    def run(self) -> Mapping[str, Columns]:
        from tafelwerk.build.skat.rounds import match_tables

        return match_tables(self.players, self.seed, self.first, self.last)

    def operations(self) -> float:
        a_round = GAME_OPERATIONS + BIDDING_OPERATIONS + sum(map(_playing_operations, self.players))
        return 3 * (self.last - self.first + 1) * a_round

    def expected_rows(self) -> int:
        return 3 * 130 * (self.last - self.first + 1)


@dataclass(frozen=True, slots=True)
class Ladder:
    """Deals number `first` to `last` of a seed's sequence, measured by every step that gives none of them up.

    With a question, "win" or "points", by the steps that answer it.
    """

    seed: int
    first: int
    last: int
    cards: int
    question: str | None
    tables: ClassVar[tuple[str, ...]] = ("deals", "statistics")
    SPEED: ClassVar[float] = 1e9
    """Operations per second of one core, kernels warm; measured."""

    def run(self) -> Mapping[str, Columns]:
        from tafelwerk.build.skat.ladder import ladder_tables

        return ladder_tables(self.seed, self.first, self.last, self.cards, self.question)

    def operations(self) -> float:
        asked = STEP_SECONDS if self.question is None else (self.question,)
        seconds = sum(STEP_SECONDS[question].get(self.cards, 0.001) for question in asked)
        return 1e9 * seconds * (self.last - self.first + 1)

    def expected_rows(self) -> int:
        return (1 + step_count(self.cards, self.question)) * (self.last - self.first + 1)


@dataclass(frozen=True, slots=True)
class Trials:
    """What the declarer of deals number `first` to `last` of a seed might play, solved; seats take turns."""

    seed: int
    first: int
    last: int
    table: ClassVar[str] = "trials"
    SPEED: ClassVar[float] = 1e9
    """Operations per second of one core, kernels warm; measured."""

    def run(self) -> Columns:
        from tafelwerk.build.skat.trials import trial_columns

        return trial_columns(self.seed, self.first, self.last)

    def operations(self) -> float:
        return TRIAL_OPERATIONS * self.expected_rows()

    def expected_rows(self) -> int:
        return round(TRIALS_OF_A_DEAL * (self.last - self.first + 1))


@dataclass(frozen=True, slots=True)
class Playouts:
    """Of deals number `first` to `last` of a seed one trial each, if there is one that may end either way, played out by programs
    that do not see the cards of others."""

    seed: int
    first: int
    last: int
    worlds: int = WORLDS
    tables: ClassVar[tuple[str, ...]] = ("playouts", "playout_cards")
    SPEED: ClassVar[float] = 1e9
    """Operations per second of one core, kernels warm; measured."""

    def run(self) -> Mapping[str, Columns]:
        from tafelwerk.build.skat.trials import playout_tables

        return playout_tables(self.seed, self.first, self.last, self.worlds)

    def operations(self) -> float:
        return PLAYOUT_OPERATIONS * self.worlds / WORLDS * (self.last - self.first + 1)

    def expected_rows(self) -> int:
        return 31 * (self.last - self.first + 1)


@dataclass(frozen=True, slots=True)
class Models:
    """All classifiers, from the trials and playouts that a book has of a seed's first deals.

    `book` is the folder of the book, which holds them already.
    """

    book: str
    seed: int
    deals: int
    played: int
    tables: ClassVar[tuple[str, ...]] = ("models", "validations")
    SPEED: ClassVar[float] = 1e9
    """Operations per second of one core, kernels warm; measured."""

    def run(self) -> Mapping[str, Columns]:
        from tafelwerk.build.skat.models import model_tables

        return model_tables(self.book, self.seed, self.deals, self.played)

    def operations(self) -> float:
        return 7e6 * self.deals + 5e8

    def expected_rows(self) -> int:
        return 18 * 60


def step_count(cards: int, question: str | None = None) -> int:
    """Steps of the ladder that are measured with so many cards in a hand.

    Args:
        cards: cards in a hand.
        question: "win" or "points": only the steps that answer it; None: all.
    """
    counts = {"win": 6 - (cards > 9), "points": 8 - (cards > 6) - (cards > 7)}
    return sum(counts.values()) if question is None else counts[question]


def _playing_operations(player: str) -> float:
    kind, _, worlds = player.partition(":")
    fixed, each = ROUND_OPERATIONS[kind]
    return fixed + each * int(worlds or 0)
