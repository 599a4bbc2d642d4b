"""Parameters that several questions share: the game, the strategy, and what was asked, in the notations that people use."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from string import digits
from typing import TYPE_CHECKING, Annotated, NamedTuple, TypeVar

from tafelwerk.errors import InputError, MissingTableError, in_quotes
from tafelwerk.families.mastermind.answers import MISSES
from tafelwerk.families.mastermind.rules import (
    FAMILY,
    HANGMAN,
    LETTERS,
    MOST_COLORS,
    MOST_PEGS,
    SCORES,
    AnswerTable,
    Game,
    Named,
    Pegs,
    Strategy,
    Tie,
    WordList,
    colors_of,
    join_colours,
    palette_names,
    parse_game,
    parse_strategy,
    read_guess,
    strategy,
    tie_rule,
    with_palette,
    write_code,
    write_in_palette,
)
from tafelwerk.parameters import Options, Parameter, Parsed, default
from tafelwerk.rules.deduction import MOST_DEPTH, Optimal
from tafelwerk.spelling import compose, letters, name_key, split_entries
from tafelwerk.tables.questions import A, Question
from tafelwerk.wording import count_noun

if TYPE_CHECKING:
    from tafelwerk.families.mastermind.builds import StrategyBuild
    from tafelwerk.tables.book import Book

USUAL_COLOURS = {
    "R": "red",
    "G": "green",
    "B": "blue",
    "Y": "yellow",
    "O": "orange",
    "W": "white",
    "P": "purple",
    "K": "black",
    "V": "violet",
    "T": "turquoise",
}
"""Colours that a game has, in this order, where initials are typed and no palette names them."""

COLOUR_NAMES = {
    **{name: name for name in (*USUAL_COLOURS.values(), "pink", "brown")},
    "rot": "red",
    "grün": "green",
    "gruen": "green",
    "blau": "blue",
    "gelb": "yellow",
    "weiss": "white",
    "schwarz": "black",
    "braun": "brown",
    "rosa": "pink",
    "lila": "purple",
    "violett": "violet",
    "türkis": "turquoise",
    "tuerkis": "turquoise",
}
"""Names of colours that pegs have, in English and German, casefolded, and each colour's name in English."""

LISTED = 20
"""Codes left, at most, that are listed unless all are wanted."""

History = Sequence[tuple[str, str]]
"""Queries asked and their answers, as text: ("AABC", "1,2"), ..."""

ANSWER = "right places and right colours elsewhere, such as 1,2 or BWW"
"""What an answer is, in words."""

HELP = "Guesses and their answers so far; an answer may be 1,2 or BWW or 1b2w or 1A2B, - for no peg."
"""What an option of a history takes."""

SIGNS = (
    (("black", "b", "●", "⚫"), ("white", "w", "○", "⚪"), ""),
    (("schwarze", "schwarz", "s"), ("weisse", "weiss", "w"), ""),
    # without an A, a B is black; letters without numbers would be a code as well
    (("a",), ("b",), r"a.*\d|\d.*a"),
    (("bulls", "bull", "b"), ("cows", "cow", "c"), r"(bull|c).*\d|\d.*(bull|c)"),
)
"""Signs of pegs, of a right place and of a right colour elsewhere; and what shows them in some answer of a history."""

# texts, not compiled: most look-ups read no answer
NO_PEG = r"none|keine|00?|[-–.· ]+"
"""Notations of an answer without pegs."""

_NUMBERS = r"(-?\d{1,9})(?:\s*[-–,+/:]\s*|\s+)(-?\d{1,9})"
_DIGITS = r"\d{1,4}"
_NUMBERING = re.compile(r"^[0-9]{1,2}[.)]\s+(?=\S+\s)")
_BETWEEN = r"[-–,+/:.· ]*"
_UNSIGNED = rf"{NO_PEG}|{_NUMBERS}|{_DIGITS}"
_VARIANTS_OF_SIGNS = "[\ufe0e\ufe0f]"


class NormalHistory(tuple[tuple[str, str], ...]):
    """A history that has been read, with codes and answers in normal form."""

    notation = "letters"
    """What its codes were written in."""

    game: Game | None = None
    """The game that it is of, with the names of its colours, or the words that were asked besides those of its list."""

    others: tuple[str, ...] = ()
    """These words."""


