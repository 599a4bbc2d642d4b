"""Second program for the games of the Mastermind tables: codes, queries and answers by a plain statement of the rules."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import permutations, product
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from tafelwerk.families.mastermind import rules
from tafelwerk.proofs.mastermind.kernels import LETTERS, PLACES, WORDLE, answer_numbers, least_images
from tafelwerk.proofs.mastermind.stored_builds import read_game
from tafelwerk.proofs.stored_trees import HiddenCode, Replies
from tafelwerk.spelling import letters

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book


MOST_PERMUTED = 6
"""Greatest number of pegs for which all permutations of places are listed, if there are as many colours."""

ROWS = 1000
"""Queries answered at a time."""

NAMED = "="
"""The answer that ends a game if its rule has no such answer."""


@dataclass(eq=False)
class StoredGame:
    """A game, made from its name, from stored words, or from a stored table of answers.

    Attributes:
        name: its name.
        pegs: number of pegs of Mastermind; None for words and tables.
        score: the rule of the answers.
        codes, queries: their texts, in order.
        labels: texts of the answers, by index.
        solved: the answer that ends the game; -1 if none does.
        answers: shape (Q, C), index of the answer.
        miss: the only answer that costs, in hangman; -1: every query costs.
        code_of: int32, shape (Q,), the code that a query names, or -1.
        query_of: int32, shape (C,), the query that names a code, or -1.
    """

    name: str
    pegs: rules.Pegs | None
    score: str
    codes: Sequence[str]
    queries: Sequence[str]
    labels: Sequence[str]
    solved: int
    answers: NDArray[Any]
    miss: int = -1
    code_of: NDArray[np.int32] = field(init=False)
    query_of: NDArray[np.int32] = field(init=False)

    def __post_init__(self) -> None:
        code_by_text = {text: code for code, text in enumerate(self.codes)} if self.solved >= 0 else {}
        self.code_of = np.array([code_by_text.get(text, -1) for text in self.queries], np.int32)
        self.query_of = np.full(len(self.codes), -1, np.int32)
        naming = np.flatnonzero(self.code_of >= 0)
        self.query_of[self.code_of[naming]] = naming
        self._known: dict[tuple[int, ...], NDArray[np.int64]] = {}

    @cached_property
    def query_index(self) -> dict[str, int]:
        """Index of a query by its text."""
        return {text: query for query, text in enumerate(self.queries)}

    @cached_property
    def label_index(self) -> dict[str, int]:
        """Index of an answer by its text."""
        return {text: label for label, text in enumerate(self.labels)}

    @cached_property
    def answers_occurring(self) -> int:
        """Number of answers that occur."""
        occurs = np.zeros(max(1, len(self.labels)), np.bool_)
        for row in self.answers:
            occurs[row] = True
        return int(occurs.sum())

    @cached_property
    def rules(self) -> HiddenCode:
        """The rules by which stored trees are walked."""
        return HiddenCode(len(self.codes), self.label_index, self._ask, self.solved >= 0)

    def _ask(self, text: str, codes: NDArray[np.int32], _: Sequence[str]) -> Replies | None:
        if text not in self.query_index:
            return None
        row = self.answers[self.query_index[text], codes]
        ended = row == self.solved if self.solved >= 0 else (np.bincount(row) == 1)[row]
        return Replies(row, ended, row == self.miss if self.miss >= 0 else 1)

    def images(self, history: Sequence[int], queries: NDArray[np.int64]) -> NDArray[np.int64]:
        """Class number of each query; a symmetry that keeps the history maps queries of one class to each other."""
        if self.pegs is None:
            return queries
        if self.pegs.colors < self.pegs.pegs:
            return self._renamed_images(history, queries)
        least = np.empty(len(queries), np.int64)
        scratch = np.empty((3, self.pegs.colors), np.int64)
        earlier = np.array(history, np.int64)
        least_images(self._words, self.pegs.colors, self._orders, earlier, queries, scratch, least)
        return least

    def _renamed_images(self, history: Sequence[int], queries: NDArray[np.int64]) -> NDArray[np.int64]:
        """As `images`, where colours are fewer than places: each renaming of the colours, places that may be exchanged sorted."""
        assert self.pegs is not None
        pegs, colors = self.pegs.pegs, self.pegs.colors
        earlier = self._words[np.array(history, np.int64)]
        powers = colors ** np.arange(max(pegs, len(history)), dtype=np.int64)
        # places with the same colours in all queries asked form a class
        own = powers[: len(history)] @ earlier
        least = np.full(len(queries), 1 << 62, np.int64)
        for renaming in permutations(range(colors)):
            renamed = np.array(renaming, np.int64)
            moved = powers[: len(history)] @ renamed[earlier]
            if sorted(moved.tolist()) != sorted(own.tolist()):
                continue
            words, image = renamed[self._words[queries]], np.empty((len(queries), 0), np.int64)
            for kind in sorted(set(own.tolist())):
                image = np.hstack((image, np.sort(words[:, moved == kind], axis=1)))
            least = np.minimum(least, image @ powers[:pegs])
        return least

    def representatives(self, history: Sequence[int]) -> NDArray[np.int64]:
        """The first query of every class of queries equivalent after a history."""
        key = tuple(history)
        if key not in self._known:
            _, first = np.unique(self.images(history, np.arange(len(self.queries))), return_index=True)
            self._known[key] = np.sort(first)
        return self._known[key]

    @cached_property
    def _words(self) -> NDArray[np.int64]:
        assert self.pegs is not None
        return color_numbers(self.pegs)

    @cached_property
    def _orders(self) -> NDArray[np.int64]:
        assert self.pegs is not None
        places = range(self.pegs.pegs)
        orders = permutations(places) if len(places) <= MOST_PERMUTED else [tuple(places)]
        return np.array(list(orders), np.int64)


def stored_game(book: "Book", name: str) -> StoredGame:
    """The game with a name: a game of pegs from its name alone; words and tables from the book.

    Raises:
        ValueError: the book does not hold the game.
    """
    game = read_game(name)
    if isinstance(game, rules.Pegs):
        return pegs_game(game)
    row = book.one(rules.FAMILY, "SELECT score FROM mastermind.games WHERE game = ?", name)
    if row is None:
        raise ValueError(f"{name}: the game is not stored")
    codes, queries = _texts(book, name, "codes", "code"), _texts(book, name, "queries", "query")
    if row[0] != "matrix":
        return word_game(name, row[0], codes, queries)
    rows = "SELECT unnest(flatten(list(answers ORDER BY query))) AS answer FROM mastermind.answer_rows WHERE game = ?"
    answers = book.arrays(rules.FAMILY, rows, name)["answer"].reshape(len(queries), len(codes))
    return table_game(name, codes, queries, _texts(book, name, "labels", "answer"), answers)


def _texts(book: "Book", name: str, table: str, number: str) -> tuple[str, ...]:
    """Texts of a stored game's codes, queries or answers, in order."""
    return tuple(
        text
        for (text,) in book.rows(
            rules.FAMILY, f"SELECT text FROM mastermind.{table} WHERE game = ? ORDER BY {number}", name
        )
    )


