"""Mastermind, word lists and tables of answers in play."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random
from shlex import split

import numpy as np

from tafelwerk.book import open_book
from tafelwerk.errors import InputError, MissingTableError, in_quotes
from tafelwerk.families.mastermind import next_query, parameters, rules
from tafelwerk.families.mastermind.advice import Explain, Explanation, Next
from tafelwerk.families.mastermind.answers import MISSES, AnyNext, MixedNext, SampledNext, UnprovedNext
from tafelwerk.families.mastermind.costs import Adversary
from tafelwerk.families.mastermind.parameters import reply as read_reply
from tafelwerk.families.mastermind.problems import problem_of
from tafelwerk.luck import balance
from tafelwerk.play.deduction import Deduction, History
from tafelwerk.play.session import Line, Price, Said, Tone
from tafelwerk.tables.questions import BUDGET
from tafelwerk.wording import capitalised, count_noun

SECRETS = ("uniform", "optimal")
"""Ways to hide a code: all codes equally likely, or as the codemaker's optimal mixture has them."""

SHOWN = 20
"""Codes left that are shown."""

PRICED = 12
"""Queries that are listed with their costs."""


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the board: a query, with its answer if it has one yet."""

    game: rules.Game
    number: int
    query: str
    answer: str = ""


PEG_RULES = (
    "Each guess is answered by small pegs: black for a right colour in the right place, white for a right colour elsewhere. "
    "Which peg is meant is not said."
)
WORD_RULES = "Each letter is answered: in the right place, elsewhere in the word, or absent."


class Mastermind(Deduction):
    """A game, and the strategy by which the program asks.

    Args:
        game: the game.
        strategy: by it the program asks its queries and prices the user's.
        book: folder of the book.
        compute: whether expensive computations are done, too.
        note: called with a line of text before a long computation.
        secret: how a code is hidden, one of SECRETS.

    Raises:
        InputError: there is no such way to hide a code, or no optimal one in this game.
        MissingTableError: the game, or the codemaker's optimal mixture, is not in the book.
    """

    def __init__(
        self,
        game: rules.Game,
        strategy: rules.Strategy,
        book: Path,
        *,
        compute: bool = False,
        note: Callable[[str], None] = lambda text: None,
        secret: str = SECRETS[0],
    ) -> None:
        if secret not in SECRETS:
            raise InputError(f"--secret must be {' or '.join(SECRETS)}, not {in_quotes(secret)}")
        self.game, self.strategy, self.book, self.compute, self.note = game, strategy, book, compute, note
        # histories in play are in normal form, whatever the person calls the colours
        self.asked = parameters.computed_game((), game)
        self.problem = problem_of(game, book)
        if isinstance(strategy, rules.Hard):
            next_query.hard_queries_after(self.problem, ())
        self.unit = MISSES if self.problem.miss >= 0 else "guesses"
        is_pegs = isinstance(game, rules.Pegs)
        self.title = capitalised(game.title) if is_pegs else f"Words: {game.title}"
        self.about = PEG_RULES if is_pegs else WORD_RULES if self.problem.labels[0][:1] in ("G", "Y", "-") else ""
        self.scale = f"{self.unit} expected until the code is found; + is how many more than with the best guess"
        self.curve = f"{self.unit} expected in all"
        self._prices: dict[tuple[History, str], next_query.Price] = {}
        # one answer may settle the notation of others
        self._typed: list[str] = []
        self.solved = self.problem.labels[self.problem.solved] if self.problem.solved >= 0 else None
        self.chances, self.tells_luck = None, secret == SECRETS[0]
        self._ending = strategy.options.split()
        if secret != SECRETS[0]:
            self.chances = self._optimal_chances()
            self._ending += ["--secret", secret, *(("--compute",) if compute else ())]
        self.command = self._command()
        self._left = lru_cache(maxsize=8)(lambda history: next_query.codes_left(self.problem, history))
        # a page asks again for what it asked before
        self.next = lru_cache(maxsize=64)(self._next)
        self.explained = lru_cache(maxsize=64)(self._explain)

    def _command(self) -> tuple[str, ...]:
        """The command line that begins this game."""
        game = self.game
        palette = ("--palette", rules.write_palette(game)) if isinstance(game, rules.Pegs) and game.palette else ()
        return ("mastermind", "play", *split(game.options), *palette, *self._ending)

    def normal(self, history: Sequence[tuple[str, str]]) -> History:
        """A history in the game's own spelling.

        Raises:
            InputError: the game has no such query or answer, or hard mode refuses a query.
        """
        if isinstance(self.strategy, rules.Hard):
            next_query.hard_queries_after(self.problem, history)
        labels, queries = self.problem.labels, self.problem.queries
        return tuple(
            (queries[query], labels[answer]) for query, answer in next_query.history_indices(self.problem, history)
        )

    hidden = ("code", "codes")
    query = ("guess", "guesses")
    tasks = ("You look for the hidden code.", "Think of a code; the program looks for it, and you answer.")

    def intro(self, role: str, history: History) -> str:
        codes = count_noun(self.remaining(history), "code")
        source = "" if self.chances is None else ", drawn from an optimal mixture"
        return f"{self.game.title}: " + (
            f"one of {codes} is hidden{source}." if role == "breaker" else f"think of one of {codes}."
        )

    def help(self, role: str) -> Iterator[str]:
        answer = parameters.ANSWER if isinstance(self.game, rules.Pegs) else "the answer"
        means = (
            "; its answer, such as 0,3, counts right places and right colours elsewhere"
            if isinstance(self.game, rules.Pegs)
            else ""
        )
        yield f"Type {f'a guess{means}' if role == 'breaker' else answer}."

    def remaining(self, history: History) -> int:
        return len(self._left(history))

    def contradiction(self, history: History) -> str | None:
        try:
            self._left(history)
        except InputError as error:
            return parameters.entries_written(str(error), history, self.game)
        return None

    def over(self, history: History) -> bool:
        if self.solved is None:
            return self.remaining(history) == 1
        return any(answer == self.solved for _, answer in history)

    def queries(self, history: History) -> Sequence[str]:
        if not isinstance(self.strategy, rules.Hard):
            return self.problem.queries
        return [self.problem.queries[query] for query in next_query.hard_queries_after(self.problem, history).tolist()]

    def is_query(self, text: str, history: History) -> bool:
        if not isinstance(self.game, rules.Pegs):
            # hard mode refuses a word with its reason
            return text.casefold() in map(str.casefold, self.problem.queries)
        try:
            rules.read_guess(self.game, text)
        except InputError:
            return not history and parameters.in_usual_colours(self.game, text) is not None
        return True

    def query_label(self, query: str) -> str:
        return parameters.written_as((), self.game, query)

    def write_history(self, history: History) -> str:
        return super().write_history(tuple((self.query_label(query), answer) for query, answer in history))

    def turn_label(self, history: History, query: str) -> str:
        return self.query_label(query)

    def answers(self, history: History, query: str) -> Sequence[str]:
        return list(self.parts(history, query))

    def read_query(self, text: str, history: History) -> str:
        coloured = None if history else parameters.in_usual_colours(self.game, text)
        if coloured is not None:
            self.game = coloured
            self.command = self._command()
            self.note(parameters.colours_by_initials(coloured))
        try:
            name = rules.read_guess(self.game, text)
        except InputError as error:
            raise InputError(f"{error}{parameters.palette_hint(self.game, text)}") from None
        if isinstance(name, rules.CodeInDigits) and isinstance(self.game, rules.Pegs) and not history:
            # what is typed in digits is shown in digits
            self.game = rules.with_palette(self.game, parameters.digits_of(self.game))
            self.command = self._command()
        query = self.problem.queries[next_query.query_index(self.problem, name)]
        if isinstance(self.strategy, rules.Hard):
            for earlier, answer in history:
                reason = rules.refusal(earlier, answer, query)
                if reason is not None:
                    raise InputError(reason)
        return query

    def read_answer(self, text: str, query: str) -> str:
        if self.solved is not None and text.lower() in ("yes", "="):
            return self.solved
        notations = parameters.notations_of([*self._typed, text])
        if isinstance(self.game, rules.Pegs):
            answer = read_reply(self.game.pegs, text, notations)
        else:
            answer = self.problem.labels[next_query.answer_index(self.problem, text, notations)]
        self._typed.append(text)
        return answer

    def hide(self, history: History, seed: int) -> str:
        codes = self._left(history)
        if self.chances is not None:
            return self.problem.codes[next_query.draw_secret(self.chances, codes.tolist(), seed)]
        if self.problem.on_demand is not None:
            # shuffling this many codes would take seconds
            return self.problem.codes[next_query.draw_code(codes, seed)]
        order = list(range(len(self.problem.codes)))
        Random(seed).shuffle(order)
        left: list[int] = codes.tolist()
        return self.problem.codes[min(left, key=order.__getitem__)]

    def answer(self, code: str, query: str) -> str:
        codes = np.array([self.problem.codes.index(code)], np.int32)
        return self.problem.labels[int(self.problem.answers[self.problem.query_index[query], codes][0])]

    def _next(self, history: History) -> AnyNext:
        """The strategy's next query; raises MissingTableError if it is too expensive to compute."""
        question = Next(self.asked, self.strategy, history)
        with open_book(self.book) as book:
            return book.ask(question, compute=self.compute, note=self.note)

    def ask(self, history: History, seed: int) -> str:
        advice = self.next(history)
        # MIX takes any of the tied queries
        return Random(f"{seed} {history}").choice(advice.tied) if isinstance(advice, MixedNext) else advice.guess

    def hint(self, history: History) -> str:
        advice = self.next(history)
        expected = "" if advice.expected is None else f", {cost_text(advice.expected)} more {self.unit} expected"
        method = ", found by sampling guesses" if isinstance(advice, SampledNext) else ""
        return f"{capitalised(self._asker(advice))} asks {self.query_label(advice.guess)}{expected}{method}."

    def price(self, history: History, query: str) -> Line:
        try:
            price = self._price(history, query)
        except MissingTableError:
            return Line("")
        if price is None:
            return Line("Not priced, because that would take long; --compute prices every guess.")
        best, asker = price.best, self._asker(price.best)
        own = (
            "" if price.expected is None else f"{cost_text(price.expected)} {self.unit} were expected with this guess; "
        )
        if query == best.guess:
            return Line(capitalised(f"{own}{asker} asks the same."), Tone.GOOD)
        theirs = "" if best.expected is None else f": {cost_text(best.expected)}"
        return Line(capitalised(f"{own}{asker} asks {self.query_label(best.guess)}{theirs}."))

    def _price(self, history: History, query: str) -> next_query.Price | None:
        """Cost of a query and of the strategy's; None where that takes too much work, an error as of `next`."""
        key = history, query
        if key not in self._prices:
            with open_book(self.book) as book:
                wanted = next_query.price_of(book, self.asked, self.strategy, history, query)
                if wanted.operations > BUDGET and not self.compute:
                    return None
                self._prices[key] = wanted.run()
        return self._prices[key]

    def answer_label(self, query: str, answer: str) -> str:
        return answer_text(self.game, answer)

    def loss(self, history: History, query: str) -> tuple[float, str]:
        with suppress(MissingTableError):
            price = self._price(history, query)
            if price is not None and price.expected is not None and price.best.expected is not None:
                more = price.expected - price.best.expected
                best = self.query_label(price.best.guess)
                return (more, f"+{cost_text(more)} {self.unit}; best was {best}") if more > 1e-9 else (0.0, "")
        return 0.0, ""

    def worth(self, history: History) -> float | None:
        if self.over(history):
            return float(len(history))
        with suppress(MissingTableError):
            expected = self.next(history).expected
            return None if expected is None else len(history) + expected
        return None

    def prices(self, history: History) -> Sequence[Price]:
        explained = self.explained(history)
        if explained is None:
            return ()
        explanation, _ = explained
        if not explanation.moves:
            return (
                Price(
                    self.query_label(explanation.query),
                    f"1 of the {self.unit} left",
                    Tone.GOOD,
                    is_best=True,
                    note="the code",
                ),
            )
        least = min((move.expected for move in explanation.moves if move.expected is not None), default=0.0)
        return [
            Price(
                self.query_label(move.move),
                f"{move.entropy:.2f} bits" if move.expected is None else f"{cost_text(move.expected)} {self.unit}",
                Tone.GOOD if move.best else Tone.FAIR,
                is_best=move.best,
                behind="" if move.best or move.expected is None else f"+{cost_text(move.expected - least)}",
                note=f"{'may be the code; ' if move.possible else ''}leaves {move.left:,.1f} on average, {move.largest} at most",
            )
            for move in explanation.moves
        ]

    def answer_prices(self, history: History, query: str) -> Sequence[Price]:
        sizes = sorted(self.parts(history, query).items(), key=lambda pair: -pair[1])
        return [Price(answer, f"leaves {count_noun(size, *self.hidden)}") for answer, size in sizes]

    def _explain(self, history: History) -> tuple[Explanation, str] | None:
        """The best queries with what each of them costs and leaves, and the name of the strategy that goes on after them.

        Where the strategy takes too much work, the one that stands in for it is asked; None where queries are not compared.
        """
        if self.problem.miss >= 0 or self.problem.on_demand is not None:
            return None
        stand_in = rules.Hard(next_query.STAND_IN) if isinstance(self.strategy, rules.Hard) else next_query.STAND_IN
        with open_book(self.book) as book:
            for strategy in (self.strategy, stand_in):
                with suppress(InputError, MissingTableError):
                    question = Explain(self.asked, strategy, history, PRICED)
                    return book.ask(question, compute=self.compute, note=self.note), strategy.name
        return None

    def parts(self, history: History, query: str) -> Mapping[str, int]:
        """Number of codes left by each possible answer."""
        answers = self.problem.answers[self.problem.query_index[query], self._left(history)]
        labels, sizes = np.unique(answers, return_counts=True)
        return {self.problem.labels[label]: size for label, size in zip(labels.tolist(), sizes.tolist(), strict=True)}

    def first_codes(self, history: History) -> str:
        codes = [self.query_label(self.problem.codes[index]) for index in self._left(history)[: SHOWN + 1].tolist()]
        return ", ".join([*codes[:SHOWN], *(["..."] if len(codes) > SHOWN else [])])

    def show(self, history: History, asked: str = "") -> Iterator[Said]:
        for number, (query, answer) in enumerate(history, start=1):
            yield Row(self.game, number, query, answer)
        if asked:
            yield from self.shown_query(history, asked)

    def shown_turn(self, history: History) -> Iterator[Said]:
        yield Row(self.game, len(history), *history[-1])

    def shown_query(self, history: History, asked: str) -> Iterator[Said]:
        yield Row(self.game, len(history) + 1, asked)

    def prompt(self, role: str, history: History, asked: str = "") -> str:
        if role == "breaker":
            return f"guess {len(history) + 1}: "
        return f"answer ({count_noun(self.remaining(history), 'code')} left): "

    def broken(self, begin: History, history: History, code: str) -> Iterator[Said]:
        reasons = self._balance(begin, history)
        yield Line(f"Found {self.query_label(code)} with {self.count(history)}{reasons and f': {reasons}'}.", Tone.GOOD)
        try:
            way = self.way(begin, code)
        except MissingTableError:
            return
        queries = ", ".join(self.query_label(query) for query, _ in way)
        yield f"{capitalised(self.strategy_name)} finds it with {self.count(way)}: {queries}."

    def _balance(self, begin: History, history: History) -> str:
        """What was expected, lost and luck; "" where codes are not equally likely, or a cost is not known."""
        if self.chances is not None or self.problem.miss >= 0:
            return ""
        costs = []
        for turn in range(len(begin), len(history)):
            with suppress(MissingTableError):
                price = self._price(history[:turn], history[turn][0])
                if price is not None and price.expected is not None and price.best.expected is not None:
                    costs.append((price.expected, price.best.expected))
        if len(costs) < len(history) - len(begin):
            return ""
        return balance(costs[0][1], sum(own - best for own, best in costs), len(costs))

    def closing_lines(self, history: History, seed: int) -> Iterator[Said]:
        code = self.problem.codes[int(self._left(history)[0])]
        yield Line(f"Found {self.query_label(code)} with {self.count(history)}.", Tone.GOOD)

    def _optimal_chances(self) -> Sequence[float]:
        """Chances of the codes in the codemaker's optimal mixture."""
        with open_book(self.book) as book:
            mixture = book.ask(Adversary(self.asked), compute=self.compute, note=self.note)
        return next_query.code_chances(self.problem, mixture.codemaker)

    def _asker(self, advice: AnyNext) -> str:
        """Name of the strategy that asks, or of the one that replaces it."""
        return advice.asked_by if isinstance(advice, UnprovedNext | SampledNext) else self.strategy_name

    @property
    def strategy_name(self) -> str:
        """Name of the strategy for people."""
        return "optimal play" if self.strategy.name == "optimal" else f"strategy {self.strategy.name}"


def answer_text(game: rules.Game, answer: str) -> str:
    """An answer in words: "1 black, 2 white"; the signs of a word as they are."""
    if not isinstance(game, rules.Pegs):
        return answer
    right, elsewhere = answer.split(",")
    return f"{right} black, {elsewhere} white"


def cost_text(cost: float) -> str:
    """An expected number of guesses: two decimals, four where two would show nothing."""
    return f"{cost:.4f}" if 0 < cost < 0.005 else f"{cost:.2f}"
