"""What the family's commands share: their options, and the words of the command line as games, strategies and histories."""

import re
from dataclasses import dataclass
from functools import cached_property
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Annotated, Any

import typer

from tafelwerk.commands.common import App
from tafelwerk.errors import InputError, quoted
from tafelwerk.tables import mastermind as tables
from tafelwerk.tables.mastermind import Game, History, Named, Pegs, Strategy

app = App(help="Mastermind, Bulls and Cows, word lists: entropy strategies and optimal trees.")

PegsOption = Annotated[
    int | None, typer.Option("--pegs", min=1, max=tables.MOST_PEGS, metavar="P", help="Pegs of a code.")
]
ColorsOption = Annotated[
    int | None, typer.Option("--colors", min=1, max=tables.MOST_CODES, metavar="C", help="Colours to choose from.")
]
DistinctOption = Annotated[
    bool, typer.Option("--distinct", help="No colour may repeat, in secrets and guesses, as in Bulls and Cows.")
]
NameOption = Annotated[
    str | None,
    typer.Option("--name", metavar="NAME", help="A word list or table of answers, by the name it was built under."),
]
StrategyOption = Annotated[
    str,
    typer.Option("--strategy", metavar="S", help="optimal, or hA: greatest entropy of order A, as h0, h0.5, h1, hinf."),
]
TieOption = Annotated[
    str | None,
    typer.Option(
        "--tie",
        metavar="lex|mix",
        help="Tie-break: the first of the tied queries (lex, default), or uniformly random (mix).",
    ),
]
MaxDepthOption = Annotated[
    int | None,
    typer.Option(
        "--max-depth",
        min=1,
        max=tables.MOST_CODES,
        metavar="D",
        help="Optimal among the strategies that never need more queries.",
    ),
]
LeastDepthOption = Annotated[
    bool, typer.Option("--least-depth", help="Among the optimal strategies, one whose longest search is shortest.")
]
HistoryOption = Annotated[
    str | None, typer.Option("--history", metavar='"AABC 1,2; ..."', help="Guesses and their answers so far.")
]

LETTERS = ascii_uppercase + ascii_lowercase + digits
"""How colours are written; beyond, as numbers from 1 with dots between them."""


def game(pegs: int | None, colors: int | None, distinct: bool, name: str | None) -> Game:
    """The game that the options name."""
    if name is not None:
        if pegs is not None or colors is not None or distinct:
            raise InputError("--name goes without --pegs, --colors and --distinct: it names a game of its own")
        return Named(name)
    if pegs is None or colors is None:
        raise InputError("a game is named by --pegs P --colors C [--distinct], or by --name NAME")
    return Pegs(pegs, colors, distinct)


def strategy(word: str, tie: str | None, max_depth: int | None, least_depth: bool) -> Strategy:
    """The strategy that the options name."""
    return tables.strategy(word, tie, max_depth=max_depth, least_depth=least_depth)


@dataclass
class Played:
    """The game that is played."""

    pegs: PegsOption = None
    colors: ColorsOption = None
    distinct: DistinctOption = False
    name: NameOption = None

    @cached_property
    def game(self) -> Game:
        """The game that the options name."""
        return game(self.pegs, self.colors, self.distinct, self.name)


@dataclass
class Begun(Played):
    """A game that is played, and what was asked and answered so far."""

    history: HistoryOption = None

    @property
    def asked(self) -> History:
        """Guesses and answers."""
        return history(self.game, self.history)


@dataclass
class Followed:
    """The strategy that is followed."""

    strategy: StrategyOption = "optimal"
    tie: TieOption = None
    max_depth: MaxDepthOption = None
    least_depth: LeastDepthOption = False

    @cached_property
    def chosen(self) -> Strategy:
        """The strategy that the options name."""
        return strategy(self.strategy, self.tie, self.max_depth, self.least_depth)


