"""Codes that a history of beams leaves: listed, what they agree on, and puzzles that leave one.

The codes left are bitsets if all codes can be listed, otherwise elements.

Codes are numbered pattern by pattern, and within a pattern by the lexicographic rank of (place of colour 0, place of colour 1,
...), where the place is that of the colour's piece in the pattern. An element is a pattern with an injection of the colours asked
for into its pieces; it stands for all codes that differ only in the pieces of the colours not asked for.

In what is known of a hidden code, a code is the tuple of its pieces, colour by colour, as numbers of placed pieces.

A puzzle is answered beams that leave exactly one code, none of them redundant. A hidden code is drawn, and queries are asked
until it is the only code left. Each query is the one, among some random queries, whose answer leaves the fewest codes. Then
every redundant beam is removed.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, permutations
from math import factorial
from random import Random
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.families.beams.rules import Beam, History, Variant, checked_history, fields_of, is_connected
from tafelwerk.solvers.beams.elements import allowed_pieces, asked_colours, can_be, count_elements, piece_counts
from tafelwerk.solvers.beams.patterns import Problem, patterns
from tafelwerk.solvers.beams.pieces import answers
from tafelwerk.solvers.machine.jit import kernel

MOST_CODES = 1_000_000
"""Largest number of codes of a variant whose codes are listed."""

LEAST_COLOURS = 4
"""Least number of colours for which the number of colourings is a multiple of eight."""

MOST_ELEMENTS = 1 << 26
"""Largest number of elements that are listed: 768 MB in 6c6p."""


@dataclass(frozen=True, slots=True, eq=False)
class Codes:
    """All codes of a small variant, in the order of their numbers.

    Attributes:
        variant: the variant.
        pieces: uint64 masks of the placed pieces, shape (m,).
        answers: uint8 bits along the diagonal, shape (m, diagonals): answer of each diagonal for each piece.
        piece_of: uint16, shape (colours, codes): piece of each colour.
    """

    variant: Variant
    pieces: NDArray[np.uint64]
    answers: NDArray[np.uint8]
    piece_of: NDArray[np.uint16]

    def __len__(self) -> int:
        return int(self.piece_of.shape[1])


def list_codes(variant: Variant, diagonals: tuple[int, ...] | None = None) -> Codes:
    """All codes of a small variant.

    Args:
        variant: the variant.
        diagonals: masks of fields. Default: the diagonals of its board.

    Raises:
        InputError: more than `MOST_CODES` codes, or a variant that `patterns` refuses.
    """
    pieces, cover = patterns(variant)
    count = len(cover) * factorial(variant.colours)
    if count > MOST_CODES:
        raise InputError(f"{variant.name} has {count:,} codes; at most {MOST_CODES:,} can be listed: use elements")
    places = np.array(list(permutations(range(variant.colours))), np.intp)
    piece_of = np.ascontiguousarray(cover[:, places].reshape(count, variant.colours).T)
    return Codes(variant, pieces, answers(variant.board, pieces, diagonals), piece_of)


def bitset(codes: Codes, beam: Beam) -> NDArray[np.uint8]:
    """Bitset of the codes with an answer, eight per byte, the lowest number in the lowest bit; uint8, shape (ceil(codes / 8),).

    Raises:
        InputError: a colour, a diagonal or hits out of range.
    """
    colour, diagonal, hits = checked_history([beam], codes.variant.colours, codes.answers.shape[1])[0]
    return np.packbits(codes.answers[codes.piece_of[colour], diagonal] == hits, bitorder="little")


def bitsets(codes: Codes) -> Iterator[tuple[Beam, NDArray[np.uint8]]]:
    """Bitset for each query and each of its possible answers, by colour, diagonal and hits."""
    occurring = np.unique(codes.piece_of)
    for colour in range(codes.variant.colours):
        for diagonal in range(codes.answers.shape[1]):
            for hits in np.unique(codes.answers[occurring, diagonal]).tolist():
                beam = Beam(colour, diagonal, hits)
                yield beam, bitset(codes, beam)


def history_bitset(
    cover: NDArray[np.uint16], answers: NDArray[np.uint8], history: History, out: NDArray[np.uint8] | None = None
) -> NDArray[np.uint8]:
    """Bitset of the codes that a history leaves, from the patterns, without a list of the codes.

    Args:
        cover: patterns, uint16, shape (p, colours): numbers of placed pieces, ascending.
        answers: answers of diagonals for placed pieces, uint8, shape (m, diagonals).
        history: beams; any colours, in any order.
        out: array for the bitset, such as a memory-mapped file. Default: a new array.

    Returns:
        uint8, shape (p, colours! / 8): one row per pattern, together the codes in the order of their numbers, the lowest in the
        lowest bit. 381 MB in 6c6p.

    Raises:
        InputError: a colour, a diagonal or hits out of range; fewer than four colours or more than eight.
    """
    colours = cover.shape[1]
    may, colours_asked = allowed_pieces(cover, answers, history)
    if colours < LEAST_COLOURS:
        raise InputError(f"the codes of a pattern of {colours} colours do not fill whole bytes; list the codes")
    places = np.array(list(permutations(range(colours))), np.intp)
    at = np.arange(colours)[:, None]
    chosen = np.zeros((colours_asked, colours, len(places)), np.bool_)
    for number, colour in enumerate(asked_colours(history)):
        chosen[number] = places[:, colour] == at
    ways = np.packbits(chosen, axis=2, bitorder="little")
    if out is None:
        out = np.empty((len(cover), factorial(colours) // 8), np.uint8)
    _bitset_kernel(cover, may, ways, np.zeros(out.shape[1], np.uint8), out)
    return out


def consistent(
    cover: NDArray[np.uint16], answers: NDArray[np.uint8], history: History, most: int = MOST_ELEMENTS
) -> NDArray[np.uint16]:
    """Elements that a history leaves.

    Args:
        cover: patterns, uint16, shape (p, colours): numbers of placed pieces, ascending.
        answers: answers of diagonals for placed pieces, uint8, shape (m, diagonals).
        history: beams; any colours, in any order.
        most: largest number of elements to list.

    Returns:
        uint16, shape (n, colours): first the pieces of the colours asked for, in ascending order of these colours
        (`asked_colours`), then the other pieces, ascending. By pattern, then by the pieces.

    Raises:
        InputError: a colour, a diagonal or hits out of range; more than eight colours; more than `most` elements.
    """
    may, colours_asked = allowed_pieces(cover, answers, history)
    count = count_elements(cover, answers, history)
    if count > most:
        raise InputError(f"history: it leaves {count:,} elements; at most {most:,} can be listed: count them instead")
    elements = np.empty((count, cover.shape[1]), np.uint16)
    _elements_kernel(cover, may, colours_asked, elements, np.zeros(colours_asked + 1, np.int64))
    return elements


@kernel
def _elements_kernel(
    cover: NDArray[np.uint16],
    may: NDArray[np.uint8],
    colours_asked: int,
    elements: NDArray[np.uint16],
    chosen: NDArray[np.int64],
) -> None:
    """Write all elements into `elements`, which has exactly their number of rows.

    Args:
        chosen: scratch, (asked + 1,): the place of each colour's piece.
    """
    colours = cover.shape[1]
    count = 0
    for row in range(cover.shape[0]):
        pattern = cover[row]
        if not can_be(pattern, may, colours_asked):
            continue
        free = (1 << colours) - 1
        depth = 0
        chosen[0] = -1
        while depth >= 0:
            if depth < colours_asked:
                if chosen[depth] >= 0:
                    free |= 1 << chosen[depth]
                index = chosen[depth] + 1
                while index < colours and not (free >> index & 1 and may[pattern[index]] >> depth & 1):
                    index += 1
                if index < colours:
                    chosen[depth] = index
                    free ^= 1 << index
                    depth += 1
                    chosen[depth] = -1
                else:
                    depth -= 1
                continue
            for i in range(colours_asked):
                elements[count, i] = pattern[chosen[i]]
            i = colours_asked
            for index in range(colours):
                if free >> index & 1:
                    elements[count, i] = pattern[index]
                    i += 1
            count += 1
            depth -= 1


@kernel
def _bitset_kernel(
    cover: NDArray[np.uint16],
    may: NDArray[np.uint8],
    ways: NDArray[np.uint8],
    union: NDArray[np.uint8],
    out: NDArray[np.uint8],
) -> None:
    """Write the bitset, one row per pattern.

    Args:
        ways: (asked, colours, bytes): colourings that give a colour asked for to the piece at a place.
        union: scratch, (bytes,).
    """
    colours_asked, colours, size = ways.shape
    for row in range(cover.shape[0]):
        codes = out[row]
        for byte in range(size):
            codes[byte] = 255
        for colour in range(colours_asked):
            for byte in range(size):
                union[byte] = 0
            for index in range(colours):
                if (may[cover[row, index]] >> colour) & 1:
                    these = ways[colour, index]
                    for byte in range(size):
                        union[byte] |= these[byte]
            for byte in range(size):
                codes[byte] &= union[byte]


Code = tuple[int, ...]
"""Piece of each colour, by its number among the placed pieces."""


class Knowledge:
    """Knowledge of the codes that a history leaves.

    Attributes:
        problem: the variant.
        history: beams; any colours, in any order.
        asked: colours asked for, ascending, from 0.
        elements: number of elements left, see `Codes`.
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
        is_asked = colour in self.asked
        row: NDArray[np.int64] = self.counts[self.asked.index(colour) if is_asked else -1]
        return row * factorial(self.spare if is_asked else self.spare - 1)

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

    def known_colours(self) -> tuple[int, ...]:
        """Colour per field, from 1, that all codes left agree on; 0 where they disagree, or no code is left."""
        agreed = [0] * len(self.problem.board.fields)
        for colour in range(self.problem.variant.colours if self.elements else 0):
            owned = self.owners(colour)
            always = self.problem.board.all
            for mask in self.problem.pieces[owned > 0].tolist():
                always &= mask
            for field in fields_of(always):
                agreed[field] = colour + 1
        return tuple(agreed)

    def codes(self, most: int) -> list[Code]:
        """The first codes left, by element, at most `most`.

        Raises:
            InputError: as `consistent`: there are too many elements to list.
        """
        return list(islice((code for row in self.list_elements().tolist() for code in self.colourings(row)), most))

    def draw(self, random: Random) -> Code:
        """A code drawn uniformly from those left: one piece per colour, drawn with weight = number of codes containing it.

        Raises:
            InputError: no code is left.
        """
        if not self.elements:
            raise InputError("history: it leaves no code")
        left, pieces = self, []
        for colour in range(self.problem.variant.colours):
            upto = np.cumsum(left.owners(colour))
            piece = int(np.searchsorted(upto, random.randrange(int(upto[-1])), side="right"))
            pieces.append(piece)
            # the answers of all diagonals identify a piece
            answers = self.problem.answers[piece].tolist()
            beams = [Beam(colour, diagonal, hits) for diagonal, hits in enumerate(answers)]
            left = Knowledge(self.problem, [*left.history, *beams])
        return tuple(pieces)

    def list_elements(self) -> NDArray[np.uint16]:
        """The elements left, see `Codes`.

        Raises:
            InputError: as `consistent`: there are too many elements to list.
        """
        return consistent(self.problem.patterns, self.problem.answers, self.history)

    def colourings(self, element: list[int]) -> list[Code]:
        """Codes that an element stands for; the first one gives the other pieces to the other colours in ascending order."""
        others = [colour for colour in range(self.problem.variant.colours) if colour not in self.asked]
        codes = []
        for pieces in permutations(element[len(self.asked) :]):
            piece_of = dict(zip((*self.asked, *others), (*element[: len(self.asked)], *pieces), strict=True))
            codes.append(tuple(piece_of[colour] for colour in range(len(piece_of))))
        return codes


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
    letters = [""] * sum(mask.bit_count() for mask in masks)
    for colour, mask in enumerate(masks, start=1):
        for field in fields_of(mask):
            letters[field] = str(colour)
    return "".join(letters)


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
        raise InputError(
            f"{in_quotes(text)} is not a code: write the colours of the {fields} fields as {fields} digits"
        )
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
        if not is_connected(mask, board.neighbours):
            raise InputError(f"not a code: the fields of colour {colour} are not connected")
        if variant.to_edge and not mask & board.edge:
            raise InputError(f"not a code: colour {colour} has no field on the edge")
    return tuple(masks[1:])


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

    def knowledge_after(self, history: History) -> Knowledge:
        """Knowledge of the codes that beams leave; exact if one code is left."""

    def is_one(self, history: History) -> bool:
        """Whether beams provably leave exactly one code."""


