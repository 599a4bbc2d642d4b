"""Stored rows of the Mastermind family, proved anew by other methods than those that made them.

Answers are scored once more in plain Python by the rules; every tree is walked for every code with those answers, node by
node; what an entropy strategy asks is compared, in exact arithmetic, with all other queries at sampled nodes; optimal
trees are compared at sampled nodes of few codes with a search through all strategies that knows no bounds.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache

import numpy as np

from tafelwerk.build.claims import Claims
from tafelwerk.build.mastermind.problems import problem_of
from tafelwerk.solvers.core.entropy import compare
from tafelwerk.solvers.core.optimal_tree import optimal_tree
from tafelwerk.solvers.core.search_problem import SearchProblem
from tafelwerk.tables.book import Book
from tafelwerk.tables.checks import Check
from tafelwerk.tables.mastermind import FAMILY, Entropy, Game, Named, Pegs, get_summary, strategy

SAMPLE = 40
"""Nodes of a tree, and rows of a matrix, looked at unless said otherwise."""

MOST_BRUTE = 7
"""Codes of the nodes at which all strategies are searched through."""

MOST_PLAIN = 400
"""Codes of the games whose optimal total is found again without symmetries."""

Feedback = Callable[[str, str], str]
"""The answer's text to (query, code)."""

_Node = tuple[int, int | None, str | None, str, bool, int, int]
"""node, parent, answer, query, possible, codes, total"""


def verify(book: Book, sample: int | None) -> Iterator[Check]:
    """A check a game and strategy.

    Args:
        book: the book.
        sample: nodes of a tree, and rows of a matrix of answers, drawn where not all are gone through; None: 40.
    """
    games = book.rows(FAMILY, f'SELECT game, score, pegs, colors, "distinct" FROM {FAMILY}.games ORDER BY game')
    for name, score, pegs, colors, distinct in games:
        game: Game = Named(name) if pegs is None else Pegs(pegs, colors, bool(distinct))
        problem = problem_of(game, book)
        draw = random.Random(name)
        yield _answers(book, name, score, problem, draw, sample or SAMPLE)
        yield _first_queries(book, name, problem)
        rows = book.rows(
            FAMILY, f"SELECT strategy, tie::VARCHAR FROM {FAMILY}.strategies WHERE game = ? ORDER BY ALL", name
        )
        for word, tie in rows:
            yield _strategy(book, game, score, problem, word, tie, draw, sample or SAMPLE)
        yield from _curves(book, name, problem)


def _feedback(problem: SearchProblem, score: str) -> Feedback:
    """Answers by the rules said once more; of a table of answers, as it is stored."""
    split: Callable[[str], Sequence[str]] = (lambda text: text.split(".")) if "." in problem.codes[0] else list
    if score == "mastermind":

        def mastermind(query: str, code: str) -> str:
            guess, secret = split(query), split(code)
            right = sum(a == b for a, b in zip(guess, secret, strict=True))
            return f"{right},{sum((Counter(guess) & Counter(secret)).values()) - right}"

        return cache(mastermind)
    if score == "wordle":

        def wordle(query: str, code: str) -> str:
            left = Counter(b for a, b in zip(query, code, strict=True) if a != b)
            signs = []
            for a, b in zip(query, code, strict=True):
                misplaced = a != b and left[a] > 0
                left[a] -= misplaced
                signs.append("G" if a == b else "Y" if misplaced else "-")
            return "".join(signs)

        return wordle
    if score == "jotto":
        solved = problem.labels[problem.solved]
        return lambda query, code: solved if query == code else str(sum((Counter(query) & Counter(code)).values()))
    queries, codes = problem.query_index, {text: index for index, text in enumerate(problem.codes)}
    return lambda query, code: problem.labels[problem.answers[queries[query], codes[code]]]


def _answers(book: Book, name: str, score: str, problem: SearchProblem, draw: random.Random, sample: int) -> Check:
    """Sampled queries against all codes: what the book holds, and what the solver answers from, by the rules."""
    claims, feedback = Claims(), _feedback(problem, score)
    chosen = draw.sample(range(len(problem.queries)), min(sample, len(problem.queries)))
    stored = book.one(FAMILY, f"SELECT 1 FROM {FAMILY}.answer_rows WHERE game = ? LIMIT 1", name) is not None
    for query in chosen:
        text = problem.queries[query]
        expected = {code: feedback(text, code) for code in problem.codes}
        solver = {
            code: problem.labels[answer] for code, answer in zip(problem.codes, problem.answers[query], strict=True)
        }
        claims.rows += len(expected)
        claims.claim(text, "the solver answers otherwise", solver == expected)
        if stored:
            rows = book.rows(
                FAMILY, f"SELECT code, answer FROM {FAMILY}.answers WHERE game = ? AND query = ?", name, text
            )
            claims.claim(text, "the book answers otherwise", dict(rows) == expected)
    return claims.check(f"{FAMILY} {name}: answers", f"{len(chosen)} queries against every code, by the rules")


