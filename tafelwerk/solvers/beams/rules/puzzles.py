"""Puzzles: answered beams that leave exactly one code, and of which none can be spared.

A hidden code is drawn and asked until it alone is left: each time, of some queries drawn at random, the one whose answer leaves
fewest codes. Then every beam that the others make superfluous is removed.
"""

from dataclasses import dataclass
from random import Random

from tafelwerk.errors import InputError
from tafelwerk.rules.beams.history import Beam, History
from tafelwerk.solvers.beams.rules.counting import asked_colours, count_elements
from tafelwerk.solvers.beams.rules.knowledge import Code, Knowledge, answer_of, draw_code
from tafelwerk.solvers.beams.rules.problem import Problem

CHOICES = 12
"""Queries of which one is taken, unless few beams or many are wanted."""


@dataclass(frozen=True, slots=True)
class Puzzle:
    """Beams that leave one code.

    Attributes:
        history: the beams, by diagonal.
        solution: the code.
    """

    history: tuple[Beam, ...]
    solution: Code


def make_puzzle(problem: Problem, random: Random, beams: int | None = None, attempts: int = 30) -> Puzzle:
    """A puzzle: exactly one code is left, and without any one of the beams more than one; each diagonal serves once.

    Args:
        problem: the variant.
        random: draws the hidden code and the queries.
        beams: number of beams. Default: any.
        attempts: hidden codes to try.

    Raises:
        InputError: no puzzle has this number of beams, or none of the attempts gave one.
    """
    diagonals, least = len(problem.diagonals), problem.variant.colours - 1
    if beams is not None and not least <= beams <= diagonals:
        why = "two colours not asked for could change places"
        raise InputError(f"a puzzle of {problem.variant.name} has {least} to {diagonals} beams, not {beams}: {why}")
    choices, seen = CHOICES, set[int]()
    for _ in range(attempts):
        hidden = draw_code(problem, random)
        history = pinned(problem, hidden, choices, random)
        if history is None:
            continue
        kept = thinned(problem, history, random)
        if beams is None or len(kept) == beams:
            return Puzzle(tuple(sorted(kept, key=lambda beam: beam.diagonal)), hidden)
        seen.add(len(kept))
        # the better each query is chosen, the fewer are needed
        choices = max(1, choices // 2) if len(kept) < beams else min(2 * choices, diagonals * problem.variant.colours)
    found = f"puzzles of {min(seen)} to {max(seen)}" if seen else "no puzzle at all"
    wanted = "that one code solves" if beams is None else f"of {beams} beams"
    raise InputError(
        f"no puzzle {wanted} in {attempts} attempts, which gave {found}; another seed or more attempts may"
    )


def pinned(problem: Problem, hidden: Code, choices: int, random: Random) -> list[Beam] | None:
    """Beams that leave the hidden code alone, not all of them needed; None where no unused diagonal tells the codes left apart.

    Args:
        problem: the variant.
        hidden: the code that answers.
        choices: number of queries drawn at random among those that split the codes left;
            the one whose answer leaves fewest codes is asked.
        random: draws them.
    """
    history: list[Beam] = []
    while (left := Knowledge(problem, history)).remaining > 1:
        used = {beam.diagonal for beam in history}
        queries = [
            (colour, diagonal)
            for colour in range(problem.variant.colours)
            for diagonal in range(len(problem.diagonals))
            if diagonal not in used
        ]
        random.shuffle(queries)
        options: list[tuple[int, Beam]] = []
        for colour, diagonal in queries:
            hits = answer_of(problem, hidden, colour, diagonal)
            size = int(left.owners(colour)[problem.answers[:, diagonal] == hits].sum())
            if size < left.remaining:
                options.append((size, Beam(colour, diagonal, hits)))
            if len(options) == choices:
                break
        if not options:
            return None
        history.append(min(options, key=lambda option: option[0])[1])
    return history


def thinned(problem: Problem, history: History, random: Random) -> list[Beam]:
    """The beams without superfluous ones: without any further beam more than one code would be left.

    Args:
        problem: the variant.
        history: beams that leave one code.
        random: draws the order in which they are tried, as one beam may be superfluous only as long as another is there.
    """
    kept = [Beam(*beam) for beam in history]
    for beam in random.sample(kept, len(kept)):
        fewer = [other for other in kept if other != beam]
        if is_one(problem, fewer):
            kept = fewer
    return kept


def is_one(problem: Problem, history: History) -> bool:
    """Whether a history leaves exactly one code."""
    if problem.variant.colours - len(asked_colours(history)) > 1:
        return False
    return count_elements(problem.patterns, problem.answers, history, 2) == 1
