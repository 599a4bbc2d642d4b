"""Notation of codes of Mastermind, and the answers by their numbers."""

import re
from collections.abc import Iterable, Iterator
from string import ascii_lowercase, ascii_uppercase, digits

from tafelwerk.errors import InputError, quoted
from tafelwerk.families.mastermind.rules.games import Game, Pegs
from tafelwerk.wording import counted

LETTERS = ascii_uppercase + ascii_lowercase + digits
"""Letters of colours; games with more colours write numbers from 1, joined by dots."""


def written(game: Pegs, colors: Iterable[int]) -> str:
    """Text of a code, given the numbers of its colours, from 0."""
    if game.colors > len(LETTERS):
        return ".".join(str(color + 1) for color in colors)
    return "".join(LETTERS[color] for color in colors)


def colors_of(game: Pegs, text: str) -> list[int]:
    """Numbers of the colours of a code, from 0; case does not matter in games of at most 26 colours.

    In games of at most ten colours a code may be written in digits: with ten colours 0 is A, with fewer 1 is A.

    Raises:
        InputError: the game has no such colour.
    """
    if game.colors > len(LETTERS):
        if not re.fullmatch(r"\d{1,6}(\.\d{1,6})*", text, re.ASCII):
            raise InputError(
                f"{quoted(text)} is not a code; write its colours as numbers separated by dots, such as 17.3"
            )
        numbers = [int(word) - 1 for word in text.split(".")]
        for number in numbers:
            if not 0 <= number < game.colors:
                raise InputError(f"{quoted(text)}: there is no colour {number + 1}; they go from 1 to {game.colors}")
        return numbers
    letters = LETTERS[: game.colors]
    given = text.upper() if game.colors <= len(ascii_uppercase) and text.isascii() else text
    if game.colors <= len(digits) and given.isascii() and given.isdigit():
        letters = digits if game.colors == len(digits) else digits[1 : game.colors + 1]
    for letter in given:
        if letter not in letters:
            first, last = letters[0], letters[-1]
            shown = f"the only one is {first}" if game.colors == 1 else f"they go from {first} to {last}"
            shown += " (A to Z, a to z, 0 to 9)" if game.colors > len(ascii_uppercase) else ""
            raise InputError(f"{quoted(text)}: there is no colour {quoted(letter)}; {shown}")
    return [letters.index(letter) for letter in given]


def code(game: Pegs, text: str) -> str:
    """A code in its normal form.

    Raises:
        InputError: the text is not a code of this game.
    """
    colors = colors_of(game, text)
    if len(colors) != game.pegs:
        raise InputError(f"{quoted(text)} has {counted(len(colors), 'peg')}; a code of this game has {game.pegs}")
    if game.distinct:
        for color in colors:
            if colors.count(color) > 1:
                raise InputError(f"{quoted(text)} has colour {written(game, [color])} twice; no colour may repeat")
    return written(game, colors)


def first_alike(game: Pegs, text: str) -> str:
    """The first code equivalent to a code in normal form, by renaming colours and permuting pegs."""
    colors = colors_of(game, text)
    counts = sorted((colors.count(color) for color in set(colors)), reverse=True)
    return written(game, (color for color, count in enumerate(counts) for _ in range(count)))


def first_codes(game: Pegs) -> list[str]:
    """The first code of each class of equivalent codes, in their order."""
    counts = [(1,) * game.pegs] if game.distinct else list(_partitions(game.pegs, game.pegs))
    classes = (sizes for sizes in counts if len(sizes) <= game.colors)
    return [written(game, (color for color, n in enumerate(sizes) for _ in range(n))) for sizes in classes]


def answer_texts(game: Pegs) -> list[str]:
    """The answers that the rules allow, in the order of their numbers; the last one ends the game."""
    pairs = ((right, total - right) for total in range(game.pegs + 1) for right in range(total + 1))
    return [f"{right},{others}" for right, others in pairs if (right, others) != (game.pegs - 1, 1)]


def _partitions(total: int, most: int) -> Iterator[tuple[int, ...]]:
    """Partitions of a number into descending parts of at most `most`, the largest first parts first."""
    if total == 0:
        yield ()
    for first in range(min(total, most), 0, -1):
        for rest in _partitions(total - first, first):
            yield (first, *rest)


def is_code(game: Pegs, text: str) -> bool:
    """Whether a text is a code in its normal form."""
    try:
        return code(game, text) == text
    except InputError:
        return False


def read_guess(game: Game, text: str) -> str:
    """A query in its normal form as far as the rules alone determine it.

    Raises:
        InputError: the text is not a code of the game.
    """
    return code(game, text) if isinstance(game, Pegs) else text
