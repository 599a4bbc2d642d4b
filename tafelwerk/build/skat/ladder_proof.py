"""What the steps of the ladder spent, looked over: columns, outcomes proved without search, positions counted anew."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import isfinite
from typing import Any

from tafelwerk.build.claims import Claims, drawn
from tafelwerk.build.skat.ladder import FOR_POINTS, Trial, all_rungs, target_of
from tafelwerk.errors import InputError
from tafelwerk.fingerprint import family_fingerprint
from tafelwerk.solvers.skat.cards import Game, Seat
from tafelwerk.solvers.skat.deal_numbers import numbered_deal
from tafelwerk.solvers.skat.whole_deal import whole_deal
from tafelwerk.tables.book import Book
from tafelwerk.tables.checks import Check
from tafelwerk.tables.provenance import builds
from tafelwerk.tables.skat import FAMILY

OUTCOMES = 12
"""Deals whose outcome is proved unless a number is asked for; those of ten cards take a second or two each."""

COUNTS = 60
"""Rows whose positions are counted anew unless a number is asked for."""

MOST_NODES = 5_000_000
"""Positions that are counted anew at most: some tenths of a second."""


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of table statistics."""

    deal: int
    game: str
    declarer: str
    step: str
    target: int
    points: int | None
    won: bool
    nodes: int
    milliseconds: float

    @property
    def contest(self) -> tuple[int, str, str]:
        """What the steps were compared on."""
        return self.deal, self.game, self.declarer

    @property
    def name(self) -> str:
        """The row in words."""
        return f"{self.deal}, {self.game} by {self.declarer}, {self.step}"

    def trial(self) -> Trial:
        """The deal as it was measured."""
        return Trial(numbered_deal(self.deal), Game(self.game), Seat[self.declarer.upper()], self.target)


def statistic_checks(book: Book, sample: int | None) -> Iterator[Check]:
    """Three checks of table statistics, or none where it is empty.

    Args:
        book: the book.
        sample: deals to prove, and rows to count anew; None: OUTCOMES and COUNTS.
    """
    rows = [
        _Row(*row)
        for row in book.rows(
            FAMILY,
            "SELECT deal, game, declarer, step, target, points, won, nodes, milliseconds"
            f" FROM {FAMILY}.statistics ORDER BY deal, game, declarer, step",
        )
    ]
    if not rows:
        return
    known = {number for (number,) in book.rows(FAMILY, f"SELECT deal FROM {FAMILY}.deals")}
    claims = Claims()
    for _, group in groupby(rows, key=lambda row: row.contest):
        _contest(list(group), known, claims)
    yield claims.check(f"{FAMILY}.statistics: columns", f"{claims.rows} rows")
    if claims.faults:
        return
    yield _outcomes(rows, OUTCOMES if sample is None else sample)
    yield _counts(book, rows, COUNTS if sample is None else sample)


def _contest(rows: Sequence[_Row], known: set[Any], claims: Claims) -> None:
    """Whether the steps' rows on one deal can be, and agree."""
    exact = {rung.step: rung.exact for rung in all_rungs()}
    number, game, _ = rows[0].contest
    claims.rows += len(rows)
    claims.claim(number, "a deal that is not stored", number in known)
    claims.claim(number, f"{game} is not played for points", game in FOR_POINTS)
    try:
        target = target_of(numbered_deal(number))
    except InputError as fault:
        claims.claim(number, str(fault), False)
        return
    outcomes = {row.points for row in rows if row.points is not None}
    claims.claim(rows[0].name, f"the steps found {sorted(outcomes)} points", len(outcomes) < 2)
    claims.claim(rows[0].name, "the steps do not agree who wins", len({row.won for row in rows}) == 1)
    for row in rows:
        claims.claim(row.name, f"target {row.target} should be {target}", row.target == target)
        claims.claim(row.name, "there is no such step", row.step in exact)
        claims.claim(row.name, f"points {row.points}", (row.points is not None) == exact.get(row.step))
        reached = row.won if row.points is None else row.points >= target
        claims.claim(row.name, f"won {row.won}, with {row.points} points", row.won == reached)
        claims.claim(row.name, f"{row.nodes} positions", row.nodes >= 1)
        fine = isfinite(row.milliseconds) and row.milliseconds >= 0
        claims.claim(row.name, f"{row.milliseconds} milliseconds", fine)


def _outcomes(rows: Sequence[_Row], sample: int) -> Check:
    """Some of the outcomes by retrograde values of the whole deal."""
    contests = [list(group) for _, group in groupby(rows, key=lambda row: row.contest)]
    claims = Claims()
    for group in drawn(contests, sample):
        trial = group[0].trial()
        position = trial.position
        table = whole_deal(trial.deal, trial.game, trial.declarer)
        value = position.declarer_points + table.value(trial.deal.hands, position.leader)
        claims.rows += 1
        for row in group:
            claims.claim(row.name, f"{row.points} points should be {value}", row.points in (None, value))
            claims.claim(row.name, f"won {row.won}, with {value} points", row.won == (value >= row.target))
    return claims.check(f"{FAMILY}.statistics: retrograde values", f"{claims.rows} of {len(contests)} outcomes proved")


def _counts(book: Book, rows: Sequence[_Row], sample: int) -> Check:
    """Some of the counts of positions by doing it again."""
    name = f"{FAMILY}.statistics: positions counted anew"
    made_by = {build.fingerprint for build in builds(book, FAMILY) if "ladder" in build.parameters}
    if made_by != {family_fingerprint(FAMILY)}:
        return Check(name, True, "other code counted them: nothing to compare")
    short = [row for row in rows if row.nodes <= MOST_NODES]
    ready = {rung.step: rung for rung in all_rungs()}
    claims = Claims()
    for row in drawn(short, sample):
        spent = ready[row.step].measure(row.trial())
        claims.rows += 1
        claims.claim(row.name, f"{row.nodes} positions should be {spent.nodes}", row.nodes == spent.nodes)
    longer = len(rows) - len(short)
    left = f", {longer} with more than {MOST_NODES:,} positions not looked at" if longer else ""
    return claims.check(name, f"{claims.rows} of {len(rows)} rows{left}")
