"""What is played, and by which strategies: Mastermind by pegs and colours, word lists, tables of answers.

Games, strategies, notation of codes, which games have what stored and proved, and hard mode of Wordle. Notations of answers are
in parameters.py: solvers import this module, and a new way of writing a history recompiles nothing.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from hashlib import sha256
from math import perm
from string import ascii_lowercase, ascii_uppercase, digits
from typing import ClassVar, Literal

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.rules import deduction
from tafelwerk.rules.deduction import Optimal, check_stored, read_order
from tafelwerk.spelling import letters
from tafelwerk.wording import count_noun, join_words

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
_WRITTEN = re.compile(r"([0-9]+) ?[xX×*] ?([0-9]+)([ -]distinct)?(?: palette ([^ ]+))?")


@dataclass(frozen=True, slots=True)
class Pegs:
    """Mastermind with codes of `pegs` pegs of `colors` colours; `distinct`: no colour may repeat.

    `palette` has the names by which a person calls the colours, if not A, B, C and so on. It is no part of the game: codes are
    kept in letters, and only what people type and read has these names.
    """

    score: ClassVar[str] = "mastermind"
    pegs: int
    colors: int
    distinct: bool = False
    palette: tuple[str, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        if not 1 <= self.pegs <= MOST_PEGS:
            raise InputError(f"--pegs must be 1 to {MOST_PEGS}, not {in_quotes(self.pegs)}")
        if not 1 <= self.colors <= MOST_COLORS:
            raise InputError(f"--colors must be 1 to {MOST_COLORS:,}, not {in_quotes(self.colors)}")
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
            count = f"{codes:,}" if codes < 10**12 else "too many"
            raise InputError(
                f"pegs {self.pegs}, colors {self.colors} make {count} codes; at most {MOST_CODES:,} can be analysed"
            )
        return codes, codes

    def require_size(self, most: int, what: str) -> None:
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
                f" first, not {in_quotes(self.name)}"
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


def parse_game(text: str) -> Pegs | Named:
    """Parse a game: "4x6" (x, × or *), "4x6 distinct" or "4x6-distinct", or the name of a game built from a file.

    Raises:
        InputError: there is none.
    """
    match = _WRITTEN.fullmatch(text)
    if match is None:
        return Named(text)
    pegs, colors = (int(digits) if len(digits) < 7 else MOST_COLORS + 1 for digits in match.group(1, 2))
    game = Pegs(pegs, colors, bool(match[3]))
    return with_palette(game, match[4]) if match[4] else game


def with_palette(game: Pegs, text: str) -> Pegs:
    """The game with names for its colours.

    Args:
        game: the game.
        text: initials of the colours, such as "RGBYOW", or their names with commas or blanks between them, in the order of A, B,
            C, ...

    Raises:
        InputError: there are not as many as colours, one has no letters, or two are the same.
    """
    names = palette_names(text)
    if len(names) != game.colors:
        raise InputError(
            f"--palette {in_quotes(text)} names {count_noun(len(names), 'colour')}; the game has {game.colors}"
        )
    is_in_digits = all(name.isascii() and name.isdigit() for name in names)
    for number, name in enumerate(names):
        if not name.isalpha() and not is_in_digits:
            raise InputError(
                f"--palette: {in_quotes(name)} is no name of a colour; write letters, such as R or red, or digits for all"
            )
        if name.casefold() in map(str.casefold, names[:number]):
            raise InputError(f"--palette names {in_quotes(name)} twice; each colour has a name of its own")
    return replace(game, palette=names)


def palette_names(text: str) -> tuple[str, ...]:
    """The names of colours in a text, as `with_palette` reads them: initials, or words."""
    words = text.replace(",", ", ").split()
    return tuple(word.rstrip(",") for word in words) if len(words) > 1 else tuple(text.strip())


def write_palette(game: Pegs) -> str:
    """The names of the colours as `with_palette` reads them."""
    return ("" if all(len(name) == 1 for name in game.palette) else ",").join(game.palette)


def _colors_by_initial(game: Pegs) -> dict[str, list[int]]:
    """The palette's colours, by their initial in upper case."""
    colors: dict[str, list[int]] = {}
    for color, name in enumerate(game.palette):
        colors.setdefault(name[0].upper(), []).append(color)
    return colors


