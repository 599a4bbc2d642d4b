"""Histories of Beams, as text and as numbers, and contradictions between beams.

A history is written "1@17 2,4; 2@3 -": colour@diagonal, then the places hit on the diagonal, or - for none; all from 1. Places
are counted from the diagonal's end with the smaller field number; on boards of squares, where a diagonal is a window, from that
window.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from tafelwerk.errors import InputError, quoted
from tafelwerk.families.beams.rules.board import Board, Variant

_EXAMPLE = "1@3 2,4, or 1@3 - where nothing is hit"


class Beam(NamedTuple):
    """A query and its answer, all from 0.

    Attributes:
        colour: colour asked for.
        diagonal: diagonal asked.
        hits: fields of that colour as bits along the diagonal, bit 0 at its end with the smaller field number.
    """

    colour: int
    diagonal: int
    hits: int

    def __str__(self) -> str:
        return f"{query_text(self.colour, self.diagonal)} {answer_text(self.hits)}"


History = Sequence[Beam]
"""Beams in the order in which they were asked."""

TOP_DEPTH = 3
"""Number of queries before the deepest sets of a tree's top; the queries at these sets are not stored."""


def query_text(colour: int, diagonal: int) -> str:
    """Text of a query: colour@diagonal, from 1."""
    return f"{colour + 1}@{diagonal + 1}"


def answer_text(hits: int) -> str:
    """Text of an answer: the places hit, from 1, or - for none.

    Args:
        hits: bits along the diagonal.
    """
    return ",".join(str(place + 1) for place in range(hits.bit_length()) if hits >> place & 1) or "-"


def hits_of(text: str) -> int:
    """Bits along the diagonal of an answer's text."""
    return 0 if text == "-" else sum(1 << int(place) - 1 for place in text.split(","))


def write_history(history: History) -> str:
    """Text of a history; `read_history` reads it back."""
    return "; ".join(str(Beam(*beam)) for beam in history)


def read_history(text: str, variant: Variant) -> tuple[Beam, ...]:
    """A history from its text.

    Args:
        text: such as "1@17 2,4; 2@3 -"; empty entries are skipped.
        variant: variant with these colours and diagonals.

    Raises:
        InputError: an entry that is not colour@diagonal with places, or names a colour, diagonal or place that does not exist;
            places that do not ascend; a diagonal used twice.
    """
    board = variant.board
    found: list[Beam] = []
    for entry in text.split(";"):
        words = entry.split(maxsplit=1)
        if not words:
            continue
        colour, diagonal = read_query(words[0], variant)
        if len(words) == 1:
            raise InputError(
                f"history: {quoted(words[0])} has no answer; write the places hit after it, such as {_EXAMPLE}"
            )
        beam = Beam(colour, diagonal, read_answer(words[1], diagonal, board))
        for earlier in found:
            if earlier.diagonal == diagonal:
                raise InputError(
                    f"history: {quoted(str(beam))} uses {board.noun} {diagonal + 1} again, after {quoted(str(earlier))}; "
                    f"each {board.noun} may be used once, whatever the colour"
                )
        found.append(beam)
    return tuple(found)


def hit_fields(board: Board, history: Iterable[Beam]) -> tuple[int, ...]:
    """Colour per field, from 1, that a beam hit there; 0 for the other fields."""
    colours = [0] * len(board.fields)
    for beam in history:
        for place, field in enumerate(board.windows[beam.diagonal]):
            if beam.hits >> place & 1:
                colours[field] = beam.colour + 1
    return tuple(colours)


def read_query(text: str, variant: Variant) -> tuple[int, int]:
    """A query from its text.

    Args:
        text: colour@diagonal, from 1.
        variant: variant with these colours and diagonals.

    Returns:
        Colour and diagonal, from 0.

    Raises:
        InputError: text of another form; an unknown colour or diagonal.
    """
    match = re.fullmatch(r"\s*([0-9]{1,9})\s*@\s*([0-9]{1,9})\s*", text)
    if not match:
        raise InputError(f"history: {quoted(text)} is not colour@diagonal; write {_EXAMPLE}")
    colour, diagonal = int(match[1]), int(match[2])
    if not 1 <= colour <= variant.colours:
        raise InputError(
            f"history: colour {colour} in {quoted(text)}; the colours of {variant.name} are 1 to {variant.colours}"
        )
    noun, diagonals = variant.board.noun, len(variant.board.windows)
    if not 1 <= diagonal <= diagonals:
        raise InputError(
            f"history: {noun} {diagonal} in {quoted(text)}; the {noun}s of {variant.name} are 1 to {diagonals}"
        )
    return colour - 1, diagonal - 1


