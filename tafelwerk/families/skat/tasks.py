"""The tasks of Skat: outcomes of random and of given deals, deals stored whole, games and rounds priced, the ladder measured,
games to learn from, and the models fitted to them."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import comb
from typing import ClassVar

from tafelwerk.build.task import Rows
from tafelwerk.families.skat.rules.cards import Game, Seat
from tafelwerk.families.skat.rules.deals import numbered_deal
from tafelwerk.families.skat.rules.limits import ALL, ladder_steps
from tafelwerk.families.skat.rules.rounds import Round

Contract = tuple[str, str]
"""Game and declarer, as words."""

CONTRACTS: tuple[Contract, ...] = tuple((game.value, seat.word) for game in Game for seat in Seat)

OPENINGS_OPERATIONS = 5e7
"""Estimated operations for the values of ten opening cards; fewer with fewer cards per hand."""

POSITION_OPERATIONS = 2000.0
"""Estimated operations per position of a deal stored whole; most of the time is spent writing."""

WIN_OPERATIONS = 3e5
"""Estimated operations for the winner of a random deal in one game; a few take a hundred times as many."""

NULL_OPERATIONS, NULL_ROWS = 2e8, 727
"""Estimated operations for the hands that no distribution beats in Null, and the number of rows: holdings, lengths, deals."""

GAME_OPERATIONS = 5e7
"""Estimated operations for a game's thirty cards; nearly all for the first tricks."""

BIDDING_OPERATIONS = 1.6e9
"""Estimated operations for bidding, discarding and announcing in a round."""

ROUND_OPERATIONS = {"pimc": (2e8, 1.2e7), "informed": (2e8, 1.3e7), "open": (6e7, 0.0), "random": (0.0, 0.0)}
"""Estimated operations for a player's cards in a round, by kind of player: a fixed part, and a part per world."""

TRIALS_OF_A_DEAL = 2.7
TRIAL_OPERATIONS = 2.6e6
"""Mean number of trials per deal, and estimated operations per trial."""

WORLDS = 20
"""Worlds per card in a playout."""

PLAYOUT_OPERATIONS = 3.6e8
"""Estimated operations per playout."""

STEP_SECONDS = {
    "win": {8: 0.02, 9: 0.3, 10: 0.2},
    "table": {8: 0.05, 9: 0.3, 10: 1.7},
    "null": {10: 0.015},
    "points": {5: 0.012, 6: 0.25, 7: 0.15, 8: 0.18, 9: 0.6, 10: 2.5},
}
"""Approximate seconds per deal for all steps of a question, by cards per hand; negligible with fewer cards."""

ROUND_ROWS = 130
"""Approximate number of rows per round."""

ROUND_TABLES = ("deals", "rounds", "decisions", "games", "plays")


class _Task:
    """Base of the tasks."""

    __slots__ = ()
    SPEED: ClassVar[float] = 1e9
    """Operations per second of one core, kernels warm; measured."""


@dataclass(frozen=True, slots=True)
class _Span(_Task):
    """Deals number `first` to `last` of a seed's sequence."""

    seed: int
    first: int
    last: int

    @property
    def count(self) -> int:
        """Number of deals."""
        return self.last - self.first + 1


@dataclass(frozen=True, slots=True)
class RandomDeals(_Span):
    """Deals of a sequence, for every game and declarer."""

    tables: ClassVar[tuple[str, ...]] = ("deals", "samples", "results")

    def run(self) -> Mapping[str, Rows]:
        from tafelwerk.families.skat.deal_rows import random_deal_tables

        return random_deal_tables(self.seed, self.first, self.last)

    def operations(self) -> float:
        return OPENINGS_OPERATIONS * len(CONTRACTS) * self.count

    def expected_rows(self) -> int:
        return (2 + len(CONTRACTS)) * self.count


@dataclass(frozen=True, slots=True)
class Wins(_Span):
    """Deals of a sequence, only won or lost, for every game and declarer."""

    table: ClassVar[str] = "wins"

    def run(self) -> Rows:
        from tafelwerk.families.skat.deal_rows import win_rows

        return win_rows(self.seed, self.first, self.last)

    def operations(self) -> float:
        return WIN_OPERATIONS * self.expected_rows()

    def expected_rows(self) -> int:
        return len(CONTRACTS) * self.count


@dataclass(frozen=True, slots=True)
class GivenDeals(_Task):
    """Given deals by number, for given games and declarers."""

    deals: tuple[int, ...]
    contracts: tuple[Contract, ...]
    tables: ClassVar[tuple[str, ...]] = ("deals", "results")

    def run(self) -> Mapping[str, Rows]:
        from tafelwerk.families.skat.deal_rows import given_deal_tables

        return given_deal_tables(self.deals, self.contracts)

    def operations(self) -> float:
        return OPENINGS_OPERATIONS * len(self.contracts) * len(self.deals)

    def expected_rows(self) -> int:
        return (1 + len(self.contracts)) * len(self.deals)


@dataclass(frozen=True, slots=True)
class NullHands(_Task):
    """The hands that no distribution beats in Null."""

    tables: ClassVar[tuple[str, ...]] = ("null_suits", "null_hands", "null_deals")

    def run(self) -> Mapping[str, Rows]:
        from tafelwerk.families.skat.deal_rows import null_tables

        return null_tables()

    def operations(self) -> float:
        return NULL_OPERATIONS

    def expected_rows(self) -> int:
        return NULL_ROWS


