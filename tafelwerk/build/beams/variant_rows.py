"""Rows of the tables that say what a variant is: its numbers, pieces, patterns and answers."""

from collections.abc import Mapping

import numpy as np

from tafelwerk.build.beams.estimates import PATTERNS
from tafelwerk.build.beams.problems import problem_of
from tafelwerk.build.beams.rows import Columns
from tafelwerk.rules.beams.board import VARIANTS, make_board
from tafelwerk.rules.beams.history import answer_text
from tafelwerk.solvers.beams.codes import bitsets, list_codes
from tafelwerk.solvers.beams.pieces import shapes
from tafelwerk.tables.beams import LISTED

MOST_COLOURS = 6


def variant_columns(variant: str) -> Mapping[str, Columns]:
    """A variant's numbers, pieces and patterns, and of a small one the codes that give each answer."""
    rules = VARIANTS[variant]
    board = make_board(rules.side)
    problem = problem_of(variant) if variant in PATTERNS else None
    masks = np.zeros(0, np.uint64) if problem is None else problem.pieces.astype(np.uint64)
    patterns = np.zeros((0, MOST_COLOURS), np.uint16) if problem is None else problem.patterns
    missing = [None] * len(patterns)
    pieces = {
        f"piece_{place + 1}": np.ascontiguousarray(patterns[:, place]) if place < rules.colours else missing
        for place in range(MOST_COLOURS)
    }
    return {
        "variants": {
            "variant": [variant],
            "colours": np.array([rules.colours], np.uint8),
            "size": np.array([rules.size], np.uint8),
            "fields": np.array([len(board.fields)], np.uint8),
            "diagonals": np.array([len(board.diagonals)], np.uint8),
            "shapes": np.array([shapes(rules.size, rules.side)], np.uint32),
            "placed": [problem and len(problem.pieces)],
            "patterns": [problem and len(problem.patterns)],
            "codes": [problem and problem.codes],
        },
        "pieces": {
            "variant": [variant] * len(masks),
            "piece": np.arange(len(masks), dtype=np.uint16),
            "fields": masks,
        },
        "patterns": {
            "variant": [variant] * len(patterns),
            "pattern": np.arange(len(patterns), dtype=np.uint32),
            **pieces,
        },
        "answers": _answers(variant),
    }


def _answers(variant: str) -> Columns:
    """The codes that give each answer, as bitsets."""
    found = list(bitsets(list_codes(VARIANTS[variant]))) if variant in LISTED else []
    beams = [beam for beam, _ in found]
    return {
        "variant": [variant] * len(found),
        "colour": np.array([beam.colour + 1 for beam in beams], np.uint8),
        "diagonal": np.array([beam.diagonal + 1 for beam in beams], np.uint8),
        "hits": [answer_text(beam.hits) for beam in beams],
        "codes": [bits.tobytes() for _, bits in found],
    }