def _read_palette(game: Pegs, text: str) -> str:
    """A code in letters, given the names of its colours, or their initials in a row."""
    words = re.split(r"[-,+/ ]+", text.strip("-,+/ "))
    if len(words) == 1 and game.pegs > 1:
        words = list(text)
    meanings = [_colors_named(game, word) for word in words]
    for word, colors in zip(words, meanings, strict=True):
        if not colors:
            choice = ", ".join(game.palette)
            raise InputError(f"{in_quotes(text)}: there is no colour {in_quotes(word)}; the colours are {choice}")
        if len(colors) > 1:
            choice = join_words([game.palette[color] for color in colors], last="or")
            example = "-".join(
                game.palette[meaning[0]] if len(meaning) > 1 else word
                for word, meaning in zip(words, meanings, strict=True)
            )
            raise InputError(
                f"{in_quotes(text)}: {in_quotes(word)} may be {choice}; write the names of these, such as {example}"
            )
    return write_code(game, [color for color, *_ in meanings])


def _colors_named(game: Pegs, word: str) -> list[int]:
    """The colours of the palette that a word may be: the one of this name, or those of this initial."""
    names = [name.casefold() for name in game.palette]
    return (
        [names.index(word.casefold())] if word.casefold() in names else _colors_by_initial(game).get(word.upper(), [])
    )


def is_colour(game: Pegs, word: str) -> bool:
    """Whether a word is a name or an initial of the game's palette."""
    return bool(_colors_named(game, word))


def write_in_palette(game: Pegs, text: str) -> str:
    """A code in normal form by the initials of its colours, "RRGB", or by their names where initials are shared: "red-rose"."""
    initials = [*_colors_by_initial(game)]
    has_initials = len(initials) == game.colors == len("".join(initials))
    names = [(initials if has_initials else game.palette)[color] for color in colors_of(game, text)]
    return ("" if has_initials else "-").join(names)


@dataclass(frozen=True, slots=True)
class WordList:
    """A game of words: possible codes, other words that may be asked, and the rule of scoring.

    In hangman letters are asked, the answer is their places in the word, and the cost is misses: letters not in the word.
    """

    game: Named
    score: str
    codes: tuple[str, ...]
    queries: tuple[str, ...]
    name: ClassVar[str] = ""
    """Its name in tables, which hold no list that is asked about by its file."""

    @property
    def title(self) -> str:
        """Name for people."""
        return f"{count_noun(len(self.codes), 'word')} scored as {self.score}"

    @property
    def options(self) -> str:
        """The words of the command line that name its file."""
        return f"--words FILE --score {self.score}"

    def __str__(self) -> str:
        return self.title

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


Game = Pegs | Named | WordList
"""A game that is asked about: by its rules, by its name in the book, or by the words of a file."""

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
        rules.require_size(MOST_SEARCHED, "optimal codemakers are computed")
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


Tie = Literal["lex", "mix"]
TIES: tuple[Tie, ...] = ("lex", "mix")

tie_rule = partial(deduction.tie_rule, TIES)


@dataclass(frozen=True, slots=True)
class Entropy(deduction.Entropy):
    """Greatest Rényi entropy of order `alpha`, ties by `tie`."""

    tie: Tie = "lex"

    @property
    def title(self) -> str:
        """Name for people."""
        return f"{self.name}, ties {self.tie.upper()}"

    def __str__(self) -> str:
        return f"{self.name} {self.tie}"


@dataclass(frozen=True, slots=True)
class Letter(deduction.StrategyWithTie):
    """In hangman, among the letters that tell some of the words left apart, the first that is in most of them."""

    @property
    def name(self) -> str:
        """Name in the tables."""
        return "letter"

    @property
    def title(self) -> str:
        """Name for people."""
        return "the most frequent letter"


