"""Strategies in the hard mode of Wordle: every answer narrows the queries that may follow.

The allowed queries depend on the answers so far, not only on the codes that they leave. A remaining code may always be asked,
because it has what the answers show. A set of n codes takes at least 2 n - 1 queries in total, as if the first query named a code
and told the others apart.

The least total is found by branch and bound: queries are tried in the order of a lower bound, the least totals of their parts
over any queries, and a memo keeps the least totals of sets of codes with their queries.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

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


ENTER, ASK, DESCEND, LEAVE = range(4)
"""Phases: a set is to be searched, a query is to be tried, a part is to be searched, a set is done."""

CODES, QUERIES, LIMIT, KEY, CHECK, BEST, CHOSEN, MISSED, LAST, QUERY, TOTAL, PART, PARTS, FIELDS = range(14)
"""Fields of a frame: numbers of codes and of useful queries; total to stay below; the words of its key; best total and its query,
-1 if none is below the limit; least bound of a query that is not better; bound and place of the last query tried, in one word;
that query; its total as far as known; place of its next part, and number of its parts. Last the number of fields."""

DEPTH, PHASE, VALUE, SETS, PAUSE = range(5)
"""State: number of the top frame; phase; value of the last set that was left; sets searched; sets at which to pause."""


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
    """A stack of F frames.

    Attributes:
        state: int64, shape (5,).
        frames: int64, shape (F, FIELDS).
        codes, parted: int32, shape (F, C): a frame's set, and the same part by part.
        queries: int32, shape (F, Q): useful queries.
        lower: int64, shape (F, Q): lower bounds of their totals.
        parts: int64, shape (F, A, 2): end and answer of each part, the largest part first.
        sizes: int64, shape (2, A): scratch.
    """

    state: NDArray[np.int64]
    frames: NDArray[np.int64]
    codes: Indices
    parted: Indices
    queries: Indices
    lower: NDArray[np.int64]
    parts: NDArray[np.int64]
    sizes: NDArray[np.int64]


@kernel
def _keep_useful(game: _Game, stack: _Stack, depth: int) -> None:
    """Keep the queries of a frame that split its set, with lower bounds, and fill its key.

    Other queries are useless, now and later, even if an answer to them narrows the queries.
    """
    frame, codes, queries, sizes = stack.frames[depth], stack.codes[depth], stack.queries[depth], stack.sizes[0]
    number, useful = frame[CODES], 0
    key, check = np.int64(0), np.int64(0)
    for place in range(number):
        key ^= game.code_keys[codes[place], 0]
        check ^= game.code_keys[codes[place], 1]
    for place in range(frame[QUERIES]):
        query = queries[place]
        row, lower = game.answers[query], number
        for code in codes[:number]:
            sizes[row[code]] += 1
        splits = sizes[row[codes[0]]] < number
        for code in codes[:number]:
            answer = row[code]
            if answer != game.solved:
                lower += game.bounds[sizes[answer]]
            sizes[answer] = 0
        if splits:
            queries[useful], stack.lower[depth, useful] = query, lower
            key ^= game.query_keys[query, 0]
            check ^= game.query_keys[query, 1]
            useful += 1
    frame[QUERIES], frame[KEY], frame[CHECK] = useful, key, check


@kernel
def _next_query(stack: _Stack, depth: int) -> int:
    """Bound << 32 | place of the next query by its bound, -1 after the last."""
    frame, lower = stack.frames[depth], stack.lower[depth]
    least = np.int64(-1)
    for place in range(frame[QUERIES]):
        word = lower[place] << 32 | place
        if word > frame[LAST] and (least < 0 or word < least):
            least = word
    return int(least)


@kernel
def _split(game: _Game, stack: _Stack, depth: int) -> None:
    """Fill the parts that the present query makes, but for the one that ends the game.

    Parts of one or two codes, the last ones, are not searched: their bounds are what they take.
    """
    frame, codes, parts = stack.frames[depth], stack.codes[depth], stack.parts[depth]
    row, sizes, starts = game.answers[frame[QUERY]], stack.sizes[0], stack.sizes[1]
    number = 0
    for code in codes[: frame[CODES]]:
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
    for code in codes[: frame[CODES]]:
        answer = row[code]
        sizes[answer] = 0
        if answer != game.solved:
            stack.parted[depth, starts[answer]] = code
            starts[answer] += 1
    frame[PART], frame[PARTS] = 0, large


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
def _enter_part(game: _Game, stack: _Stack, depth: int) -> None:
    """Fill the next frame with the present part of a frame and the queries that the answer allows."""
    frame, below = stack.frames[depth], stack.frames[depth + 1]
    begin, (end, answer) = 0, stack.parts[depth, frame[PART]]
    if frame[PART] > 0:
        begin = stack.parts[depth, frame[PART] - 1, 0]
    for place in range(begin, end):
        stack.codes[depth + 1, place - begin] = stack.parted[depth, place]
    allowed = 0
    for query in stack.queries[depth, : frame[QUERIES]]:
        if _allows(game, frame[QUERY], answer, query):
            stack.queries[depth + 1, allowed] = query
            allowed += 1
    below[CODES], below[QUERIES] = end - begin, allowed
    below[LIMIT] = frame[BEST] - frame[TOTAL] + game.bounds[end - begin]


@kernel
def _search(game: _Game, stack: _Stack, memo: Memo) -> bool:
    """Search the set of the first frame; whether it is done, rather than paused or out of frames."""
    state = stack.state
    while True:
        depth = state[DEPTH]
        frame = stack.frames[depth]
        if state[PHASE] == ENTER:
            if frame[CODES] == 1:
                state[VALUE], frame[CHOSEN], state[PHASE] = 1, game.query_of[stack.codes[depth, 0]], LEAVE
                continue
            if state[SETS] >= state[PAUSE] or depth + 2 > len(stack.frames):
                return False
            _keep_useful(game, stack, depth)
            row = recall(memo, frame[KEY], frame[CHECK])
            if row >= 0 and (exact_at(memo, row) or value_at(memo, row) >= frame[LIMIT]):
                frame[CHOSEN] = query_at(memo, row) if exact_at(memo, row) else -1
                state[VALUE], state[PHASE] = value_at(memo, row), LEAVE
                continue
            state[SETS] += 1
            frame[BEST], frame[CHOSEN], frame[MISSED], frame[LAST] = frame[LIMIT], -1, frame[LIMIT], -1
            state[PHASE] = ASK
        elif state[PHASE] == ASK:
            word = _next_query(stack, depth)
            lower = word >> 32
            if word < 0 or lower >= frame[BEST]:
                value = frame[BEST]
                if frame[CHOSEN] < 0:
                    value = frame[MISSED] if word < 0 else min(frame[MISSED], lower)
                is_exact = frame[CHOSEN] >= 0
                query = frame[CHOSEN] if is_exact else UNKNOWN
                remember(memo, frame[KEY], frame[CHECK], frame[CODES], value, is_exact, query)
                state[VALUE], state[PHASE] = value, LEAVE
                continue
            frame[LAST], frame[QUERY], frame[TOTAL] = word, stack.queries[depth, word & 0xFFFFFFFF], lower
            _split(game, stack, depth)
            state[PHASE] = DESCEND
        elif state[PHASE] == DESCEND:
            if frame[PART] < frame[PARTS] and frame[TOTAL] < frame[BEST]:
                _enter_part(game, stack, depth)
                state[DEPTH], state[PHASE] = depth + 1, ENTER
                continue
            if frame[TOTAL] < frame[BEST]:
                frame[BEST], frame[CHOSEN] = frame[TOTAL], frame[QUERY]
            else:
                frame[MISSED] = min(frame[MISSED], frame[TOTAL])
            state[PHASE] = ASK
        else:
            if depth == 0:
                return True
            above = stack.frames[depth - 1]
            above[TOTAL] += state[VALUE] - game.bounds[frame[CODES]]
            above[PART] += 1
            state[DEPTH], state[PHASE] = depth - 1, DESCEND


_FIRST_FRAMES = 16
_ENTRIES = 1 << 20
_STRETCH = 10_000  # sets between two checks for an interrupt


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
        self._stack, self._memo = self._stack_of(_FIRST_FRAMES), empty_memo(_ENTRIES)

    def _stack_of(self, frames: int) -> _Stack:
        queries, codes = self.problem.answers.shape
        answers = len(self.problem.labels)
        return _Stack(
            np.zeros(5, np.int64),
            np.zeros((frames, FIELDS), np.int64),
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
        stack = self._stack
        stack.codes[0, : len(codes)], stack.queries[0, : len(queries)] = codes, queries
        stack.frames[0, [CODES, QUERIES, LIMIT]] = len(codes), len(queries), _without_limit(len(codes))
        stack.state[[DEPTH, PHASE]] = 0, ENTER
        while True:
            stack.state[PAUSE] = min(MOST_SETS, stack.state[SETS] + _STRETCH)
            if _search(self._game, stack, self._memo):
                break
            if stack.state[SETS] >= MOST_SETS:
                size = f"{len(self.problem.codes):,} codes and {len(self.problem.queries):,} queries"
                raise InputError(
                    f"the least total of {size} in hard mode takes more than {MOST_SETS:,} sets of codes; "
                    "use --strategy h1 --hard, or a shorter list"
                )
            if stack.state[DEPTH] + 2 > len(stack.frames):
                larger: Any = self._stack_of(2 * len(stack.frames))
                kept: Any = stack
                for old, new in zip(kept, larger, strict=True):
                    new[: len(old)] = old
                self._stack = stack = larger
        assert stack.frames[0, CHOSEN] >= 0, "some strategy stays below the limit"
        return int(stack.frames[0, CHOSEN])

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
    return _LeastTotals(problem, spelling, len(codes)).tree(codes, spelling.after(history))


def _least_totals(codes: int, answers: int) -> Sequence[int]:
    return [least_total(size, max(2, answers), named=True) for size in range(1, codes + 1)]
