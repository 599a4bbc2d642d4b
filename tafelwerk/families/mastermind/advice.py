"""What to ask next, what a guess would tell, and why a strategy asks what it asks.

A stored answer is found without numpy and numba: what computes is imported by the methods that compute.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING, Annotated, Any, Protocol

from tafelwerk.errors import InputError, MissingTableError, UncomputedError
from tafelwerk.families.mastermind import answers, parameters, rules
from tafelwerk.families.mastermind.answers import AnyNext
from tafelwerk.families.mastermind.rules import FAMILY
from tafelwerk.frozen import frozen
from tafelwerk.luck import Luck, mean_part, mean_text
from tafelwerk.parameters import Parameter, Parsed, default
from tafelwerk.rules.deduction import Optimal, entropies, entropy_key
from tafelwerk.tables.answers import answer
from tafelwerk.tables.book import Book, in_layers
from tafelwerk.tables.explanation import QueryExplanation
from tafelwerk.tables.questions import Computation, Question, Step, Text
from tafelwerk.wording import count_noun, join_words

if TYPE_CHECKING:
    from tafelwerk.families.mastermind.parameters import History
    from tafelwerk.plots.pictures import Picture


USUAL, MOST = 10, 100
"""Queries that are listed, by default and at most."""

_TREE = "game = ? AND strategy = ? AND tie = ?"

SHOWN = 12
"""Classes of codes that are named in a sentence."""


@frozen
class Hidden:
    """Which codes are worth hiding if the codemaker chooses, too; classes of codes are named by their first code.

    Attributes:
        value: queries under best play of both sides.
        chosen: classes with a chance in the optimal mixture of the book.
        never: classes that no optimal codemaker chooses: an optimal breaker finds them in fewer queries.
        open: classes of which neither is shown.
    """

    value: Fraction
    chosen: tuple[str, ...]
    never: tuple[str, ...]
    open: tuple[str, ...]


@answer
class Explanation(QueryExplanation):
    """Why a strategy asks what it asks, in queries; a cost is a number of queries, the next one included.

    Attributes:
        codemaker: which codes are worth hiding; only without a history, if the book has the game's optimal mixtures.
        notation: as of `answers.Next`.
        luck: how lucky each answer of the history was.
    """

    codemaker: Hidden | None = None
    notation: str = "letters"
    luck: tuple[Luck, ...] = ()


class Explain(Question[Explanation]):
    """Reason for a strategy's query: the best queries with their information and cost, and the codes left by each answer.

    For an entropy strategy: the queries of greatest entropy, and how ties are broken. For the optimal strategy: the queries of
    greatest Shannon entropy, compared with the optimal one. A cost that takes much work is left out.

    Before the first query: which codes are worth hiding, if the book has the game in which the codemaker chooses. After it: the
    luck of each answer, what it left beside what was expected.

    Example: tafelwerk mastermind explain 4x6 --strategy h1

    Example: tafelwerk mastermind explain 4x6 --strategy h1 --history "AABC 1,2; ABDE 0,3"

    Example: tafelwerk mastermind explain 3x4 --history "AAB 1,1" --json
    """

    game: Parsed[parameters.WrittenGame]
    strategy: Parsed[parameters.GameStrategy] = default(Optimal())
    history: Parsed[parameters.Guesses] = default(())
    most: Annotated[int, Parameter("N", f"Queries to list. Default: {USUAL}.", 1, MOST)] = USUAL

    def check(self) -> None:
        strategy = self.strategy
        if isinstance(strategy, Optimal) and strategy != Optimal(least_depth=strategy.least_depth):
            aim = strategy.options.removeprefix("--strategy optimal ")
            raise InputError(f"{aim} is not explained: its query need not have the least cost; take --strategy optimal")

    @property
    def phrase(self) -> str:
        return f"an explanation of {self.game.title}, {self.strategy.title}{parameters.text_after(self.history)}"

    def computation(self, book: Book) -> Computation[Explanation]:
        from tafelwerk.families.mastermind.next_query import explanation_computation

        game = parameters.computed_game(self.history, self.game)
        return explanation_computation(book, game, self.strategy, self.history, self.most)

    def missing(self, book: Book) -> MissingTableError | UncomputedError:
        if self.history:
            return super().missing(book)
        line = f"tafelwerk build mastermind {self.game.options} {self.strategy.options}"
        return MissingTableError(self.phrase, line, book.path)

    def complete(self, book: Book, answer: Explanation) -> Explanation:
        """The answer in the notation of the history."""

        def write(code: str) -> str:
            return parameters.written_as(self.history, self.game, code)

        return replace(
            answer,
            query=write(answer.query),
            moves=tuple(replace(option, move=write(option.move)) for option in answer.moves),
            answers=tuple(replace(part, then=part.then and write(part.then)) for part in answer.answers),
            tree=tuple(replace(node, query=write(node.query)) for node in answer.tree),
            notation=parameters.notation_of(self.history, self.game),
            luck=tuple(replace(turn, query=write(turn.query)) for turn in answer.luck),
        )

    def text(self, answer: Explanation) -> Text:
        from tafelwerk.commands.explaining import explained_query, luck_text

        more = [*map(luck_text, answer.luck)]
        if answer.codemaker is not None:
            more += _hiding_text(answer.codemaker, self.game)
        return lambda: explained_query(answer, f"{self.game.title}, {self.strategy.title}", "queries", *more)


def _hiding_text(hidden: Hidden, game: rules.Game) -> Iterator[str]:
    """Which codes are worth hiding, in sentences."""
    from tafelwerk.commands.output import rational

    yield (
        f"If the codemaker chooses, too, the game takes {rational(hidden.value)} queries "
        f"(tafelwerk mastermind adversary {game.options})."
    )
    reasons = {
        "Worth hiding": (hidden.chosen, "an optimal codemaker chooses them"),
        "Never worth hiding": (hidden.never, "an optimal breaker finds them in fewer queries"),
        "Left open": (hidden.open, "the mixtures of the book do not choose them, nor find them sooner"),
    }
    for heading, (codes, reason) in reasons.items():
        if codes:
            more = f" and {len(codes) - SHOWN:,} more" if len(codes) > SHOWN else ""
            examples = "codes such as " if isinstance(game, rules.Pegs) else ""
            yield f"{heading}: {examples}{', '.join(codes[:SHOWN])}{more}; {reason}."


class Next(parameters.OfStrategy[AnyNext]):
    """Next query of a strategy after any queries and answers, and the number of codes that each answer would leave.

    Example: tafelwerk mastermind next 4x6 --history "AABC 1,2; ABDE 0,3"

    Example: tafelwerk mastermind next 5x8 --strategy h1 --history "11234 BW"

    Example: tafelwerk mastermind next words --strategy h1 --hard --history "crane G---Y" --json

    Example: tafelwerk mastermind next 4x6 --history "AABC 1,2" -o game.svg
    """

    game: Parsed[parameters.WrittenGame]
    strategy: Parsed[parameters.GameStrategy] = default(Optimal())
    history: Parsed[parameters.Guesses] = default(())
    every: Annotated[bool, Parameter("", f"All codes left, not only up to {parameters.LISTED}.", option="--all")] = (
        False
    )

    @property
    def phrase(self) -> str:
        return f"{super().phrase}{parameters.text_after(self.history)}"

    def look_up(self, book: Book) -> AnyNext | None:
        key, unit = (self.game.name, self.strategy.name, self.strategy.tie), parameters.unit_of_costs(book, self.game)
        select = f"SELECT node, query, possible, codes, total, build FROM {FAMILY}.trees WHERE {_TREE}"
        row = book.one(FAMILY, f"{select} AND node = 0", *key)
        for query, feedback in self.history:
            if row is None or row[1] != query:
                return None
            row = book.one(FAMILY, f"{select} AND parent = ? AND answer = ?", *key, row[0], feedback)
        if row is None:
            return None
        node, query, possible, codes, total = row
        if codes == 1:
            return answers.Solved(query)
        parts = book.rows(
            FAMILY,
            f"SELECT answer, codes FROM {FAMILY}.trees WHERE {_TREE} AND parent = ? ORDER BY node",
            *key,
            node,
        )
        if possible:
            solved = book.one(FAMILY, f"SELECT text FROM {FAMILY}.labels WHERE game = ? AND solved", self.game.name)
            if solved is not None:
                parts.append((solved[0], 1))
        left = dict(parts)
        if sum(left.values()) < codes:
            # a single remaining code that need not be named has no node
            left = _codes_by_answer(book, self.game, query, self.history, _labels(book, self.game))
        return answers.Next(query, codes, total / codes, left, possible, Fraction(total), unit=unit)

    def computation(self, book: Book) -> Computation[AnyNext]:
        from tafelwerk.families.mastermind.next_query import next_computation

        return next_computation(book, parameters.computed_game(self.history, self.game), self.strategy, self.history)

    def complete(self, book: Book, answer: AnyNext) -> AnyNext:
        """The answer with the codes left, where they are few or all are wanted; in the notation of the history."""

        def write(codes: Iterable[str]) -> tuple[str, ...]:
            return tuple(parameters.written_as(self.history, self.game, code) for code in codes)

        notation = parameters.notation_of(self.history, self.game)
        if isinstance(answer, answers.Solved):
            return replace(
                answer, solved=parameters.written_as(self.history, self.game, answer.solved), notation=notation
            )
        codes, equally_good = None, None
        if self.every or answer.remaining <= parameters.LISTED:
            codes = self._codes_left(book)
        if codes is not None and len(codes) <= parameters.LISTED and answer.is_proved:
            equally_good = self._equally_good(book, codes, answer)
        complete = replace(
            answer,
            guess=parameters.written_as(self.history, self.game, answer.guess),
            notation=notation,
            codes=None if codes is None else write(codes),
            equally_good=None if equally_good is None else write(equally_good),
        )
        return replace(complete, tied=write(complete.tied)) if isinstance(complete, answers.MixedNext) else complete

    def _equally_good(self, book: Book, codes: list[str], answer: answers.Next) -> list[str] | None:
        """The codes left that are as good a query; None if that takes a long search, or if codes are not named by queries."""

        if isinstance(self.game, rules.Pegs):
            return queries_as_good(PegAnswers(self.game), self.strategy, codes, answer.guess, answer.total)
        if answer.unit is not None:
            return None
        game = parameters.computed_game(self.history, self.game)
        solved, read = _stored_answers(book, self.game, codes) or _answers_of_file(game, book, codes)
        if solved is None:
            return None
        matrix = MatrixAnswers(codes, answer.guess, solved, read)
        return queries_as_good(matrix, self.strategy, codes, answer.guess, answer.total)

    def _codes_left(self, book: Book) -> list[str]:
        """The codes left, in their order."""
        if isinstance(self.game, rules.Pegs):
            return list(codes_after(self.game, self.history))
        codes = _stored_codes(book, self.game, self.history)
        if codes is not None:
            return codes
        from tafelwerk.families.mastermind.next_query import codes_left
        from tafelwerk.families.mastermind.problems import problem_of

        problem = problem_of(parameters.computed_game(self.history, self.game), book)
        return [problem.codes[code] for code in codes_left(problem, self.history).tolist()]

    def text(self, answer: AnyNext) -> Text:
        from tafelwerk.commands.explaining import answers_table
        from tafelwerk.commands.output import with_heading

        if isinstance(answer, answers.Solved):
            return f"One code is left: {answer.solved} ({answer.source})."
        heading = f"Next guess: {answer.guess}. {answer.remaining:,} codes left"
        if answer.expected is not None:
            heading += f", {answer.expected:.6f} more {answer.unit or 'queries'} expected"
        heading += f" ({answer.source})"
        if isinstance(answer, answers.UnprovedNext):
            heading += f"; chosen by {answer.asked_by}, not proved optimal"
        if isinstance(answer, answers.SampledNext):
            error = (
                f" ± {answer.standard_error:.4f} by {answer.samples:,} sampled codes" if answer.standard_error else ""
            )
            heading += (
                f"; {answer.asked_by} of the answer {answer.value:.4f} bits{error}, the greatest of a sample of queries"
            )
        if isinstance(answer, answers.MixedNext) and len(answer.tied) > 1:
            heading += f"; equally good: {join_words(answer.tied[1:], 12)}"
        coloured = parameters.written_game(self.history, self.game)
        if coloured is not self.game and isinstance(coloured, rules.Pegs) and coloured.palette:
            heading += f"\n{parameters.colours_by_initials(coloured).capitalize()}."
        if answer.reason is not None:
            heading += f"\n{answer.reason[0].upper()}{answer.reason[1:]}."
        if answer.codes is not None:
            heading += f"\nCodes left: {', '.join(answer.codes)}"
        elif self.history:
            heading += "\nCodes left: --all lists them"
        if answer.equally_good and not isinstance(answer, answers.MixedNext):
            heading += f"\nAs good, and may be the code: {', '.join(answer.equally_good)}"
        return lambda: with_heading(heading, answers_table(answer.answers))

    def steps(self, answer: AnyNext, **looks: Any) -> Sequence[Step]:
        entries = [f"{parameters.written_as(self.history, self.game, query)} {reply}" for query, reply in self.history]
        back = [Step("Take the last guess back", {"history": "; ".join(entries[:-1])})] if entries else []
        if isinstance(answer, answers.Solved):
            return back
        right = f"{self.game.pegs},0" if isinstance(self.game, rules.Pegs) else "G" * len(answer.guess)
        replies = [reply for reply in answer.answers if reply != right]
        return [
            *(Step(reply, {"history": "; ".join([*entries, f"{answer.guess} {reply}"])}) for reply in replies),
            *back,
        ]

    def picture(self, answer: AnyNext) -> Picture:
        from tafelwerk.families.mastermind.pegs import next_picture

        return next_picture(parameters.written_game(self.history, self.game), self.history, answer)


class Parts(Question[answers.Parts]):
    """Information of a guess: the number of codes that each answer leaves, its chance, and entropies of the answer in bits.

    Example: tafelwerk mastermind parts AABC 4x6

    Example: tafelwerk mastermind parts ABDE 4x6 --history "AABC 1,2" --json
    """

    game: Parsed[parameters.WrittenGame]
    guess: parameters.Guess
    history: Parsed[parameters.Guesses] = default(())

    at_once = True

    @property
    def phrase(self) -> str:
        return f"{self.game.title}, the information of {self.guess}{parameters.text_after(self.history)}"

    def look_up(self, book: Book) -> answers.Parts | None:
        """A first guess is looked up among the classes of first queries, a later one in the matrix of answers."""
        labels = _labels(book, self.game)
        left: dict[str, int] = {}
        if not self.history and isinstance(self.game, rules.Pegs):
            sql = f"SELECT answer, codes, build FROM {FAMILY}.first_parts WHERE game = ? AND query = ?"
            stored = dict(book.rows(FAMILY, sql, self.game.name, rules.first_alike(self.game, self.guess)))
            left = {answer: stored[answer] for answer in labels if answer in stored}
        left = left or _codes_by_answer(book, self.game, self.guess, self.history, labels)
        return _parts_of(self.guess, left, any(labels[answer] for answer in left)) if left else None

    def computation(self, book: Book) -> Computation[answers.Parts]:
        from tafelwerk.families.mastermind.next_query import codes_by_answer, codes_left, query_index
        from tafelwerk.families.mastermind.problems import problem_of

        problem = problem_of(parameters.computed_game(self.history, self.game), book)
        codes, query = codes_left(problem, self.history), query_index(problem, self.guess)

        def run() -> answers.Parts:
            return _parts_of(problem.queries[query], *codes_by_answer(problem, codes, query))

        return Computation(float(len(codes)), run)

    def complete(self, book: Book, answer: answers.Parts) -> answers.Parts:
        """The answer in the notation of the history, without one in that of the guess."""
        typed = self.history or (parameters.InDigits() if isinstance(self.guess, rules.CodeInDigits) else ())
        guess = parameters.written_as(typed, self.game, answer.guess)
        return replace(answer, guess=guess, notation=parameters.notation_of(typed, self.game))

    def text(self, answer: answers.Parts) -> Text:
        from tafelwerk.commands.explaining import answers_table
        from tafelwerk.commands.output import with_heading

        may = "may be the code" if answer.consistent else "cannot be the code"
        bits = ", ".join(f"H_{order} {bits:.4f}" for order, bits in answer.entropies.items())
        heading = f"{answer.guess}, {count_noun(answer.remaining, 'code')} left, {may} ({answer.source})"
        heading += f"\nCodes left on average: {mean_text(mean_part(answer.parts.values()))}; entropies in bits: {bits}"
        return lambda: with_heading(heading, answers_table(answer.parts))

    def picture(self, answer: answers.Parts) -> Picture:
        from tafelwerk.families.mastermind.pegs import parts_picture

        return parts_picture(parameters.written_game(self.history, self.game), self.history, answer)


def _labels(book: Book, game: rules.Game) -> dict[str, bool]:
    """The answers of a game in order, and which of them ends it."""
    return dict(
        book.rows(FAMILY, f"SELECT text, solved FROM {FAMILY}.labels WHERE game = ? ORDER BY answer", game.name)
    )


@in_layers
def _stored_codes(book: Book, game: rules.Game, history: History) -> list[str] | None:
    """The codes left, from the matrix of answers; None if it is not stored, or if the history does not belong to the game."""
    codes = [
        code
        for (code,) in book.rows(FAMILY, f"SELECT text FROM {FAMILY}.codes WHERE game = ? ORDER BY code", game.name)
    ]
    if not history:
        return codes or None
    labels = _labels(book, game)
    matrix = _matrix_rows(book, game, {query for query, _ in history})
    if not matrix or any(answer not in labels for _, answer in history):
        return None
    return [codes[code] for code in _consistent(matrix, history, list(labels))]


Rows = dict[str, list[int]]
ReadRows = Callable[[Sequence[str] | None], Rows]


@in_layers
def _stored_answers(book: Book, game: rules.Game, codes: Sequence[str]) -> tuple[int | None, ReadRows] | None:
    """The answer that names a code, None if none does, and what reads the answers of some codes to queries, or to all of them,
    from the matrix of answers; None if it is not stored."""
    labels = list(_labels(book, game).items())
    marks = ", ".join("?" * len(codes))
    sql = f"SELECT text, code FROM {FAMILY}.codes WHERE game = ? AND text IN ({marks})"
    places = dict(book.rows(FAMILY, sql, game.name, *codes))
    is_stored = book.one(FAMILY, f"SELECT 1 FROM {FAMILY}.answer_rows WHERE game = ? LIMIT 1", game.name) is not None
    if len(places) < len(codes) or not is_stored:
        return None
    columns = ", ".join(f"answers[{places[code] + 1}]" for code in codes)
    joined = f"{FAMILY}.answer_rows JOIN {FAMILY}.queries USING (game, query)"
    sql = f"SELECT text, [{columns}], answer_rows.build FROM {joined} WHERE game = ?"

    def read(queries: Sequence[str] | None) -> Rows:
        condition = "" if queries is None else f" AND text IN ({', '.join('?' * len(queries))})"
        return dict(book.rows(FAMILY, sql + condition, game.name, *(queries or ())))

    return next((index for index, (_, solved) in enumerate(labels) if solved), None), read


def _answers_of_file(game: rules.Game, book: Book, codes: Sequence[str]) -> tuple[int | None, ReadRows]:
    """The same of a game that no book holds."""
    from tafelwerk.families.mastermind.problems import problem_of

    problem = problem_of(game, book)
    index = {text: number for number, text in enumerate(problem.codes)}
    places = [index[code] for code in codes]

    def read(queries: Sequence[str] | None) -> Rows:
        names = problem.queries if queries is None else queries
        return {name: problem.answers[problem.query_index[name], places].tolist() for name in names}

    return problem.solved if problem.solved >= 0 else None, read


def _matrix_rows(book: Book, game: rules.Game, queries: AbstractSet[str]) -> dict[str, Sequence[int]]:
    """The answers of all codes to queries, from the matrix of answers; empty if it has not all of them."""
    marks = ", ".join("?" * len(queries))
    sql = f"SELECT query, text FROM {FAMILY}.queries WHERE game = ? AND text IN ({marks})"
    texts = dict(book.rows(FAMILY, sql, game.name, *queries))
    if len(texts) < len(queries):
        return {}
    sql = f"SELECT query, answers, build FROM {FAMILY}.answer_rows WHERE game = ? AND query IN ({marks})"
    return {texts[index]: row for index, row in book.rows(FAMILY, sql, game.name, *texts)}


def _codes_by_answer(
    book: Book, game: rules.Game, query: str, history: History, labels: Mapping[str, bool]
) -> dict[str, int]:
    """Number of codes left by each answer to a query, from the matrix of answers; empty if the matrix is not stored, or if query
    or history do not belong to the game."""
    names = {query, *(earlier for earlier, _ in history)}
    matrix = _matrix_rows(book, game, names)
    if not matrix or any(answer not in labels for _, answer in history):
        return {}
    written = list(labels)
    counts = Counter(matrix[query][code] for code in _consistent(matrix, history, written))
    return {written[answer]: counts[answer] for answer in sorted(counts)}


def _consistent(matrix: Mapping[str, Sequence[int]], history: History, labels: Sequence[str]) -> list[int]:
    """Indices of the codes whose answers are those of a history.

    Args:
        matrix: the answers of all codes to each query of the history, and to one at least.
        history: queries and answers.
        labels: the texts of the answers.
    """
    codes = list(range(len(next(iter(matrix.values())))))
    for query, label in history:
        row, wanted = matrix[query], labels.index(label)
        codes = [code for code in codes if row[code] == wanted]
    return codes


def _parts_of(guess: str, left: Mapping[str, int], consistent: bool) -> answers.Parts:
    """The information of a guess, given the codes left by each answer."""
    return answers.Parts(guess, sum(left.values()), left, entropies(left.values()), consistent)


MOST_ANSWERS = 100_000
"""Answers of codes to queries, at most, that are compared to find optimal queries: some tenths of a second."""

Code = tuple[int, ...]
"""Numbers of the colours."""


class _TooManyAnswersError(Exception):
    """The search compared MOST_ANSWERS answers."""


def codes_after(game: rules.Pegs, history: Sequence[tuple[str, str]]) -> Iterator[str]:
    """The codes that a history leaves, in their order.

    Args:
        game: the game.
        history: queries and answers in normal form.
    """
    clues = []
    for query, text in history:
        right, elsewhere = map(int, text.split(","))
        clues.append((tuple(rules.colors_of(game, query)), right, right + elsewhere))
    for code in _extend(game, (), clues):
        yield rules.write_code(game, code)


def _extend(game: rules.Pegs, begun: Code, clues: Sequence[tuple[Code, int, int]]) -> Iterator[Code]:
    """The codes that begin with some colours; a clue is a query, its right places, and its pegs in common."""
    missing = game.pegs - len(begun)
    for query, right, common in clues:
        places = sum(map(int.__eq__, query, begun))
        shared = sum(min(query.count(color), begun.count(color)) for color in {*query})
        if not (places <= right <= places + missing and shared <= common <= shared + missing):
            return
    if not missing:
        yield begun
        return
    for color in range(game.colors):
        if not (game.distinct and color in begun):
            yield from _extend(game, (*begun, color), clues)


class Answers(Protocol):
    """The answers of a game whose codes are named by queries of the same text."""

    @property
    def solved(self) -> Hashable:
        """The answer to the query that names the code."""

    def to(self, query: str, code: str) -> Hashable:
        """The answer to a query, given the code."""

    def queries(self) -> Iterable[str]:
        """All queries."""


class PegAnswers:
    """Right places, and pegs in common."""

    def __init__(self, game: rules.Pegs) -> None:
        self._game = game
        self._pegs = cache(self._read)
        self.solved = (game.pegs, game.pegs)

    def _read(self, text: str) -> tuple[list[int], frozenset[tuple[int, int]]]:
        """The colours of a code, and its pegs: each colour with its first, second, ... peg."""
        colors = rules.colors_of(self._game, text)
        return colors, frozenset((color, colors[:peg].count(color)) for peg, color in enumerate(colors))

    def to(self, query: str, code: str) -> tuple[int, int]:
        (colors, pegs), (hidden_colors, hidden_pegs) = self._pegs(query), self._pegs(code)
        return sum(map(int.__eq__, colors, hidden_colors)), len(pegs & hidden_pegs)

    def queries(self) -> Iterator[str]:
        return codes_after(self._game, ())


class MatrixAnswers:
    """The answers of a list of words or a table, by index, for the codes left: a row per query."""

    def __init__(
        self, codes: Sequence[str], query: str, solved: int, read: Callable[[Sequence[str] | None], Rows]
    ) -> None:
        """Args: the codes left, the strategy's query, the answer that names the code, and what reads rows, all for None."""
        self.solved, self._read = solved, read
        self._places = {code: number for number, code in enumerate(codes)}
        self._rows = dict(read([*{*codes, query}]))

    def to(self, query: str, code: str) -> int:
        return self._rows[query][self._places[code]]

    def queries(self) -> Iterator[str]:
        self._rows |= self._read(None)
        return iter(self._rows)


