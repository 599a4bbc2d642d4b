"""The macros of every family's file say what the rules say."""

from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random
from typing import Any

import duckdb
import naive.mastermind as naive
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive.dresher import trees
from page_commands import PAGE_OF, ROOT

from tafelwerk.families import KNOWN
from tafelwerk.families.beams.rules import answer_text, query_text
from tafelwerk.families.dresher.rules import tree_text
from tafelwerk.families.minimax.rules.games import GAMES
from tafelwerk.families.montecarlo.rules import parse_game, read_agent, read_position
from tafelwerk.families.skat.rules.cards import bits, cards_text, points, read_cards
from tafelwerk.families.skat.rules.deals import random_deals
from tafelwerk.solvers.switching.switching_graph import make_board
from tafelwerk.tables.layout import macros, schema_sql

Ask = Callable[..., Any]


@pytest.fixture(scope="module")
def ask() -> Iterator[Ask]:
    """A function that gives the values of an expression for rows of parameters $1, $2, ...; every family is there, empty."""
    with duckdb.connect(":memory:", config={"threads": 1}) as connection:
        for family in KNOWN:
            connection.execute(f"ATTACH ':memory:' AS {family}; USE {family}")
            connection.execute(schema_sql(family))
        connection.execute("USE memory")

        def values(expression: str, *parameters: object) -> Any:
            return connection.execute(f"SELECT {expression}", parameters).fetchall()[0][0]

        yield values


@pytest.mark.parametrize("family", KNOWN)
def test_every_example_holds(ask: Ask, family: str) -> None:
    for macro in macros(family):
        assert ask(f"({family}.{macro.call})::VARCHAR") == macro.answer
        assert macro.call.startswith(f"{macro.name}(")


@pytest.mark.parametrize("family", KNOWN)
def test_every_macro_is_on_its_page(family: str) -> None:
    page = (ROOT / "docs" / f"{PAGE_OF.get(family, family)}.md").read_text(encoding="utf-8")
    assert [one.signature for one in macros(family) if f"`{family}.{one.signature}`" not in page] == []
    overview, shared = (ROOT / "docs" / "sql.md").read_text(encoding="utf-8"), {"bits", "fraction"}
    listed = [f"`{'FAMILY' if one.name in shared else family}.{one.signature}`" for one in macros(family)]
    assert [name for name in listed if name not in overview] == []


@given(st.integers(-(10**60), 10**60) | st.integers(-50, 50), st.integers(-(10**20), 10**20) | st.integers(-9, 9))
def test_fractions(ask: Ask, n: int, d: int) -> None:
    found = ask("dresher.fraction($1, $2)", str(n), str(d))
    if d == 0:
        assert found is None
    elif abs(n) < 10**37:
        assert found == str(Fraction(n, d))
        if max(abs(n), abs(d)) < 2**63:
            assert ask("dresher.fraction($1, $2)", n, d) == found


@given(st.integers(10**38, 10**400), st.integers(1, 10**400))
def test_long_fractions_are_reduced_in_the_book(ask: Ask, n: int, d: int) -> None:
    value = Fraction(n, d)
    assert ask("switching.fraction($1, $2)", str(value.numerator), str(value.denominator)) == str(value)


def test_what_is_nothing(ask: Ask) -> None:
    for text in ["1.5", "x", "", "1e3", None]:
        assert ask("search.fraction($1, 3)", text) is None
        assert ask("search.fraction(3, $1)", text) is None
    assert ask("skat.card_mask('CJ X9')") is None
    assert ask("minimax.position_text('chess', 1)") is None


@given(st.integers(0, 2**64 - 1))
def test_bits(ask: Ask, mask: int) -> None:
    assert ask("minimax.bits($1)", mask) == sorted(bits(mask))


@given(st.integers(1, 7).flatmap(lambda n: st.tuples(*[st.text("ABCDEF", min_size=n, max_size=n)] * 2)))
def test_feedback(ask: Ask, words: tuple[str, str]) -> None:
    right, elsewhere = naive.feedback(*words)
    assert ask("mastermind.feedback(guess := $1, code := $2)", *words) == f"{right},{elsewhere}"
    assert ask("mastermind.feedback(guess := $2, code := $1)", *words) == f"{right},{elsewhere}"
    assert ask("mastermind.colours($1)", words[0]) == sorted(set(words[0]))


@given(st.integers(0, 2**32 - 1))
def test_cards(ask: Ask, mask: int) -> None:
    text = cards_text(mask)
    assert ask("skat.card_names($1)", mask) == text
    assert ask("skat.cards($1)", mask) == text.split()
    assert ask("skat.card_mask($1)", text.lower()) == read_cards(text) == mask
    assert ask("skat.card_points($1)", mask) == points(mask)
    assert ask("skat.jacks($1)", mask) == text.count("J")


def test_deals(ask: Ask) -> None:
    for deal in (*random_deals(5, 1), *random_deals(5, 1, cards_each=3)):
        assert ask("skat.deal_text($1, $2, $3, $4)", *deal.hands, deal.skat) == deal.text()


def test_trees(ask: Ask) -> None:
    for n in range(1, 7):
        for depths in trees(n):
            assert ask("dresher.tree_text($1::UTINYINT[])", list(depths)) == tree_text(depths)


def test_beams(ask: Ask) -> None:
    for hits in range(256):
        text = answer_text(hits)
        places = [place + 1 for place in range(8) if hits >> place & 1]
        assert ask("beams.places($1)", text) == places
        assert ask("beams.answer_text($1::UTINYINT[])", places[::-1]) == text
    assert ask("beams.query_text(3::UTINYINT, 17::UTINYINT)") == query_text(2, 16)


def test_edges(ask: Ask) -> None:
    for order in [2, 3, 4, 10, 12, 13, 60]:
        board = make_board(order)
        edges = len(board.places)
        assert ask(
            "[switching.edge_name($1::UTINYINT, edge::USMALLINT) FOR edge IN range($2)]", order, edges
        ) == board.names(range(edges))


@given(st.integers(2, 6), st.integers(0, 2**61 - 1))
def test_masks_of_edges(ask: Ask, order: int, number: int) -> None:
    board = make_board(order)
    mask = number % (1 << len(board.places))
    assert ask("switching.edge_names($1::UTINYINT, $2)", order, mask) == " ".join(board.names(sorted(bits(mask))))


def test_positions_of_listed_games(ask: Ask) -> None:
    for name in GAMES:
        game = GAMES[name]
        ends = {"notakto": 2**9, "notakto-2": 2**18, "nim-passes": 2**11}
        most = game.positions if game.is_puzzle else ends.get(name, 3**9)
        ranks = range(most) if most <= 4000 else Random(1).sample(range(most), 1000)
        found = ask("[minimax.position_text($1, rank::UINTEGER) FOR rank IN $2]", name, list(ranks))
        assert found == [game.text(rank) for rank in ranks]


def test_races_and_heaps(ask: Ask) -> None:
    assert ask("montecarlo.agent_text(0::UBIGINT)") == read_agent("mc:inf")
    assert ask("montecarlo.agent_text(12::UBIGINT)") == read_agent("mc:12")
    position = read_position(parse_game("dsc 10"), "3 5")
    assert ask("montecarlo.position_text(3::USMALLINT, 5::USMALLINT)") == str(position)
    for rule in ("wins", "loses", "illegal"):
        game = parse_game(f"subtraction 21 --moves 1,2 --overshoot {rule}")
        assert ask("montecarlo.subtraction_text('1,2', $1::montecarlo.overshoot_rule, 21)", rule) == str(game)
