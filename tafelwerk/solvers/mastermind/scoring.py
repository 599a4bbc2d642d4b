"""Mastermind: codes of coloured pegs, answered by right places and by right colours elsewhere.

Bulls and Cows is the same with ten colours, each used once.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 4.3.1.
"""

from itertools import product

import numpy as np
from numpy.typing import NDArray

from tafelwerk.rules.mastermind.games import Pegs
from tafelwerk.rules.mastermind.notation import LETTERS
from tafelwerk.solvers.deduction.problem import SearchProblem
from tafelwerk.solvers.deduction.symmetry import Words, word_symmetry
from tafelwerk.solvers.machine.jit import kernel


def mastermind(pegs: int, colors: int, distinct: bool = False) -> SearchProblem:
    """The search problem of Mastermind: every code is a query, and naming the code ends the game.

    Codes and queries are in lexicographic order. Answers are labelled "b,w", b right places and w right colours
    elsewhere, and numbered t (t + 1) / 2 + b with t = b + w; the number of (pegs - 1, 1) never occurs.

    Args:
        pegs: pegs of a code, at least 1.
        colors: colours to choose from, at least 1.
        distinct: whether the pegs of a code, secret or guessed, are all of different colours.

    Raises:
        InputError: no such game, or one of more than 20,000 codes or 21 pegs.
    """
    codes, _ = Pegs(pegs, colors, distinct).size
    words = _words(pegs, colors, distinct)
    places = np.ascontiguousarray(words.T)
    counts = np.zeros((colors, codes), np.uint8)
    for position in range(pegs):
        counts[words[:, position], np.arange(codes)] += np.uint8(1)
    answers = np.zeros((codes, codes), np.uint8)
    _score_kernel(places, counts, np.empty(codes, np.uint8), answers)
    texts = code_texts(words, colors)
    return SearchProblem(
        codes=texts,
        queries=texts,
        labels=tuple(f"{right},{total - right}" for total in range(pegs + 1) for right in range(total + 1)),
        answers=answers,
        code_of=np.arange(codes, dtype=np.int32),
        solved=pegs * (pegs + 3) // 2,
        symmetry=word_symmetry(words, colors),
    )


def _words(pegs: int, colors: int, distinct: bool) -> Words:
    """All codes, shape (C, pegs), in lexicographic order."""
    numbers = np.arange(colors**pegs, dtype=np.int64)
    words = np.empty((len(numbers), pegs), np.uint16)
    for position in range(pegs - 1, -1, -1):
        words[:, position] = numbers % colors
        numbers //= colors
    if distinct:
        ordered = np.sort(words, axis=1)
        words = words[(ordered[:, 1:] != ordered[:, :-1]).all(axis=1)]
    return words


def code_texts(words: Words, colors: int) -> tuple[str, ...]:
    """Texts of codes (C, pegs): one letter per peg, or numbers from 1 joined by dots."""
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
def _score_kernel(
    places: Words, counts: NDArray[np.uint8], common: NDArray[np.uint8], answers: NDArray[np.uint8]
) -> None:
    """Fill answers (C, C), zeroed, from places (pegs, C) and counts (colours, C); `common` is scratch of C.

    Loops run along rows, which compilers turn into vector instructions.
    """
    pegs, codes = places.shape
    for code in range(codes):
        row = answers[code]
        common[:] = 0
        for position in range(pegs):
            symbol = places[position, code]
            first = True
            for earlier in range(position):
                first = first and places[earlier, code] != symbol
            place = places[position]
            for other in range(codes):
                row[other] += place[other] == symbol
            if first:
                count = counts[symbol]
                own = count[code]
                for other in range(codes):
                    common[other] += min(count[other], own)
        for other in range(codes):
            total = common[other]
            row[other] += np.uint8((total * (total + np.uint8(1))) >> np.uint8(1))