def queries_as_good(
    answers: Answers, strategy: rules.Strategy, codes: Sequence[str], query: str, total: Fraction | None
) -> list[str] | None:
    """The codes left that are as good a query as the strategy's own; None if that takes a long search.

    Args:
        answers: the game's.
        strategy: the strategy.
        codes: all codes left.
        query: the strategy's query.
        total: queries from this one on, summed over the codes left.
    """
    if isinstance(strategy, rules.Entropy):
        wanted = entropy_key(strategy.alpha, _sizes(answers, query, codes))
        good = [code for code in codes if entropy_key(strategy.alpha, _sizes(answers, code, codes)) == wanted]
    elif strategy == Optimal() and total is not None:
        search = _Search(answers)
        try:
            good = [code for code in codes if search.total_after(code, tuple(codes), int(total)) == total]
        except _TooManyAnswersError:
            return None
    else:
        return None
    return [code for code in good if code != query]


def _sizes(answers: Answers, query: str, codes: Sequence[str]) -> list[int]:
    return list(Counter(answers.to(query, code) for code in codes).values())


class _Search:
    """Least totals of small sets of codes, exactly."""

    def __init__(self, answers: Answers) -> None:
        self.answers, self.compared = answers, 0
        self.every: list[str] | None = None
        self.least: Callable[[tuple[str, ...]], int] = cache(self._least)

    def total_after(self, query: str, codes: tuple[str, ...], most: int) -> int | None:
        """Queries for all codes, this one first; None if they are more than `most`.

        Raises:
            _TooManyAnswersError: the search takes too long.
        """
        self.compared += len(codes)
        if self.compared > MOST_ANSWERS:
            raise _TooManyAnswersError
        parts: dict[Hashable, list[str]] = defaultdict(list)
        for code in codes:
            parts[self.answers.to(query, code)].append(code)
        solved = parts.pop(self.answers.solved, [])
        if len(parts) == 1 and not solved:
            return None
        total = len(codes) + sum(2 * len(part) - 1 for part in parts.values())
        for part in parts.values():
            if total > most:
                return None
            total += self.least(tuple(part)) - (2 * len(part) - 1)
        return total if total <= most else None

    def _least(self, codes: tuple[str, ...]) -> int:
        """Least number of queries for all codes; a code left that tells all others apart takes the fewest possible."""
        if len(codes) < 3:
            return 2 * len(codes) - 1
        best: int | None = None
        for query in (*codes, *self._queries()):
            most = len(codes) ** 2 if best is None else best - 1
            if most < 2 * len(codes) - (query in codes):
                break
            total = self.total_after(query, codes, most)
            best = total if total is not None else best
        assert best is not None
        return best

    def _queries(self) -> Iterator[str]:
        if self.every is None:
            self.every = list(self.answers.queries())
        yield from self.every
