"""Puzzles: answered beams that leave exactly one code, none of them redundant.

A hidden code is drawn, and queries are asked until it is the only code left. Each query is the one, among some random queries,
whose answer leaves the fewest codes. Then every redundant beam is removed.
"""

from dataclasses import dataclass
from random import Random
from typing import Protocol

from tafelwerk.errors import InputError
from tafelwerk.families.beams.rules.board import Variant
from tafelwerk.families.beams.rules.history import Beam, History
from tafelwerk.solvers.beams.rules.counting import asked_colours, count_elements
from tafelwerk.solvers.beams.rules.knowledge import Code, Knowledge, answer_of, code_text, draw_code
from tafelwerk.solvers.beams.rules.problem import Problem


class Source(Protocol):
    """A source of codes, with the knowledge that beams give of them."""

    @property
    def variant(self) -> Variant:
        """The variant."""

    @property
    def lines(self) -> int:
        """Number of diagonals."""

    def draw(self, random: Random) -> Code:
        """A code drawn uniformly."""

    def answer(self, code: Code, colour: int, diagonal: int) -> int:
        """Answer of a code to a query."""

    def text(self, code: Code) -> str:
        """The colours of its fields."""

    def left(self, history: History) -> Knowledge:
        """Knowledge of the codes that beams leave; exact if one code is left."""

    def is_one(self, history: History) -> bool:
        """Whether beams provably leave exactly one code."""


@dataclass(frozen=True, slots=True)
class Listed:
    """Codes of a variant whose patterns are listed."""

    problem: Problem

    @property
    def variant(self) -> Variant:
        """The variant."""
        return self.problem.variant

    @property
    def lines(self) -> int:
        """Number of diagonals."""
        return len(self.problem.diagonals)

    def draw(self, random: Random) -> Code:
        """A code drawn uniformly."""
        return draw_code(self.problem, random)

    def answer(self, code: Code, colour: int, diagonal: int) -> int:
        """Answer of a code to a query."""
        return answer_of(self.problem, code, colour, diagonal)

    def text(self, code: Code) -> str:
        """The colours of its fields."""
        return code_text(self.problem, code)

    def left(self, history: History) -> Knowledge:
        """Knowledge of the codes that beams leave."""
        return Knowledge(self.problem, history)

    def is_one(self, history: History) -> bool:
        """Whether beams leave exactly one code."""
        if self.variant.colours - len(asked_colours(history)) > 1:
            return False
        return count_elements(self.problem.patterns, self.problem.answers, history, 2) == 1


CHOICES = 12
"""Default number of random queries from which each query is chosen."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """Beams that leave one code.

    Attributes:
        history: the beams, by diagonal.
        solution: the code.
    """

    history: tuple[Beam, ...]
    solution: Code


def make_puzzle(source: Source, random: Random, beams: int | None = None, attempts: int = 30) -> Puzzle:
    """A puzzle: exactly one code is left, but more than one without any one of the beams; each diagonal is used at most once.

    Args:
        source: the codes.
        random: draws the hidden code and the queries.
        beams: number of beams. Default: any.
        attempts: number of hidden codes to try.

    Raises:
        InputError: no puzzle can have this number of beams, or no attempt gave one.
    """
    variant, diagonals = source.variant, source.lines
    least = variant.colours - 1
    if beams is not None and not least <= beams <= diagonals:
        why = "two colours not asked for could be swapped"
        raise InputError(f"a puzzle of {variant.name} has {least} to {diagonals} beams, not {beams}: {why}")
    choices, seen = CHOICES, set[int]()
    for _ in range(attempts):
        hidden = source.draw(random)
        history = pinned(source, hidden, choices, random)
        if history is None:
            continue
        kept = thinned(source, history, random)
        if beams is None or len(kept) == beams:
            return Puzzle(tuple(sorted(kept, key=lambda beam: beam.diagonal)), hidden)
        seen.add(len(kept))
        # better queries make puzzles with fewer beams
        choices = max(1, choices // 2) if len(kept) < beams else min(2 * choices, diagonals * variant.colours)
    found = f"puzzles of {min(seen)} to {max(seen)}" if seen else "no puzzle at all"
    wanted = "that one code solves" if beams is None else f"of {beams} beams"
    raise InputError(
        f"no puzzle {wanted} in {attempts} attempts, which gave {found}; another seed or more attempts may"
    )


def pinned(source: Source, hidden: Code, choices: int, random: Random) -> list[Beam] | None:
    """Beams that leave only the hidden code, some possibly redundant; None if no unused diagonal distinguishes the codes left.

    Args:
        source: the codes.
        hidden: the hidden code.
        choices: number of random queries among those that split the codes left; the one whose answer leaves the fewest codes is
            asked.
        random: draws the queries.
    """
    history: list[Beam] = []
    while (left := source.left(history)).remaining > 1:
        used = {beam.diagonal for beam in history}
        queries = [
            (colour, diagonal)
            for colour in range(source.variant.colours)
            for diagonal in range(source.lines)
            if diagonal not in used
        ]
        random.shuffle(queries)
        options: list[tuple[int, Beam]] = []
        for colour, diagonal in queries:
            hits = source.answer(hidden, colour, diagonal)
            size = left.parts(colour, diagonal).get(hits, 0)
            if size < left.remaining:
                options.append((size, Beam(colour, diagonal, hits)))
            if len(options) == choices:
                break
        if not options:
            return None
        history.append(min(options, key=lambda option: option[0])[1])
    return history


def thinned(source: Source, history: History, random: Random) -> list[Beam]:
    """Beams without redundant ones: without any one of those kept, more than one code would be left.

    Args:
        source: the codes.
        history: beams that leave one code.
        random: draws the order in which beams are tried; the order matters, as a beam may be redundant only while another is
            kept.
    """
    kept = [Beam(*beam) for beam in history]
    for beam in random.sample(kept, len(kept)):
        fewer = [other for other in kept if other != beam]
        if source.is_one(fewer):
            kept = fewer
    return kept
