"""Search problems from word lists (Wordle, Jotto, Mastermind's rule on words, Hangman) and from any table of answers.

A rule that compares words letter by letter is a sum: the contribution of a letter of the query depends only on its places in the
query and in the code. `profiles` are these places per letter and code; `shares` is the contribution of two profiles. For every
rule, one kernel scores a query against all codes with one table lookup per letter.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 4.2.2 (search problems); the
rules are the games' own.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError, in_quotes
from tafelwerk.solvers.deduction.search_problem import SearchProblem
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.spelling import compose_all, letters

LONGEST = 10
"""Greatest number of letters of a word for rules on places: 3^10 answers fit 16 bits, 4^10 pairs of profiles 2 MB."""

NAMED = "="
"""Label of the answer that ends the game if the rule has no such answer."""


@dataclass(frozen=True, slots=True, eq=False)
class _Rule:
    """A rule for comparing words; an answer is a sum of shares, read as one number.

    Attributes:
        profile: the letters of a word with their profiles, from 1; a letter that does not occur has profile 0.
        shares: uint16, shape (n, n): contribution of a letter by its profiles in the query and in the code; 0 for profile 0.
        solved: the number of the answer that ends the game, above all others.
        label: the text of an answer.
    """

    profile: Callable[[str], Mapping[str, int]]
    shares: NDArray[np.uint16]
    solved: int
    label: Callable[[int], str]


class _Words(NamedTuple):
    """The queries by letters that occur in a code: those of query q are at offsets[q] to offsets[q + 1] - 1.

    Attributes:
        symbols: row of the letter among the profiles of the codes.
        own: profile of the letter in the query.
        code_of: code that the query names, or -1.
    """

    offsets: NDArray[np.int64]
    symbols: NDArray[np.int32]
    own: NDArray[np.int32]
    code_of: NDArray[np.int32]


def wordle(codes: Sequence[str], queries: Sequence[str] = ()) -> SearchProblem:
    """Wordle: right places are marked first, then misplaced letters from the left, up to the remaining count.

    The answer has one sign per letter: G right place, Y elsewhere in the code, - absent.

    Args:
        codes: the words that may be the solution, different, all of one length of 1 to 10 letters, as `letters` counts them.
        queries: the other words that may be asked; codes may be among them.

    Returns:
        The problem; codes and queries in lexicographic order, every code is a query.

    Raises:
        InputError: no codes, a word twice or empty, or words of different or too many letters.

    >>> problem = wordle(["crane", "caner"])
    >>> [problem.labels[answer] for answer in problem.answers[0]]
    ['GGGGG', 'GYYYY']
    """
    codes, queries = compose_all([*codes]), compose_all([*queries])
    length = _one_length(codes, queries)
    signs = 3 ** np.arange(length - 1, -1, -1)
    places = np.arange(2**length)
    own, other = places[:, None], places[None, :]
    left = np.bitwise_count(other & ~own).astype(np.int64)
    shares = np.zeros((2**length, 2**length), dtype=np.int64)
    for position in range(length):
        in_query = (own >> position & 1).astype(bool)
        right = in_query & (other >> position & 1).astype(bool)
        elsewhere = in_query & ~right & (left > 0)
        left -= elsewhere
        shares += signs[position] * (2 * right + elsewhere)

    def label(number: int) -> str:
        return "".join("-YG"[number // int(sign) % 3] for sign in signs)

    return _problem(codes, queries, _Rule(_places, shares.astype(np.uint16), 3**length - 1, label))


def mastermind_words(codes: Sequence[str], queries: Sequence[str] = ()) -> SearchProblem:
    """Words compared by Mastermind's rule: "b,w" is b letters in the right place and w right letters elsewhere.

    Args, returns and errors are those of `wordle`; the answer that ends the game is "p,0" for words of p letters.

    >>> problem = mastermind_words(["crane", "slate"])
    >>> [problem.labels[answer] for answer in problem.answers[0]]
    ['5,0', '2,0']
    """
    codes, queries = compose_all([*codes]), compose_all([*queries])
    length = _one_length(codes, queries)
    places = np.arange(2**length)
    own, other = places[:, None], places[None, :]
    right = np.bitwise_count(own & other).astype(np.uint16)
    matched = np.minimum(np.bitwise_count(own), np.bitwise_count(other)).astype(np.uint16)

    def label(number: int) -> str:
        total, black = divmod(number, length + 1)
        return f"{black},{total - black}"

    shares = matched * np.uint16(length + 1) + right
    return _problem(codes, queries, _Rule(_places, shares, length * (length + 2), label))


def jotto(codes: Sequence[str], queries: Sequence[str] = ()) -> SearchProblem:
    """Jotto: the answer is the size of the multiset intersection of the letters.

    Anagrams share all letters without being the code, so the answer that ends the game is one of its own, "=".

    Args:
        codes: the words that may be the solution, different; any characters. Their lengths may differ.
        queries: the other words that may be asked; codes may be among them.

    Returns:
        The problem; codes and queries in lexicographic order, every code is a query.

    Raises:
        InputError: no codes, a word twice or empty, or a word of more than 255 letters.

    >>> problem = jotto(["crane", "slate"])
    >>> [problem.labels[answer] for answer in problem.answers[0]]
    ['=', '2']
    """
    codes, queries = compose_all([*codes]), compose_all([*queries])
    words = _unique_names("codes", codes) + _unique_names("queries", queries, may_be_empty=True)
    longest = max(words, key=lambda word: len(letters(word)))
    length = len(letters(longest))
    if length > 255:
        raise InputError(f"a word has 255 letters at most, {in_quotes(longest, 20)} has {length}")
    most = max(max(_counts(word).values()) for word in words)
    counts = np.arange(most + 1, dtype=np.uint16)
    solved = length + 1
    rule = _Rule(
        _counts, np.minimum.outer(counts, counts), solved, lambda number: NAMED if number == solved else str(number)
    )
    return _problem(codes, queries, rule)


def hangman(codes: Sequence[str]) -> SearchProblem:
    """Hangman: a letter is asked, and the answer is its places in the word; only misses cost.

    The answer has one sign per place: + the letter, - another one. The search ends when one word is left: its other letters
    can then be asked without a miss.

    Args:
        codes: the words, different, all of one length of 1 to 10 letters, as `letters` counts them.

    Returns:
        The problem; words and letters in lexicographic order, every letter of a word is a query.

    Raises:
        InputError: no codes, a word twice or empty, or words of different or too many letters.

    >>> hangman(["cat", "car"]).labels
    ('---', '--+', '-+-', '+--')
    """
    codes = compose_all([*codes])
    length = _one_length(codes, ())
    words = sorted(codes)
    spelled = np.array([list(letters(word)) for word in words])
    alphabet = sorted(set(spelled.ravel().tolist()))
    worth = 1 << np.arange(length - 1, -1, -1)
    numbers = np.array([(spelled == letter) @ worth for letter in alphabet])
    occurring, inverse = np.unique(np.append(numbers, 0), return_inverse=True)
    answers = inverse[:-1].reshape(numbers.shape)
    labels = tuple("".join("-+"[number // int(weight) % 2] for weight in worth) for number in occurring.tolist())
    return SearchProblem(
        codes=tuple(words),
        queries=tuple(alphabet),
        labels=labels,
        answers=answers.astype(np.uint8) if len(labels) <= 256 else answers.astype(np.uint16),
        code_of=np.full(len(alphabet), -1, np.int32),
        solved=-1,
        miss=0,
    )


def _counts(word: str) -> Mapping[str, int]:
    """How often each letter of a word occurs in it."""
    return Counter(letters(word))


def _places(word: str) -> dict[str, int]:
    """The letters of a word with their places as a bit mask, bit 0 for the first place."""
    masks: dict[str, int] = {}
    for position, letter in enumerate(letters(word)):
        masks[letter] = masks.get(letter, 0) | 1 << position
    return masks


def _unique_names(argument: str, words: Sequence[str], *, may_be_empty: bool = False) -> list[str]:
    """The words as a list, checked: none is empty or occurs twice."""
    names = list(words)
    if not names and not may_be_empty:
        raise InputError(f"{argument}: empty; give at least one")
    if "" in names:
        raise InputError(f"{argument}: entry {names.index('') + 1} is empty; every entry needs a name")
    if len(set(names)) < len(names):
        word = next(word for word, count in Counter(names).items() if count > 1)
        raise InputError(f"{argument}: {in_quotes(word)} occurs twice; every entry must be different")
    return names


def _one_length(codes: Sequence[str], queries: Sequence[str]) -> int:
    """The common length of all words."""
    length = len(letters(_unique_names("codes", codes)[0]))
    if length > LONGEST:
        raise InputError(f"codes: {in_quotes(codes[0])} has {length} letters; words have {LONGEST} at most")
    for argument, words in (("codes", codes), ("queries", _unique_names("queries", queries, may_be_empty=True))):
        for word in words:
            count = len(letters(word))
            if count != length:
                raise InputError(
                    f"{argument}: {in_quotes(word)} has {count} letters, {in_quotes(codes[0])} has {length}; "
                    "all words have one length"
                )
    return length


def _problem(codes: Sequence[str], queries: Sequence[str], rule: _Rule) -> SearchProblem:
    """Codes and queries scored against each other by a rule."""
    code_words = sorted(codes)
    query_words = sorted({*codes, *queries})
    number_of = {word: number for number, word in enumerate(code_words)}
    code_of = np.array([number_of.get(word, -1) for word in query_words], dtype=np.int32)

    symbol_of: dict[str, int] = {}
    for word in code_words:
        for letter in letters(word):
            symbol_of.setdefault(letter, len(symbol_of))
    profiles = np.zeros((len(symbol_of), len(code_words)), dtype=np.uint16)
    for code, word in enumerate(code_words):
        for letter, profile in rule.profile(word).items():
            profiles[symbol_of[letter], code] = profile
    symbols, own, offsets = [], [], [0]
    for word in query_words:
        for letter, profile in rule.profile(word).items():
            if letter in symbol_of:
                symbols.append(symbol_of[letter])
                own.append(profile)
        offsets.append(len(symbols))
    words = _Words(np.array(offsets, np.int64), np.array(symbols, np.int32), np.array(own, np.int32), code_of)

    answer_type: type[Any] = np.uint8 if rule.solved < 256 else np.uint16
    answers: NDArray[Any] = np.zeros((len(query_words), len(code_words)), answer_type)
    occurs = np.zeros(rule.solved + 1, dtype=np.bool_)
    _numbers_kernel(profiles, rule.shares.astype(answer_type), words, answers, occurs)
    numbers = np.flatnonzero(occurs)
    index: NDArray[Any] = np.zeros(len(occurs), answer_type)
    index[numbers] = np.arange(len(numbers))
    _translate_kernel(index, answers)
    if len(numbers) <= 256:
        answers = answers.astype(np.uint8, copy=False)
    labels = tuple(rule.label(int(number)) for number in numbers)
    return SearchProblem(tuple(code_words), tuple(query_words), labels, answers, code_of, len(labels) - 1)


@kernel
def _numbers_kernel(
    profiles: NDArray[np.uint16], shares: NDArray[Any], words: _Words, answers: NDArray[Any], occurs: NDArray[np.bool_]
) -> None:
    """Fill answers (Q, C), zeroed, with the numbers of the answers, and mark in `occurs` those that occur.

    The number of the answer that ends the game is the last of `occurs`.
    """
    for query in range(answers.shape[0]):
        row = answers[query]
        for k in range(words.offsets[query], words.offsets[query + 1]):
            share, profile = shares[words.own[k]], profiles[words.symbols[k]]
            for code in range(row.shape[0]):
                row[code] += share[profile[code]]
        if words.code_of[query] >= 0:
            row[words.code_of[query]] = occurs.shape[0] - 1
        for code in range(row.shape[0]):
            occurs[row[code]] = True


@kernel
def _translate_kernel(index: NDArray[Any], answers: NDArray[Any]) -> None:
    """Replace each entry of `answers` by its index."""
    for query in range(answers.shape[0]):
        row = answers[query]
        for code in range(row.shape[0]):
            row[code] = index[row[code]]


def from_table(codes: Sequence[str], queries: Sequence[str], cells: Sequence[Sequence[str]]) -> SearchProblem:
    """A search problem from any table of answers.

    A query with the name of a code names it: asked for that code, it ends the game. The answer that ends the game keeps its
    text if that is the same for all queries naming a code and occurs nowhere else in the table; otherwise it is "=". If no
    query has the name of a code, the search ends when one code is left.

    Args:
        codes: names of the codes, different.
        queries: names of the queries, different.
        cells: one row per query, one answer per code, none empty.

    Returns:
        The problem; codes, queries and answers in lexicographic order (numbers within the answers by value), the
        answer that ends the game last.

    Raises:
        InputError: no codes or queries, a name twice or empty, a row too short or too long, an empty cell; some codes are
            named by a query and some are not; "=" is needed and has another meaning in the table; nothing is named and
            two codes have the same answers throughout.

    >>> from_table(["a", "b"], ["larger?"], [["no", "yes"]]).labels
    ('no', 'yes')
    """
    cells = [compose_all([*row]) for row in cells]
    code_names, query_names = (
        _unique_names(argument, compose_all([*names])) for argument, names in (("codes", codes), ("queries", queries))
    )
    if len(cells) != len(query_names):
        raise InputError(f"cells: {len(cells)} rows, but {len(query_names)} queries; there must be one row per query")
    for query, row in zip(query_names, cells, strict=True):
        if len(row) != len(code_names):
            raise InputError(
                f"cells: the row of {in_quotes(query)} has {len(row)} answers; there must be one per code: {len(code_names)}"
            )
        if "" in row:
            raise InputError(
                f"cells: the answer to {in_quotes(query)} for {in_quotes(code_names[list(row).index('')])} is empty"
            )
    common = set(code_names) & set(query_names)
    if common and len(common) < len(code_names):
        missing = next(name for name in code_names if name not in common)
        raise InputError(
            f"queries: {in_quotes(min(common))} names a code and no query names {in_quotes(missing)}; "
            "either every code is a query or none is"
        )
    texts = {text for row in cells for text in row}
    number = {text: index for index, text in enumerate(sorted(texts, key=_natural))}
    by_code = sorted(range(len(code_names)), key=code_names.__getitem__)
    by_query = sorted(range(len(query_names)), key=query_names.__getitem__)
    numbers = np.array([[number[text] for text in row] for row in cells], dtype=np.int64)[np.ix_(by_query, by_code)]
    labels = list(number)
    codes = tuple(code_names[code] for code in by_code)
    queries = tuple(query_names[query] for query in by_query)
    number_of = {name: code for code, name in enumerate(codes)}
    code_of = np.array([number_of.get(name, -1) for name in queries], dtype=np.int32)

    solved = -1
    if common:
        naming = np.flatnonzero(code_of >= 0)
        ends = numbers[naming, code_of[naming]]
        numbers[naming, code_of[naming]] = len(labels)
        if bool((ends == ends[0]).all()) and not bool((numbers == ends[0]).any()):
            labels.append(labels[ends[0]])
        elif NAMED in number and bool((numbers == number[NAMED]).any()):
            raise InputError(
                f"cells: {NAMED!r} is the answer to naming the code, but also occurs elsewhere; use another answer there"
            )
        else:
            labels.append(NAMED)
    else:
        _, first = np.unique(numbers, axis=1, return_index=True)
        if len(first) < len(codes):
            again = next(code for code in range(len(codes)) if code not in set(first.tolist()))
            same = next(code for code in range(len(codes)) if bool((numbers[:, code] == numbers[:, again]).all()))
            raise InputError(
                f"cells: {in_quotes(codes[same])} and {in_quotes(codes[again])} have the same answers; no query tells them apart"
            )
    occurring, numbers = np.unique(numbers, return_inverse=True)
    if common:
        solved = len(occurring) - 1
    answers: NDArray[Any] = numbers.reshape(len(queries), -1).astype(np.uint8 if len(occurring) <= 256 else np.uint16)
    return SearchProblem(codes, queries, tuple(labels[index] for index in occurring), answers, code_of, solved)


def _natural(text: str) -> list[tuple[int, str]]:
    """Sort key of texts, with the numbers in them by value."""
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in re.split(r"(\d+)", text)] + [(-2, text)]
