"""Rules of Beams: the board against its definition, field by field; histories as text and back; strategies by their words.
What a strategy costs from where a history leads, whichever colours were asked for: played by the rules, code by code.
A random preselection of patterns is a game of its own: its curve, played by the rules over its codes.
Look-ups of Beams: codes by their numbers, divisions into parts, and a book without rows.
"""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from pathlib import Path

import pytest
from books import bare_family, insertion
from hypothesis import example, given
from hypothesis import strategies as st
from naive import beams as naive

from tafelwerk.book import open_book
from tafelwerk.errors import MissingTableError
from tafelwerk.families.beams import look_ups
from tafelwerk.families.beams.advice import _listed_game, next_of
from tafelwerk.families.beams.answers import Query
from tafelwerk.families.beams.hidden_codes import problem_of
from tafelwerk.families.beams.questions import Summary
from tafelwerk.families.beams.rows import curve_totals, preselect
from tafelwerk.families.beams.rules import (
    APPROXIMATIONS,
    TIES,
    VARIANTS,
    Approximate,
    Beam,
    Entropy,
    Hexagon,
    History,
    Improved,
    Shape,
    Square,
    Strategy,
    Tie,
    Variant,
    contradiction,
    explain_contradiction,
    fields_of,
    is_connected,
    make_board,
    parse_strategy,
    query_text,
    read_history,
    stored_strategy,
    variant,
    variant_of,
)
from tafelwerk.rules.deduction import Alpha, Optimal
from tafelwerk.solvers.beams.analysis_shares import share_ahead
from tafelwerk.solvers.beams.codes_left import Knowledge, ListSource, code_text

SQUARES = [Square(4, 4), Square(3, 5, "directions"), Square(2, 6, corners=False), Square(5, 3, "directions", False)]


@pytest.mark.parametrize("shape", [2, 3, 4, 5, Hexagon((4, 4, 3)), Hexagon((2, 3, 4)), *SQUARES], ids=str)
def test_boards_equal_the_definition(shape: Shape) -> None:
    """Jena dissertation, table 4.8: 18, 36 and 60 fields, 15, 21 and 27 diagonals."""
    board = make_board(shape)
    fields = range(len(board.fields))
    assert list(board.fields) == naive.cells(shape)
    assert board.all.bit_count() == len(fields)
    assert [list(window) for window in board.windows] == naive.lines(shape)
    assert [fields_of(line) for line in board.diagonals] == [sorted(line) for line in naive.lines(shape)]
    for place, cell in enumerate(board.fields):
        near = [other for other, at in enumerate(board.fields) if naive.touch(shape, cell, at)]
        assert fields_of(board.neighbours[place]) == near
        if isinstance(shape, int):
            assert (board.edge >> place & 1 == 1) == naive.on_edge(shape, [place])
            assert sum(line >> place & 1 for line in board.diagonals) == 3
            assert (len(fields), len(board.diagonals)) == (3 * shape * (shape - 1), 6 * shape - 3)
    if not isinstance(shape, int):
        assert sorted(field for window in board.windows[: board.rows] for field in window) == list(fields)


def test_variants_fill_their_boards() -> None:
    """The only convex hexagon of 30 fields with every side at least 3 has rows of 4, 5, 6, 6, 5, 4 fields and 19 diagonals."""
    for name, rules in VARIANTS.items():
        assert rules.colours * rules.size == len(rules.board.fields)
        assert variant_of(name).name == variant(name) == name
    board = VARIANTS["hex30"].board
    assert [len(window) for window in board.windows[:6]] == [4, 5, 6, 6, 5, 4]
    assert len(board.windows) == 19


@given(st.integers(2, 5), st.data())
def test_sets_hang_together_as_one_can_walk(side: int, data: st.DataObject) -> None:
    board = make_board(side)
    fields = data.draw(st.sets(st.integers(0, len(board.fields) - 1), min_size=1, max_size=12))
    mask = sum(1 << field for field in fields)
    assert fields_of(mask) == sorted(fields)
    assert is_connected(mask, board.neighbours) == naive.hangs_together(side, fields)


STANDARD = VARIANTS["6c6p"]