def _first_queries(book: Book, name: str, problem: SearchProblem) -> Check:
    """Classes of first queries: they are all queries together, and their parts are what the answers leave."""
    claims = Claims()
    rows = book.rows(
        FAMILY,
        f"SELECT query, alike, answers, largest, squares, shannon FROM {FAMILY}.first_queries WHERE game = ?",
        name,
    )
    parts: dict[str, dict[str, int]] = defaultdict(dict)
    for query, answer, codes in book.rows(
        FAMILY, f"SELECT query, answer, codes FROM {FAMILY}.first_parts WHERE game = ?", name
    ):
        parts[query][answer] = codes
    for query, alike, answers, largest, squares, shannon in rows:
        claims.rows += 1
        row = problem.answers[problem.query_index[query]]
        counted = Counter(problem.labels[answer] for answer in row.tolist())
        sizes = list(counted.values())
        exact = np.log2(len(row)) - sum(n * np.log2(n) for n in sizes) / len(row)
        claims.claim(query, "its parts are others", parts[query] == dict(counted))
        claims.claim(query, "its numbers are others", (answers, largest) == (len(sizes), max(sizes)))
        claims.claim(query, "its squares are others", squares == sum(n * n for n in sizes))
        claims.claim(query, "its entropy is another", abs(shannon - exact) < 1e-9)
        claims.claim(query, "nothing is alike", alike >= 1)
    if rows:
        claims.claim(name, "the classes are not all queries", sum(row[1] for row in rows) == len(problem.queries))
    return claims.check(f"{FAMILY} {name}: first queries", f"{len(rows)} classes counted again")


def _strategy(
    book: Book, game: Game, score: str, problem: SearchProblem, word: str, tie: str, draw: random.Random, sample: int
) -> Check:
    """One strategy: its tree walked for every code, its choices at sampled nodes, its sums."""
    claims = Claims()
    named, *rest = word.split()
    depth = int(rest[1]) if rest[:1] == ["max-depth"] else None
    wanted = strategy(named, None if tie == "none" else tie, max_depth=depth, least_depth="least-depth" in rest)
    found = get_summary(book, game, wanted)
    assert found is not None
    claims.rows += 1
    claims.claim(word, "the histogram is not of all codes", sum(n for _, n in found.histogram) == len(problem.codes))
    claims.claim(word, "the histogram has another sum", sum(q * n for q, n in found.histogram) == found.total)
    claims.claim(word, "the most is another", max(q for q, _ in found.histogram) == found.most)
    detail = "sums"
    if tie != "mix":
        nodes: list[_Node] = book.rows(
            FAMILY,
            f"SELECT node, parent, answer, query, possible, codes, total FROM {FAMILY}.trees"
            " WHERE game = ? AND strategy = ? AND tie = ? ORDER BY node",
            game.name,
            word,
            tie,
        )
        at, depths = _walked(claims, word, problem, _feedback(problem, score), nodes)
        claims.rows += len(nodes)
        counted = tuple((q, Fraction(n)) for q, n in sorted(Counter(depths).items()))
        claims.claim(word, "walking the tree gives another histogram", counted == found.histogram)
        if depth is not None:
            claims.claim(word, "some code takes too many queries", max(depths) <= depth)
        detail = f"every code walked through {len(nodes)} nodes"
        chosen = draw.sample(nodes, min(sample, len(nodes)))
        if isinstance(wanted, Entropy):
            for node in chosen:
                _greatest(claims, problem, wanted.alpha, node, at[node[0]])
            detail += f", {len(chosen)} choices against all queries"
        else:
            few = [node for node in nodes if node[5] <= MOST_BRUTE and depth is None]
            for node in draw.sample(few, min(sample, len(few))):
                least = _least(problem, tuple(at[node[0]]), node[6])
                claims.claim(f"{word} node {node[0]}", f"its least total is {least}", least == node[6])
            detail += f", {min(sample, len(few))} small nodes searched through"
            if depth is None:
                less = book.one(
                    FAMILY,
                    f"SELECT strategy FROM {FAMILY}.strategies WHERE game = ? AND total < ?",
                    game.name,
                    float(found.total),
                )
                claims.claim(word, f"{less and less[0]} needs less", less is None)
            if problem.symmetry is not None and len(problem.codes) <= MOST_PLAIN:
                again = optimal_tree(replace(problem, symmetry=None), max_depth=depth, tree=False).total
                claims.claim(word, f"without symmetries the least total is {again}", again == found.total)
                detail += ", solved again without symmetries"
    return claims.check(f"{FAMILY} {game.name}: {word}, ties {tie}", detail)


