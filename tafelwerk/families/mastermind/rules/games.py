"""The games of the family: Mastermind by pegs and colours, word lists, tables of answers."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from math import perm
from typing import ClassVar, Literal

from tafelwerk.errors import InputError, quoted
from tafelwerk.spelling import letters

FAMILY = "mastermind"

MOST_CODES = 10_000_000
"""Greatest number of codes for which queries are chosen by entropy."""

MOST_PLAYED = 40_000
"""Greatest number of codes for which entropy strategies are played out."""

MOST_SEARCHED = 20_000
"""Greatest number of codes for any other analysis: the matrix of answers takes 400 MB."""

MOST_COLORS = 20_000
"""Greatest number of colours."""

MOST_PEGS = 21
"""Greatest number of pegs for which the index of an answer fits a byte."""

Score = Literal["wordle", "jotto", "mastermind", "hangman"]
SCORES: tuple[Score, ...] = ("wordle", "jotto", "mastermind", "hangman")
"""Rules for comparing words."""

HANGMAN = "hangman"
"""The rule under which letters are asked and only misses cost."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")
_WRITTEN = re.compile(r"([0-9]+)x([0-9]+)( distinct)?")


@dataclass(frozen=True, slots=True)
class Pegs:
    """Mastermind with codes of `pegs` pegs of `colors` colours; `distinct`: no colour may repeat."""

    score: ClassVar[str] = "mastermind"
    pegs: int
    colors: int
    distinct: bool = False

    def __post_init__(self) -> None:
        if not 1 <= self.pegs <= MOST_PEGS:
            raise InputError(f"--pegs must be 1 to {MOST_PEGS}, not {quoted(self.pegs)}")
        if not 1 <= self.colors <= MOST_COLORS:
            raise InputError(f"--colors must be 1 to {MOST_COLORS:,}, not {quoted(self.colors)}")
        if self.distinct and self.colors < self.pegs:
            raise InputError(
                f"--colors must be at least {self.pegs}, one per peg, if no colour may repeat, not {self.colors}"
            )

    @property
    def game(self) -> "Pegs":
        """The game itself, since its numbers determine it."""
        return self

    @property
    def name(self) -> str:
        """Name in the tables."""
        return f"{self.pegs}x{self.colors}" + (" distinct" if self.distinct else "")

    @property
    def options(self) -> str:
        """The words of the command line that name it."""
        return f"--pegs {self.pegs} --colors {self.colors}" + (" --distinct" if self.distinct else "")

    @property
    def title(self) -> str:
        """Name for people."""
        pegs = "1 peg" if self.pegs == 1 else f"{self.pegs} pegs"
        colors = "1 colour" if self.colors == 1 else f"{self.colors} colours"
        return f"Mastermind with {pegs}, {colors}" + (", all different" if self.distinct else "")

    @property
    def size(self) -> tuple[int, int]:
        """Number of codes and of queries.

        Raises:
            InputError: the game is too large to be analysed.
        """
        codes = perm(self.colors, self.pegs) if self.distinct else self.colors**self.pegs
        if codes > MOST_CODES or self.colors**self.pegs > 10**8:
            shown = f"{codes:,}" if codes < 10**12 else "too many"
            raise InputError(
                f"pegs {self.pegs}, colors {self.colors} make {shown} codes; at most {MOST_CODES:,} can be analysed"
            )
        return codes, codes

    def sized(self, most: int, what: str) -> None:
        """Raise if the game has too many codes.

        Args:
            most: greatest number of codes.
            what: the analysis, as the error names it.

        Raises:
            InputError: the game has more.
        """
        if self.size[0] > most:
            raise InputError(
                f"{what} for games of at most {most:,} codes; {self.title} has {self.size[0]:,}, ask next, parts or play"
            )

    @property
    def answers(self) -> int:
        """Number of answers under the rules: b right places and w right colours elsewhere, b + w <= pegs, not (pegs - 1, 1)."""
        return (self.pegs + 1) * (self.pegs + 2) // 2 - 1

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Named:
    """A word list or a table of answers, by the name given when it was built."""

    name: str

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise InputError(
                "--name must be at most 64 of the letters A to Z and a to z, digits, '_', '.' and '-', a letter or a digit"
                f" first, not {quoted(self.name)}"
            )
        if _WRITTEN.fullmatch(self.name):
            raise InputError(f"--name {self.name} is reserved for Mastermind itself; choose another name")

    @property
    def options(self) -> str:
        """The words of the command line that name it."""
        return f"--name {self.name}"

    @property
    def title(self) -> str:
        """Name for people."""
        return self.name

    def __str__(self) -> str:
        return self.name