@dataclass(frozen=True, slots=True)
class Hard(deduction.StrategyWithTie):
    """A strategy of greatest entropy or least total among the queries allowed by the hard mode of Wordle."""

    rule: Optimal | Entropy

    def __post_init__(self) -> None:
        if self.rule != Optimal() and self.rule.tie != "lex":
            refused = self.rule.options.removeprefix("--strategy ").partition(" ")[2]
            raise InputError(f"--hard needs --strategy optimal alone, or hA with --tie lex, not {refused}")

    @property
    def name(self) -> str:
        """Name in the tables."""
        return f"{self.rule.name} hard"

    @property
    def tie(self) -> str:
        """Its tie rule."""
        return self.rule.tie

    @property
    def options(self) -> str:
        """The words of the command line that name it."""
        return f"{self.rule.options} --hard"

    @property
    def title(self) -> str:
        """Name for people."""
        return f"{self.rule.title}, hard mode"

    def __str__(self) -> str:
        return f"{self.rule} hard"


Strategy = Optimal | Entropy | Letter | Hard


def check_hangman(strategy: Strategy, is_hangman: bool) -> None:
    """Raise if the strategy does not fit the game.

    Raises:
        InputError: the strategy counts queries and the game counts misses, or the strategy asks letters and the game does not.
    """
    if isinstance(strategy, Letter) and not is_hangman:
        raise InputError("--strategy letter needs a word list scored as hangman")
    if is_hangman and strategy.tie == "mix":
        raise InputError("--tie mix counts queries, hangman counts misses; use --tie lex")
    if is_hangman and isinstance(strategy, Optimal) and strategy != Optimal():
        aim = strategy.options.split()[2]
        raise InputError(f"{aim} counts queries, hangman counts misses; use --strategy optimal alone")


def check_hard(strategy: Strategy, score: str) -> None:
    """Raise for hard mode if words are not scored as in Wordle.

    Raises:
        InputError: they are scored by another rule.
    """
    if isinstance(strategy, Hard) and score != "wordle":
        raise InputError(f"--hard is a rule of Wordle; it needs a word list scored as wordle, not as {score}")


def check_size(game: Rules | Game, strategy: Strategy) -> None:
    """Raise if the game has too many codes to play the strategy out.

    Raises:
        InputError: it has too many codes.
    """
    if isinstance(game, Pegs):
        most = MOST_PLAYED if isinstance(strategy, Entropy) and strategy.tie == "lex" else MOST_SEARCHED
        game.require_size(most, f"{strategy.title}: strategies are played out")


def strategy(
    word: str,
    tie: str | None = None,
    *,
    max_depth: int | None = None,
    least_depth: bool = False,
    within: int | None = None,
    shallowest: bool = False,
    hard: bool = False,
) -> Strategy:
    """The strategy of these options.

    Args:
        word: "optimal", "letter", or "h" and the order of the entropy: "h0", "h0.5", "h4/3", "hinf".
        tie: "lex" (default) or "mix"; not with "optimal".
        max_depth, least_depth, within, shallowest: as in `Optimal`.
        hard: whether it follows the hard mode of Wordle.

    Raises:
        InputError: there is no such strategy.
    """
    if hard:
        rule = strategy(word, tie, max_depth=max_depth, least_depth=least_depth, within=within, shallowest=shallowest)
        if not isinstance(rule, Optimal | Entropy):
            raise InputError(f"--hard is a rule of Wordle; --strategy {word} is for hangman")
        return Hard(rule)
    if word == "optimal":
        if tie is not None:
            raise InputError(f"--tie {tie}: the optimal strategy has no tie rule")
        return Optimal(max_depth, least_depth, within, shallowest)
    aims = {
        f"--max-depth {max_depth}": max_depth is not None,
        "--least-depth": least_depth,
        f"--within {within}": within is not None,
        "--shallowest": shallowest,
    }
    if any(aims.values()):
        option = next(option for option, is_given in aims.items() if is_given)
        raise InputError(f"{option} needs --strategy optimal, not {in_quotes(word)}")
    if word == "letter" and tie is not None:
        raise InputError(f"--tie {tie}: the most frequent letter has no tie rule")
    return Letter() if word == "letter" else Entropy(read_order(word), tie_rule(tie))