def _walked(
    claims: Claims, word: str, problem: SearchProblem, feedback: Feedback, nodes: list[_Node]
) -> tuple[dict[int, list[int]], list[int]]:
    """Play the tree for every code; returns the codes that come to each node, and the queries each code takes."""
    child = {(parent, answer): node for node, parent, answer, *_ in nodes}
    query = {node: text for node, _, _, text, *_ in nodes}
    solved = problem.labels[problem.solved] if problem.solved >= 0 else None
    at: dict[int, list[int]] = defaultdict(list)
    total: Counter[int] = Counter()
    depths = []
    for code, text in enumerate(problem.codes):
        path: list[int] = []
        node: int | None = 0
        while node is not None and len(path) <= len(nodes):
            path.append(node)
            at[node].append(code)
            answer = feedback(query[node], text)
            node = child.get((node, answer)) if answer != solved else None
        claims.claim(f"{word} {text}", "the tree does not find it", solved is None or answer == solved)
        for left, passed in enumerate(reversed(path), start=1):
            total[passed] += left
        depths.append(len(path))
    names = dict(zip(problem.codes, range(len(problem.codes)), strict=True))
    for node, _, _, asked, possible, codes, stored in nodes:
        claims.claim(f"{word} node {node}", "other codes come to it", codes == len(at[node]))
        claims.claim(f"{word} node {node}", "its total is another", stored == total[node])
        claims.claim(f"{word} node {node}", "possible is wrong", possible == (names.get(asked) in at[node]))
    return at, depths


def _greatest(claims: Claims, problem: SearchProblem, alpha: Fraction | None, node: _Node, codes: list[int]) -> None:
    """What is asked at a node has the greatest entropy of all queries, by exact comparison, and is the first such."""
    if len(codes) == 1:
        return
    sizes = np.sort(_sizes(problem, codes), axis=1)[:, ::-1]
    kinds, kind = np.unique(sizes, axis=0, return_inverse=True)
    asked = problem.query_index[node[3]]
    parts = [tuple(n for n in row.tolist() if n) for row in kinds]
    own = parts[kind.ravel()[asked]]
    order = [compare(alpha, other, own) for other in parts]
    claims.claim(f"node {node[0]}", "another query has greater entropy", min(order) >= 0)
    tied = [query for query in range(len(problem.queries)) if order[kind.ravel()[query]] == 0]
    members = [query for query in tied if problem.code_of[query] in set(codes)]
    claims.claim(f"node {node[0]}", "it is not the first of the tied queries", asked == (members or tied)[0])


def _sizes(problem: SearchProblem, codes: list[int]) -> "np.ndarray[tuple[int, int], np.dtype[np.int64]]":
    """How many of these codes each query (row) leaves after each answer (column)."""
    answers = problem.answers[:, codes].astype(np.int64)
    offsets = np.arange(len(answers))[:, None] * len(problem.labels)
    counts = np.bincount((answers + offsets).ravel(), minlength=len(answers) * len(problem.labels))
    return counts.reshape(len(answers), len(problem.labels))


def _least(problem: SearchProblem, codes: tuple[int, ...], enough: int) -> int:
    """Least total for these codes, by trying every query at every step; stops below `enough`, which is then wrong."""
    named = problem.solved >= 0
    answers = problem.answers[:, list(codes)]
    distinct = np.unique(np.column_stack([answers, problem.code_of]) if named else answers, axis=0)
    rows = [tuple(row[: len(codes)]) for row in distinct.tolist()]

    @cache
    def least(left: tuple[int, ...]) -> int:
        if len(left) == 1:
            return 1 if named else 0
        best = 10**9
        for row in rows:
            parts: dict[int, list[int]] = defaultdict(list)
            for i in left:
                parts[row[i]].append(i)
            if len(parts) > 1:
                total = len(left)
                for answer, part in parts.items():
                    total += 0 if answer == problem.solved else least(tuple(part))
                    if total >= best:
                        break
                best = min(best, total)
        return best

    found = least(tuple(range(len(codes))))
    return min(found, enough) if found < enough else found


def _curves(book: Book, name: str, problem: SearchProblem) -> Iterator[Check]:
    """The points of curves at the orders whose strategies are stored on their own are those strategies."""
    points = book.rows(
        FAMILY,
        "SELECT c.tie::VARCHAR, c.alpha, c.total_numerator, c.total_denominator, s.total_numerator, s.total_denominator,"
        f" c.most, s.most FROM {FAMILY}.curves c JOIN {FAMILY}.strategies s ON c.game = s.game AND c.tie = s.tie"
        " AND c.alpha_denominator = 1 AND s.strategy = 'h' || c.alpha_numerator WHERE c.game = ? AND c.opening = ''"
        " ORDER BY ALL",
        name,
    )
    if not points:
        return
    claims = Claims(rows=len(points))
    for tie, alpha, above, below, own_above, own_below, most, own_most in points:
        claims.claim(
            f"{tie} at {alpha}",
            "the strategy stored on its own differs",
            (above, below, most) == (own_above, own_below, own_most),
        )
    yield claims.check(f"{FAMILY} {name}: curves", f"{len(points)} points against the strategies stored on their own")