@given(st.lists(st.frozensets(st.integers(0, 5)), max_size=6))
@example([frozenset({0, 1}), frozenset({1, 2}), frozenset({3}), frozenset({0, 2})])
@example([frozenset({0, 1}), frozenset({1, 2}), frozenset({0, 2})])
@example([frozenset({0}), frozenset(), frozenset({1})])
@example([frozenset({0, 1}), frozenset({0}), frozenset({0}), frozenset({1})])
def test_least_explanation(allowed: list[frozenset[int]]) -> None:
    """Of the codes that each of some beams leaves."""
    history = [Beam(0, place, 0) for place in range(len(allowed))]

    def any_left(beams: History) -> bool:
        return bool(frozenset(range(6)).intersection(*(allowed[beam.diagonal] for beam in beams)))

    places = contradiction(history, any_left)
    sentence = explain_contradiction(history, STANDARD, any_left)
    if any_left(history):
        assert places is None
        assert sentence is None
        return
    assert places is not None
    assert sentence is not None
    assert list(places) == sorted(set(places))
    assert any_left(history[: places[-1]])
    assert not any_left(history[: places[-1] + 1])
    assert not any_left([history[place] for place in places])
    for place in places:
        assert any_left([history[other] for other in places if other != place])
    earlier = range(places[-1] + 1)
    least = next(n for n in range(1, 8) if any(not any_left([history[i] for i in c]) for c in combinations(earlier, n)))
    assert len(places) == least if least <= 2 else len(places) >= least
    if least == 2:
        last = history[places[-1]]
        assert places[0] == next(place for place in earlier if not any_left([history[place], last]))
    assert sentence.startswith(f"beam {places[-1] + 1}, {str(history[places[-1]])!r}, ")
    for place in places:
        assert repr(str(history[place])) in sentence


ORDERS = (("h0", Fraction(0)), ("h0.5", Fraction(1, 2)), ("h4/3", Fraction(4, 3)), ("hinf", None))
RULED = (
    *(Entropy(alpha, tie) for _, alpha in ORDERS for tie in TIES),
    *(Approximate(kind, tie) for kind in APPROXIMATIONS for tie in TIES[:2]),
)


def test_strategies_have_one_name_each() -> None:
    for one in [Optimal(), Improved(), *RULED]:
        assert parse_strategy(str(one)) == stored_strategy(one.name, one.tie) == one
        assert one.options == f"--strategy {one}"
        assert ("--tie" in str(one)) == (one.tie not in ("none", "lex-c"))
        assert one.title == (one.name if one.tie == "none" else f"{one.name}, ties {one.tie}")
    aims = (Optimal(max_depth=5), Optimal(least_depth=True), Optimal(shallowest=True), Improved(shallowest=True))
    for one in aims:
        assert parse_strategy(str(one)) == stored_strategy(one.name, "none") == one


RULES = VARIANTS["3c6p"]
BOARD = naive.lines(3)
HALF, ONE, TWO = Fraction(1, 2), Fraction(1), Fraction(2)


def advise(variant: str, history: History, strategy: Strategy) -> Query:
    found = next_of(Knowledge(problem_of(variant), history), strategy)
    assert isinstance(found, Query)
    return found


def cost(
    among: list[naive.Code], asked: list[naive.Query], measure: Alpha | str, tie: str, variant: Variant = RULES
) -> Fraction:
    """Queries and wrong fields from here on, summed over the codes."""
    if len(among) == 1:
        return Fraction(0)
    board = naive.lines(variant.shape)
    possible = naive.splits(among, asked, variant.colours, board)
    if not possible:
        guess = naive.guess(among)
        return Fraction(sum(naive.wrong_fields(guess, code) for code in among))
    best = naive.best(possible, measure, among, board)
    if tie != "mix":
        best = [naive.first(best, tie)]
    sums = [cost(part, [*asked, query], measure, tie, variant) for query in best for part in possible[query]]
    return len(among) + sum(sums, Fraction(0)) / len(best)


# colours that are and are not the first ones, a single one, and all
HISTORIES = ["2@1 1; 2@9 -", "3@5 -; 3@8 2,3", "1@2 1; 3@14 -", "3@2 1,2; 2@8 -", "1@4 -; 2@11 -; 3@7 -"]


ADVISED: list[Strategy] = [
    *(Entropy(alpha, tie) for alpha in (None, Fraction(0), HALF, ONE, TWO) for tie in TIES),
    *(Approximate(kind, tie) for kind in APPROXIMATIONS for tie in TIES[:2]),
]
"""Each order with each rule for ties; histories take turns."""


@pytest.mark.parametrize("text", HISTORIES)
def test_cost_from_here_on(text: str) -> None:
    history = read_history(text, RULES)
    among = naive.left_of(RULES, history)
    assert len(among) > 5
    asked = [(beam.colour, beam.diagonal) for beam in history]
    for strategy in ADVISED[HISTORIES.index(text) :: len(HISTORIES)]:
        measure = strategy.alpha if isinstance(strategy, Entropy) else strategy.name
        advice = advise("3c6p", history, strategy)
        assert advice.remaining == len(among)
        assert advice.total == cost(among, asked, measure, strategy.tie), strategy
        assert advice.expected == float(advice.total / len(among))
        possible = naive.splits(among, asked, RULES.colours, BOARD)
        best = naive.best(possible, measure, among, BOARD)
        query = naive.first(best, "lex-d" if strategy.tie == "lex-d" else "lex-c")
        assert advice.query == query_text(*query)
        assert sorted(advice.answers.values()) == sorted(map(len, possible[query]))
        if strategy.tie == "mix" and len(best) > 1:
            assert list(advice.tied) == [query_text(*one) for one in best]


@pytest.mark.parametrize(("tie", "query"), [("lex-c", "1@3"), ("lex-d", "2@1")])
def test_the_lowest_colour_or_the_lowest_diagonal(tie: Tie, query: str) -> None:
    rules = variant_of("4x4c4")
    assert advise(rules.name, read_history("1@2 -", rules), Entropy(Fraction(0), tie)).query == query