def history(game: Game, text: str | None) -> History:
    """Guesses and answers, in their normal form as far as the rules alone tell it."""
    found = []
    for entry in (text or "").split(";"):
        words = entry.split(maxsplit=1)
        if not words:
            continue
        if len(words) == 1:
            raise InputError(
                f"--history: {quoted(entry.strip())} has no answer; write a guess and its answer, as {example(game)}"
            )
        query, answer = words[0], words[1].strip()
        if isinstance(game, Pegs):
            try:
                query, answer = code(game, query), reply(game, answer)
            except InputError as error:
                raise InputError(f"--history: {error}") from None
        found.append((query, answer))
    return found


def example(game: Game) -> str:
    """An entry of a history."""
    if isinstance(game, Named):
        return "GUESS ANSWER"
    right = max(game.pegs - 2, 0)
    if game.distinct:
        return f"{written(game, range(game.pegs))} {right},{min(2, game.pegs) if game.pegs > 1 else 0}"
    return f"{written(game, (0,) * game.pegs)} {right},0"


def written(game: Pegs, colors: Any) -> str:
    """A code as it is written, from the numbers of its colours, from 0."""
    if game.colors > len(LETTERS):
        return ".".join(str(color + 1) for color in colors)
    return "".join(LETTERS[color] for color in colors)


def colors_of(game: Pegs, text: str) -> list[int]:
    """The numbers of the colours of a code, from 0; lower case counts as upper case while that is all there is.

    Raises:
        InputError: a colour that the game does not have.
    """
    if game.colors > len(LETTERS):
        if not re.fullmatch(r"\d{1,6}(\.\d{1,6})*", text, re.ASCII):
            raise InputError(f"{quoted(text)} is no code; write its colours as numbers with dots between, as 17.3")
        numbers = [int(word) - 1 for word in text.split(".")]
        for number in numbers:
            if not 0 <= number < game.colors:
                raise InputError(f"{quoted(text)}: there is no colour {number + 1}; they go from 1 to {game.colors}")
        return numbers
    letters = LETTERS[: game.colors]
    given = text.upper() if game.colors <= len(ascii_uppercase) and text.isascii() else text
    for letter in given:
        if letter not in letters:
            shown = "the only one is A" if game.colors == 1 else f"they go from A to {letters[-1]}"
            shown += " (A to Z, a to z, 0 to 9)" if game.colors > len(ascii_uppercase) else ""
            raise InputError(f"{quoted(text)}: there is no colour {quoted(letter)}; {shown}")
    return [letters.index(letter) for letter in given]


def code(game: Pegs, text: str) -> str:
    """A code in its normal form.

    Raises:
        InputError: it is none of this game.
    """
    colors = colors_of(game, text)
    if len(colors) != game.pegs:
        raise InputError(f"{quoted(text)} has {_pegs(len(colors))}; a code of this game has {game.pegs}")
    if game.distinct:
        for color in colors:
            if colors.count(color) > 1:
                raise InputError(f"{quoted(text)} has colour {written(game, [color])} twice; no colour may repeat")
    return written(game, colors)


def reply(game: Pegs, text: str) -> str:
    """An answer in its normal form, "b,w".

    Raises:
        InputError: it is no answer, or one that no two codes have.
    """
    match = re.fullmatch(r"\s*(-?\d{1,9})\s*[\s,]\s*(-?\d{1,9})\s*", text, re.ASCII)
    if match is None:
        raise InputError(f"{quoted(text.strip())} is no answer; write right places and right colours elsewhere, as 1,2")
    black, white = int(match[1]), int(match[2])
    shown = f"{black},{white}"
    if black < 0 or white < 0:
        raise InputError(f"{shown} is no answer: both numbers are 0 or more")
    if black + white > game.pegs:
        raise InputError(f"{shown} is no answer: together the numbers are {game.pegs} at most, the pegs of a code")
    if (black, white) == (game.pegs - 1, 1):
        raise InputError(f"{shown} cannot be: with all other pegs right, the last colour has only its own place left")
    return shown


def _pegs(count: int) -> str:
    return "1 peg" if count == 1 else f"{count} pegs"
