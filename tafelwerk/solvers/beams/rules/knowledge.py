"""Knowledge of a hidden code from beams: codes left, fields on which they agree, codes that a further query would leave.

Here a code is the tuple of its pieces, colour by colour, as numbers of placed pieces.
"""

from collections.abc import Sequence
from itertools import islice, permutations
from math import factorial
from random import Random

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError, quoted
from tafelwerk.families.beams.rules.board import Variant, connected, fields_of
from tafelwerk.families.beams.rules.history import Beam, History
from tafelwerk.solvers.beams.rules.codes import consistent
from tafelwerk.solvers.beams.rules.counting import asked_colours, piece_counts
from tafelwerk.solvers.beams.rules.problem import Problem

Code = tuple[int, ...]
"""Piece of each colour, by its number among the placed pieces."""


class Knowledge:
    """Knowledge of the codes that a history leaves.

    Attributes:
        problem: the variant.
        history: beams; any colours, in any order.
        asked: colours asked for, ascending, from 0.
        elements: number of elements left, see `codes`.
        counts: int64, shape (colours asked for + 1, m): number of elements in which a colour has a piece; the last row is for all
            colours not asked for.
    """

    def __init__(self, problem: Problem, history: History) -> None:
        """Count.

        Raises:
            InputError: a colour, a diagonal or hits out of range.
        """
        self.problem, self.history = problem, tuple(history)
        self.asked = asked_colours(history)
        self.elements, self.counts = piece_counts(problem.patterns, problem.answers, self.history)

    @property
    def spare(self) -> int:
        """Number of colours not asked for."""
        return self.problem.variant.colours - len(self.asked)

    @property
    def remaining(self) -> int:
        """Number of codes left."""
        return self.elements * factorial(self.spare)

    @property
    def exact(self) -> bool:
        """Whether this number is exact."""
        return True

    def owners(self, colour: int) -> NDArray[np.int64]:
        """Number of codes left that give each piece to a colour; int64, shape (m,)."""
        asked = colour in self.asked
        row: NDArray[np.int64] = self.counts[self.asked.index(colour) if asked else -1]
        return row * factorial(self.spare if asked else self.spare - 1)

    def parts(self, colour: int, diagonal: int) -> dict[int, int]:
        """Number of codes that each possible answer to a query would leave, by its hits."""
        pieces = np.flatnonzero(owned := self.owners(colour))
        sums = np.zeros(256, np.int64)
        np.add.at(sums, self.problem.answers[pieces, diagonal], owned[pieces])
        return {int(hits): int(sums[hits]) for hits in np.flatnonzero(sums)}

    def splits(self, colour: int, diagonal: int) -> bool:
        """Whether a query has more than one answer."""
        pieces = np.flatnonzero(self.owners(colour))
        return len(set(self.problem.answers[pieces, diagonal].tolist())) > 1

    def can_split(self) -> bool:
        """Whether a query on an unused diagonal has more than one answer; if not, one of several codes left is guessed."""
        used = {beam.diagonal for beam in self.history}
        unused = [diagonal for diagonal in range(len(self.problem.diagonals)) if diagonal not in used]
        colours = range(self.problem.variant.colours)
        return any(self.splits(colour, diagonal) for colour in colours for diagonal in unused)

    def known(self) -> tuple[int, ...]:
        """Colour per field, from 1, that all codes left agree on; 0 where they disagree, or no code is left."""
        found = [0] * len(self.problem.board.fields)
        for colour in range(self.problem.variant.colours if self.elements else 0):
            owned = self.owners(colour)
            always = self.problem.board.all
            for mask in self.problem.pieces[owned > 0].tolist():
                always &= mask
            for field in fields_of(always):
                found[field] = colour + 1
        return tuple(found)

    def codes(self, most: int) -> list[Code]:
        """The first codes left, by element, at most `most`.

        Raises:
            InputError: as `consistent`: there are too many elements to list.
        """
        return list(islice((code for row in self.listed().tolist() for code in self.colourings(row)), most))

    def draw(self, random: Random) -> Code:
        """A code drawn uniformly from those left: one piece per colour, drawn with weight = number of codes containing it.

        Raises:
            InputError: no code is left.
        """
        if not self.elements:
            raise InputError("history: it leaves no code")
        left, found = self, []
        for colour in range(self.problem.variant.colours):
            upto = np.cumsum(left.owners(colour))
            piece = int(np.searchsorted(upto, random.randrange(int(upto[-1])), side="right"))
            found.append(piece)
            # the answers of all diagonals identify a piece
            shown = self.problem.answers[piece].tolist()
            told = [Beam(colour, diagonal, hits) for diagonal, hits in enumerate(shown)]
            left = Knowledge(self.problem, [*left.history, *told])
        return tuple(found)

    def listed(self) -> NDArray[np.uint16]:
        """The elements left, see `codes`.

        Raises:
            InputError: as `consistent`: there are too many elements to list.
        """
        return consistent(self.problem.patterns, self.problem.answers, self.history)

    def colourings(self, element: list[int]) -> list[Code]:
        """Codes that an element stands for; the first one gives the other pieces to the other colours in ascending order."""
        others = [colour for colour in range(self.problem.variant.colours) if colour not in self.asked]
        found = []
        for pieces in permutations(element[len(self.asked) :]):
            piece_of = dict(zip((*self.asked, *others), (*element[: len(self.asked)], *pieces), strict=True))
            found.append(tuple(piece_of[colour] for colour in range(len(piece_of))))
        return found


