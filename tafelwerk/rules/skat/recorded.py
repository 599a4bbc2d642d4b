"""A round as recorded by a log of any format: the deal, bidding, announcement, play and result.

Unlike a `Round` it may have ended before the last trick, settled by the recording program, or before a game was announced.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import NamedTuple

from tafelwerk.errors import InputError, quoted
from tafelwerk.rules.skat.auction import Auction
from tafelwerk.rules.skat.cards import Game, Seat
from tafelwerk.rules.skat.deals import Deal
from tafelwerk.rules.skat.play import OpenGame, game_of
from tafelwerk.rules.skat.round_log import LoggedRound
from tafelwerk.rules.skat.rounds import Choice, Round
from tafelwerk.rules.skat.scoring import Contract, Score, tournament_points
from tafelwerk.wording import suggestion

COMPLETE, DECIDED, PASSED = "complete", "decided", "passed"
"""Ends of rounds: all tricks played, game decided before the last trick, all passed."""

DUPLICATE = "duplicate"
"""Kind of error: a round that the log has already had."""

_MOST_NEAR = 1000  # names kept for suggestions

PENALTY_POINTS = -100
"""Tournament points of a player who ends a round before it began."""


class Skipped(NamedTuple):
    """An unreadable part of a log.

    Attributes:
        line: its first line, from 1.
        error: kind of error, one word.
        detail: the error in words.
    """

    line: int
    error: str
    detail: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.error}: {self.detail}"

    @classmethod
    def duplicate(cls, line: int, earlier: int) -> "Skipped":
        """A round that was already in an earlier line."""
        return cls(line, DUPLICATE, f"the same round as in line {earlier}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """The game of a round, from the announcement.

    Attributes:
        contract: the contract.
        deal: the deal when play began.
        cards: cards in the order played.
        choices: recorded choice behind each card, if any; empty if the format records none.
        points: the declarer's card points with the Skat, in Null too, as counted at the end.
        tricks: the declarer's tricks, as counted at the end.
        score: the score of the game.
        ruled: whether the score is by the Skat Order; if not, the recording program settled a game that was given up.
    """

    contract: Contract
    deal: Deal
    cards: tuple[int, ...]
    choices: tuple[Choice | None, ...] = ()
    points: int
    tricks: int
    score: Score
    ruled: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """A round of a log.

    Attributes:
        name: its name.
        line: its first line in the log, from 1.
        source: the recording program.
        players: names at forehand, middlehand and rearhand.
        seed: random seed; None if unknown.
        dealt: the cards as dealt.
        auction: the bidding; without calls if they are not recorded.
        declarer: the declarer, also of a round that ended before the announcement; None if there was none.
        end: kind of end, one word.
        played: the game; None if none was announced.
        penalised: seats that ended the round before it began.
        warnings: inconsistencies in the record, one word each.
    """

    name: str
    line: int
    source: str
    players: tuple[str, str, str]
    seed: int | None = None
    dealt: Deal
    auction: Auction
    declarer: Seat | None
    end: str
    played: Played | None = None
    penalised: tuple[Seat, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def open_game(self) -> OpenGame | None:
        """The game with all cards open; None if none was announced."""
        if self.played is None or self.declarer is None:
            return None
        return game_of(self.played.deal, self.played.contract.game, self.declarer, self.played.cards)

    @property
    def score(self) -> Score | None:
        """The score of the game; None if none was announced."""
        return None if self.played is None else self.played.score

    def points(self, seat: Seat) -> int:
        """Tournament points of a seat, after Seeger and Fabian at a table of three."""
        return PENALTY_POINTS if seat in self.penalised else tournament_points(self, seat)


Warn = Callable[[str], None]
"""Receives a warning about a whole log, one word."""


@dataclass(frozen=True, eq=False)
class Records:
    """A log that is read as a stream, any number of times.

    Attributes:
        name: name of the log in messages.
        read: gives its rounds and skipped parts in order; takes a function for warnings.
    """

    name: str
    read: Callable[[Warn], Iterator[Recorded | Skipped]]

    def __str__(self) -> str:
        return self.name

    def named(self, name: str) -> Recorded:
        """The first round with a given full or short name; its warnings name the lines of others with the same name.

        Raises:
            InputError: there is no such round, or the log has no rounds.
        """
        common = _Common()
        candidates: dict[str, Recorded] = {}
        again: dict[str, list[str]] = {}
        names: list[str] = []
        for one in self.read(lambda word: None):
            if isinstance(one, Skipped):
                for known in candidates.values():
                    if one == Skipped.duplicate(one.line, known.line):
                        again[known.name].append(f"same_round:line {one.line}")
                continue
            common.add(one.name)
            if one.name in candidates:
                again[one.name].append(f"same_name:line {one.line}")
            elif one.name == name or (f"-{name}-" in f"-{one.name}-" and len(candidates) < _MOST_NEAR):
                candidates[one.name], again[one.name] = one, []
            if len(names) < _MOST_NEAR:
                names.append(one.name)
        match = candidates.get(name) or next(
            (one for one in candidates.values() if common.short(one.name) == name), None
        )
        if match is not None:
            return replace(match, warnings=(*match.warnings, *again[match.name]))
        hint = suggestion(name, names, f"tafelwerk skat replay {self.name} --no-price")
        raise InputError(f"{self.name} has no round {quoted(name)}; {hint}")


class _Common:
    """Common first and last parts of names, which are separated by hyphens."""

    def __init__(self) -> None:
        self._first: list[str] | None = None
        self._last: list[str] = []
        self._most, self._count = 0, 0

    def add(self, name: str) -> None:
        """Add a name."""
        words = name.split("-")
        self._count += 1
        if self._first is None:
            self._first, self._last, self._most = words, words, len(words) - 1
            return
        self._most = min(self._most, len(words) - 1)
        self._first = [word for word, _ in _alike(self._first, words)]
        self._last = [word for word, _ in _alike(self._last[::-1], words[::-1])][::-1]

    def short(self, name: str) -> str:
        """A name without the common parts; a single name stays as it is."""
        if self._count < 2:
            return name
        first = min(len(self._first or ()), self._most)
        last = min(len(self._last), self._most - first)
        words = name.split("-")
        return "-".join(words[first : len(words) - last])


def _alike(one: Sequence[str], other: Sequence[str]) -> Iterator[tuple[str, str]]:
    return takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))


def short_names(names: Iterable[str]) -> dict[str, str]:
    """Short names without the parts common to all, by full names."""
    known, common = list(names), _Common()
    for name in known:
        common.add(name)
    return {name: common.short(name) for name in known}


def recorded(logged: LoggedRound, line: int) -> Recorded:
    """A finished round of this program's log as a record; `line`: its first line."""
    done = logged.round
    played = _played(done)
    lost_null = played is not None and played.contract.game is Game.NULL and len(played.cards) < 30
    return Recorded(
        name=logged.name,
        line=line,
        source=logged.source,
        players=logged.players,
        seed=logged.seed,
        dealt=done.dealt,
        auction=done.auction,
        declarer=done.declarer,
        end=PASSED if played is None else DECIDED if lost_null else COMPLETE,
        played=played,
    )


def _played(done: Round) -> Played | None:
    game, score = done.game, done.score
    if game is None or score is None:
        return None
    return Played(
        contract=game.contract,
        deal=game.deal,
        cards=tuple(one.card for one in game.decisions),
        choices=tuple(one.choice for one in game.decisions),
        points=game.position.declarer_points,
        tricks=game.position.declarer_tricks,
        score=score,
    )
