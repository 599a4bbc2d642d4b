"""Strategies in the hard mode of Wordle: every answer narrows the queries that may follow.

The allowed queries depend on the answers so far, not only on the codes that they leave. A remaining code may always be asked,
because it has what the answers show. A set of n codes takes at least 2 n - 1 queries in total, as if the first query named a code
and told the others apart.

The least total is found by branch and bound: queries are tried in the order of a lower bound, the least totals of their parts
over any queries, and a memo keeps the least totals of sets of codes with their queries.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tafelwerk.errors import InputError
from tafelwerk.families.mastermind.rules import ABSENT, ELSEWHERE, RIGHT, known_letters, refusal
from tafelwerk.rules.deduction import Alpha, least_total
from tafelwerk.solvers.deduction.best_query import exact_best_queries
from tafelwerk.solvers.deduction.partition_entropy import entropy_weights
from tafelwerk.solvers.deduction.search_problem import (
    Answers,
    History,
    SearchProblem,
    StrategyTree,
    chosen_codes,
    consistent,
    join_trees,
)
from tafelwerk.solvers.deduction.symmetry import Indices
from tafelwerk.solvers.machine.interrupts import interruptible
from tafelwerk.solvers.machine.jit import kernel
from tafelwerk.solvers.machine.memo import (
    UNKNOWN,
    Memo,
    empty_memo,
    exact_at,
    query_at,
    random_words,
    recall,
    remember,
    value_at,
)
from tafelwerk.spelling import letters

MOST_SETS = 1_000_000
"""Greatest number of sets of three or more codes in a search for a least total: some minutes."""


class Spelling:
    """The letters of a problem's queries.

    Raises:
        InputError: the problem is not one of Wordle.
    """

    def __init__(self, problem: SearchProblem) -> None:
        signs = {RIGHT, ELSEWHERE, ABSENT}
        is_wordle = all(signs.issuperset(label) for label in problem.labels)
        spelled = [letters(text) for text in problem.queries]
        if not is_wordle or len({*map(len, spelled), *map(len, problem.labels)}) != 1:
            raise InputError("--hard is a rule of Wordle; it needs a word list scored as wordle")
        self.problem = problem
        self._number = {letter: number for number, letter in enumerate({letter for text in spelled for letter in text})}
        self.letters = np.array([[self._number[letter] for letter in text] for text in spelled], np.int32)
        self._counts = {
            letter: (self.letters == number).sum(axis=1, dtype=np.uint8) for letter, number in self._number.items()
        }

    def narrow(self, queries: Indices, query: int, answer: int) -> Indices:
        """The queries among some that hard mode still allows after an answer."""
        placed, least = known_letters(self.problem.queries[query], self.problem.labels[answer])
        for position, letter in placed.items():
            queries = queries[self.letters[queries, position] == self._number[letter]]
        for letter, count in least.items():
            queries = queries[self._counts[letter][queries] >= count]
        return queries

    def after(self, history: History) -> Indices:
        """The queries allowed by hard mode after a history, ascending.

        Raises:
            InputError: hard mode refuses a query of the history.
        """
        queries, labels = self.problem.queries, self.problem.labels
        for number, (later, _) in enumerate(history):
            for query, answer in history[:number]:
                reason = refusal(queries[query], labels[answer], queries[later])
                if reason is not None:
                    raise InputError(reason)
        allowed = np.arange(len(queries), dtype=np.int32)
        for query, answer in history:
            allowed = self.narrow(allowed, query, answer)
        return allowed


def hard_queries(problem: SearchProblem, history: History) -> Indices:
    """The queries allowed by hard mode after a history: int32, ascending; errors as in `Spelling`."""
    return Spelling(problem).after(history)


def hard_entropy_tree(problem: SearchProblem, alpha: Alpha, history: History = ()) -> StrategyTree:
    """LEX in hard mode: the first allowed query of greatest entropy, preferably one that names a remaining code.

    Args:
        problem: a search problem of Wordle.
        alpha: order of the entropy, None for infinity.
        history: queries and answers so far.

    Raises:
        InputError: the problem is not one of Wordle, or the history has a query that hard mode refuses.
    """
    spelling = Spelling(problem)
    left = chosen_codes(problem, consistent(problem, history))
    weights = entropy_weights(alpha, len(left))

    def ask(codes: Indices, queries: Indices) -> StrategyTree:
        if len(codes) == 1:
            return join_trees(int(problem.query_of[codes[0]]), 1, {})
        part = replace(
            problem,
            queries=[problem.queries[query] for query in queries.tolist()],
            answers=problem.answers[queries],
            code_of=problem.code_of[queries],
        )
        query = int(queries[exact_best_queries(part, codes, weights)[0]])
        return join_trees(
            query,
            len(codes),
            {
                answer: ask(members, spelling.narrow(queries, query, answer))
                for answer, members in _parts(problem, query, codes)
            },
        )

    return ask(left, spelling.after(history))


def _parts(problem: SearchProblem, query: int, codes: Indices) -> Iterator[tuple[int, Indices]]:
    """Codes left by each answer except the one that ends the game, by ascending answer."""
    answers = problem.answers[query, codes]
    for answer in np.unique(answers).tolist():
        if answer != problem.solved:
            yield answer, codes[answers == answer]


SETS, MOST, CHOSEN, STOPPED, TOO_DEEP = range(5)
"""State: sets searched, and the number at which to stop; first query of the last set that was searched, -1 if its total is not
below the limit; whether to stop, and whether for lack of frames."""


class _Game(NamedTuple):
    """A search problem with Q queries of L letters, C codes and A answers.

    Attributes:
        answers: shape (Q, C).
        query_of: int32, shape (C,): the query that names each code.
        solved: the answer that ends the game.
        bounds: int64, shape (C + 1,): least total of n codes over any queries.
        letters: int32, shape (Q, L): letters by number.
        signs: int8, shape (A, L): 2 where an answer says that a letter is right, 1 if it is elsewhere, otherwise 0.
        code_keys, query_keys: int64, shapes (C, 2) and (Q, 2): random words.
    """

    answers: Answers
    query_of: Indices
    solved: int
    bounds: NDArray[np.int64]
    letters: Indices
    signs: NDArray[np.int8]
    code_keys: NDArray[np.int64]
    query_keys: NDArray[np.int64]


class _Stack(NamedTuple):
    """A stack of F frames, one per set that contains the present one.

    Attributes:
        state: int64, shape (5,).
        codes, parted: int32, shape (F, C): a frame's set, and the same part by part.
        queries: int32, shape (F, Q): useful queries.
        lower: int64, shape (F, Q): lower bounds of their totals.
        parts: int64, shape (F, A, 2): end and answer of each part, the largest part first.
        sizes: int64, shape (2, A): scratch.
    """

    state: NDArray[np.int64]
    codes: Indices
    parted: Indices
    queries: Indices
    lower: NDArray[np.int64]
    parts: NDArray[np.int64]
    sizes: NDArray[np.int64]


@kernel
def _keep_useful(game: _Game, stack: _Stack, depth: int, size: int, allowed: int) -> tuple[int, int, int]:
    """Keep the queries of a frame that split its set, with lower bounds. Returns their number, and the words of the frame's key.

    Other queries are useless, now and later, even if an answer to them narrows the queries.
    """
    codes, queries, sizes, useful = stack.codes[depth, :size], stack.queries[depth], stack.sizes[0], 0
    key, check = np.int64(0), np.int64(0)
    for code in codes:
        key ^= game.code_keys[code, 0]
        check ^= game.code_keys[code, 1]
    for query in queries[:allowed]:
        row, lower = game.answers[query], size
        for code in codes:
            sizes[row[code]] += 1
        splits = sizes[row[codes[0]]] < size
        for code in codes:
            answer = row[code]
            if answer != game.solved:
                lower += game.bounds[sizes[answer]]
            sizes[answer] = 0
        if splits:
            queries[useful], stack.lower[depth, useful] = query, lower
            key ^= game.query_keys[query, 0]
            check ^= game.query_keys[query, 1]
            useful += 1
    return useful, int(key), int(check)


@kernel
def _next_query(lower: NDArray[np.int64], last: int) -> int:
    """Bound << 32 | place of the next query by its bound after the last one, in the same form; -1 if there is none."""
    least = np.int64(-1)
    for place in range(len(lower)):
        word = lower[place] << 32 | place
        if word > last and (least < 0 or word < least):
            least = word
    return int(least)


@kernel
def _split(game: _Game, stack: _Stack, depth: int, size: int, query: int) -> int:
    """Fill the parts that a query makes, but for the one that ends the game. Returns how many have three codes or more.

    Parts of one or two codes, the last ones, are not searched: their bounds are what they take.
    """
    codes, parts = stack.codes[depth, :size], stack.parts[depth]
    row, sizes, starts = game.answers[query], stack.sizes[0], stack.sizes[1]
    number = 0
    for code in codes:
        answer = row[code]
        if sizes[answer] == 0 and answer != game.solved:
            parts[number, 1] = answer
            number += 1
        sizes[answer] += 1
    for i in range(1, number):
        answer, place = parts[i, 1], i
        while place > 0 and sizes[parts[place - 1, 1]] < sizes[answer]:
            parts[place, 1] = parts[place - 1, 1]
            place -= 1
        parts[place, 1] = answer
    end, large = 0, 0
    for i in range(number):
        large += sizes[parts[i, 1]] > 2
        starts[parts[i, 1]] = end
        end += sizes[parts[i, 1]]
        parts[i, 0] = end
    for code in codes:
        answer = row[code]
        sizes[answer] = 0
        if answer != game.solved:
            stack.parted[depth, starts[answer]] = code
            starts[answer] += 1
    return large


@kernel
def _allows(game: _Game, query: int, answer: int, later: int) -> bool:
    """Whether hard mode allows a query after an answer to another one."""
    shown, letters, signs = game.letters[query], game.letters[later], game.signs[answer]
    for position in range(len(shown)):
        if signs[position] == 2 and letters[position] != shown[position]:
            return False
        if signs[position]:
            excess = 0
            for other in range(len(shown)):
                excess += letters[other] == shown[position]
                excess -= signs[other] > 0 and shown[other] == shown[position]
            if excess < 0:
                return False
    return True


@kernel
def _enter_part(game: _Game, stack: _Stack, depth: int, part: int, query: int, useful: int) -> tuple[int, int]:
    """Fill the next frame with a part of a frame and the queries that its answer allows. Returns the numbers of both."""
    begin, (end, answer) = 0, stack.parts[depth, part]
    if part > 0:
        begin = stack.parts[depth, part - 1, 0]
    for place in range(begin, end):
        stack.codes[depth + 1, place - begin] = stack.parted[depth, place]
    allowed = 0
    for later in stack.queries[depth, :useful]:
        if _allows(game, query, answer, later):
            stack.queries[depth + 1, allowed] = later
            allowed += 1
    return end - begin, allowed


@kernel
def _search(game: _Game, stack: _Stack, memo: Memo, depth: int, size: int, allowed: int, limit: int) -> int:
    """Least total of a frame's set if it is below the limit, otherwise a lower bound that is not; neither once STOPPED is set.

    Args:
        game: the problem.
        stack: its frame `depth` has the set and the allowed queries. State CHOSEN is filled.
        memo: least totals of sets with their queries.
        depth: number of the frame.
        size, allowed: number of codes, and of allowed queries.
        limit: total to stay below.
    """
    state = stack.state
    if size == 1:
        state[CHOSEN] = game.query_of[stack.codes[depth, 0]]
        return 1
    if state[SETS] >= state[MOST] or depth + 2 > len(stack.codes):
        state[TOO_DEEP] = state[SETS] < state[MOST]
        state[STOPPED] = True
    if state[STOPPED]:
        return limit
    useful, key, check = _keep_useful(game, stack, depth, size, allowed)
    row = recall(memo, key, check)
    if row >= 0 and (exact_at(memo, row) or value_at(memo, row) >= limit):
        state[CHOSEN] = query_at(memo, row) if exact_at(memo, row) else -1
        return value_at(memo, row)
    state[SETS] += 1
    best, chosen, missed = limit, -1, limit
    word = _next_query(stack.lower[depth, :useful], -1)
    while word >= 0 and word >> 32 < best:
        query, total = int(stack.queries[depth, word & 0xFFFFFFFF]), word >> 32
        large = _split(game, stack, depth, size, query)
        for part in range(large):
            if total >= best:
                break
            codes, queries = _enter_part(game, stack, depth, part, query, useful)
            bound = int(game.bounds[codes])
            total += _search(game, stack, memo, depth + 1, codes, queries, best - total + bound) - bound
        if state[STOPPED]:
            return limit
        if total < best:
            best, chosen = total, query
        else:
            missed = min(missed, total)
        word = _next_query(stack.lower[depth, :useful], word)
    if word >= 0:
        missed = min(missed, word >> 32)
    is_exact = chosen >= 0
    value = best if is_exact else missed
    remember(memo, key, check, size, value, is_exact, chosen if is_exact else UNKNOWN)
    state[CHOSEN] = chosen
    return int(value)


_FIRST_FRAMES = 16
_ENTRIES = 1 << 20


class _LeastTotals:
    """The search for least totals, with a memo of the sets met."""

    def __init__(self, problem: SearchProblem, spelling: Spelling, codes: int) -> None:
        self.problem, self.spelling = problem, spelling
        labels = ["".join(label) for label in problem.labels]
        signs = {RIGHT: 2, ELSEWHERE: 1, ABSENT: 0}
        self._game = _Game(
            problem.answers,
            problem.query_of.astype(np.int32),
            problem.solved,
            np.array([0, *_least_totals(codes, len(labels))], np.int64),
            spelling.letters,
            np.array([[signs[sign] for sign in label] for label in labels], np.int8),
            random_words(len(problem.codes), 0),
            random_words(len(problem.queries), 1),
        )
        self.state = np.zeros(5, np.int64)
        self.state[MOST] = MOST_SETS
        self._stack, self._memo = self._stack_of(_FIRST_FRAMES), empty_memo(_ENTRIES)

    def _stack_of(self, frames: int) -> _Stack:
        queries, codes = self.problem.answers.shape
        answers = len(self.problem.labels)
        return _Stack(
            self.state,
            np.zeros((frames, codes), np.int32),
            np.zeros((frames, codes), np.int32),
            np.zeros((frames, queries), np.int32),
            np.zeros((frames, queries), np.int64),
            np.zeros((frames, answers, 2), np.int64),
            np.zeros((2, answers), np.int64),
        )

    def first_query(self, codes: Indices, queries: Indices) -> int:
        """The first query of least total for a set of codes.

        Raises:
            InputError: more than MOST_SETS sets were searched.
        """
        stack, limit = self._stack, _without_limit(len(codes))
        stack.codes[0, : len(codes)], stack.queries[0, : len(queries)] = codes, queries
        _search(self._game, stack, self._memo, 0, len(codes), len(queries), limit)
        if self.state[TOO_DEEP]:
            self.state[[STOPPED, TOO_DEEP]] = 0
            self._stack = self._stack_of(2 * len(stack.codes))
            return self.first_query(codes, queries)
        if self.state[STOPPED]:
            size = f"{len(self.problem.codes):,} codes and {len(self.problem.queries):,} queries"
            raise InputError(
                f"the least total of {size} in hard mode takes more than {MOST_SETS:,} sets of codes; "
                "use --strategy h1 --hard, or a shorter list"
            )
        assert self.state[CHOSEN] >= 0, "some strategy stays below the limit"
        return int(self.state[CHOSEN])

    def tree(self, codes: Indices, queries: Indices) -> StrategyTree:
        """A strategy of the least total."""
        query = self.first_query(codes, queries)
        below = {
            answer: self.tree(part, self.spelling.narrow(queries, query, answer))
            for answer, part in _parts(self.problem, query, codes)
        }
        return join_trees(query, len(codes), below)


def _without_limit(codes: int) -> int:
    """A total above that of asking the codes one after the other."""
    return codes * (codes + 1) // 2 + 1


def hard_optimal_tree(problem: SearchProblem, history: History = ()) -> StrategyTree:
    """A strategy of least total in hard mode.

    >>> from tafelwerk.solvers.mastermind.word_problems import wordle
    >>> problem = wordle([*(letter + "ight" for letter in "flmnrst"), "shade", "shake", "shape", "share"], ["flmns", "dkmpv"])
    >>> tree = hard_optimal_tree(problem)
    >>> int(tree.total[0]), problem.queries[tree.query[0]]
    (30, 'flmns')

    Args:
        problem: a search problem of Wordle.
        history: queries and answers so far.

    Raises:
        InputError: the problem is not one of Wordle, the history has a query that hard mode refuses, or the search takes more
            than MOST_SETS sets of codes.
    """
    spelling = Spelling(problem)
    codes = chosen_codes(problem, consistent(problem, history))
    search = _LeastTotals(problem, spelling, len(codes))
    return interruptible(search.state[STOPPED : STOPPED + 1], lambda: search.tree(codes, spelling.after(history)))


def _least_totals(codes: int, answers: int) -> Sequence[int]:
    return [least_total(size, max(2, answers), named=True) for size in range(1, codes + 1)]
