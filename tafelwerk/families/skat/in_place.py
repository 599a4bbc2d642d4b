"""Answers about a program in place of one seat of recorded games: results of its cards and of the cards played.

Whenever the seat has a choice, the program chooses a card from what the seat knew. Both cards are followed by best play with all
cards open. The outcome is scored by the Skat Order and counted after Seeger and Fabian at a table of three, for the seat.
Decisions of one game are correlated, so that differences are taken per game.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from tafelwerk.families.skat.replay_answers import LeftOut
from tafelwerk.frozen import frozen
from tafelwerk.tables.answers import LEVEL, Answer, answer
from tafelwerk.tables.intervals import mean_interval, mean_of


@frozen
class OtherCard:
    """A decision in which the program chooses another card than the one played.

    Attributes:
        trick: number of the trick, from 1.
        seat: seat to play.
        played, chosen: the card that was played, and the program's card.
        best: tournament points for the seat under best play from there.
        played_points, chosen_points: tournament points for the seat after each of the two cards.
    """

    trick: int
    seat: str
    played: str
    chosen: str
    best: int
    played_points: int
    chosen_points: int


@frozen
class InPlace:
    """A game with a program in place of one seat.

    Attributes:
        name, line: name of the round, and its first line in the log.
        agent, seat, seed: the program, the seat in whose place it plays, and its random seed.
        game, declarer: game and seat as words; None if no game was played.
        decisions: number of the seat's cards with a choice.
        played_loss, chosen_loss: tournament points given away against best play, by the cards played and by those chosen.
        difference: tournament points gained by the cards chosen over those played.
        others: decisions in which the program chooses another card.
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
    """A program in place of one seat over the games of a log: means per game; standard error and interval are of `difference`.

    Attributes:
        agent: the program.
        seat: the seat in whose place it plays.
        seed: its random seed.
        games: number of games in which the seat had a choice.
        decisions: number of cards with a choice in them.
        other_card: number of decisions in which the program chooses another card.
        played_loss, chosen_loss, difference: means per game.
        rounds: the games.
        of: number of rounds in the log.
        skipped: unreadable parts of the log.
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
    """The game given by its JSON document."""
    return InPlace(**{**record, "others": [OtherCard(**one) for one in record["others"]]})


def summed_up(agent: str, seat: str, seed: int, games: Iterable[InPlace], of: int, skipped: list[LeftOut]) -> InPlaces:
    """Games as an answer, with a normal interval, which is meaningful from about thirty games."""
    found = [one for one in games if one.decisions]
    count = len(found)
    difference, error = mean_of([one.difference for one in found])
    interval = mean_interval(difference, error)
    return InPlaces(
        agent,
        seat,
        seed,
        count,
        sum(one.decisions for one in found),
        sum(len(one.others) for one in found),
        mean_of([one.played_loss for one in found])[0],
        mean_of([one.chosen_loss for one in found])[0],
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