Game = Pegs | Named


def parse_game(text: str) -> Game:
    """Parse a game as `str` writes it: "4x6", "4x6 distinct", or the name of a game built from a file.

    Raises:
        InputError: there is none.
    """
    found = _WRITTEN.fullmatch(text)
    if found is None:
        return Named(text)
    pegs, colors = (int(digits) if len(digits) < 7 else MOST_COLORS + 1 for digits in found.group(1, 2))
    return Pegs(pegs, colors, bool(found[3]))


@dataclass(frozen=True, slots=True)
class WordList:
    """A game of words: possible codes, other words that may be asked, and the rule of scoring.

    In hangman letters are asked, the answer is their places in the word, and the cost is misses: letters not in the word.
    """

    game: Named
    score: str
    codes: tuple[str, ...]
    queries: tuple[str, ...]

    @property
    def size(self) -> tuple[int, int]:
        """Number of codes and an upper bound of the number of queries."""
        if self.score == HANGMAN:
            return len(self.codes), len({letter for word in self.codes for letter in letters(word)})
        return len(self.codes), len(self.codes) + len(self.queries)


@dataclass(frozen=True, slots=True)
class AnswerTable:
    """A game given by its table of answers: `cells` has one row per query and one answer per code."""

    score: ClassVar[str] = "matrix"
    game: Named
    codes: tuple[str, ...]
    queries: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]

    @property
    def size(self) -> tuple[int, int]:
        """Number of codes and of queries."""
        return len(self.codes), len(self.queries)

    @property
    def title(self) -> str:
        """Name for people."""
        return self.game.title

    @property
    def options(self) -> str:
        """The words of the command line that name the file of the table."""
        return "--matrix FILE.csv"

    def __str__(self) -> str:
        return self.game.name


Rules = Pegs | WordList | AnswerTable
"""Anything that determines a game."""


def content(rules: Rules) -> str:
    """Text that distinguishes games of the same name."""
    return "" if isinstance(rules, Pegs) else sha256(repr(rules).encode()).hexdigest()


def check_choosing(rules: Rules) -> None:
    """Raise if the game cannot be solved with a codemaker who chooses.

    Raises:
        InputError: it is too large, or counts misses.
    """
    if isinstance(rules, Pegs):
        rules.sized(MOST_SEARCHED, "optimal codemakers are computed")
    elif rules.score == HANGMAN:
        raise InputError(f"{rules.game.title}: hangman counts misses; the codemaker's choice is computed for queries")


def word_list(game: Named, score: str, codes: Iterable[str], queries: Iterable[str]) -> WordList:
    """A game of words; the order of the words does not matter."""
    words = tuple(codes)
    if score == HANGMAN:
        queries = ()
    return WordList(game, score, tuple(sorted(words)), tuple(sorted(set(queries) - set(words))))


def answer_table(
    game: Named, codes: Sequence[str], queries: Sequence[str], cells: Sequence[Sequence[str]]
) -> AnswerTable:
    """A game given by its table of answers; the order of rows and columns does not matter."""
    by_code = sorted(range(len(codes)), key=codes.__getitem__)
    by_query = sorted(range(len(queries)), key=queries.__getitem__)
    return AnswerTable(
        game,
        tuple(codes[code] for code in by_code),
        tuple(queries[query] for query in by_query),
        tuple(tuple(cells[query][code] for code in by_code) for query in by_query),
    )
