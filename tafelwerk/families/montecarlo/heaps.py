"""What can be asked about the errors of MC(inf), about limits of random play, and about biased playouts."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from tafelwerk.errors import InputError, MissingTableError, UncomputedError, in_quotes
from tafelwerk.families.montecarlo import answers, estimates, parameters
from tafelwerk.families.montecarlo.rules import (
    BLUNDER_LIMIT,
    FAMILY,
    KINDS,
    LARGEST_HEAP,
    LARGEST_MOVE,
    LONGEST_LANE,
    STATIC,
    Dsc,
    Dsr,
    Kind,
    Shares,
    Subtraction,
    SubtractionRules,
    bias_key,
    bias_of,
    is_storable,
    read_bias,
    read_kind,
    read_shares,
    refuse_rules,
)
from tafelwerk.families.montecarlo.rules import Bias as AnyBias
from tafelwerk.parameters import Options, Parameter, Parsed, command_line, default
from tafelwerk.rules.numbers import between, separate_set, whole
from tafelwerk.tables.questions import Question, Text
from tafelwerk.texts import Group, StyledText

if TYPE_CHECKING:
    from tafelwerk.families.montecarlo import builds
    from tafelwerk.tables.book import Book

RACES = (Dsc.name, Dsr.name)

RACE_LIMIT = 100
"""Default length of the longest race of which openings are searched."""

OTHER_COLUMNS, LEAST_FRACTION, LONGEST_FRACTION = 38, 12, 60
"""Columns of the page beside a fraction, and the least and the greatest number of characters of a fraction that is shown."""


def _read_opening(words: parameters.GameWords[Any]) -> SubtractionRules:
    """The rules of a subtraction game; no heap is given."""
    rules = parameters.read_heap_rules(words.words, words.moves, words.overshoot)
    race, *sizes = words.words or ("",)
    if rules is None and race in RACES and sizes:
        raise InputError(
            f"blunder {race} searches races of every length; leave out {in_quotes(' '.join(sizes))}, or give --limit"
        )
    if rules is None:
        raise InputError(
            f"blunder needs S(1,2), subtraction --moves A,B[,...], dsc or dsr, not {in_quotes(' '.join(words.words))}"
        )
    return rules


def read_race(word: str) -> str:
    """The name of a double-step race.

    Raises:
        InputError: there is no such race.
    """
    if word not in RACES:
        raise InputError(f"race must be {' or '.join(RACES)}, not {in_quotes(word)}")
    return word


_OPENING = Parameter("GAME", "Game: subtraction --moves A,B[,...] | dsc | dsr", several=True)


class RaceOptions(parameters.GameWords[str | None]):
    """The name of a double-step race; None for a subtraction game."""

    words: Annotated[tuple[str, ...], _OPENING]

    @property
    def value(self) -> str | None:
        race = " ".join(self.words)
        if race not in RACES:
            return None
        refuse_rules(race, self.moves, self.overshoot)
        return race


class OpeningOptions(parameters.GameWords[SubtractionRules | None]):
    """The rules of a subtraction game; None for a double-step race."""

    words: Annotated[tuple[str, ...], _OPENING]

    @property
    def value(self) -> SubtractionRules | None:
        return None if " ".join(self.words) in RACES else _read_opening(self)


def _title(rules: SubtractionRules) -> str:
    """Name of a subtraction game from any heap: results depend on what overshooting does."""
    return f"S({rules.text}), overshoot {rules.overshoot}"


def _write_heaps(rules: SubtractionRules) -> str:
    return f"{Subtraction.name} {rules.options}"


Opening = Annotated[
    SubtractionRules,
    Parameter(
        "RULES",
        "Rules of a subtraction game. Default: the openings of a race.",
        parse=parameters.parse_rules,
        write=_write_heaps,
        is_argument=True,
        options=OpeningOptions,
    ),
]
Race = Annotated[
    str,
    Parameter(
        "RACE",
        "dsc or dsr; the openings of every length are searched. Default: dsc.",
        parse=lambda rules, word: read_race(word),
        is_argument=True,
        needs=("rules",),
        options=RaceOptions,
        fallback=lambda rules: Dsc.name if rules is None else None,
    ),
]
Limit = Annotated[
    int,
    Parameter(
        "N",
        f"Largest size searched; at most {LONGEST_LANE:,} for races. Default: {BLUNDER_LIMIT}, for races {RACE_LIMIT}.",
        1,
        LARGEST_HEAP,
        needs=("rules",),
        fallback=lambda rules: RACE_LIMIT if rules is None else BLUNDER_LIMIT,
    ),
]


class Blunder(Question[answers.Blunder]):
    """Smallest size at which MC(inf) plays a losing move in a won position.

    Example: tafelwerk montecarlo blunder subtraction --moves 1,2
    """

    rules: Parsed[Opening | None] = default(None)
    limit: Limit | None = None
    race: Race | None = None

    def check(self) -> None:
        if self.rules is not None and self.race is not None:
            raise InputError("give either the rules of a subtraction game or a race")
        if self.race is not None:
            between(f"--limit of {self.race}", self.size, 1, LONGEST_LANE)

    @property
    def size(self) -> int:
        """Largest size searched."""
        assert self.limit is not None
        return self.limit

    @property
    def phrase(self) -> str:
        game = (self.race or "").upper() if self.rules is None else _title(self.rules)
        return f"blunders in {game} up to {self.limit}"

    def look_up(self, book: Book) -> answers.Blunder | None:
        if self.rules is None:
            row = book.one(
                FAMILY,
                "SELECT count(*), min(n) FILTER (won AND is_lost), min(n) FILTER (won AND may_be_lost),"
                " list_distinct(flatten(list(builds))) AS build FROM (SELECT n, list(DISTINCT build) AS builds,"
                " bool_or(wins) AS won, bool_and(NOT wins) FILTER (best) AS is_lost,"
                f" bool_or(NOT wins) FILTER (best) AS may_be_lost FROM {FAMILY}.{self.race}_moves"
                " WHERE own = 0 AND other = 0 AND n <= ? GROUP BY n)",
                self.limit,
            )
            return None if row is None or row[0] < self.limit else answers.Blunder(row[1], row[2], self.size)
        columns = "blunder, blunder_with_ties, searched_to, build"
        rows = parameters.select(
            book, columns, "subtraction_games", self.rules.key, "ORDER BY searched_to DESC LIMIT 1"
        )
        if not rows or rows[0][2] < self.limit:
            return None
        size, with_ties = (None if heap is None or heap > self.limit else heap for heap in rows[0][:2])
        return answers.Blunder(size, with_ties, self.size)

    def operations(self) -> float:
        if self.rules is None:
            return 200.0 * self.size**3
        return estimates.blunder_operations(self.rules, self.size)

    def solve(self) -> answers.Blunder:
        from tafelwerk.solvers.montecarlo.heap_play import blunder, race_blunder

        if self.rules is None:
            search = race_blunder(self.size, self.race == Dsc.name)
        else:
            search = blunder(self.rules.moves, self.rules.overshoot, self.size)
        return answers.Blunder(search.size, search.size_with_ties, search.searched_to)

    def build(self) -> builds.Blunders | None:
        from tafelwerk.families.montecarlo.builds import Blunders

        return None if self.rules is None else Blunders(self.rules, self.size)

    def text(self, answer: answers.Blunder) -> str:
        name = f"{(self.race or '').upper()}(n)" if self.rules is None else _title(self.rules)
        if answer.size is None:
            text = f"{name}: MC(inf) never throws away a won position for certain "
            text += f"(searched to {answer.searched_to}; {answer.source})."
        else:
            text = f"{name}: MC(inf) first throws away a won position at size {answer.size} ({answer.source})."
        if answer.size_with_ties != answer.size:
            text += f" With ties it may do so at size {answer.size_with_ties}."
        return text


class Errors(Question[answers.Errors], title="errors in S({rules.text}), overshoot {rules.overshoot}, up to {limit}"):
    """Won heaps at which MC(inf) may lose, and the share of its best candidates that lose.

    Example: tafelwerk montecarlo errors "S(1,2)"

    Example: tafelwerk montecarlo errors subtraction --moves 1,2 --limit 100
    """

    rules: Parsed[parameters.Rules]
    limit: Annotated[int, Parameter("N", "Largest heap.", 1, LARGEST_HEAP)] = 50

    def look_up(self, book: Book) -> answers.Errors | None:
        best = (
            "(SELECT moves, overshoot, heap, count(*) FILTER (NOT wins) AS losing, count(*) AS best"
            f" FROM {FAMILY}.subtraction_moves WHERE best GROUP BY ALL)"
        )
        table = f"subtraction_positions LEFT JOIN {best} USING (moves, overshoot, heap)"
        along = "AND heap BETWEEN 1 AND ? ORDER BY heap"
        rows = parameters.select(book, "heap, won, losing, best, build", table, self.rules.key, along, self.limit)
        if len(rows) < self.limit:
            return None
        won = [(heap, Fraction(losing, best)) for heap, is_won, losing, best in rows if is_won]
        return answers.mean_errors([(heap, share) for heap, share in won if share], len(won), self.limit)

    def operations(self) -> float:
        return estimates.blunder_operations(self.rules, self.limit)

    def solve(self) -> answers.Errors:
        from tafelwerk.families.montecarlo.graphs import fraction
        from tafelwerk.solvers.montecarlo.heap_play import losing_share

        shares = losing_share(self.rules.moves, self.rules.overshoot, self.limit)
        bad_moves = [(heap, fraction(share)) for heap, share in shares if share > 0]
        return answers.mean_errors(bad_moves, len(shares), self.limit)

    def build(self) -> builds.Positions:
        from tafelwerk.families.montecarlo.builds import Positions

        return Positions(Subtraction(self.rules, self.limit))

    def text(self, answer: answers.Errors) -> Text:
        share = f"{float(answer.share):.4f} of {answer.won_heaps} won heaps up to {self.limit}"
        title = f"{_title(self.rules)}: MC(inf) loses {share}, {answer.source}"
        return lambda: _bad_moves_table(answer.bad_moves, title)


def _bad_moves_table(bad_moves: list[answers.BadMove], title: str) -> Any:
    """Table of heaps with the shares of best candidates that lose there."""
    from tafelwerk.commands.output import rational, table

    rows = [(heap, rational(share)) for heap, share in bad_moves]
    return table(("heap", "share of best candidates that lose"), rows, title=title)


def _ask_again(question: Question[Any], book: Book) -> MissingTableError:
    """The error whose line asks again and keeps the answer."""
    line = command_line(f"tafelwerk {FAMILY} {question.name}", question)
    return MissingTableError(question.phrase, f"{line} --compute --keep", book.path)


class Limits(Question[answers.Limits], title="limits of S({rules.text}), overshoot {rules.overshoot}"):
    """Limit of the winning chance in random play as the heap grows: one exact limit per residue class of heaps.

    Example: tafelwerk montecarlo limits "S(1,2)"

    Example: tafelwerk montecarlo limits --moves 3,5,11 --overshoot loses
    """

    rules: Parsed[parameters.Rules]

    def look_up(self, book: Book) -> answers.Limits | None:
        columns = "modulus, residue, chance_num, chance_den, build"
        rows = parameters.select(book, columns, "subtraction_limits", self.rules.key, "ORDER BY residue")
        if not rows:
            return None
        limits = {residue: Fraction(int(above), int(below)) for _, residue, above, below in rows}
        return answers.Limits(rows[0][0], limits)

    def operations(self) -> float:
        return self.build().operations()

    def solve(self) -> answers.Limits:
        from tafelwerk.families.montecarlo.graphs import fraction
        from tafelwerk.solvers.montecarlo.large_heaps import random_play_limits

        limits = random_play_limits(self.rules.moves, self.rules.overshoot)
        return answers.Limits(len(limits), {residue: fraction(chance) for residue, chance in enumerate(limits)})

    def build(self) -> builds.Limits:
        from tafelwerk.families.montecarlo.builds import Limits

        return Limits((self.rules,))

    def missing(self, book: Book) -> MissingTableError:
        return _ask_again(self, book)

    def text(self, answer: answers.Limits) -> Text:
        from tafelwerk.commands.output import rational, table

        return lambda: table(
            ("heap" if answer.modulus == 1 else f"heap mod {answer.modulus}", "limit", "as a fraction"),
            [
                ("every" if answer.modulus == 1 else residue, f"{float(chance):.10f}", rational(chance))
                for residue, chance in answer.limits.items()
            ],
            title=f"{_title(self.rules)}: limits of random play, {answer.source}",
        )


class WeightsOptions(Options[Shares | None]):
    """A chance per move, in the order of --moves."""

    weights: (
        Annotated[str, Parameter("p1,p2,...", "Chance of each move, in the order of --moves; instead of --epsilon.")]
        | None
    ) = None
    words: parameters.PrintedRules = ()
    moves: parameters.Moves | None = None

    @property
    def value(self) -> Shares | None:
        """The chances in the ascending order of the moves."""
        if self.weights is None:
            return None
        weights = read_shares(self.weights, "--weights")
        written = self.moves or "".join(parameters.spell_out(" ".join(self.words)).split()[-1:])
        moves = [whole("--moves: a move", word, 1, LARGEST_MOVE) for word in separate_set(written)]
        if len(moves) != len(weights.values):
            return weights
        return Shares(tuple(weight for _, weight in sorted(zip(moves, weights.values, strict=True))))


BiasKind = Annotated[
    Kind,
    Parameter(
        "static|informed",
        "Kind of bias. static: playouts take the smaller move with chance (1-E)/2; informed: in won heaps a winning move"
        " with chance (1+E)/2. Default: static.",
        parse=lambda epsilon, word: read_kind(word),
        needs=("epsilon",),
        fallback=lambda epsilon: None if epsilon is None else STATIC,
    ),
]
Epsilon = Annotated[Fraction, Parameter("E", "Bias in [-1, 1]: an integer, a decimal or p/q.", parse=read_bias)]
Weights = Annotated[
    Shares,
    Parameter(
        "p1,p2,...",
        "Instead of epsilon: a chance per move, in the ascending order of the moves.",
        parse=read_shares,
        reads_lists=True,
        write=lambda weights: f"--weights {weights}",
        options=WeightsOptions,
    ),
]
Chances = Annotated[
    Shares,
    Parameter(
        "p0,p1,...",
        "Chance of the smaller of two moves, by heap modulo the number of chances; instead of --epsilon.",
        parse=lambda word: read_shares(word, "--chances"),
        reads_lists=True,
    ),
]


class Asymmetry(Question[answers.BadMoves]):
    """Won heaps at which MC(inf) with biased playouts may lose, and the share of its best candidates that lose.

    Example: tafelwerk montecarlo asymmetry 100 --moves 1,2 --kind informed --epsilon 0.32

    Example: tafelwerk montecarlo asymmetry 60 --moves 1,2,3 --weights 1/2,1/4,1/4
    """

    heap: Annotated[int, Parameter("HEAP", "Largest heap.", 0, LARGEST_HEAP)]
    rules: Parsed[parameters.Rules]
    kind: BiasKind | None = None
    epsilon: Parsed[Epsilon | None] = default(None)
    weights: Parsed[Weights | None] = default(None)
    chances: Parsed[Chances | None] = default(None)

    def check(self) -> None:
        _bias(self)

    @property
    def phrase(self) -> str:
        return f"{_title(self.rules)}, up to heap {self.heap} with {_bias_options(self)}"

    def look_up(self, book: Book) -> answers.BadMoves | None:
        if self.kind is None or self.epsilon is None or not is_storable(self.epsilon):
            return None
        key = bias_key(self.rules, self.kind, self.epsilon)
        scans = parameters.select(book, "max(heaps), list(DISTINCT build) AS build", "asymmetry_scans", key)
        ((reach,),) = scans or [(None,)]
        if reach is None or reach < self.heap:
            return None
        columns = "heap, share_num, share_den, build"
        rows = parameters.select(book, columns, "asymmetry_bad_moves", key, "AND heap <= ? ORDER BY heap", self.heap)
        return answers.BadMoves([(bad, Fraction(p, q)) for bad, p, q in rows])

    def operations(self) -> float:
        return estimates.bias_operations(self.rules, _bias(self), self.heap)

    def solve(self) -> answers.BadMoves:
        from tafelwerk.families.montecarlo.graphs import fraction
        from tafelwerk.solvers.montecarlo.heap_play import bad_moves

        bad = bad_moves(self.rules.moves, _bias(self), self.heap, self.rules.overshoot) if self.heap else []
        return answers.BadMoves([(heap, fraction(share)) for heap, share in bad])

    def build(self) -> builds.Asymmetry | None:
        if self.kind is None or self.epsilon is None or not is_storable(self.epsilon) or not self.heap:
            return None
        from tafelwerk.families.montecarlo.builds import Asymmetry

        return Asymmetry(self.heap, self.rules, self.kind, (self.epsilon,))

    def missing(self, book: Book) -> MissingTableError | UncomputedError:
        return super().missing(book) if self.build() is None else _ask_again(self, book)

    def text(self, answer: answers.BadMoves) -> Text:
        title = f"{_bias_title(self)}: {len(answer.bad_moves)} bad heaps up to {self.heap}, {answer.source}"
        return lambda: _bad_moves_table(answer.bad_moves, title)


class Bias(Question[answers.Bias]):
    """Winning chance of the player to move under biased playouts, for every heap; critical bias and beat period.

    Example: tafelwerk montecarlo bias --moves 1,2 --epsilon 0 --limit 12

    Example: tafelwerk montecarlo bias --moves 1,2 --chances 1/2,3/4,1/8
    """

    rules: Parsed[parameters.Rules]
    kind: BiasKind | None = None
    epsilon: Parsed[Epsilon | None] = default(None)
    weights: Parsed[Weights | None] = default(None)
    chances: Parsed[Chances | None] = default(None)
    limit: Annotated[int, Parameter("N", "Largest heap.", 1, LARGEST_HEAP)] = 50

    def check(self) -> None:
        _bias(self)

    @property
    def phrase(self) -> str:
        return f"random play in {_title(self.rules)}, up to heap {self.limit} with {_bias_options(self)}"

    def operations(self) -> float:
        return estimates.value_operations(self.rules, _bias(self), self.limit) + estimates.WAVE_OPERATIONS

    def solve(self) -> answers.Bias:
        from tafelwerk.families.montecarlo.graphs import fraction
        from tafelwerk.solvers.montecarlo.heap_play import win_chances
        from tafelwerk.solvers.montecarlo.large_heaps import (
            closed_beat,
            closed_value,
            critical_epsilon,
            first_bad,
            wave,
        )

        bias, moves, overshoot = _bias(self), self.rules.moves, self.rules.overshoot
        win = win_chances(moves, bias, self.limit, overshoot)
        course = wave(moves, bias, overshoot)
        beat = None if course is None else course.beat_period
        values: dict[int, float | None] = {}
        is_closed = self.rules == SubtractionRules((1, 2)) and self.chances is None
        if is_closed:
            beat = closed_beat(bias)
            values = {heap: closed_value(heap, bias) for heap in range(1, self.limit + 1)}
        return answers.Bias(
            win={heap: fraction(chance) for heap, chance in enumerate(win, 1)},
            critical_epsilon=critical_epsilon(moves, bias),
            beat_period=beat,
            phase=None if course is None else course.phase,
            damping=None if course is None else course.damping,
            step=None if course is None else course.step,
            coefficients=None if course is None else tuple(map(fraction, course.coefficients)),
            first_bad_estimate=first_bad(bias) if is_closed else None,
            closed_form={heap: 0.5 + y for heap, y in values.items() if y is not None} or None,
        )

    def text(self, answer: answers.Bias) -> Text:
        from tafelwerk.commands.output import rational, table

        closed = {heap: f"{value:.10f}" for heap, value in (answer.closed_form or {}).items()}
        rows = [
            (heap, f"{float(win):.10f}", closed.get(heap, ""), _short(rational(win)))
            for heap, win in answer.win.items()
        ]
        heading = f"{_bias_title(self)}: winning chance of the player to move, {answer.source}"
        lines = map(StyledText, _wave_lines(answer))
        return lambda: Group(
            StyledText(heading), table(("heap", "chance", "closed form", "as a fraction"), rows), *lines
        )


def _bias(question: Asymmetry | Bias) -> AnyBias:
    """The bias of a question; raises InputError if its parameters do not go together."""
    moves = question.rules.moves
    return bias_of(moves, question.kind, question.epsilon, question.weights, question.chances)


def _bias_options(question: Asymmetry | Bias) -> str:
    """The options that name a bias."""
    names = ("kind", "epsilon", "weights", "chances")
    options = {name: getattr(question, name) for name in names}
    return " ".join(f"--{name} {value}" for name, value in options.items() if value is not None)


def _bias_title(question: Asymmetry | Bias) -> str:
    """The game and the bias."""
    name = f"{question.kind or KINDS[0]} bias {question.epsilon}"
    if question.weights is not None:
        name = f"moves weighted {question.weights}"
    elif question.chances is not None:
        chances = question.chances
        name = f"chance of taking {question.rules.moves[0]} by heap modulo {len(chances.values)}: {chances}"
    return f"{_title(question.rules)}, {name}"


def _short(text: str) -> str:
    """A fraction, shortened to fit beside the other columns."""
    from tafelwerk.commands.output import page_width

    width = page_width()
    if width is not None and len(text) > max(width - OTHER_COLUMNS, LEAST_FRACTION):
        return f"{text[: max(width - OTHER_COLUMNS, LEAST_FRACTION) - 3]}..."
    return text if len(text) <= LONGEST_FRACTION else f"{text[:24]}... ({len(text)} characters)"


def _wave_lines(answer: answers.Bias) -> Iterator[str]:
    """What is known of the wave, one line per number."""
    per = "heap" if answer.step == 1 else f"{answer.step} heaps"
    if answer.critical_epsilon is not None:
        yield f"Critical bias: {answer.critical_epsilon:.10f}"
    if answer.beat_period is not None:
        yield f"Beat period: {answer.beat_period:.4f} heaps"
    if answer.phase is not None:
        yield f"Phase: {answer.phase:.6f} radians per {per}"
    if answer.damping is not None:
        yield f"Damping: {answer.damping:.6f} per {per}"
    if answer.first_bad_estimate is not None:
        yield f"First bad heap expected near {answer.first_bad_estimate:.2f}"
