"""A program in the place of one seat of recorded games, as answers: what its cards and those that were played bring.

At each card of the seat with a choice the program chooses from what the seat knew. Both cards are followed by best play of all
with every card open, and what comes of that is scored by the Skat Order and counted after Seeger and Fabian at a table of three,
for the seat. Decisions of one game hang together, so that differences are taken game by game.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any

from tafelwerk.tables.question import LEVEL, QUANTILE, Answer, answer
from tafelwerk.tables.skat.replayed import LeftOut


@dataclass(frozen=True, slots=True)
class OtherCard:
    """A decision in which the program plays another card than was played.

    Attributes:
        trick: which trick, from 1.
        seat: who was to play.
        played, chosen: the card that was played, and the program's.
        best: tournament points for the seat under best play from there.
        played_points, chosen_points: those after either card.
    """

    trick: int
    seat: str
    played: str
    chosen: str
    best: int
    played_points: int
    chosen_points: int


@dataclass(frozen=True, slots=True)
class InPlace:
    """A game with a program in one seat's place.

    Attributes:
        name, line: of the round.
        agent, seat, seed: the program, whose place it takes, and where its chance begins.
        game, declarer: as words; None where no game was played.
        decisions: the seat's cards with a choice.
        played_loss, chosen_loss: tournament points that the cards played, and those chosen, gave away against best play.
        difference: tournament points that the cards chosen bring more than those played.
        others: where the program plays another card.
    """

    name: str
    line: int
    agent: str
    seat: str
    seed: int
    game: str | None
    declarer: str | None
    decisions: int
    played_loss: int
    chosen_loss: int
    difference: int
    others: list[OtherCard]


@answer
class InPlaces(Answer):
    """A program in one seat's place over the games of a log: means per game; standard error and interval are of `difference`.

    Attributes:
        agent: the program.
        seat: whose place it takes.
        seed: where its chance begins.
        games: games in which the seat had a choice.
        decisions: cards with a choice in them.
        other_card: how many of them the program plays differently.
        played_loss, chosen_loss, difference: means of the games' values.
        rounds: the games.
        of: rounds of the log.
        skipped: what of it is no readable round.
    """

    agent: str
    seat: str
    seed: int
    games: int
    decisions: int
    other_card: int
    played_loss: float | None
    chosen_loss: float | None
    difference: float | None
    rounds: list[InPlace]
    of: int
    skipped: list[LeftOut]


def read_in_place(record: Mapping[str, Any]) -> InPlace:
    """A game of its JSON document."""
    return InPlace(**{**record, "others": [OtherCard(**one) for one in record["others"]]})


def summed_up(agent: str, seat: str, seed: int, games: Iterable[InPlace], of: int, skipped: list[LeftOut]) -> InPlaces:
    """Games as an answer; the interval is that of the normal distribution, for some thirty games and more."""
    found = [one for one in games if one.decisions]
    count = len(found)
    difference, error = _mean([one.difference for one in found])
    interval = None
    # games that all differ by the same say nothing of their spread
    if difference is not None and error:
        interval = (difference - QUANTILE * error, difference + QUANTILE * error)
    return InPlaces(
        agent,
        seat,
        seed,
        count,
        sum(one.decisions for one in found),
        sum(len(one.others) for one in found),
        _mean([one.played_loss for one in found])[0],
        _mean([one.chosen_loss for one in found])[0],
        difference,
        found,
        of,
        skipped,
        certainty="sampled",
        samples=count or None,
        standard_error=error,
        interval=interval,
        level=None if interval is None else LEVEL,
    )


def _mean(values: list[int]) -> tuple[float | None, float | None]:
    """A mean and its standard error; None where there are too few values."""
    if not values:
        return None, None
    mean = sum(values) / len(values)
    if len(values) < 2:
        return mean, None
    return mean, sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1) / len(values))