class InDigits(NormalHistory):
    """A history whose codes were written in digits."""

    notation = "digits"


class InColours(NormalHistory):
    """A history whose codes were written by the names of colours, those of the game's palette."""

    notation = "colours"


class Notation(NamedTuple):
    """One way to write pegs by names or signs.

    Attributes:
        right: signs of a right place.
        pattern: a peg with its number; the number stands before the sign in some notations and after it in others.
    """

    right: tuple[str, ...]
    pattern: re.Pattern[str]

    def read(self, text: str) -> tuple[int, int] | None:
        """Right places and right colours elsewhere; None if a text is not in this notation."""
        if not (self.pattern.match(text) and re.fullmatch(_BETWEEN, self.pattern.sub("", text))):
            return None
        groups = [(group["sign"] in self.right, group["number"]) for group in self.pattern.finditer(text)]
        places = [int(number or 1) for is_right, number in groups if is_right]
        others = [int(number or 1) for is_right, number in groups if not is_right]
        if any(number for _, number in groups) and max(len(places), len(others)) > 1:
            return None
        return sum(places), sum(others)


def notations_of(texts: Iterable[str]) -> Sequence[Notation]:
    """The notations of pegs that fit all answers of a history; where none does, those of its single answers."""
    signed = [text for text in map(_plain, texts) if not re.fullmatch(_UNSIGNED, text, re.ASCII)]
    together = "\n".join(signed)
    notations = [
        Notation(right, pattern)
        for right, elsewhere, sign in SIGNS
        if signed and re.search(sign, together)
        for pattern in _patterns((*right, *elsewhere))
    ]
    readable = [text for text in signed if any(notation.read(text) for notation in notations)]
    return [notation for notation in notations if all(notation.read(text) for text in readable)] or notations


def reply(pegs: int, text: str, notations: Sequence[Notation] | None = None) -> str:
    """An answer in its normal form, "b,w".

    Args:
        pegs: number of pegs of a code.
        text: the answer in any notation.
        notations: what pegs may be written in; None for those of the answer itself.

    Raises:
        InputError: the text is no answer or has several meanings, or no two codes have this answer.
    """
    meanings = _meanings(_plain(text), pegs, notations_of([text]) if notations is None else notations)
    if not meanings:
        raise InputError(f"{in_quotes(text.strip())} is not an answer; write {ANSWER}")
    if len(meanings) > 1:
        choice = " or ".join(f"{right},{others}" for right, others in meanings)
        raise InputError(f"{in_quotes(text.strip())} has several meanings; write {choice}")
    right, others = meanings[0]
    answer = f"{right},{others}"
    if right < 0 or others < 0:
        raise InputError(f"{answer} is not an answer: both numbers are 0 or more")
    if right + others > pegs:
        raise InputError(f"{answer} is not an answer: the numbers add up to at most {pegs}, the pegs of a code")
    if (right, others) == (pegs - 1, 1):
        raise InputError(
            f"{answer} is impossible: with all other pegs right, the last colour has only its own place left"
        )
    return answer


def _plain(text: str) -> str:
    """An answer in lower case, without brackets, with single spaces."""
    return " ".join(re.sub(_VARIANTS_OF_SIGNS, "", text).casefold().strip("()[]{} ").split())


def _meanings(text: str, pegs: int, notations: Sequence[Notation]) -> Sequence[tuple[int, int]]:
    """What a plain text may mean as an answer: right places, and right colours elsewhere."""
    if re.fullmatch(NO_PEG, text):
        return [(0, 0)]
    numbers = re.fullmatch(_NUMBERS, text, re.ASCII)
    if numbers:
        return [(int(numbers[1]), int(numbers[2]))]
    if re.fullmatch(_DIGITS, text, re.ASCII):
        return _meanings_of_digits(text, pegs)
    return list(dict.fromkeys(meaning for notation in notations if (meaning := notation.read(text))))


def _meanings_of_digits(text: str, pegs: int) -> list[tuple[int, int]]:
    """Two digits are two numbers if no number of the game has two; other digits have several meanings, or none."""
    if len(text) == 2 and pegs < 10:
        return [(int(text[0]), int(text[1]))]
    apart = [(int(text[:cut]), int(text[cut:])) for cut in range(1, len(text))]
    meanings = [pair for pair in (*apart, (int(text), 0), (0, int(text))) if sum(pair) <= pegs]
    return meanings if len(meanings) > 1 else []


