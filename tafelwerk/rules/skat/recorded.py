"""A round as a log of any format records it: what was dealt, said, announced and played, and what came of it.

Unlike a `Round` it may have ended before the last trick, settled by who recorded it, or before a game was announced.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
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
"""Ends of rounds: all tricks were played, the game was decided before the last one, all passed."""

_MOST_NEAR = 1000  # names that are remembered for a hint

PENALTY_POINTS = -100
"""What who ends a round before it began gets in tournaments."""


class Skipped(NamedTuple):
    """Something in a log that is no readable round.

    Attributes:
        line: where it begins, from 1.
        error: the kind of error, a word.
        detail: what is wrong.
    """

    line: int
    error: str
    detail: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.error}: {self.detail}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """The game of a round, from the announcement on.

    Attributes:
        contract: what was announced.
        deal: who held what when play began.
        cards: the cards in the order played.
        choices: why each was played, where that is recorded; none where it never is.
        points: the declarer's card points with the Skat, in Null too, as they were counted at the end.
        tricks: the declarer's, likewise.
        score: what the game scored.
        ruled: whether the Skat Order says so; else who recorded it settled a game that was given up.
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
        line: where it begins in the log, from 1.
        source: what recorded it.
        players: names at forehand, middlehand and rearhand.
        seed: where chance began; None where that is not known.
        dealt: who was dealt what.
        auction: the bidding; without calls where they are not recorded.
        declarer: who played alone, or would have; None where there was none.
        end: how it ended, a word.
        played: the game; None where none was announced.
        penalised: who ended the round before it began.
        warnings: what is odd in the record, a word each.
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
        """The game with every card open; None where none was announced."""
        if self.played is None or self.declarer is None:
            return None
        return game_of(self.played.deal, self.played.contract.game, self.declarer, self.played.cards)

    @property
    def score(self) -> Score | None:
        """What the game scored; None where none was announced."""
        return None if self.played is None else self.played.score

    def points(self, seat: Seat) -> int:
        """What the round brings a seat, after Seeger and Fabian at a table of three."""
        return PENALTY_POINTS if seat in self.penalised else tournament_points(self, seat)


Warn = Callable[[str], None]
"""Told what is odd about a whole log, a word."""


@dataclass(frozen=True, eq=False)
class Records:
    """A log that is read as it goes, as often as asked.

    Attributes:
        name: the log, as messages call it.
        read: its rounds, and what is none, in their order; told whom to warn.
    """

    name: str
    read: Callable[[Warn], Iterator[Recorded | Skipped]]

    def __str__(self) -> str:
        return self.name

    def named(self, name: str) -> Recorded:
        """The round of a name, in full or short; of several the first.

        Raises:
            InputError: there is none, or the log holds no round.
        """
        common = _Common()
        candidates: list[Recorded] = []
        names: list[str] = []
        for one in self.read(lambda word: None):
            if isinstance(one, Skipped):
                continue
            if one.name == name:
                return one
            common.add(one.name)
            if f"-{name}-" in f"-{one.name}-" and len(candidates) < _MOST_NEAR:
                candidates.append(one)
            if len(names) < _MOST_NEAR:
                names.append(one.name)
        for one in candidates:
            if common.short(one.name) == name:
                return one
        hint = suggestion(name, names, f"tafelwerk skat replay {self.name} --no-price")
        raise InputError(f"{self.name} has no round {quoted(name)}; {hint}")


class _Common:
    """What names begin and end with, up to a hyphen."""

    def __init__(self) -> None:
        self._first: list[str] | None = None
        self._last: list[str] = []
        self._most, self._count = 0, 0

    def add(self, name: str) -> None:
        """One more name."""
        words = name.split("-")
        self._count += 1
        if self._first is None:
            self._first, self._last, self._most = words, words, len(words) - 1
            return
        self._most = min(self._most, len(words) - 1)
        self._first = [word for word, _ in _alike(self._first, words)]
        self._last = [word for word, _ in _alike(self._last[::-1], words[::-1])][::-1]

    def short(self, name: str) -> str:
        """A name without that; one name alone is short enough."""
        if self._count < 2:
            return name
        first = min(len(self._first or ()), self._most)
        last = min(len(self._last), self._most - first)
        words = name.split("-")
        return "-".join(words[first : len(words) - last])


def _alike(one: Sequence[str], other: Sequence[str]) -> Iterator[tuple[str, str]]:
    return takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False))


def short_names(names: Iterable[str]) -> dict[str, str]:
    """Names without what all of them begin and end with, up to a hyphen, by the names in full."""
    known, common = list(names), _Common()
    for name in known:
        common.add(name)
    return {name: common.short(name) for name in known}


def recorded(logged: LoggedRound, line: int) -> Recorded:
    """A finished round as any log records it; `line`: where it begins."""
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