def parse_strategy(text: str) -> Strategy:
    """Parse a strategy as `str` writes it: "optimal max-depth 6", "h1", "h0.5 mix", "h1 lex hard".

    Raises:
        InputError: there is none.
    """
    words = text.split()
    if "hard" in words[1:]:
        words.remove("hard")
        rule = parse_strategy(" ".join(words))
        return Hard(rule) if isinstance(rule, Optimal | Entropy) else strategy(rule.name, hard=True)
    match words:
        case [word, "max-depth", depth] if depth.isascii() and depth.isdigit():
            return strategy(word, max_depth=int(depth))
        case [word, "least-depth"]:
            return strategy(word, least_depth=True)
        case [word, "within", depth] if depth.isascii() and depth.isdigit():
            return strategy(word, within=int(depth))
        case [word, "shallowest"]:
            return strategy(word, shallowest=True)
        case [word] | [word, "lex" | "mix"] as words:
            return strategy(word, *words[1:])
    raise InputError(
        "a strategy is optimal [max-depth D | least-depth | within D | shallowest | hard], hA [lex|mix] [hard], or letter, "
        f"not {in_quotes(text)}"
    )


def stored_strategy(name: str, tie: str) -> Strategy:
    """The strategy with this name in the tables.

    Raises:
        InputError: there is none.
    """
    return check_stored(parse_strategy(name if tie == "none" else f"{name} {tie}"), name, tie)


LETTERS = ascii_uppercase + ascii_lowercase + digits
"""Letters of colours; games with more colours write numbers from 1, joined by dots."""


def write_code(game: Pegs, colors: Iterable[int]) -> str:
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
                f"{in_quotes(text)} is not a code; write its colours as numbers separated by dots, such as 17.3"
            )
        numbers = [int(word) - 1 for word in text.split(".")]
        for number in numbers:
            if not 0 <= number < game.colors:
                raise InputError(f"{in_quotes(text)}: there is no colour {number + 1}; they go from 1 to {game.colors}")
        return numbers
    letters = LETTERS[: game.colors]
    text_upper = text.upper() if game.colors <= len(ascii_uppercase) and text.isascii() else text
    if game.colors <= len(digits) and text_upper.isascii() and text_upper.isdigit():
        letters = digits if game.colors == len(digits) else digits[1 : game.colors + 1]
    for letter in text_upper:
        if letter not in letters:
            first, last = letters[0], letters[-1]
            range_text = f"the only one is {first}" if game.colors == 1 else f"they go from {first} to {last}"
            range_text += " (A to Z, a to z, 0 to 9)" if game.colors > len(ascii_uppercase) else ""
            raise InputError(f"{in_quotes(text)}: there is no colour {in_quotes(letter)}; {range_text}")
    return [letters.index(letter) for letter in text_upper]


def code(game: Pegs, text: str) -> str:
    """A code in its normal form.

    Raises:
        InputError: the text is not a code of this game.
    """
    colors = colors_of(game, text)
    write = partial(write_in_palette if game.palette else lambda _, letters: letters, game)
    if len(colors) != game.pegs:
        raise InputError(
            f"{in_quotes(write(text))} has {count_noun(len(colors), 'peg')}; a code of this game has {game.pegs}"
        )
    if game.distinct:
        names = text.split(".") if game.colors > len(LETTERS) else text
        for color, name in zip(colors, names, strict=True):
            if colors.count(color) > 1:
                raise InputError(f"{in_quotes(write(text))} has colour {write(name)} twice; no colour may repeat")
    return write_code(game, colors)


def first_alike(game: Pegs, text: str) -> str:
    """The first code equivalent to a code in normal form, by renaming colours and permuting pegs."""
    colors = colors_of(game, text)
    counts = sorted((colors.count(color) for color in set(colors)), reverse=True)
    return write_code(game, (color for color, count in enumerate(counts) for _ in range(count)))


def first_codes(game: Pegs) -> list[str]:
    """The first code of each class of equivalent codes, in their order."""
    counts = [(1,) * game.pegs] if game.distinct else list(_partitions(game.pegs, game.pegs))
    classes = (sizes for sizes in counts if len(sizes) <= game.colors)
    return [write_code(game, (color for color, n in enumerate(sizes) for _ in range(n))) for sizes in classes]


def answer_texts(game: Pegs) -> list[str]:
    """The answers that the rules allow, in the order of their numbers; the last one ends the game."""
    pairs = ((right, total - right) for total in range(game.pegs + 1) for right in range(total + 1))
    return [f"{right},{others}" for right, others in pairs if (right, others) != (game.pegs - 1, 1)]


