"""Variants prepared for the solvers; for large ones patterns are read from the book if possible, which is faster."""

from functools import lru_cache
from math import factorial
from pathlib import Path

import numpy as np

from tafelwerk.families.beams.look_ups import get_counts
from tafelwerk.families.beams.rules.board import FAMILY, SAMPLED, STORED, is_analysed, is_listed, variant_of
from tafelwerk.families.beams.rules.history import Beam
from tafelwerk.solvers.beams.code_samples import Sampled
from tafelwerk.solvers.beams.codes_left import Knowledge
from tafelwerk.solvers.beams.patterns import Problem, assemble, make_problem, pattern_count
from tafelwerk.solvers.beams.pieces import placed_pieces, shapes
from tafelwerk.tables.book import Book, attach, family_file, readable_file
from tafelwerk.tables.contents import open_locked


@lru_cache(maxsize=4)
def problem_of(variant: str, book: Path | None = None) -> Problem:
    """Problem of a variant whose patterns can be listed.

    Args:
        variant: name of the variant.
        book: book to read its patterns from, if it holds them.
    """
    if book is not None and variant in STORED and not is_listed(variant):
        found = _stored(book, variant)
        if found is not None:
            return found
    return make_problem(variant_of(variant))


def counts_of(variant: str) -> tuple[int, int | None, int | None]:
    """Numbers of pieces up to translation, patterns and codes of a variant; None where they are not counted."""
    rules = variant_of(variant)
    found: int | None = None
    if is_analysed(variant):
        found = len(problem_of(variant).patterns)
    elif rules.board.squares:
        found = pattern_count(rules)
    return shapes(rules.size, rules.shape), found, None if found is None else found * factorial(rules.colours)


@lru_cache(maxsize=16)
def knowledge_of(variant: str, history: tuple[Beam, ...], book: Path | None = None) -> Knowledge:
    """Knowledge of the codes that a history leaves; the latest results are cached, as a large variant takes a second each."""
    if variant in SAMPLED:
        return Sampled(variant_of(variant), history)
    return Knowledge(problem_of(variant, book), history)


def _stored(book: Path, variant: str) -> Problem | None:
    with Book(book) as opened:
        counts = get_counts(opened, variant)
    if counts is None or counts.patterns is None or not readable_file(book, FAMILY):
        return None
    rules = variant_of(variant)
    with open_locked([family_file(book, FAMILY)], settings={"threads": "2"}) as connection:
        attach(connection, book, FAMILY)
        sql = f"SELECT unnest(pieces) AS piece FROM {FAMILY}.patterns WHERE variant = ?"
        pieces = connection.execute(sql, [variant]).fetchnumpy()["piece"]
    if len(pieces) != counts.patterns * rules.colours:
        return None
    return assemble(rules, placed_pieces(rules), pieces.astype(np.uint16).reshape(-1, rules.colours))
