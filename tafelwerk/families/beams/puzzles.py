"""Puzzles: beams and their answers that leave exactly one code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from tafelwerk.families.beams import answers, estimates, limits
from tafelwerk.families.beams.parameters import VariantName
from tafelwerk.families.beams.rules.board import ATTEMPTS, SAMPLED, VARIANTS, variant_of
from tafelwerk.families.beams.rules.history import hit_fields, write_history
from tafelwerk.parameters import Parameter
from tafelwerk.rules.puzzles import BEAMS, Difficulty, Seed
from tafelwerk.tables.computation import Computation
from tafelwerk.tables.questions import Question

if TYPE_CHECKING:
    from tafelwerk.solvers.beams.codes_left import Puzzle as Drawing
    from tafelwerk.tables.book import Book

MOST_BEAMS = max(len(variant.board.windows) for variant in VARIANTS.values())
"""Largest number of beams of a puzzle: each uses a different diagonal."""

MOST_ATTEMPTS = 1000
"""Largest number of hidden codes to try."""

SAMPLED_ATTEMPTS = 2
"""Default number of hidden codes to try for a puzzle of a sampled variant."""

GRADED = 40
"""Largest number of puzzles drawn to find one of a given difficulty."""

MOST_LOOKED_THROUGH = 20_000_000
"""Limit of the patterns searched in all attempts together, if their number is not given: about four seconds."""

Number = Annotated[int, Parameter("K", "Number of beams. Default: any.", 1, MOST_BEAMS)]
Attempts = Annotated[
    int,
    Parameter("N", f"Number of hidden codes to try. Default: {ATTEMPTS}, fewer in large variants.", 1, MOST_ATTEMPTS),
]


class Puzzle(Question[answers.Puzzle], title="a puzzle of Beams {variant}"):
    """Beams and their answers that leave exactly one code, none of them redundant.

    Example: tafelwerk beams puzzle --board 4x4 --colors 4 --seed 2
    """

    variant: VariantName
    seed: Seed | None = None
    beams: Number | None = None
    attempts: Attempts | None = None
    difficulty: Difficulty | None = None

    def computation(self, book: Book) -> Computation[answers.Puzzle]:
        if self.variant in SAMPLED:
            tried, work = SAMPLED_ATTEMPTS, estimates.SAMPLED_PUZZLE_OPERATIONS
        else:
            limits.check_listable(self.variant)
            patterns = estimates.patterns_of(self.variant)
            tried = max(1, min(ATTEMPTS, MOST_LOOKED_THROUGH // patterns))
            work = estimates.PATTERN_OPERATIONS * patterns
        tried = self.attempts or tried
        # with any number of beams, the first attempt succeeds
        expected = 1 if self.beams is None else tried
        return Computation(work * (1 + expected), lambda: self._draw(book, tried))

    def _draw(self, book: Book, attempts: int) -> answers.Puzzle:
        from tafelwerk.build.puzzles import first_fitting
        from tafelwerk.families.beams.problems import problem_of
        from tafelwerk.solvers.beams.code_samples import Drawn
        from tafelwerk.solvers.beams.codes_left import Listed, make_puzzle

        assert self.seed is not None, "a seed is drawn where none is given"
        board = variant_of(self.variant).board
        is_sampled = self.variant in SAMPLED
        source = Drawn(variant_of(self.variant)) if is_sampled else Listed(problem_of(self.variant, book.path))

        def hidden(drawing: Drawing) -> int:
            # each hit shows the colour of a field
            colours = hit_fields(board, drawing.history)
            return 100 * colours.count(0) // len(colours)

        drawing, count = first_fitting(
            lambda random: make_puzzle(source, random, self.beams, attempts),
            self.seed,
            BEAMS,
            hidden,
            self.difficulty,
            GRADED,
        )
        return answers.Puzzle(
            self.variant,
            self.seed,
            write_history(drawing.history),
            len(drawing.history),
            1,
            source.text(drawing.solution),
            count,
            BEAMS.grade(count),
            BEAMS.measure,
        )
