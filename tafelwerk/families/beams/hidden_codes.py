"""Codes of a variant, prepared for solvers; what beams leave of them, as knowledge and as a bitset; a code to hide.

Patterns of large variants are read from the book if possible, which is faster. Codes of the largest are estimated from samples.
"""

from functools import lru_cache
from hashlib import sha256
from math import factorial
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.beams import rules
from tafelwerk.families.beams.answers import Bitset, SampledCounts
from tafelwerk.families.beams.look_ups import get_counts
from tafelwerk.files import written_whole
from tafelwerk.solvers.beams import code_samples, codes_left
from tafelwerk.solvers.beams.code_paths import pattern_count
from tafelwerk.solvers.beams.elements import asked_colours, count_elements
from tafelwerk.solvers.beams.patterns import Problem, assemble, make_problem
from tafelwerk.solvers.beams.pieces import placed_pieces, shapes
from tafelwerk.tables.answers import LEVEL
from tafelwerk.tables.book import Book, attach, family_file, readable_file
from tafelwerk.tables.contents import open_locked


@lru_cache(maxsize=4)
def problem_of(variant: str, book: Path | None = None) -> Problem:
    """Problem of a variant whose patterns can be listed.

    Args:
        variant: name of the variant.
        book: book to read its patterns from, if it holds them.
    """
    if book is not None and variant in rules.STORED and not rules.is_listed(variant):
        problem = _read_problem(book, variant)
        if problem is not None:
            return problem
    return make_problem(rules.variant_of(variant))


def counts_of(variant: str) -> tuple[int, int | None, int | None]:
    """Numbers of pieces up to translation, patterns and codes of a variant; None where they are not counted."""
    definition = rules.variant_of(variant)
    patterns: int | None = None
    if rules.is_analysed(variant):
        patterns = len(problem_of(variant).patterns)
    elif definition.board.squares:
        patterns = pattern_count(definition)
    return (
        shapes(definition.size, definition.shape),
        patterns,
        None if patterns is None else patterns * factorial(definition.colours),
    )


@lru_cache(maxsize=16)
def knowledge_of(variant: str, history: tuple[rules.Beam, ...], book: Path | None = None) -> codes_left.Knowledge:
    """Knowledge of the codes that a history leaves; the latest results are cached, as a large variant takes a second each."""
    if variant in rules.SAMPLED:
        return code_samples.SampleKnowledge(rules.variant_of(variant), history)
    return codes_left.Knowledge(problem_of(variant, book), history)


def _read_problem(book: Path, variant: str) -> Problem | None:
    with Book(book) as opened:
        counts = get_counts(opened, variant)
    if counts is None or counts.patterns is None or not readable_file(book, rules.FAMILY):
        return None
    definition = rules.variant_of(variant)
    with open_locked([family_file(book, rules.FAMILY)], settings={"threads": "2"}) as connection:
        attach(connection, book, rules.FAMILY)
        sql = f"SELECT unnest(pieces) AS piece FROM {rules.FAMILY}.patterns WHERE variant = ?"
        pieces = connection.execute(sql, [variant]).fetchnumpy()["piece"]
    if len(pieces) != counts.patterns * definition.colours:
        return None
    return assemble(definition, placed_pieces(definition), pieces.astype(np.uint16).reshape(-1, definition.colours))


COUNTED = code_samples.Effort(codes=4000, first=0, states=2500, runs=10)
"""Effort of an estimate of the number of codes."""

GLIMPSE = code_samples.Effort(codes=1, first=3000, states=1000, runs=4)
"""Effort of a search for any code."""


def sampled_counts(variant: str, pieces: int, diagonals: int) -> SampledCounts:
    """Counts of a variant, with estimated patterns and codes."""
    left = code_samples.SampleKnowledge(rules.variant_of(variant), (), COUNTED)
    codes, patterns = code_samples.remaining(left), round(left.sample.total)
    return SampledCounts(
        pieces,
        patterns,
        left.remaining,
        diagonals,
        effective=left.effective,
        **estimate_fields(codes, len(left.sample.masks)),
    )


def estimate_fields(number: code_samples.Estimate, samples: int) -> dict[str, Any]:
    """Fields of an answer for an estimate."""
    return {
        "certainty": "sampled",
        "samples": samples,
        "standard_error": number.error,
        "interval": number.interval,
        "level": None if number.error is None else LEVEL,
    }


def any_left(variant: str, history: rules.History) -> bool:
    """Whether a code is left; raises InputError if none of some 200,000 paths leads to one although one may be left."""
    return code_samples.any_left(rules.variant_of(variant), history, GLIMPSE)


CodesLeft = codes_left.Knowledge

DRAWN = 1000
"""Number of random codes that are tried to fit some beams."""


def code_texts(knowledge: codes_left.Knowledge, most: int) -> list[str]:
    """Texts of the codes left, at most `most` of them."""
    return [codes_left.code_text(knowledge.problem, code) for code in knowledge.codes(most)]


