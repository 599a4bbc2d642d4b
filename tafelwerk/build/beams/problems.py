"""A variant ready for the solvers; large ones from the patterns in the book, which is sooner than finding them again."""

from functools import lru_cache
from pathlib import Path

import numpy as np

from tafelwerk.rules.beams.board import FAMILY, LISTED, SAMPLED, VARIANTS
from tafelwerk.rules.beams.history import Beam
from tafelwerk.solvers.beams.rules.knowledge import Knowledge
from tafelwerk.solvers.beams.rules.pieces import placed_pieces
from tafelwerk.solvers.beams.rules.problem import Problem, assemble, make_problem
from tafelwerk.solvers.beams.sampling.left import Sampled
from tafelwerk.tables.beams import questions
from tafelwerk.tables.book import Book, attach, family_file, readable_file
from tafelwerk.tables.contents import open_locked


@lru_cache(maxsize=4)
def problem_of(variant: str, book: Path | None = None) -> Problem:
    """The problem of a variant whose patterns can be listed.

    Args:
        variant: its name.
        book: where its patterns are looked for first.
    """
    if book is not None and variant not in LISTED:
        found = _stored(book, variant)
        if found is not None:
            return found
    return make_problem(VARIANTS[variant])


@lru_cache(maxsize=16)
def knowledge_of(variant: str, history: tuple[Beam, ...], book: Path | None = None) -> Knowledge:
    """What a history leaves; the last ones are kept, as those of a large variant take a second each."""
    if variant in SAMPLED:
        return Sampled(VARIANTS[variant], history)
    return Knowledge(problem_of(variant, book), history)


def _stored(book: Path, variant: str) -> Problem | None:
    with Book(book) as opened:
        counts = questions.counts(opened, variant)
    if counts is None or counts.patterns is None or not readable_file(book, FAMILY):
        return None
    rules = VARIANTS[variant]
    with open_locked([family_file(book, FAMILY)], settings={"threads": "2"}) as connection:
        attach(connection, book, FAMILY)
        sql = f"SELECT unnest(pieces) AS piece FROM {FAMILY}.patterns WHERE variant = ?"
        pieces = connection.execute(sql, [variant]).fetchnumpy()["piece"]
    if len(pieces) != counts.patterns * rules.colours:
        return None
    return assemble(rules, placed_pieces(rules), pieces.astype(np.uint16).reshape(-1, rules.colours))