def draw_code(problem: Problem, random: Random) -> Code:
    """A code drawn uniformly from all codes of a variant: a random pattern with a random colouring."""
    pieces = problem.patterns[random.randrange(len(problem.patterns))].tolist()
    random.shuffle(pieces)
    return tuple(pieces)


def answer_of(problem: Problem, code: Code, colour: int, diagonal: int) -> int:
    """Answer of a code to a query: hits as bits along the diagonal."""
    return int(problem.answers[code[colour], diagonal])


def allows(problem: Problem, code: Code, history: History) -> bool:
    """Whether a code gives all answers of a history."""
    return all(answer_of(problem, code, colour, diagonal) == hits for colour, diagonal, hits in history)


def code_text(problem: Problem, code: Code) -> str:
    """Text of a code: the colours of its fields, from 1, in the order of the fields."""
    return mask_text([int(problem.pieces[piece]) for piece in code])


def mask_text(masks: Sequence[int]) -> str:
    """Text of a code from the masks of the fields of each colour."""
    found = [""] * sum(mask.bit_count() for mask in masks)
    for colour, mask in enumerate(masks, start=1):
        for field in fields_of(mask):
            found[field] = str(colour)
    return "".join(found)


def read_code(problem: Problem, text: str) -> Code:
    """A code from the colours of its fields.

    Raises:
        InputError: as `read_masks`.
    """
    return tuple(int(np.flatnonzero(problem.pieces == mask)[0]) for mask in read_masks(problem.variant, text))


def read_masks(variant: Variant, text: str) -> tuple[int, ...]:
    """The fields of each colour, from the colours of all fields.

    Raises:
        InputError: the wrong number of digits, an unknown colour, or a colour whose fields are not a piece.
    """
    board = variant.board
    fields = len(board.fields)
    if len(text) != fields or not (text.isascii() and text.isdigit()):
        raise InputError(f"{quoted(text)} is not a code: write the colours of the {fields} fields as {fields} digits")
    masks = [0] * (variant.colours + 1)
    for field, digit in enumerate(map(int, text)):
        if not 1 <= digit <= variant.colours:
            raise InputError(
                f"colour {digit} of field {field}: the colours of {variant.name} are 1 to {variant.colours}"
            )
        masks[digit] |= 1 << field
    for colour, mask in enumerate(masks[1:], start=1):
        if mask.bit_count() != variant.size:
            raise InputError(f"not a code: colour {colour} has {mask.bit_count()} fields, not {variant.size}")
        if not connected(mask, board.neighbours):
            raise InputError(f"not a code: the fields of colour {colour} are not connected")
        if variant.to_edge and not mask & board.edge:
            raise InputError(f"not a code: colour {colour} has no field on the edge")
    return tuple(masks[1:])
