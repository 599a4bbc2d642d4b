"""Bitset of the codes that a history leaves, over all codes of a variant."""

from hashlib import sha256
from math import factorial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.beams.answers import Bitset
from tafelwerk.families.beams.problems import problem_of
from tafelwerk.families.beams.rules.board import variant_of
from tafelwerk.families.beams.rules.history import Beam
from tafelwerk.files import written_whole
from tafelwerk.solvers.beams.codes_left import LEAST_COLOURS, bitset, history_bitset, list_codes
from tafelwerk.solvers.beams.elements import asked_colours, count_elements

SHORT = 1024
"""Largest number of bytes that an answer contains in full."""

CHUNK = 1 << 20
"""Bytes that are searched at a time."""


def history_bits(variant: str, history: tuple[Beam, ...], book: Path) -> NDArray[np.uint8]:
    """Bitset of a history, code 0 in the lowest bit; uint8 (bytes,), 381 MB for 6c6p."""
    problem = problem_of(variant, book)
    if problem.variant.colours >= LEAST_COLOURS:
        return history_bitset(problem.patterns, problem.answers, history).reshape(-1)
    codes = list_codes(problem.variant)
    found = np.packbits(np.ones(len(codes), np.bool_), bitorder="little")
    for beam in history:
        found &= bitset(codes, beam)
    return found


def describe_bits(variant: str, history: tuple[Beam, ...], most: int, book: Path) -> Bitset:
    """Summary of a bitset: the number of its codes, the first of them, and its checksum."""
    problem, bits = problem_of(variant, book), history_bits(variant, history, book)
    spare = variant_of(variant).colours - len(asked_colours(history))
    remaining = count_elements(problem.patterns, problem.answers, history) * factorial(spare)
    digest = sha256(bits.data).hexdigest()
    return Bitset(
        problem.codes,
        remaining,
        len(bits),
        digest,
        first_codes(bits, most),
        bits.tobytes().hex() if len(bits) <= SHORT else None,
    )


def first_codes(bits: NDArray[np.uint8], most: int) -> tuple[int, ...]:
    """Numbers of the first codes of a bitset, at most `most`."""
    found: list[int] = []
    for begin in range(0, len(bits), CHUNK):
        if len(found) >= most:
            break
        part = bits[begin : begin + CHUNK]
        if part.any():
            found += (8 * begin + np.flatnonzero(np.unpackbits(part, bitorder="little"))).tolist()
    return tuple(found[:most])


def write_bits(variant: str, history: tuple[Beam, ...], path: Path, book: Path) -> None:
    """Write the bitset of a history to a file.

    Raises:
        InputError: there is no such folder, or the file is one of a book.
        StorageError: the file cannot be written.
    """
    with written_whole(path) as partial, partial.open("wb") as file:
        file.write(history_bits(variant, history, book).data)
