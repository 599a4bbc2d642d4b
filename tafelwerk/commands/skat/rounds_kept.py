"""The rounds that a person has finished: the running score, and the log."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tafelwerk.commands.skat.matches import rounds_before
from tafelwerk.commands.skat.sitting import Sitting
from tafelwerk.rules.skat.cards import Seat
from tafelwerk.rules.skat.round_log import LoggedRound, write_round
from tafelwerk.rules.skat.rounds import Round
from tafelwerk.solvers.skat.agents import tournament_points

PERSON = "person"
SOURCE = "a person against programs"
"""The source of the rounds that a person plays; what else is to be known of them stands behind it."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished round.

    Attributes:
        round: the round.
        seat: the person's.
    """

    round: Round
    seat: Seat


class Kept:
    """Finished rounds by their number; each is logged when it can no longer be taken back."""

    def __init__(self, log: Path | None, seed: int) -> None:
        """No round yet.

        Args:
            log: the file to which rounds are appended; None for none.
            seed: a part of their names.

        Raises:
            InputError: the file is there and holds something else than rounds.
            OSError: it cannot be read.
        """
        self.results: dict[int, Finished] = {}
        self._log, self._seed = log, seed
        self._logged: set[int] = set()
        self._names = set() if log is None else {logged.name for logged in rounds_before(log)}

    def finish(self, sitting: Sitting) -> None:
        """Keep a round that is over."""
        self.results[sitting.number] = Finished(sitting.round, sitting.seat)

    def take_back(self, number: int) -> None:
        """Let a round count no longer."""
        self.results.pop(number, None)

    def write(self, sitting: Sitting, *, taken_back: bool, everything: bool) -> None:
        """Log a round that stands as it ended, unless that is done.

        Args:
            sitting: at the end of the round.
            taken_back: whether the person has taken answers back.
            everything: whether all hands lay open.

        Raises:
            OSError: the log cannot be written.
        """
        if self._log is None or sitting.number in self._logged:
            return
        name = self._name(f"play-{self._seed}-{sitting.number}")
        source = SOURCE + ", all hands open" * everything + ", with answers taken back" * taken_back
        logged = LoggedRound(name, sitting.round, sitting.names(PERSON), source, sitting.chance)
        append_line(self._log, write_round(logged))
        self._logged.add(sitting.number)
        self._names.add(name)

    def _name(self, wanted: str) -> str:
        """A name that no round of the log has."""
        names = [wanted, *(f"{wanted}-{copy}" for copy in range(2, len(self._names) + 3))]
        return next(name for name in names if name not in self._names)


def append_line(path: Path, line: str) -> None:
    """Append a line to a file, whole or not at all as far as the system can; a torn line before it is ended first."""
    with path.open("ab+") as file:
        end = file.seek(0, os.SEEK_END)
        torn = False
        if end:
            file.seek(end - 1)
            torn = file.read(1) != b"\n"
        file.write(("\n" * torn + line + "\n").encode())


def score_table(results: dict[int, Finished], programs: Sequence[str]) -> Any:
    """What each player has from the finished rounds.

    Args:
        results: the finished rounds.
        programs: names of those to the person's left and right.
    """
    from tafelwerk.commands.output import table

    rows = []
    for place, name in enumerate(("you", f"left, {programs[0]}", f"right, {programs[1]}")):
        seats = [Seat((done.seat + place) % 3) for done in results.values()]
        own = [
            done.round.score for done, seat in zip(results.values(), seats, strict=True) if done.round.declarer is seat
        ]
        scores = [score for score in own if score is not None]
        tournament = sum(
            tournament_points(done.round, seat) for done, seat in zip(results.values(), seats, strict=True)
        )
        rows.append(
            (name, len(scores), sum(score.won for score in scores), sum(score.score for score in scores), tournament)
        )
    return table(("player", "played", "won", "score", "Seeger-Fabian"), rows)
