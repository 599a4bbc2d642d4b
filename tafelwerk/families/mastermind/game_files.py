"""Games in the user's files: word lists and tables of answers."""

from collections.abc import Iterable
from pathlib import Path

from tafelwerk.errors import InputError, quoted
from tafelwerk.families.mastermind.rules.games import AnswerTable, Named, WordList, answer_table, word_list
from tafelwerk.formats.word_lists import read_matrix, read_words


def read_table(game: Named, path: Path) -> AnswerTable:
    """A game from the file of its table of answers.

    Args:
        game: the game with its new name.
        path: the file.

    Raises:
        InputError: its content does not describe a game.
        StorageError: it cannot be read.
    """
    table = read_matrix(path)
    _check_typeable(path, (*table.queries, *(cell for row in table.cells for cell in row)))
    return answer_table(game, table.codes, table.queries, table.cells)


def read_word_list(game: Named, score: str, codes: Path, queries: Path | None) -> WordList:
    """A game of words from files.

    Args:
        game: the game with its new name.
        score: "wordle", "jotto", "mastermind" or "hangman".
        codes: file of the words that may be the code.
        queries: file of the other words that may be asked.

    Raises:
        InputError: the content of a file does not describe a game.
        StorageError: a file cannot be read.
    """
    words, others = read_words(codes), read_words(queries) if queries is not None else []
    _check_typeable(codes, words)
    _check_typeable(queries or codes, others)
    return word_list(game, score, words, others)


def _check_typeable(path: Path, texts: Iterable[str]) -> None:
    """Raise for texts that could not be typed in a history."""
    wrong = next((text for text in texts if ";" in text), None)
    if wrong is not None:
        raise InputError(
            f"{path}: {quoted(wrong)} has a semicolon, which separates the entries of a history; use another character"
        )