@pytest.mark.parametrize("wanted", [Entropy(ONE, "lex-d"), Approximate("h-prime"), Approximate("u", "lex-d")], ids=str)
def test_six_colours_of_which_any_were_asked_for(wanted: Strategy) -> None:
    """The cost of a set is one more than that of its parts, whichever colours the strategy goes on with."""
    rules = VARIANTS["6c3p"]
    history = "5@3 1,2; 3@9 1"
    found = advise("6c3p", read_history(history, rules), wanted)
    total = Fraction(found.remaining)
    for hits, size in found.answers.items():
        if size > 1:
            after = advise("6c3p", read_history(f"{history}; {found.query} {hits}", rules), wanted)
            assert after.total is not None
            total += after.total
    assert total == found.total


def test_many_ties_of_many_codes_are_not_played_out() -> None:
    for alpha in (None, Fraction(0), Fraction(100)):
        assert advise("6c3p", (), Entropy(alpha, "mix")).expected is None
    few = read_history("2@1 -; 3@4 1; 5@6 1", VARIANTS["6c3p"])
    assert advise("6c3p", few, Entropy(None, "mix")).expected is not None


@pytest.mark.parametrize("board", ["2x3c3", "3x3c3"])
def test_simulated_games_of_the_improved_strategy_cost_what_its_analysis_says(
    board: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game against every code, by lists of the codes left; the analysis counts them set by set."""
    problem = problem_of(board)
    every = [code for pattern in problem.patterns.tolist() for code in permutations(pattern)]
    assert len(every) == problem.codes
    monkeypatch.setattr(ListSource, "draw", lambda source, random: every[random])
    games = [_listed_game(problem, board, Improved(), game) for game in range(len(every))]  # type: ignore[arg-type]
    expected = share_ahead(problem, 1, 1)
    assert sum(map(sum, games)) == sum(sum(cost) * codes for cost, codes in expected.items())
    assert Counter(queries for queries, _ in games) == sum(
        (Counter({queries: codes}) for (queries, _), codes in expected.items()), Counter[int]()
    )


SMALL = "2x3c3"
PRESELECTED = (Fraction(0), Fraction(1), None)


@pytest.mark.parametrize("tie", TIES)
def test_a_curve_over_some_patterns(tie: Tie) -> None:
    problem, start = problem_of(SMALL), preselect(SMALL, 3, 1)
    texts = [code_text(problem, code) for pattern in start.elements.tolist() for code in permutations(pattern)]
    hidden = [tuple(int(colour) - 1 for colour in text) for text in texts]
    by_definition = [(alpha, cost(hidden, [], alpha, tie, variant_of(SMALL))) for alpha in PRESELECTED]
    assert curve_totals(SMALL, tie, PRESELECTED, start) == by_definition


H1 = Entropy(Fraction(1))


def test_codes_by_their_numbers(small_book: Path) -> None:
    codes = ["".join(str(colour + 1) for colour in code) for code in naive.codes(VARIANTS["3c6p"])]
    numbers = [1859, 5, 777, 6, 0]
    with open_book(small_book, pocket=False) as opened:
        assert look_ups.get_codes(opened, "3c6p", numbers, 3) == tuple(codes[number] for number in numbers)
        assert look_ups.get_codes(opened, "3c6p", [0, 1860], 3) == ()
        assert look_ups.get_codes(opened, "6c6p", [0], 6) == ()


def test_the_most_complete_division_into_parts_counts(tmp_path: Path) -> None:
    """Of equally complete ones that of fewer parts; of two whole ones, one."""
    h2, h3 = (Entropy(Fraction(order)) for order in (2, 3))
    divisions = [(H1, 32, 16), (H1, 4, 3), (h2, 4, 2), (h2, 2, 1), (h3, 4, 4), (h3, 1, 1), (h3, 32, 5)]
    rows = [
        ("3c6p", strategy.name, "lex-c", parts, part, 2, 0, str(parts), "1", 1.0)
        for strategy, parts, held in divisions
        for part in range(1, held + 1)
    ]
    with open_book(bare_family(tmp_path, "beams", insertion("costs", rows)), pocket=False) as opened:
        found = [look_ups.get_parts(opened, "3c6p", strategy) for strategy in (H1, h2, h3)]
        assert found == [(3, 4), (1, 2), (1, 1)]
        assert [look_ups.get_spent(opened, "3c6p", strategy) for strategy in (H1, h3)] == [None, ((2, 0, Fraction(1)),)]


def test_no_part_is_stored(tmp_path: Path) -> None:
    """Nor do 0 parts count as some."""
    with open_book(tmp_path) as opened:
        assert look_ups.get_parts(opened, "3c6p", H1) == (0, 1)
        with pytest.raises(MissingTableError) as missing:
            Summary("6c6p", H1).probe(opened)
        assert "parts" not in str(missing.value)