def read_answer(text: str, diagonal: int, board: Board) -> int:
    """An answer from its text.

    Args:
        text: places from 1, ascending, separated by commas; - for none.
        diagonal: number of the diagonal, from 0.
        board: board of the diagonal.

    Returns:
        Bits along the diagonal.

    Raises:
        InputError: text of another form; places that the diagonal does not have, or that do not ascend.
    """
    if text.strip() == "-":
        return 0
    hits, last = 0, 0
    length = len(board.windows[diagonal])
    for word in text.split(","):
        if not re.fullmatch(r"\s*[0-9]{1,9}\s*", word):
            raise InputError(
                f"history: {quoted(text.strip())} is not an answer; write the places hit, such as 2,4, or - for none"
            )
        place = int(word)
        if not 1 <= place <= length:
            raise InputError(
                f"history: place {place} in {quoted(text.strip())}; {board.noun} {diagonal + 1} has the places 1 to {length}"
            )
        if place <= last:
            raise InputError(
                f"history: place {place} after {last} in {quoted(text.strip())}; write the places of an answer in ascending order"
            )
        hits, last = hits | 1 << (place - 1), place
    return hits


def checked_history(history: History, colours: int, diagonals: int) -> History:
    """The history unchanged, if all its numbers are in range.

    Args:
        history: beams, or triples of the same numbers.
        colours: number of colours.
        diagonals: number of diagonals.

    Raises:
        InputError: a colour, a diagonal or hits out of range.
    """
    for place, (colour, diagonal, hits) in enumerate(history, start=1):
        for name, number, end in (("colour", colour, colours), ("diagonal", diagonal, diagonals), ("hits", hits, 256)):
            if not 0 <= number < end:
                raise InputError(f"history: {name} {number} at place {place}; it is 0 to {end - 1}")
    return history


def contradiction(history: History, any_left: Callable[[History], bool]) -> tuple[int, ...] | None:
    """Smallest explanation of a contradiction: beams that no code satisfies together.

    Args:
        history: the beams.
        any_left: whether some code satisfies all of the beams given.

    Returns:
        None if a code is left. Otherwise places in the history, ascending; the last one is the first beam after which no code is
        left. It is alone if no code gives that answer. If one earlier beam excludes it, the first such beam is added; otherwise
        several beams, none of which can be left out.
    """
    if any_left(history):
        return None
    low, end = 0, len(history)
    while low < end:  # more beams never leave more codes
        middle = (low + end) // 2
        if any_left(history[: middle + 1]):
            low = middle + 1
        else:
            end = middle
    if not any_left([history[end]]):
        return (end,)
    for place in range(end):
        if not any_left([history[place], history[end]]):
            return (place, end)
    needed = list(range(end + 1))
    for place in range(end):
        fewer = [other for other in needed if other != place]
        if not any_left([history[other] for other in fewer]):
            needed = fewer
    return tuple(needed)


def explain_contradiction(history: History, variant: Variant, any_left: Callable[[History], bool]) -> str | None:
    """Smallest explanation of a contradiction, as a sentence without a full stop; None if a code is left.

    Args:
        history: the beams.
        variant: the variant.
        any_left: whether some code satisfies all of the beams given.
    """
    places = contradiction(history, any_left)
    if places is None:
        return None
    *others, last = (str(Beam(*history[place])) for place in places)
    which = f"beam {places[-1] + 1}, {quoted(last)},"
    if not others:
        return f"{which} is impossible: no piece of {variant.name} that fits into a code gives that answer"
    names = [repr(other) for other in others]
    if len(names) == 1:
        return f"{which} leaves no code: it contradicts {names[0]}"
    return f"{which} leaves no code: it contradicts {', '.join(names[:-1])} and {names[-1]} taken together"