def _partitions(total: int, most: int) -> Iterator[tuple[int, ...]]:
    """Partitions of a number into descending parts of at most `most`, the largest first parts first."""
    if total == 0:
        yield ()
    for first in range(min(total, most), 0, -1):
        for smaller in _partitions(total - first, first):
            yield (first, *smaller)


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
    if not isinstance(game, Pegs) or isinstance(text, NormalCode):
        return text
    words = text.split()
    if len(words) == game.pegs > 1:
        text = join_colours(game, words) or text
    # beside digits, letters are understood as without names
    if game.palette and not (text.isalpha() and all(map(str.isdigit, game.palette))):
        return NormalCode(code(game, _read_palette(game, text)))
    return (CodeInDigits if game.colors <= len(digits) and text.isdigit() else NormalCode)(code(game, text))


def join_colours(game: Pegs, words: Sequence[str]) -> str:
    """A code whose colours are words of their own, "1 1 2 2" or "red red blue blue", as one word; "" if it is none."""
    colours = [word.strip(",:") for word in words]
    if game.palette and all(is_colour(game, word) for word in colours):
        return "-".join(colours)
    return "".join(colours) if all(len(word) == 1 and word.isalnum() for word in colours) else ""


class NormalCode(str):
    """A code that has been read, in normal form."""

    __slots__ = ()


class CodeInDigits(NormalCode):
    """A code that was written in digits."""

    __slots__ = ()


CURVE_STEP = Fraction(1, 100)
"""Default step between orders of a curve; builds with this step do not name it."""

FEW_CODES, MANY_CODES = (100, 600), (1300, 3100, 4100)
"""Greatest numbers of codes for which a second program finds optimal totals again: for one peg; for two colours; for at most
three, four, and five or more pegs of three or more colours, because with fewer answers a search takes far longer."""

FEW_BOUNDED = 1300
"""Greatest number of codes of a game all of whose lower bounds a second program proves."""

STORED_CELLS = 4_000_000
"""Greatest number of answers of a Mastermind game that are stored; those of words and tables always are."""


def stores_answers(game: Game | Rules | None) -> bool:
    """Whether all answers of a game are stored."""
    return not isinstance(game, Pegs) or game.size[0] * game.size[1] <= STORED_CELLS


def has_bounds_proved_again(game: Game) -> bool:
    """Whether a second program proves the lower bounds of a game's least total."""
    return isinstance(game, Pegs) and game.size[0] <= FEW_BOUNDED


def has_optimum_found_again(game: Game) -> bool:
    """Whether a second program finds the least totals of a game, with equal chances of the codes or an optimal codemaker's."""
    if not isinstance(game, Pegs):
        return False
    few = game.pegs == 1 or game.colors <= 2
    most = FEW_CODES[game.pegs > 1] if few else MANY_CODES[min(max(game.pegs, 3), 5) - 3]
    return game.size[0] <= most


RIGHT, ELSEWHERE, ABSENT = "G", "Y", "-"
"""Signs of an answer, one per letter."""


# hard mode of Wordle: a letter in its right place stays there; a letter that is in the code is asked again, at least as often
# as the answer marked it, in its right place or elsewhere; absent letters may be asked again, and a letter where it is not


def known_letters(asked: str, answer: str) -> tuple[dict[int, str], Counter[str]]:
    """Letters in their right places, by place from 0, and the least number of times that each letter is in the code."""
    signed = list(zip(letters(asked), answer, strict=True))
    placed = {position: letter for position, (letter, sign) in enumerate(signed) if sign == RIGHT}
    return placed, Counter(letter for letter, sign in signed if sign != ABSENT)


def refusal(asked: str, answer: str, query: str) -> str | None:
    """Why hard mode refuses a query after an answer; None if it allows the query."""
    placed, least = known_letters(asked, answer)
    spelled = letters(query)
    for position, letter in placed.items():
        if spelled[position] != letter:
            return f"{query} is refused in hard mode: letter {position + 1} must be {letter}, as {asked} {answer} shows"
    for letter, count in least.items():
        if spelled.count(letter) < count:
            often = "" if count == 1 else f" {count} times"
            return f"{query} is refused in hard mode: it must have {letter}{often}, as {asked} {answer} shows"
    return None
