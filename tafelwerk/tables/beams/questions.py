"""The family's questions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from tafelwerk.errors import InputError
from tafelwerk.rules.beams.board import (
    ANALYSED,
    FAMILY,
    LISTED,
    SAMPLED,
    STORED,
    fields_of,
    is_analysed,
    is_listed,
    reading_of,
    variant_of,
    variant_options,
)
from tafelwerk.rules.beams.board import variant as known_variant
from tafelwerk.rules.beams.history import answer_text, query_text, read_history
from tafelwerk.rules.beams.strategies import STAND_IN, Finish, Improved, Strategy, Tie, finish_rule, parse_strategy
from tafelwerk.rules.deduction import Optimal
from tafelwerk.rules.entropy import read_order
from tafelwerk.tables.beams.adversary import adversary
from tafelwerk.tables.beams.answers import (
    Bitset,
    Bound,
    Counts,
    Guess,
    Next,
    Node,
    Point,
    Puzzle,
    Query,
    SampledCounts,
    Simulation,
    Solved,
    Summary,
    point_of,
    summary_of,
)
from tafelwerk.tables.beams.explained import explain
from tafelwerk.tables.beams.look_ups import (
    bitset_of,
    get_bitsets,
    get_bounds,
    get_codes,
    get_node,
    get_parts,
    get_spent,
)
from tafelwerk.tables.beams.recorded import recorded_counts, recorded_curve, recorded_summary
from tafelwerk.tables.puzzles import resolve_drawn
from tafelwerk.tables.question import question
from tafelwerk.tables.records import Record

if TYPE_CHECKING:
    from tafelwerk.tables.book import Book

__all__ = ["adversary", "explain"]
"""Questions that are defined elsewhere."""

PARSERS = {"strategy": parse_strategy}


MOST_GUESSES = 500
"""Largest number of codes among which a look-up searches the guess."""

LARGEST_SEED = 10**12
"""Upper limit of drawn seeds."""


def _known_variant(asked: dict[str, Any]) -> None:
    asked["variant"] = known_variant(asked["variant"])


def _is_stored(variant: str, finish: Finish | None = None, **_: Any) -> bool:
    """Whether books hold such answers."""
    return variant in STORED and finish is None


def _with_reading(book: Book, answer: Counts, variant: str) -> Counts:
    return replace(answer, reading=reading_of(variant))


def _counts_line(variant: str) -> str:
    return f"tafelwerk build beams --variant {variant}" if variant in STORED else _computed("counts", variant)


def _computed(command: str, variant: str, *options: str) -> str:
    """Command line that computes an answer that no book holds."""
    return " ".join(["tafelwerk beams", command, variant_options(variant), *filter(None, options), "--compute"])


def _pieces(book: Book, variant: str) -> int | None:
    """Number of pieces of a variant whose codes are not counted."""
    row = book.one(
        FAMILY, f"SELECT shapes, build FROM {FAMILY}.variants WHERE variant = ? AND patterns IS NULL", variant
    )
    return None if row is None else int(row[0])


@question(
    "Beams {variant}",
    _counts_line,
    stored=_is_stored,
    record=recorded_counts,
    resolve=_known_variant,
    complete=_with_reading,
    material=_pieces,
)
def counts(book: Book, variant: str) -> Counts | SampledCounts | None:
    """Counts of a variant; patterns and codes are estimated where there are too many to count."""
    if variant not in STORED:
        return None
    row = book.one(
        FAMILY,
        f"SELECT shapes, patterns, codes, diagonals, build FROM {FAMILY}.variants WHERE variant = ? AND patterns IS NOT NULL",
        variant,
    )
    return None if row is None else Counts(*row)


def _summary_phrase(book: Book, variant: str, strategy: Strategy, finish: Finish | None) -> str:
    held, parts = get_parts(book, variant, strategy) if _is_stored(variant, finish=finish) else (0, 1)
    some = f" ({held} of {parts} parts are stored)" if 0 < held < parts else ""
    return f"Beams {variant}, {strategy.title}{_finishing(finish)}{some}"


def _finishing(finish: Finish | None) -> str:
    return "" if finish is None else ", finishing early"


def _summary_line(variant: str, strategy: Strategy, finish: Finish | None) -> str:
    if _is_stored(variant, finish=finish):
        return f"tafelwerk build beams --variant {variant} {strategy.options}"
    return _computed("summary", variant, strategy.options, _finish_option(finish))


def _finish_option(finish: Finish | None) -> str:
    return "" if finish is None else f"--finish {finish}"


def _bounded(book: Book, answer: Summary, variant: str, strategy: Strategy, finish: Finish | None) -> Summary:
    bound: Fraction | int | None = answer.total if strategy == Optimal() else None
    if bound is None and _is_stored(variant, finish=finish):
        # a bound for strategies without early finishing
        bounds = get_bounds(book, variant)
        bound = None if bounds is None else bounds.total
    return replace(
        answer,
        bound=None if bound is None else Fraction(bound),
        bound_mean=None if bound is None else float(bound / answer.codes),
    )


def _recorded_summary(variant: str, strategy: Strategy, finish: Finish | None) -> tuple[Summary, Record] | None:
    return recorded_summary(variant, strategy) if finish is None else None


def _resolve_finish(asked: dict[str, Any]) -> None:
    _known_variant(asked)
    rule = finish_rule(asked["finish"])
    asked["finish"] = None if rule == "certain" else rule


@question(
    _summary_phrase,
    _summary_line,
    stored=_is_stored,
    record=_recorded_summary,
    resolve=_resolve_finish,
    complete=_bounded,
)
def summary(book: Book, variant: str, strategy: Strategy = STAND_IN, finish: Finish | None = None) -> Summary | None:
    """Cost of a strategy over all codes; None unless all of its parts are stored.

    Args:
        book: the book.
        variant: the variant.
        strategy: the strategy.
        finish: end of the game: "certain" where one code is left or no query splits those left; "early" also wherever laying a
            filling costs less than continuing. Default: "certain".
    """
    if not _is_stored(variant, finish=finish):
        return None
    spent = get_spent(book, variant, strategy)
    return None if spent is None else summary_of(spent)


def _resolve_curve(asked: dict[str, Any]) -> None:
    _known_variant(asked)
    if not is_analysed(asked["variant"]):
        raise InputError(
            f"--variant {asked['variant']} has too many codes for a curve; take {', '.join(ANALYSED)}, or a small board of "
            "squares, such as --board 4x4 --colors 4"
        )


def _curve_line(variant: str, tie: Tie) -> str:
    option = "" if tie == "lex-c" else f"--tie {tie}"
    if variant not in STORED:
        return _computed("curve", variant, option)
    return " ".join(filter(None, [f"tafelwerk build beams --variant {variant} --curve", option]))


def _recorded_curve(variant: str, tie: Tie) -> tuple[list[Point], Record] | None:
    return recorded_curve(variant, tie) if variant in STORED else None


@question(
    "Beams {variant}, ties {tie}: a curve",
    _curve_line,
    stored=_is_stored,
    record=_recorded_curve,
    resolve=_resolve_curve,
)
def curve(book: Book, variant: str, tie: Tie = "lex-c") -> list[Point] | None:
    """Costs of entropy strategies by ascending order, infinity last: points of stored curves, and strategies whose costs are
    stored as a whole."""
    if variant not in STORED:
        return None
    rows = book.rows(
        FAMILY,
        "SELECT strategy, true, total_num, total_den, codes::VARCHAR, '1', 1, build FROM beams.curves"
        " WHERE variant = $1 AND tie = $2"
        " UNION ALL SELECT strategy, false, codes_num, codes_den, codes_num, codes_den, queries + wrong, build"
        " FROM beams.costs JOIN beams.whole USING (variant, strategy, tie, parts)"
        " WHERE variant = $1 AND tie = $2 AND regexp_matches(strategy, '^h([0-9]|inf$)')",
        variant,
        tie,
    )
    found: dict[tuple[str, bool], tuple[Fraction, Fraction]] = {}
    for word, on_curve, num, den, codes, of, cost in rows:
        total, count = found.get((word, on_curve), (Fraction(0), Fraction(0)))
        found[word, on_curve] = total + Fraction(int(num), int(den)) * cost, count + Fraction(int(codes), int(of))
    points = {word: point_of(read_order(word), total, int(codes)) for (word, _), (total, codes) in found.items()}
    return sorted(points.values(), key=lambda point: point.alpha) or None


def _resolve_history(asked: dict[str, Any]) -> None:
    entries = (" ".join(entry.split()) for entry in asked["history"].split(";"))
    asked["history"] = "; ".join(entry for entry in entries if entry)


def _resolve_next(asked: dict[str, Any]) -> None:
    _resolve_finish(asked)
    _resolve_history(asked)


def _mean_from_the_start(
    book: Book, answer: Next, variant: str, strategy: Strategy, history: str, finish: Finish | None
) -> Next:
    """Answer at the start completed with the stored total of MIX, whose tree is not stored and expensive to play out."""
    if (
        not _is_stored(variant, finish=finish)
        or strategy.tie != "mix"
        or history
        or not isinstance(answer, Query)
        or answer.total is not None
    ):
        return answer
    whole = summary(book, variant, strategy)
    return answer if whole is None else replace(answer, expected=whole.mean, total=whole.total)


def _next_phrase(variant: str, strategy: Strategy, finish: Finish | None, **_: Any) -> str:
    return f"Beams {variant}, {strategy.title}{_finishing(finish)}"


def _next_line(variant: str, strategy: Strategy, history: str, finish: Finish | None) -> str:
    if _is_stored(variant, finish=finish):
        return f"tafelwerk build beams --variant {variant} {strategy.options}"
    return _computed(
        "next", variant, strategy.options, f'--history "{history}"' * bool(history), _finish_option(finish)
    )


@question(
    _next_phrase,
    _next_line,
    stored=_is_stored,
    resolve=_resolve_next,
    complete=_mean_from_the_start,
)
def next(
    book: Book, variant: str, strategy: Strategy = STAND_IN, history: str = "", finish: Finish | None = None
) -> Next | None:
    """Next step of a strategy after any beams.

    Args:
        book: the book.
        variant: the variant.
        strategy: the strategy.
        history: the beams, such as "1@2 -; 1@4 2,3": colour@diagonal and the places hit, - for none; all from 1.
        finish: end of the game, as in `summary`.

    Returns:
        The next step from the stored tree, or the only code left; None if the history leaves the stored tree.
    """
    if not _is_stored(variant, finish=finish):
        return None
    rules = variant_of(variant)
    try:
        beams = read_history(history, rules)
    except InputError:
        return None
    node = get_node(book, variant, strategy, beams)
    asked = None if node is None else node.query
    if not is_listed(variant):
        if node is None or asked is None or sum(left for _, left in node.children) != node.codes:
            return None
        return _query(asked, node.codes, node.children, node, len(beams))
    codes = counts(book, variant)
    bitsets = get_bitsets(book, variant, [beam[:2] for beam in beams] + ([] if asked is None else [asked]))
    if codes is None or codes.codes is None or (beams and not bitsets):
        return None
    left = bitset_of(bitsets, beams, codes.codes)
    if left.bit_count() == 1:
        (code,) = get_codes(book, variant, [left.bit_length() - 1], rules.colours)
        return Solved(code)
    if node is None or not left:
        return None
    if asked is None:
        return _guess(book, variant, left, rules.colours)
    parts = ((hits, (left & some).bit_count()) for hits, some in sorted(bitsets[asked].items()))
    answers = [(answer_text(hits), size) for hits, size in parts if size]
    return _query(asked, left.bit_count(), answers, node, len(beams))


def _query(query: tuple[int, int], remaining: int, answers: Sequence[tuple[str, int]], node: Node, depth: int) -> Query:
    """Query of a stored tree, with the cost from its node on."""
    total = None if node.cost is None else Fraction(node.cost - depth * node.codes)
    expected = None if total is None else float(total / node.codes)
    return Query(query_text(*query), remaining, dict(answers), expected, total)


def _guess(book: Book, variant: str, left: int, colours: int) -> Guess | None:
    """First guess with the fewest wrong fields, summed over all codes left."""
    remaining = left.bit_count()
    if remaining > MOST_GUESSES:
        return None
    codes = get_codes(book, variant, fields_of(left), colours)
    if not codes:
        return None
    wrong = [sum(a != b for code in codes for a, b in zip(code, guess, strict=True)) for guess in codes]
    least = min(wrong)
    return Guess(codes[wrong.index(least)], remaining, Fraction(least), least / remaining)


def _resolve_bound(asked: dict[str, Any]) -> None:
    if known_variant(asked["variant"]) in SAMPLED:
        raise InputError(
            f"--variant {asked['variant']} has no bound, because its codes are not counted; take {', '.join(ANALYSED)}"
        )


def _is_listed(variant: str) -> bool:
    return variant in LISTED


@question(
    "Beams {variant}: a lower bound",
    lambda variant: (
        f"tafelwerk build beams --variant {variant} --bound 1000" if variant in LISTED else _computed("bound", variant)
    ),
    stored=_is_listed,
    resolve=_resolve_bound,
)
def bound(book: Book, variant: str) -> Bound | None:
    """Lower bounds of the total of every strategy, and of its queries at worst: the sharpest ones in the book."""
    codes, found = counts(book, variant), get_bounds(book, variant)
    if codes is None or codes.codes is None or found is None:
        return None
    return Bound(codes.codes, Fraction(found.total), found.total / codes.codes, found.queries)


def _resolve_bitset(asked: dict[str, Any]) -> None:
    _resolve_history(asked)
    if asked["variant"] in SAMPLED:
        raise InputError(f"--variant {asked['variant']} has too many codes for a bitset; take {', '.join(ANALYSED)}")


@question(
    "Beams {variant}: a bitset of codes",
    lambda variant, **_: f"tafelwerk beams bitset {variant_options(variant)}",
    stored=False,
    resolve=_resolve_bitset,
)
def bitset(book: Book, variant: str, history: str = "", first: int = 10) -> Bitset | None:
    """Bitset of the codes that some beams leave.

    Args:
        book: the book.
        variant: the variant.
        history: the beams, as in `next`.
        first: largest number of codes to list.
    """
    return None


def _resolve_simulate(asked: dict[str, Any]) -> None:
    known_variant(asked["variant"])
    if isinstance(asked["strategy"], Optimal | Improved):
        raise InputError(
            f"{asked['strategy'].options} is not simulated: beams summary gives its exact cost; take h1, h-prime or u"
        )
    if asked["games"] < 2:
        raise InputError(f"--games must be 2 or more, not {asked['games']}")


@question(
    "Beams {variant}: games of {strategy.title}",
    lambda variant, strategy, games, seed: _computed(
        "simulate", variant, strategy.options, f"--games {games} --seed {seed}"
    ),
    stored=False,
    resolve=_resolve_simulate,
)
def simulate(
    book: Book, variant: str, strategy: Strategy = STAND_IN, games: int = 100, seed: int = 1
) -> Simulation | None:
    """Mean cost of a strategy in simulated games against random codes.

    Args:
        book: the book.
        variant: the variant.
        strategy: a strategy with a tie rule.
        games: number of games.
        seed: random seed.
    """
    return None


def _resolve_puzzle(asked: dict[str, Any]) -> None:
    _known_variant(asked)
    resolve_drawn(asked)


def _puzzle_line(variant: str, **_: Any) -> str:
    return f"tafelwerk beams puzzle {variant_options(variant)}"


@question("a puzzle of Beams {variant}", _puzzle_line, stored=False, resolve=_resolve_puzzle)
def puzzle(
    book: Book,
    variant: str,
    seed: int | None = None,
    beams: int | None = None,
    attempts: int | None = None,
    difficulty: str | None = None,
) -> Puzzle | None:
    """Beams and their answers that leave exactly one code, none of them redundant.

    Args:
        book: the book.
        variant: the variant.
        seed: random seed. Default: any.
        beams: number of beams. Default: any.
        attempts: number of hidden codes to try. Default: 30, fewer in large variants.
        difficulty: easy, medium or hard. Default: any.
    """
    return None
