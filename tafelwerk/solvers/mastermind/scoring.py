"""Mastermind: codes of coloured pegs, answered by right places and by right colours elsewhere.

Bulls and Cows is the same with ten colours, each used once.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 4.3.1.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import product
from typing import Any, NamedTuple, cast, overload

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.mastermind.rules import LETTERS, MOST_SEARCHED, Pegs, code, colors_of, is_code, write_code
from tafelwerk.solvers.deduction.search_problem import LazyTexts, OnDemandAnswers, SearchProblem
from tafelwerk.solvers.deduction.symmetry import Indices, Words, word_symmetry
from tafelwerk.solvers.machine.jit import INTERPRETED, kernel

BLOCK = 4096
"""Codes scored at a time, so that their answers stay in the first-level cache."""

Places = NDArray[np.uint8] | NDArray[np.uint16]
"""Colours of codes, shape (pegs, C): the colours of one peg in all codes are contiguous."""


class Scratch(NamedTuple):
    """Scratch of kernels that score blocks of codes.

    Attributes:
        alike, common, row: uint8, shape (BLOCK,).
        counts: int32, shape (2, labels).
    """

    alike: NDArray[np.uint8]
    common: NDArray[np.uint8]
    row: NDArray[np.uint8]
    counts: Indices


def mastermind(pegs: int, colors: int, distinct: bool = False) -> SearchProblem:
    """The search problem of Mastermind: every code is a query, and naming the code ends the game.

    Codes and queries are in lexicographic order. Answers are labelled "b,w", b right places and w right colours
    elsewhere, and numbered t (t + 1) / 2 + b with t = b + w; the number of (pegs - 1, 1) never occurs. Beyond
    MOST_SEARCHED codes, answers and texts of codes are computed on demand.

    Args:
        pegs: pegs of a code, at least 1.
        colors: colours to choose from, at least 1.
        distinct: whether the pegs of a code, secret or guessed, are all of different colours.

    Raises:
        InputError: no such game, or one of more than 10,000,000 codes or 21 pegs.

    >>> mastermind(2, 2).answers.tolist()
    [[5, 2, 2, 0], [2, 5, 3, 2], [2, 3, 5, 2], [0, 2, 2, 5]]
    """
    game = Pegs(pegs, colors, distinct)
    codes, _ = game.size
    words = _words(pegs, colors, distinct)
    scored = WordAnswers(words, colors)
    large = codes > MOST_SEARCHED
    texts = CodeTexts(game, words) if large else code_texts(words, colors)
    answers: Any = scored if large else scored.square()
    return SearchProblem(
        codes=texts,
        queries=texts,
        labels=tuple(f"{right},{total - right}" for total in range(pegs + 1) for right in range(total + 1)),
        answers=answers,
        code_of=np.arange(codes, dtype=np.int32),
        solved=pegs * (pegs + 3) // 2,
        symmetry=word_symmetry(words, colors),
        columns=None if large else answers,
    )


class WordAnswers(OnDemandAnswers):
    """The answers of Mastermind; `words` are the codes, shape (C, pegs)."""

    def __init__(self, words: Words, colors: int) -> None:
        self.shape = len(words), len(words)
        self.labels = (words.shape[1] + 1) * (words.shape[1] + 2) // 2
        self._words: Places = words.astype(np.uint8) if colors <= 256 else words
        self._places = _side_by_side(self._words)
        alike, common, row = np.empty((3, BLOCK), np.uint8)
        self._scratch = Scratch(alike, common, row, np.empty((2, self.labels), np.int32))
        self._buffers = np.empty((2, 0), np.uint8)

    @overload
    def __getitem__(self, place: int) -> NDArray[np.uint8]: ...
    @overload
    def __getitem__(self, place: tuple[int, Indices]) -> NDArray[np.uint8]: ...
    def __getitem__(self, place: int | tuple[int, Indices]) -> NDArray[np.uint8]:
        query, codes = place if isinstance(place, tuple) else (place, None)
        places = self._places if codes is None else self._gather(codes)
        row = np.empty(places.shape[1], np.uint8)
        _rows_kernel(places, self._words[query : query + 1], self._scratch, row[None])
        return row

    def square(self) -> NDArray[np.uint8]:
        """The whole matrix; it is symmetric."""
        matrix = np.empty(self.shape, np.uint8)
        _rows_kernel(self._places, self._words, self._scratch, matrix)
        return matrix

    def matrix(self, codes: Indices) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        cells = len(codes) * self.shape[0]
        if self._buffers.shape[1] < cells:
            self._buffers = np.empty((2, cells), np.uint8)
        answers = self._buffers[0, :cells].reshape(self.shape[0], len(codes))
        columns = self._buffers[1, :cells].reshape(len(codes), self.shape[0])
        _rows_kernel(self._gather(codes), self._words, self._scratch, answers)
        _rows_kernel(self._places, self._words[codes], self._scratch, columns)
        return answers, columns

    def sizes(self, queries: Indices, codes: Indices) -> Indices:
        sizes = np.empty((len(queries), self.labels), np.int32)
        places = self._places if len(codes) == self.shape[1] else self._gather(codes)
        _sizes_kernel(places, self._words[queries], self._scratch, sizes)
        return sizes

    def _gather(self, codes: Indices) -> Places:
        """The places of some codes."""
        return _side_by_side(self._words[codes])


def _side_by_side(words: Places) -> Places:
    """Places of words of shape (C, pegs)."""
    return cast(Places, np.ascontiguousarray(words.T))


class CodeTexts(LazyTexts):
    """The texts of many codes, and their places."""

    def __init__(self, game: Pegs, words: Words) -> None:
        self._game, self._words = game, words

    def __len__(self) -> int:
        return len(self._words)

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> "CodeTexts": ...
    def __getitem__(self, place: int | slice) -> "str | CodeTexts":
        if isinstance(place, slice):
            return CodeTexts(self._game, self._words[place])
        return write_code(self._game, self._words[place].tolist())

    def index(self, value: Any, start: int = 0, stop: int | None = None) -> int:
        """Place of a text."""
        return self.places[value]

    @cached_property
    def places(self) -> Mapping[str, int]:
        """Index of each text."""
        return _TextPlaces(self._game, self._words)


class _TextPlaces(Mapping[str, int]):
    """Index of each text of many codes, found in the order of the codes."""

    def __init__(self, game: Pegs, words: Words) -> None:
        self._game, self._words = game, words

    def __getitem__(self, text: str) -> int:
        if not is_code(self._game, text):
            raise KeyError(text)
        colors, low, high = colors_of(self._game, code(self._game, text)), 0, len(self._words)
        for position, color in enumerate(colors):
            column = self._words[low:high, position]
            low, high = low + int(np.searchsorted(column, color)), low + int(np.searchsorted(column, color, "right"))
        return low

    def __iter__(self) -> Iterator[str]:
        return iter(CodeTexts(self._game, self._words))

    def __len__(self) -> int:
        return len(self._words)


def _words(pegs: int, colors: int, distinct: bool) -> Words:
    """All codes, shape (C, pegs), in lexicographic order."""
    symbols = np.arange(colors, dtype=np.uint16)
    words = np.empty((1, 0), np.uint16)
    for _ in range(pegs):
        longer = np.empty((len(words), colors, words.shape[1] + 1), np.uint16)
        longer[:, :, :-1] = words[:, None, :]
        longer[:, :, -1] = symbols
        words = longer.reshape(len(words) * colors, -1)
        if distinct:
            words = words[(words[:, :-1] != words[:, -1:]).all(axis=1)]
    return words


def code_texts(words: Words, colors: int) -> tuple[str, ...]:
    """Texts of codes (C, pegs): one letter per peg, or numbers from 1 joined by dots.

    >>> code_texts(np.array([[0, 0, 1, 2]]), 6)
    ('AABC',)
    """
    pegs = words.shape[1]
    if colors > len(LETTERS):
        return tuple(".".join(str(symbol + 1) for symbol in word) for word in words.tolist())
    letters = LETTERS[:colors]
    if len(words) == colors**pegs:
        return tuple(map("".join, product(letters, repeat=pegs)))
    characters = np.array([ord(letter) for letter in letters], np.uint8)[words]
    text = characters.tobytes().decode("ascii")
    return tuple(text[begin : begin + pegs] for begin in range(0, len(text), pegs))


@kernel
def _rows_kernel(places: Places, words: Places, scratch: Scratch, answers: NDArray[np.uint8]) -> None:
    """Fill answers (n, C) with the answers to `words`, shape (n, pegs), for the codes of `places`, shape (pegs, C)."""
    codes = places.shape[1]
    for query in range(words.shape[0]):
        for begin in range(0, codes, BLOCK):
            end = min(codes, begin + BLOCK)
            _score_kernel(places, words[query], begin, end, scratch, answers[query, begin:end])


@kernel
def _sizes_kernel(places: Places, words: Places, scratch: Scratch, sizes: Indices) -> None:
    """Fill sizes (n, labels) with the number of codes left by each answer to `words`, shape (n, pegs)."""
    codes, row = places.shape[1], scratch.row
    # two counters per answer, to avoid store-to-load stalls
    even, odd = scratch.counts[0], scratch.counts[1]
    for query in range(words.shape[0]):
        even[:] = 0
        odd[:] = 0
        for begin in range(0, codes, BLOCK):
            end = min(codes, begin + BLOCK)
            _score_kernel(places, words[query], begin, end, scratch, row[: end - begin])
            for i in range(0, end - begin - 1, 2):
                even[row[i]] += 1
                odd[row[i + 1]] += 1
            if (end - begin) % 2 == 1:
                even[row[end - begin - 1]] += 1
        for label in range(sizes.shape[1]):
            sizes[query, label] = even[label] + odd[label]


if INTERPRETED:

    def _score_kernel(
        places: Places, word: Places, begin: int, end: int, scratch: Scratch, row: NDArray[np.uint8]
    ) -> None:
        block = places[:, begin:end]
        row[:] = np.count_nonzero(block == word[:, None], axis=0)
        total = np.zeros_like(row)
        for symbol, own in zip(*np.unique(word, return_counts=True), strict=True):
            total += np.minimum(np.count_nonzero(block == symbol, axis=0), own).astype(np.uint8)
        row += ((total + np.uint8(1)) >> np.uint8(1)) * (total | np.uint8(1))

else:

    @kernel
    def _score_kernel(
        places: Places, word: Places, begin: int, end: int, scratch: Scratch, row: NDArray[np.uint8]
    ) -> None:
        """Fill `row` with the answers to a word for the codes from `begin` to `end`.

        All numbers stay bytes, and loops run along the codes, so that compilers turn them into vector instructions.
        """
        pegs, n = places.shape[0], end - begin
        common = scratch.common
        row[:] = 0
        for i in range(n):
            common[i] = 0
        for position in range(pegs):
            symbol = word[position]
            colors = places[position, begin:end]
            for i in range(n):
                row[i] = np.uint8(row[i] + np.uint8(colors[i] == symbol))
            own, first = 0, True
            for other in range(pegs):
                own += word[other] == symbol
                first = first and (other >= position or word[other] != symbol)
            if first:
                _add_common_kernel(places, symbol, own, begin, end, scratch)
        for i in range(n):
            total = common[i]
            # half of total * (total + 1), which itself may be more than a byte holds
            half = np.uint8(np.uint8(total + np.uint8(1)) >> np.uint8(1))
            row[i] = np.uint8(row[i] + np.uint8(half * np.uint8(total | np.uint8(1))))


@kernel
def _add_common_kernel(places: Places, symbol: int, own: int, begin: int, end: int, scratch: Scratch) -> None:
    """Add to scratch.common the number of pegs of a colour in each code, at most `own`; pegs are processed in pairs."""
    pegs, n, most = places.shape[0], end - begin, np.uint8(own)
    common, alike = scratch.common, scratch.alike
    for i in range(n):
        alike[i] = 0
    for position in range(0, pegs - 1, 2):
        first, second = places[position, begin:end], places[position + 1, begin:end]
        for i in range(n):
            alike[i] = np.uint8(alike[i] + np.uint8(first[i] == symbol) + np.uint8(second[i] == symbol))
    last = places[pegs - 1, begin:end]
    odd = np.uint8(pegs % 2)
    for i in range(n):
        count = np.uint8(alike[i] + np.uint8(odd & np.uint8(last[i] == symbol)))
        common[i] = np.uint8(common[i] + min(count, most))