@dataclass(frozen=True, slots=True)
class WholeDeals(_Task):
    """Every reachable start of a trick of one deal, game and declarer; `positions`: their number, where it is known."""

    deal: int
    game: str
    declarer: str
    positions: int | None = None
    table: ClassVar[str] = "positions"

    def run(self) -> Rows:
        from tafelwerk.families.skat.deal_rows import whole_deal_rows

        return whole_deal_rows(self.deal, self.game, self.declarer)

    def operations(self) -> float:
        return POSITION_OPERATIONS * self.expected_rows()

    def expected_rows(self) -> int:
        if self.positions is not None:
            return self.positions
        cards = numbered_deal(self.deal).cards_each
        # typically a sixth of the bound is reached, on some deals a third
        return 1 + 3 * sum(comb(cards, left) ** 3 for left in range(1, cards)) // 6


@dataclass(frozen=True, slots=True)
class PlayedGames(_Task):
    """Games that were played, with the cost of each card.

    No two tasks of a build have games of the same deal, since each writes its own deals.
    """

    games: tuple[Round, ...]
    tables: ClassVar[tuple[str, ...]] = ("deals", "games", "plays")

    def run(self) -> Mapping[str, Rows]:
        from tafelwerk.families.skat.round_rows import game_tables

        return game_tables(self.games)

    def operations(self) -> float:
        return GAME_OPERATIONS * len(self.games)

    def expected_rows(self) -> int:
        return 32 * len(self.games)


@dataclass(frozen=True, slots=True)
class LoggedRounds(_Task):
    """Rounds of a log.

    No two tasks of a build have rounds of the same deal, since each writes its own deals.
    """

    rounds: tuple[Round, ...]
    tables: ClassVar[tuple[str, ...]] = ROUND_TABLES

    def run(self) -> Mapping[str, Rows]:
        from tafelwerk.families.skat.round_rows import round_tables

        return round_tables(self.rounds)

    def operations(self) -> float:
        return GAME_OPERATIONS * len(self.rounds)

    def expected_rows(self) -> int:
        return ROUND_ROWS * len(self.rounds)


@dataclass(frozen=True, slots=True)
class MatchRounds(_Span):
    """A match on deals of a sequence: of three players, three rounds per deal, or of one with itself, one round per deal."""

    players: tuple[str, ...]
    tables: ClassVar[tuple[str, ...]] = ROUND_TABLES

    def run(self) -> Mapping[str, Rows]:
        from tafelwerk.families.skat.round_rows import match_tables

        return match_tables(self.players, self.seed, self.first, self.last)

    def operations(self) -> float:
        cards = 3 * sum(map(_playing_operations, self.players)) / len(self.players)
        return len(self.players) * self.count * (GAME_OPERATIONS + BIDDING_OPERATIONS + cards)

    def expected_rows(self) -> int:
        return len(self.players) * ROUND_ROWS * self.count


@dataclass(frozen=True, slots=True)
class Ladder(_Span):
    """Deals of a sequence, measured by every step that solves all of them.

    With a question, "win", "points", "table" or "null", by the steps that answer it.
    """

    cards: int
    question: str | None
    tables: ClassVar[tuple[str, ...]] = ("deals", "statistics")

    def run(self) -> Mapping[str, Rows]:
        from tafelwerk.families.skat.deal_rows import ladder_tables

        return ladder_tables(self.seed, self.first, self.last, self.cards, self.question)

    def operations(self) -> float:
        questions = ALL if self.question is None else (self.question,)
        return self.SPEED * self.count * sum(STEP_SECONDS[question].get(self.cards, 0.001) for question in questions)

    def expected_rows(self) -> int:
        return (1 + len(ladder_steps(self.cards, self.question))) * self.count


@dataclass(frozen=True, slots=True)
class Trials(_Span):
    """Trials of the declarer on deals of a sequence, solved; seats alternate."""

    table: ClassVar[str] = "trials"

    def run(self) -> Rows:
        from tafelwerk.families.skat.round_rows import trial_rows

        return trial_rows(self.seed, self.first, self.last)

    def operations(self) -> float:
        return TRIAL_OPERATIONS * self.expected_rows()

    def expected_rows(self) -> int:
        return round(TRIALS_OF_A_DEAL * self.count)


@dataclass(frozen=True, slots=True)
class Playouts(_Span):
    """One doubtful trial per deal of a sequence, if there is one, played out by programs that do not see the cards of others."""

    worlds: int = WORLDS
    tables: ClassVar[tuple[str, ...]] = ("playouts", "playout_cards")

    def run(self) -> Mapping[str, Rows]:
        from tafelwerk.families.skat.round_rows import playout_tables

        return playout_tables(self.seed, self.first, self.last, self.worlds)

    def operations(self) -> float:
        return PLAYOUT_OPERATIONS * self.worlds / WORLDS * self.count

    def expected_rows(self) -> int:
        return 31 * self.count


@dataclass(frozen=True, slots=True)
class Models(_Task):
    """All classifiers, from the trials and playouts in a book of a seed's first deals.

    `book` is the folder of the book, which holds these already.
    """

    book: str
    seed: int
    deals: int
    played: int
    tables: ClassVar[tuple[str, ...]] = ("models", "validations")

    def run(self) -> Mapping[str, Rows]:
        from tafelwerk.families.skat.classifiers import model_tables

        return model_tables(self.book, self.seed, self.deals, self.played)

    def operations(self) -> float:
        return 3e6 * self.deals + 5e8

    def expected_rows(self) -> int:
        return 18 * 60


def _playing_operations(player: str) -> float:
    kind, _, worlds = player.partition(":")
    fixed, each = ROUND_OPERATIONS[kind]
    return fixed + each * int(worlds or 0)