@lru_cache(maxsize=4)
def pegs_game(pegs: rules.Pegs) -> StoredGame:
    """Mastermind."""
    words = color_numbers(pegs)
    labels = tuple(f"{b},{t - b}" for t in range(pegs.pegs + 1) for b in range(t + 1))
    answers = np.empty((len(words), len(words)), np.uint8)
    # some rows at a time: intermediate numbers take four times as much memory as the answers
    for begin in range(0, len(words), ROWS):
        answers[begin : begin + ROWS] = pegs_answers(words[begin : begin + ROWS], words)
    texts = tuple(rules.write_code(pegs, word) for word in words.tolist())
    return StoredGame(pegs.name, pegs, "mastermind", texts, texts, labels, len(labels) - 1, answers)


def pegs_answers(queries: NDArray[np.int64], words: NDArray[np.int64]) -> NDArray[np.int32]:
    """Numbers of the answers of Mastermind, shape (Q, C), peg by peg."""
    total, right = np.divmod(_numbers(queries, words, PLACES), words.shape[1] + 1)
    numbers: NDArray[np.int32] = total * (total + 1) // 2 + right
    return numbers


def color_numbers(pegs: rules.Pegs) -> NDArray[np.int64]:
    """All codes in lexicographic order, shape (C, pegs), colours from 0."""
    every = range(pegs.colors)
    words = permutations(every, pegs.pegs) if pegs.distinct else product(every, repeat=pegs.pegs)
    return np.array(list(words), np.int64)