def hide(variant: str, history: tuple[rules.Beam, ...], seed: int, book: Path) -> str:
    """Hidden code of a seed: the first of its random codes that the beams allow.

    If the beams allow none of them, the seed orders the pieces, and each colour gets the first piece that is left.
    Either way the code stays the same when its own answers are added to the beams.
    """
    if variant in rules.SAMPLED:
        return _hidden_sampled(variant, history, seed)
    problem, random = problem_of(variant, book), Random(seed)
    for _ in range(DRAWN):
        code = codes_left.draw_code(problem, random)
        if codes_left.allows(problem, code, history):
            return codes_left.code_text(problem, code)
    left, code_pieces = knowledge_of(variant, history, book), list[int]()
    for colour in range(problem.variant.colours):
        pieces = left.owners(colour).nonzero()[0].tolist()
        code_pieces.append(min(pieces, key=lambda piece: Random(f"{seed} {piece}").random()))
        answers = enumerate(problem.answers[code_pieces[-1]].tolist())
        left = codes_left.Knowledge(
            problem, [*left.history, *(rules.Beam(colour, diagonal, hits) for diagonal, hits in answers)]
        )
    return codes_left.code_text(problem, tuple(code_pieces))


def _hidden_sampled(variant: str, history: tuple[rules.Beam, ...], seed: int) -> str:
    """The same for sampled variants. If no random code is allowed, each field in turn gets its first admissible colour, in an
    order given by the seed: the same code after its own answers as long as all paths can be followed."""
    puzzle = rules.variant_of(variant)
    masks = code_samples.hidden_codes(puzzle, seed, DRAWN)
    fits = np.ones(len(masks), np.bool_)
    for colour, diagonal, hits in history:
        fits &= code_samples.answers_of(masks[:, colour], puzzle.board.windows[diagonal]) == hits
    if fits.any():
        return codes_left.mask_text(masks[fits.argmax()].tolist())
    return codes_left.mask_text(
        code_samples.preferred_code(puzzle, history, lambda field, colour: Random(f"{seed} {field} {colour}").random())
    )


def check_code(variant: str, text: str, book: Path) -> None:
    """Raise InputError if a text is not a code of the variant."""
    if variant in rules.SAMPLED:
        codes_left.read_masks(rules.variant_of(variant), text)
    else:
        codes_left.read_code(problem_of(variant, book), text)


def contradiction_text(variant: str, history: tuple[rules.Beam, ...], book: Path) -> str | None:
    """Smallest explanation of why some beams leave no code; None if they leave one."""
    definition = rules.variant_of(variant)
    if variant in rules.SAMPLED:
        return rules.explain_contradiction(history, definition, lambda beams: any_left(variant, beams))
    problem = problem_of(variant, book)
    return rules.explain_contradiction(
        history, definition, lambda beams: count_elements(problem.patterns, problem.answers, beams, 1) > 0
    )


SHORT = 1024
"""Largest number of bytes that an answer contains in full."""

CHUNK = 1 << 20
"""Bytes that are searched at a time."""


def history_bits(variant: str, history: tuple[rules.Beam, ...], book: Path) -> NDArray[np.uint8]:
    """Bitset of a history, code 0 in the lowest bit; uint8 (bytes,), 381 MB for 6c6p."""
    problem = problem_of(variant, book)
    if problem.variant.colours >= codes_left.LEAST_COLOURS:
        return codes_left.history_bitset(problem.patterns, problem.answers, history).reshape(-1)
    codes = codes_left.list_codes(problem.variant)
    bits = np.packbits(np.ones(len(codes), np.bool_), bitorder="little")
    for beam in history:
        bits &= codes_left.bitset(codes, beam)
    return bits


def describe_bits(variant: str, history: tuple[rules.Beam, ...], most: int, book: Path) -> Bitset:
    """Summary of a bitset: the number of its codes, the first of them, and its checksum."""
    problem, bits = problem_of(variant, book), history_bits(variant, history, book)
    spare = rules.variant_of(variant).colours - len(asked_colours(history))
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
    numbers: list[int] = []
    for begin in range(0, len(bits), CHUNK):
        if len(numbers) >= most:
            break
        part = bits[begin : begin + CHUNK]
        if part.any():
            numbers += (8 * begin + np.flatnonzero(np.unpackbits(part, bitorder="little"))).tolist()
    return tuple(numbers[:most])


def write_bits(variant: str, history: tuple[rules.Beam, ...], path: Path, book: Path) -> None:
    """Write the bitset of a history to a file.

    Raises:
        InputError: there is no such folder, or the file is one of a book.
        StorageError: the file cannot be written.
    """
    with written_whole(path) as partial, partial.open("wb") as file:
        file.write(history_bits(variant, history, book).data)
