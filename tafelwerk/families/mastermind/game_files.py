"""Games in the user's files: word lists and tables of answers. Every error is one line that names file and line."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from tafelwerk.errors import ContentError, InputError, StorageError, in_quotes
from tafelwerk.families.mastermind.rules import HANGMAN, SCORES, AnswerTable, Named, WordList, answer_table, word_list
from tafelwerk.files import STANDARD_INPUT, name_in_text, read_limited, read_standard_input
from tafelwerk.formats import SEPARATORS, separator_of, table_rows
from tafelwerk.places import quote_path
from tafelwerk.spelling import compose, letters
from tafelwerk.wording import count_noun, join_words

_HEADERS = {"word", "words", "wort", "wörter", "woerter"}
"""Names of the column of words in a table, casefolded."""

_NUMBER = re.compile(r"[-+]?[0-9][0-9.,]*([eE][-+]?[0-9]+)?%?")


@dataclass(frozen=True, slots=True)
class ListedWords(WordList):
    """A game of words that is asked about by its files, so that its command lines can be copied.

    Attributes:
        file: of the words that may be the code.
        others: file of the other words that may be asked; None: there are none.
    """

    file: Path
    others: Path | None

    @property
    def options(self) -> str:
        """The words of the command line that name its files."""
        return f"--words {self._files} --score {self.score}"

    @property
    def build_options(self) -> str:
        """The words behind `tafelwerk build mastermind` that keep it in the book under a name."""
        return f"--codes {self._files} --score {self.score} --name {self.game}"

    @property
    def _files(self) -> str:
        return quote_path(self.file) + ("" if self.others is None else f" --queries {quote_path(self.others)}")


@dataclass(frozen=True, slots=True)
class ListedTable(AnswerTable):
    """A table of answers that is asked about by its file.

    Attributes:
        file: the file.
    """

    file: Path

    @property
    def options(self) -> str:
        """The words of the command line that name the file."""
        return f"--matrix {quote_path(self.file)}"


class Matrix(NamedTuple):
    """A table of answers as in a file; see `tafelwerk.solvers.mastermind.word_problems.from_table`."""

    codes: list[str]
    queries: list[str]
    cells: list[list[str]]


def read_words(path: Path) -> dict[str, int]:
    """The lines of a list's words, in the file's order: a word per line, a column of CSV that its header names or that stands
    before numbers, every word in quotes or before a separator, or JSON.

    Space around a word, empty lines and lines that begin with # are ignored; accents are composed (NFC), so that a letter is
    one character.

    Args:
        path: A text file in UTF-8, with or without a byte order mark; - for standard input.

    Raises:
        InputError: no such file, a folder, not UTF-8, no words, two words on a line, or a word given twice.
        StorageError: the file cannot be read.
    """
    line_of: dict[str, int] = {}
    name = name_in_text(path)
    lines = ((number, line.strip()) for number, line in enumerate(_lines(_text(path)), start=1))
    numbered = {number: word for number, word in lines if word and not word.startswith("#")}
    for number, word in zip(numbered, _bare([*numbered.values()]), strict=True):
        at = f"{name}, line {number}: {in_quotes(word, 40)}"
        _refuse(len(word.split()) > 1, f"{at} is more than one word; write one word per line")
        _refuse(word in line_of, f"{at} is already in line {line_of.get(word)}")
        line_of[word] = number
    _refuse(not line_of, f"{name} contains no words; write one word per line")
    for sign, signs in ((",", "commas"), (";", "semicolons")):
        _refuse(
            all(sign in word for word in line_of), f"{name} has {signs} in every line; write one word per line, alone"
        )
    return line_of


def _lines(text: str) -> list[str]:
    """The lines of a list of words, or the words of a list in JSON, as programs of such games hold them."""
    if text.lstrip().startswith("["):
        with suppress(ValueError, TypeError, RecursionError):
            words: list[str] = json.loads(text)
            # texts alone, and none with half of a character
            "".join(words).encode()
            return words
    return _word_column(text) or text.splitlines()


def _word_column(text: str) -> list[str]:
    """A table's column of words, by line: the one that its header names, or the first beside numbers; [] if it has none."""
    try:
        rows = list(table_rows(text, separator_of(text)))
    except ContentError:
        return []
    if len({len(fields) for _, fields in rows}) != 1:
        return []
    (_, header), *others = rows
    header_columns = [at for at, name in enumerate(header) if name.casefold() in _HEADERS]
    is_in_numbers = [all(_NUMBER.fullmatch(field) for field in fields[1:]) for _, fields in rows]
    # "word" may be a word itself, of a list of words as long, or before a number
    if (
        header_columns
        and others
        and (not is_in_numbers[0] or (len(header) == 1 and len(header[0]) != len(others[0][1][0])))
    ):
        rows, column = others, header_columns[0]
    elif len(header) > 1 and all(is_in_numbers):
        column = 0
    else:
        return []
    word_at = {line: fields[column] for line, fields in rows}
    return [word_at.get(line, "") for line in range(1, max(word_at) + 1)]