@dataclass(frozen=True, slots=True)
class ListSource:
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

    def knowledge_after(self, history: History) -> Knowledge:
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
        history = pin_down(source, hidden, choices, random)
        if history is None:
            continue
        essential = drop_redundant(source, history, random)
        if beams is None or len(essential) == beams:
            return Puzzle(tuple(sorted(essential, key=lambda beam: beam.diagonal)), hidden)
        seen.add(len(essential))
        # better queries make puzzles with fewer beams
        choices = max(1, choices // 2) if len(essential) < beams else min(2 * choices, diagonals * variant.colours)
    outcome = f"puzzles of {min(seen)} to {max(seen)}" if seen else "no puzzle at all"
    wanted = "that one code solves" if beams is None else f"of {beams} beams"
    raise InputError(
        f"no puzzle {wanted} in {attempts} attempts, which gave {outcome}; another seed or more attempts may"
    )


def pin_down(source: Source, hidden: Code, choices: int, random: Random) -> list[Beam] | None:
    """Beams that leave only the hidden code, some possibly redundant; None if no unused diagonal distinguishes the codes left.

    Args:
        source: the codes.
        hidden: the hidden code.
        choices: number of random queries among those that split the codes left; the one whose answer leaves the fewest codes is
            asked.
        random: draws the queries.
    """
    history: list[Beam] = []
    while (left := source.knowledge_after(history)).remaining > 1:
        diagonals_used = {beam.diagonal for beam in history}
        queries = [
            (colour, diagonal)
            for colour in range(source.variant.colours)
            for diagonal in range(source.lines)
            if diagonal not in diagonals_used
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


def drop_redundant(source: Source, history: History, random: Random) -> list[Beam]:
    """Beams without redundant ones: without any one of those kept, more than one code would be left.

    Args:
        source: the codes.
        history: beams that leave one code.
        random: draws the order in which beams are tried; the order matters, as a beam may be redundant only while another is
            kept.
    """
    essential = [Beam(*beam) for beam in history]
    for beam in random.sample(essential, len(essential)):
        fewer = [other for other in essential if other != beam]
        if source.is_one(fewer):
            essential = fewer
    return essential
