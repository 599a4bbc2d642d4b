"""What games are made from: Mastermind by its numbers, words, or a table of answers; in plain Python."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from tafelwerk.rules.mastermind.codes import code_count
from tafelwerk.tables.mastermind import Game, Named, Pegs


@dataclass(frozen=True, slots=True)
class WordList:
    """A game of words: those that may be the code, others that may be asked, and how they are scored."""

    game: Named
    score: str
    codes: tuple[str, ...]
    queries: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AnswerTable:
    """A game by its table of answers, a row a query, an answer a code."""

    game: Named
    codes: tuple[str, ...]
    queries: tuple[str, ...]
    cells: tuple[tuple[str, ...], ...]


Rules = Pegs | WordList | AnswerTable
"""All that a game is made from."""


def game_of(rules: Rules) -> Game:
    """What the tables call it."""
    return rules if isinstance(rules, Pegs) else rules.game


def score_of(rules: Rules) -> str:
    """How its queries are answered, in a word."""
    match rules:
        case Pegs():
            return "mastermind"
        case WordList():
            return rules.score
        case AnswerTable():
            return "matrix"


def word_list(game: Named, score: str, codes: Iterable[str], queries: Iterable[str]) -> WordList:
    """A game of words, the same for the same words in any order."""
    words = tuple(codes)
    return WordList(game, score, tuple(sorted(words)), tuple(sorted(set(queries) - set(words))))


def answer_table(
    game: Named, codes: Sequence[str], queries: Sequence[str], cells: Sequence[Sequence[str]]
) -> AnswerTable:
    """A game by its table of answers, the same for the same answers in any order."""
    by_code = sorted(range(len(codes)), key=codes.__getitem__)
    by_query = sorted(range(len(queries)), key=queries.__getitem__)
    return AnswerTable(
        game,
        tuple(codes[code] for code in by_code),
        tuple(queries[query] for query in by_query),
        tuple(tuple(cells[query][code] for code in by_code) for query in by_query),
    )


def size_of(rules: Rules) -> tuple[int, int]:
    """How many codes and queries a game has (of word lists at most so many queries), without scoring it.

    Raises:
        InputError: the game is too large.
    """
    match rules:
        case Pegs(pegs, colors, distinct):
            codes = code_count(pegs, colors, distinct)
            return codes, codes
        case WordList(_, _, words, queries):
            return len(words), len(words) + len(queries)
        case AnswerTable(_, words, queries, _):
            return len(words), len(queries)