def read_matrix(path: Path) -> Matrix:
    """A table of answers as CSV: the header names the codes, the first column the queries, the cells are the answers.

    The header's first field is ignored. Fields are separated by commas, semicolons or tabs, as the header and the number of
    fields in every row show, or a first line such as `sep=;`; a field with the separator must be in double quotes. Space around
    a field and empty lines are ignored.

    Args:
        path: A text file in UTF-8, with or without a byte order mark.

    Raises:
        InputError: no such file, a folder, not UTF-8, no header or no rows, a row too short or too long, an empty field, a
            code or query given twice, or quotes that are not closed.
        StorageError: the file cannot be read.
    """
    rows = iter(_without_last([*_rows(path)]))
    line, (_, *codes) = next(rows, (1, [""]))
    at = f"{path}, line {line}: "
    _refuse(
        not codes,
        f"{at}no codes; give them in the header, after a first field for the queries, separated by commas, semicolons or tabs",
    )
    column_of: dict[str, int] = {}
    for column, code in enumerate(codes, start=2):
        first = column_of.setdefault(code, column)
        _refuse(not code, f"{at}the code in column {column} is empty; give every code a name")
        _refuse(first < column, f"{at}the code {in_quotes(code, 40)} is in columns {first} and {column}")
    line_of: dict[str, int] = {}
    cells = []
    for number, (query, *answers) in rows:
        at, quoted_query = f"{path}, line {number}: ", in_quotes(query, 40)
        fields = f"{len(answers) + 1} fields, but the header has {len(codes) + 1}"
        _refuse(len(answers) != len(codes), f"{at}{fields}; a row must be a query and an answer for every code")
        _refuse(not query, f"{at}the query in the first column is empty; every query has a name")
        _refuse(query in line_of, f"{at}the query {quoted_query} is already in line {line_of.get(query)}")
        if "" in answers:
            raise InputError(f"{at}the answer to {quoted_query} for {in_quotes(codes[answers.index('')], 40)} is empty")
        line_of[query] = number
        cells.append(answers)
    _refuse(not cells, f"{path} contains no queries; write a row for each query below the header")
    return Matrix(codes, list(line_of), cells)


def _bare(words: list[str]) -> list[str]:
    """Words without what a spreadsheet adds to every one of them: a separator at the end, quotes around it."""
    for sign in SEPARATORS:
        if words and all(word.endswith(sign) and sign not in word[:-1] for word in words):
            words = [word[:-1].strip() for word in words]
    if words and all(len(word) > 2 and word[0] == word[-1] == '"' for word in words):
        words = [word[1:-1].replace('""', '"').strip() for word in words]
    return words


def _without_last(rows: list[tuple[int, list[str]]]) -> list[tuple[int, list[str]]]:
    """Rows without a last column that is empty in all of them, as where a separator ends every line."""
    width = len(rows[0][1]) if rows else 0
    if width > 1 and all(len(fields) == width and not fields[-1] for _, fields in rows):
        return [(line, fields[:-1]) for line, fields in rows]
    return rows