@lru_cache(maxsize=4)
def word_game(name: str, score: str, codes: tuple[str, ...], queries: tuple[str, ...]) -> StoredGame:
    """A game of words.

    Raises:
        ValueError: there is no such score, or it does not apply to these words.
    """
    if score == rules.HANGMAN:
        return letter_game(name, codes)
    rule = {"wordle": WORDLE, "jotto": LETTERS, "mastermind": PLACES}[score]
    spelled = {word: letters(word) for word in (*codes, *queries)}
    lengths = {len(word) for word in spelled.values()}
    longest = max(lengths)
    if score != "jotto" and len(lengths) > 1:
        raise ValueError(f"{name}: words of different lengths")
    number_of = {letter: number for number, letter in enumerate(sorted({x for word in spelled.values() for x in word}))}

    def in_numbers(words: Sequence[str]) -> NDArray[np.int64]:
        rows = [[number_of[letter] for letter in spelled[word]] for word in words]
        return np.array([row + [-1] * (longest - len(row)) for row in rows], np.int64)

    numbers = _numbers(in_numbers(queries), in_numbers(codes), rule)
    code_by_text = {text: code for code, text in enumerate(codes)}
    ending = 10**9
    for query, text in enumerate(queries):
        if text in code_by_text:
            numbers[query, code_by_text[text]] = ending
    occurring, answers = np.unique(numbers, return_inverse=True)
    endings = {"wordle": "G" * longest, "jotto": NAMED, "mastermind": f"{longest},0"}
    write: dict[str, Callable[[int], str]] = {
        "wordle": lambda n: "".join("-YG"[n // 3**i % 3] for i in range(longest - 1, -1, -1)),
        "jotto": str,
        "mastermind": lambda n: f"{n % (longest + 1)},{n // (longest + 1) - n % (longest + 1)}",
    }
    labels = tuple(endings[score] if n == ending else write[score](n) for n in occurring.tolist())
    wanted = np.uint8 if len(labels) <= 256 else np.uint16
    return StoredGame(
        name, None, score, codes, queries, labels, len(labels) - 1, answers.reshape(numbers.shape).astype(wanted)
    )


def letter_game(name: str, codes: tuple[str, ...]) -> StoredGame:
    """Hangman: letters are asked, the answers are their places, + the letter and - another one.

    Raises:
        ValueError: words of different lengths.
    """
    spelled = [letters(word) for word in codes]
    if len({len(word) for word in spelled}) > 1:
        raise ValueError(f"{name}: words of different lengths")
    alphabet = tuple(sorted({letter for word in spelled for letter in word}))
    texts = [["".join("-+"[x == letter] for x in word) for word in spelled] for letter in alphabet]
    none = "-" * len(spelled[0])
    # - before +, as 0 before 1
    labels = sorted({none, *(text for row in texts for text in row)}, key=lambda text: text.replace("+", "1"))
    label_by_text = {text: label for label, text in enumerate(labels)}
    answers = np.array(
        [[label_by_text[text] for text in row] for row in texts], np.uint8 if len(labels) <= 256 else np.uint16
    )
    return StoredGame(name, None, rules.HANGMAN, codes, alphabet, tuple(labels), -1, answers, label_by_text[none])


def table_game(
    name: str, codes: tuple[str, ...], queries: tuple[str, ...], labels: tuple[str, ...], answers: NDArray[Any]
) -> StoredGame:
    """A game by its table of answers, shape (queries, codes).

    Raises:
        ValueError: an answer has no label.
    """
    if answers.max() >= len(labels):
        raise ValueError(f"{name}: answers without labels")
    solved = len(labels) - 1 if set(codes) <= set(queries) else -1
    return StoredGame(name, None, "matrix", codes, queries, labels, solved, answers)


def table_faults(game: StoredGame) -> list[str]:
    """Raise for an impossible table of answers: names out of order, labels out of order or unused, a game that never ends."""
    faults = []
    for noun, names in (("codes", game.codes), ("queries", game.queries)):
        if sorted(set(names)) != list(names) or "" in names:
            faults.append(f"{game.name}: {noun} are not in order")
    if game.score != "matrix":
        return faults
    ending = game.answers == game.solved
    if game.solved >= 0:
        naming = game.code_of[:, None] == np.arange(len(game.codes))
        if (ending != naming).any():
            faults.append(f"{game.name}: the answer that ends the game is not that of naming the code")
    elif set(game.codes) & set(game.queries):
        faults.append(f"{game.name}: some codes are named by a query and some are not")
    elif len(np.unique(game.answers, axis=1).T) < len(game.codes):
        faults.append(f"{game.name}: no query tells some code from another")
    ordered = list(game.labels[: game.solved] if game.solved >= 0 else game.labels)
    if sorted(set(ordered), key=_natural) != ordered or game.answers_occurring != len(game.labels):
        faults.append(f"{game.name}: labels are not in order, or do not occur")
    return faults


def content_digest(game: StoredGame) -> str | None:
    """Content of a game of words or of a table as its builds record it; None if the book cannot tell.

    Answers to queries that name the code have lost their texts if these differed.
    """
    if game.pegs is not None:
        return ""
    own = rules.Named(game.name)
    if game.score != "matrix":
        return rules.content(rules.word_list(own, game.score, game.codes, game.queries))
    if game.solved >= 0 and game.labels[game.solved] == NAMED:
        return None
    cells = [[game.labels[answer] for answer in row] for row in game.answers.tolist()]
    return rules.content(rules.answer_table(own, game.codes, game.queries, cells))


def query_classes(game: StoredGame) -> list[tuple[int, int]]:
    """Classes of first queries: the first of each, and its number of queries.

    Codes of pegs are equivalent if the same number of colours occurs once, twice, and so on; other queries if they have the
    same answers equally often.
    """
    kinds: dict[Any, tuple[int, int]] = {}
    for query in range(len(game.queries)):
        if game.pegs is not None:
            _, counts = np.unique(game._words[query], return_counts=True)
            kind: Any = tuple(sorted(counts.tolist()))
        else:
            kind = tuple(np.bincount(game.answers[query], minlength=len(game.labels)).tolist())
        first, alike = kinds.get(kind, (query, 0))
        kinds[kind] = first, alike + 1
    return list(kinds.values())


def _numbers(queries: NDArray[np.int64], codes: NDArray[np.int64], rule: int) -> NDArray[np.int32]:
    answers = np.zeros((len(queries), len(codes)), np.int32)
    answer_numbers(queries, codes, rule, np.zeros(queries.shape[1], np.bool_), answers)
    return answers


def _natural(text: str) -> list[tuple[int, str]]:
    """Sort key of texts by the numbers in them."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", text)] + [(-2, text)]