@cache
def _patterns(signs: tuple[str, ...]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Pegs of one kind: their number before the sign, and after it."""
    number, sign = "(?P<number>[0-9]{0,9})", f"(?P<sign>{'|'.join(signs)})"
    return re.compile(rf"{number} ?{sign}"), re.compile(rf"{sign} ?{number}")


def read_history(game: Game, source: str | Sequence[str | Sequence[str]]) -> History:
    """Guesses and answers, in normal form as far as the rules alone determine it.

    Args:
        game: the game.
        source: pairs of a guess and its answer, or a text such as "AABC 1,2; ABDE BWW".

    Raises:
        InputError: an entry does not belong to this game.
    """
    if isinstance(source, NormalHistory):
        return source
    entries = split_entries(source) if isinstance(source, str) else source
    for entry in entries:
        if not isinstance(entry, str) and not (
            isinstance(entry, Sequence) and all(isinstance(text, str) for text in entry)
        ):
            raise InputError(
                f"--history: write a guess and its answer as text, such as {_example(game)}, not {in_quotes(entry)}"
            )
    if isinstance(source, str) and not isinstance(game, Pegs):
        entries = [part for entry in split_entries(source) for part in _parts(entry)]
    pairs = [pair for entry in entries if (pair := _split_entry(game, entry) if isinstance(entry, str) else entry)]
    game = in_usual_colours(game, *(query for query, *_ in pairs)) or game
    notations = notations_of(answer for _, *answers in pairs for answer in answers) if isinstance(game, Pegs) else ()
    history = [_read_entry(game, pair, notations) for pair in pairs]
    if isinstance(game, Pegs) and game.palette:
        kind: type[NormalHistory] = InColours
    else:
        kind = InDigits if _has_digits(game) and any(query.isdigit() for query, _ in pairs) else NormalHistory
    read = kind(history)
    if isinstance(game, WordList):
        read.others = _other_words(game, history)
        game = replace(game, queries=tuple(sorted((*game.queries, *read.others)))) if read.others else game
    read.game = game
    return read


def _other_words(game: WordList, history: Iterable[tuple[str, str]]) -> tuple[str, ...]:
    """Words of a history that are not of the game's list, but as long: asked once more they would tell nothing."""
    cases = {word.islower() - word.isupper() for word in game.codes}
    if game.score == HANGMAN or cases not in ({1}, {-1}):
        return ()
    known, length = {word.casefold() for word in (*game.codes, *game.queries)}, len(letters(game.codes[0]))
    words = {word.lower() if cases == {1} else word.upper() for word in (compose(query) for query, _ in history)}
    return tuple(
        sorted(
            word for word in words if word.isalpha() and len(letters(word)) == length and word.casefold() not in known
        )
    )


def _notes_of_history(history: History) -> Iterator[str]:
    """Which of its guesses are not of the list of words: they may be slips."""
    if isinstance(history, NormalHistory) and history.others:
        yield f"not in the list of words, and read as a guess alone: {', '.join(history.others)}"


def _parts(entry: str) -> list[str]:
    """The entries of a text with commas between them, if every part has a word and an answer; otherwise the text alone."""
    parts = [part.strip() for part in entry.split(",")]
    return parts if all(len(part.split()) > 1 for part in parts) else [entry]


def _split_entry(game: Game, entry: str) -> Sequence[str]:
    """The guess and the answer of an entry; a colon, an equals sign or an arrow may stand between, and colours may be words."""
    if not isinstance(game, Pegs):
        return entry.split(maxsplit=1)
    entry = _NUMBERING.sub("", entry)
    words = entry.split()
    if len(words) > game.pegs > 1 and (code := join_colours(game, words[: game.pegs])):
        return [code, " ".join(words[game.pegs :])]
    if signs := re.fullmatch(r"(\S+?)\s*(?:[-=]>|→|=|:)\s*(.+)", entry, re.DOTALL):
        return [signs[1].strip("()[]"), signs[2]]
    guess, *answer = entry.split(maxsplit=1) or [""]
    return [guess.strip("()[]:"), *answer] if guess else []


def _read_entry(game: Game, pair: Sequence[str], notations: Sequence[Notation]) -> tuple[str, str]:
    if len(pair) != 2:
        raise InputError(
            f"--history: {in_quotes(' '.join(pair).strip())} has no answer; write a guess and its answer, such as"
            f" {_example(game)}"
        )
    query, answer = pair[0], pair[1].strip()
    if isinstance(game, Pegs):
        try:
            guess = read_guess(game, query)
        except InputError as error:
            raise InputError(f"--history: {error}{palette_hint(game, query)}") from None
        try:
            query, answer = guess, reply(game.pegs, answer, notations)
        except InputError as error:
            raise InputError(f"--history: {error}{_semicolon_hint(game, query, answer)}") from None
    return query, answer


def _semicolon_hint(game: Pegs, query: str, answer: str) -> str:
    """How entries are separated, if a text that is no answer goes on with another entry; otherwise ""."""
    words = answer.split()
    after = next((number for number, word in enumerate(words[1:-1], 1) if _is_code(game, word)), None)
    if after is None:
        return ""
    return f"; a semicolon separates entries: {query} {' '.join(words[:after]).rstrip(',')}; {' '.join(words[after:])}"


def palette_hint(game: Game, query: str) -> str:
    """How a text that is no code is read if it is one in initials or names of colours; otherwise ""."""
    if not isinstance(game, Pegs):
        return ""
    if any(word in COLOUR_NAMES for word in re.split("[-,+/ ]+", query.casefold())):
        return "; names of colours are read with --palette, such as --palette red,green,blue,yellow,orange,white"
    letters = set(query.upper())
    if not game.palette and USUAL_COLOURS.keys() >= letters and not letters <= set(LETTERS[: game.colors]):
        initials = "".join([*USUAL_COLOURS][: game.colors])
        return f"; initials or names of colours are read with --palette, such as --palette {initials}"
    return ""


def in_usual_colours(game: Game, *texts: str) -> Pegs | None:
    """The game with the usual colours, if texts, not all of them codes in letters or digits, are codes by their initials."""
    if not isinstance(game, Pegs) or game.palette or game.colors > len(USUAL_COLOURS):
        return None
    if all(_is_code(game, text) for text in texts):
        return None
    coloured = with_palette(game, "".join([*USUAL_COLOURS][: game.colors]))
    return coloured if all(_is_code(coloured, text) for text in texts) else None


def colours_by_initials(game: Pegs) -> str:
    """That codes are read by the initials of the usual colours, and which they are."""
    return f"colours by their initials: {', '.join([*USUAL_COLOURS.values()][: game.colors])}"


def written_game(history: History, game: Game) -> Game:
    """The game, with the names of its colours by which a history was read, or the words that it has besides those of the list."""
    read = history.game if isinstance(history, NormalHistory) else None
    if isinstance(game, WordList) and isinstance(read, WordList):
        return read
    return read if isinstance(game, Pegs) and not game.palette and isinstance(read, Pegs) else game


def _is_code(game: Pegs, text: str) -> bool:
    try:
        read_guess(game, text)
    except InputError:
        return False
    return True


def _has_digits(game: Game) -> bool:
    """Whether codes of the game may be written in digits."""
    return isinstance(game, Pegs) and game.colors <= len(digits)


def notation_of(history: History, game: Game) -> str:
    """What codes are written in, as game and history have them: "letters", "digits" or "colours"."""
    game = written_game(history, game)
    if isinstance(game, Pegs) and game.palette:
        return InDigits.notation if "".join(game.palette) == digits_of(game) else InColours.notation
    return history.notation if isinstance(history, NormalHistory) else NormalHistory.notation


def written_as(history: History, game: Game, text: str) -> str:
    """A code in that notation."""
    game, notation = written_game(history, game), notation_of(history, game)
    if not isinstance(game, Pegs) or notation == NormalHistory.notation:
        return text
    if notation == InColours.notation:
        return write_in_palette(game, text)
    return "".join(digits_of(game)[color] for color in colors_of(game, text))


def digits_of(game: Pegs) -> str:
    """The digits of the colours of a game of at most ten, in order: from 0 where there are ten, else from 1."""
    return digits if game.colors == len(digits) else digits[1 : game.colors + 1]


def entries_written(text: str, history: History, game: Game | None = None) -> str:
    """A sentence that names entries of a history, "AABC 1,2", with their queries in its notation.

    Args:
        text: the sentence.
        history: the history.
        game: the game that it is of. Default: as it was read.
    """
    game = game or getattr(history, "game", None)
    if game is None or not history:
        return text
    queries = "|".join(re.escape(query) for query, _ in history)
    return re.sub(rf"\b({queries})(?= \d)", lambda part: written_as(history, game, part[1]), text)


def computed_game(history: History, game: Game) -> Game:
    """The game as it is computed: without names for its colours, with the words that a history has besides those of the list."""
    return replace(game, palette=()) if isinstance(game, Pegs) else written_game(history, game)


def text_after(history: History) -> str:
    """How many queries were asked, in words that follow a noun: " after 2 queries"; "" for none."""
    return f" after {count_noun(len(history), 'query', 'queries')}" if history else ""


def write_history(history: History) -> str:
    """A history as a word of the command line."""
    entries = "; ".join(" ".join(entry) for entry in history)
    return f'"{entries}"' if entries else ""


def _example(game: Game) -> str:
    """An example of an entry of a history."""
    if not isinstance(game, Pegs):
        return "GUESS ANSWER"
    right = max(game.pegs - 2, 0)
    if game.distinct:
        return f"{write_code(game, range(game.pegs))} {right},{min(2, game.pegs) if game.pegs > 1 else 0}"
    return f"{write_code(game, (0,) * game.pegs)} {right},0"


def _read_asked(game: Game, text: str) -> str:
    """A guess as `read_guess` has it; a game in its place is refused by the order of the words."""
    if isinstance(game, Named) and isinstance(parse_game(text), Pegs):
        raise InputError(f"{in_quotes(text)} is a game; the guess comes before it: {game} {text}")
    return read_guess(game, text)


_IN_DIGITS = "4x10 distinct palette 0123456789"
GAMES = {
    **dict.fromkeys(("bullsandcows", "bullscows", "bulls", "moo"), _IN_DIGITS),
    "supermastermind": "5x8",
    "superhirn": "4x6",
}
"""Games that have a name of their own, by its letters."""


def read_game(text: str) -> Pegs | Named:
    """The game that a text names, as `parse_game` reads it, or by a name such as Bulls and Cows; raises its errors."""
    return parse_game(GAMES.get(name_key(text), text))


T = TypeVar("T")

_GAME = 'Game: "4x6" for four pegs of six colours, "4x6 distinct", or the name of a word list or table of answers in the book.'
_GAME_WORD = (
    "Game: 4x6 for four pegs of six colours, 4x10-distinct, or the name of a word list or table of answers in the book."
)
_DISTINCT = "No colour may repeat, in secrets and guesses, as in Bulls and Cows."
PEGS = 4
"""Pegs of a game of which the colours alone are named."""

PALETTE = "Initials of the colours, in place of A, B, C, ..., or their names: red,green,blue."
_WORDS = "List of words, one per line, instead of a game of the book; - for standard input."
_QUERIES = "With --words: other words that may be asked, one per line."
_SCORE = "With --words: how words are compared. Default: wordle."
_MATRIX = "CSV table of answers instead of a game of the book: codes in the header, queries in the first column."
_STRATEGY = 'Strategy, such as "optimal", "optimal max-depth 5", "h1", "h0.5 mix" or "h1 hard".'
_RULE = "Strategy: optimal, or hA for greatest entropy of order A, such as h0, h0.5, h1, hinf; for hangman also letter."
_TIES = "Tie-break: the first of the tied queries (lex{}), or uniformly random (mix)."
_MAX_DEPTH = "Most queries allowed for any code; the strategy is optimal under this limit."
_LEAST_DEPTH = "Of the strategies of least total one with the least maximum number of queries."
_WITHIN = "Optimal strategy among those that find as many codes as possible with at most D queries."
_SHALLOWEST = "Least maximum number of queries, then the least total."
_HARD = "Hard mode of Wordle: every query uses what earlier answers have shown."

TieRule = Annotated[Tie, Parameter("lex|mix", _TIES.format(""), parse=tie_rule)]
Guesses = Annotated[
    History,
    Parameter(
        '"AABC 1,2; ..."',
        HELP,
        parse=read_history,
        reads_lists=True,
        write=write_history,
        needs=("game",),
        notes=_notes_of_history,
    ),
]
Guess = Annotated[
    str,
    Parameter(
        "GUESS",
        "Guess: a query of the game, whether or not it is consistent with the answers.",
        parse=_read_asked,
        needs=("game",),
    ),
]
FirstGuess = Annotated[
    str, Parameter("CODE", "First guess. Default: the strategy's.", parse=read_guess, needs=("game",))
]


class _GameFields(Options[T]):
    """Words that name a game."""

    pegs: Annotated[int | None, Parameter("P", "Number of pegs of a code.", 1, MOST_PEGS)] = None
    colors: Annotated[int | None, Parameter("C", "Number of colours.", 1, MOST_COLORS, aliases=("--colours",))] = None
    distinct: Annotated[bool, Parameter("", _DISTINCT)] = False
    name: Annotated[str | None, Parameter("NAME", "Name of a word list or table of answers in the book.")] = None
    game: Annotated[str | None, Parameter("GAME", _GAME_WORD, is_argument=True)] = None

    @property
    def is_given(self) -> bool:
        """Whether a word names a game."""
        return any(word not in (None, False) for word in (self.pegs, self.colors, self.distinct, self.name, self.game))

    def named_game(self) -> Game:
        """The game.

        Raises:
            InputError: the words name none, or two.
        """
        by_pegs = self.pegs is not None or self.colors is not None
        if self.game is not None:
            if by_pegs or self.name is not None:
                raise InputError(
                    f"{in_quotes(self.game)} names the game, and --pegs, --colors and --name name one, too; give one or"
                    " the other"
                )
            if self.game.endswith(".txt"):
                raise InputError(
                    f"{in_quotes(self.game)} is the name of a file; a list of words is given by --words FILE"
                )
            game = read_game(self.game)
            if self.distinct and not isinstance(game, Pegs):
                raise InputError(f"--distinct is for pegs and colours, such as 4x10 --distinct, not for {game}")
            return replace(game, distinct=True) if self.distinct and isinstance(game, Pegs) else game
        if self.name is not None:
            if by_pegs or self.distinct:
                raise InputError("--name does not go with --pegs, --colors or --distinct; give one or the other")
            return Named(self.name)
        if self.pegs is None or self.colors is None:
            raise InputError("name a game: 4x6, 4x10-distinct, --pegs P --colors C [--distinct], or --name NAME")
        return Pegs(self.pegs, self.colors, self.distinct)


class GameOptions(_GameFields[Game]):
    """Words that name a game, or the file of a list of words."""

    words: Annotated[Path | None, Parameter("FILE", _WORDS)] = None
    queries: Annotated[Path | None, Parameter("FILE", _QUERIES)] = None
    score: Annotated[str | None, Parameter("|".join(SCORES), _SCORE)] = None

    @property
    def value(self) -> Game:
        """The game."""
        if self.words is None:
            if self.score is not None:
                raise InputError("--score says how the words of --words FILE are compared; give both")
            if self.queries is not None:
                raise InputError("--queries has words to ask besides those of --words FILE; give both")
            return self.named_game()
        if self.is_given:
            raise InputError("--words FILE is a game by itself; name no other one beside it")
        from tafelwerk.families.mastermind.game_files import listed_words

        return listed_words(self.score or SCORES[0], self.words, self.queries)


class WrittenGameOptions(GameOptions):
    """The same, and names for the colours, where codes are read and written."""

    palette: Annotated[str | None, Parameter("RGBYOW", PALETTE)] = None

    @property
    def value(self) -> Game:
        """The game."""
        if self.palette is not None and self.words is None and not self.is_given:
            return with_palette(Pegs(PEGS, len(palette_names(self.palette))), self.palette)
        game = super().value
        if self.palette is None:
            return game
        if not isinstance(game, Pegs):
            raise InputError("--palette names the colours of pegs; this game has none")
        return with_palette(game, self.palette)


class BuiltGameOptions(_GameFields[Game]):
    """Words that name a game to be built."""

    @property
    def value(self) -> Game:
        """The game."""
        return self.named_game()


class StrategyOptions(Options[Strategy]):
    """Options that name a strategy."""

    strategy: Annotated[str, Parameter("S", _RULE)] = "optimal"
    tie: Annotated[str | None, Parameter("lex|mix", _TIES.format(", default"))] = None
    max_depth: Annotated[int | None, Parameter("D", _MAX_DEPTH, 1, MOST_DEPTH)] = None
    least_depth: Annotated[bool, Parameter("", _LEAST_DEPTH)] = False
    within: Annotated[int | None, Parameter("D", _WITHIN, 1, MOST_DEPTH)] = None
    shallowest: Annotated[bool, Parameter("", _SHALLOWEST)] = False
    hard: Annotated[bool, Parameter("", _HARD)] = False

    @property
    def value(self) -> Strategy:
        """The strategy."""
        return strategy(
            self.strategy,
            self.tie,
            max_depth=self.max_depth,
            least_depth=self.least_depth,
            within=self.within,
            shallowest=self.shallowest,
            hard=self.hard,
        )


class GameOrTableOptions(_GameFields[Game | AnswerTable]):
    """Options that name a game, or the file of a table of answers."""

    matrix: Annotated[Path | None, Parameter("FILE.csv", _MATRIX)] = None

    @property
    def value(self) -> Game | AnswerTable:
        """The game, or the table."""
        if self.matrix is None:
            return self.named_game()
        if self.is_given and self.name is None:
            raise InputError("--matrix does not go with a game of pegs and colours; give one or the other")
        from tafelwerk.families.mastermind.game_files import listed_table

        return listed_table(Named(self.name or "matrix"), self.matrix)


PlayedGame = Annotated[
    Game, Parameter("GAME", _GAME, parse=read_game, write=lambda game: game.options, options=GameOptions)
]
WrittenGame = Annotated[
    Game, Parameter("GAME", _GAME, parse=read_game, write=lambda game: game.options, options=WrittenGameOptions)
]
GameOrTable = Annotated[
    Game | AnswerTable,
    Parameter("GAME", _GAME, parse=read_game, write=lambda game: game.options, options=GameOrTableOptions),
]
GameStrategy = Annotated[
    Strategy,
    Parameter("STRATEGY", _STRATEGY, parse=parse_strategy, write=lambda rule: rule.options, options=StrategyOptions),
]


class NamedStrategies(tuple[Strategy, ...]):
    """Strategies, each with the words that named it."""

    names: tuple[str, ...] = ()


def read_strategies(text: str | Sequence[str | Strategy]) -> NamedStrategies:
    """Strategies of a list, or of a text with commas between them.

    Raises:
        InputError: one is no strategy, or is named twice.
    """
    words = text.split(",") if isinstance(text, str) else text
    strategies = NamedStrategies(parse_strategy(str(word)) for word in words)
    strategies.names = tuple(str(word).strip() for word in words)
    for chosen in strategies:
        if strategies.count(chosen) > 1:
            raise InputError(f"--strategies names {chosen} twice; name each once")
    return strategies


Strategies = Annotated[
    tuple[Strategy, ...],
    Parameter(
        "S,S,...",
        "Strategies with commas between them, such as h1,optimal,h1 mix. Default: those in the book without random ties, or the "
        "usual ones.",
        parse=read_strategies,
        reads_lists=True,
        write=lambda strategies: f'"{",".join(map(str, strategies))}"',
        is_argument=False,
    ),
]


class OfStrategy(Question[A], title="{game.title}, {strategy.title}"):
    """A question about a strategy of a game.

    Its subclasses name the fields again: mypy takes inherited ones for what may be given, text included.
    """

    game: Parsed[PlayedGame]
    strategy: Parsed[GameStrategy] = default(Optimal())

    def build(self) -> "StrategyBuild | None":
        from tafelwerk.families.mastermind.builds import StrategyBuild

        return StrategyBuild(self.game, self.strategy) if isinstance(self.game, Pegs) else None

    def missing(self, book: "Book") -> MissingTableError:
        words = getattr(self.game, "build_options", self.game.options)
        line = f"tafelwerk build mastermind {words} {self.strategy.options}"
        return MissingTableError(self.phrase, line, book.path, is_computable=not self.at_once)


def unit_of_costs(book: "Book", game: Game) -> str | None:
    """Unit of a strategy's costs, if not queries."""
    if isinstance(game, Pegs):
        return None
    if isinstance(game, WordList):
        return MISSES if game.score == HANGMAN else None
    row = book.one(FAMILY, f"SELECT score FROM {FAMILY}.games WHERE game = ?", game.name)
    return MISSES if row == (HANGMAN,) else None