def _refuse(wrong: bool, problem: str) -> None:
    """Raise InputError if something is wrong."""
    if wrong:
        raise InputError(problem)


def _rows(path: Path) -> Iterator[tuple[int, list[str]]]:
    """The non-empty rows of a CSV file, stripped, each with its first line number."""
    text = _text(path)
    try:
        yield from table_rows(text, separator_of(text))
    except ContentError as fault:
        raise InputError(f"{path}, {fault}") from None


def _text(path: Path) -> str:
    """A file's text, composed (NFC) and without a byte order mark."""
    _refuse(path.is_dir(), f"{path} is a folder; give a file")
    try:
        content = read_standard_input() if str(path) == STANDARD_INPUT else read_limited(path)
    except (FileNotFoundError, NotADirectoryError):
        raise InputError(f"{path}: there is no such file") from None
    except OSError as error:
        raise StorageError(f"cannot read {path}: {error.strerror or error}") from error
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise InputError(f"{name_in_text(path)}, line {line}: not UTF-8; save the file in that encoding") from None
    before, zero, _ = text.partition("\0")
    _refuse(
        bool(zero), f"{name_in_text(path)}, line {before.count(chr(10)) + 1}: a zero byte, so this is not a text file"
    )
    return compose(text)


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


def listed_table(game: Named, path: Path) -> ListedTable:
    """The same of a game that is asked about without a build; errors as of `read_table`."""
    table = read_table(game, path)
    return ListedTable(table.game, table.codes, table.queries, table.cells, path)


def read_word_list(game: Named, score: str, codes: Path, queries: Path | None) -> WordList:
    """A game of words from files.

    Args:
        game: the game with its new name.
        score: "wordle", "jotto", "mastermind" or "hangman".
        codes: file of the words that may be the code.
        queries: file of the other words that may be asked.

    Raises:
        InputError: there is no such score, or the content of a file does not describe a game.
        StorageError: a file cannot be read.
    """
    if score not in SCORES:
        raise InputError(f"--score must be {join_words(SCORES, last='or')}, not {in_quotes(score)}")
    if score == HANGMAN and queries is not None:
        raise InputError("--queries does not go with --score hangman, where letters are asked; leave it out")
    words, others = read_words(codes), read_words(queries) if queries is not None else {}
    _check_typeable(codes, words)
    _check_typeable(queries or codes, others)
    first = next(iter(words))
    length = len(letters(first))
    for path, lines in ((codes, words), (queries or codes, others)):
        for word, line in lines.items():
            count = len(letters(word))
            if count != length:
                at = f"{name_in_text(path)}, line {line}: {in_quotes(word, 40)}"
                raise InputError(
                    f"{at} has {count_noun(count, 'letter')}, {in_quotes(first, 40)} has {length}; all words have one length"
                )
    fold = str.lower if score != "mastermind" and _have_two_cases([*words, *others]) else str
    return word_list(game, score, map(fold, words), map(fold, others))


def _have_two_cases(words: Sequence[str]) -> bool:
    """Whether some letters of a list are upper case and others lower case, although case alone tells no two words apart."""
    text = "".join(words)
    is_mixed = any(map(str.isupper, text)) and any(map(str.islower, text))
    return is_mixed and len({*map(str.lower, words)}) == len({*words})


def listed_words(score: str, codes: Path, queries: Path | None) -> ListedWords:
    """The same of a game that is asked about without a build; errors as of `read_word_list`."""
    words = read_word_list(Named("words"), score, codes, queries)
    return ListedWords(words.game, words.score, words.codes, words.queries, codes, queries)


def _check_typeable(path: Path, texts: Iterable[str]) -> None:
    """Raise for texts that could not be typed in a history."""
    wrong = next((text for text in texts if ";" in text), None)
    if wrong is not None:
        raise InputError(
            f"{name_in_text(path)}: {in_quotes(wrong)} has a semicolon, which separates the entries of a history; use another"
            " character"
        )
