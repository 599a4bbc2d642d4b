"""Games, strategies and codes by their words."""

from fractions import Fraction

import pytest

from tafelwerk.errors import InputError
from tafelwerk.families.mastermind.rules import (
    LETTERS,
    MOST_CODES,
    Entropy,
    Named,
    Pegs,
    is_code,
    parse_game,
    parse_strategy,
    stored_strategy,
    strategy,
)
from tafelwerk.rules.deduction import Optimal
from tafelwerk.solvers.mastermind.scoring import mastermind

H1 = Fraction(1)


def test_games_have_one_name_each() -> None:
    for game, name, options in [
        (Pegs(4, 6), "4x6", "--pegs 4 --colors 6"),
        (Pegs(4, 6, True), "4x6 distinct", "--pegs 4 --colors 6 --distinct"),
        (Named("words"), "words", "--name words"),
    ]:
        assert (game.name, game.options) == (name, options)
        assert parse_game(name) == parse_game(str(game)) == game


def test_codes_are_as_many_as_the_size_says() -> None:
    for game in [Pegs(2, 3), Pegs(3, 3, True), Pegs(1, 63), Pegs(2, 64, True)]:
        codes = mastermind(game.pegs, game.colors, game.distinct).codes
        assert len({text for text in codes if is_code(game, text)}) == len(codes) == game.size[0]


def test_sizes_have_a_limit() -> None:
    assert Pegs(7, 4).size == (16_384, 16_384)
    assert Pegs(4, 10, True).size[0] == 5040
    assert Pegs(7, 10).size[0] == MOST_CODES
    for game in (Pegs(21, 3), Pegs(8, 8), Pegs(5, 100, True)):
        with pytest.raises(InputError, match=f"at most {MOST_CODES:,} can be analysed"):
            assert game.size


def test_other_texts_are_no_codes() -> None:
    for text, game in [
        ("", Pegs(2, 3)),
        ("A", Pegs(2, 3)),
        ("AAA", Pegs(2, 3)),
        ("AD", Pegs(2, 3)),
        ("ab", Pegs(2, 3)),
        ("AA", Pegs(2, 3, True)),
        ("A", Pegs(1, len(LETTERS) + 1)),
        ("0", Pegs(1, 63)),
        ("01", Pegs(1, 63)),
        ("64", Pegs(1, 63)),
        ("1.1", Pegs(2, 64, True)),
        ("1..2", Pegs(2, 64)),
    ]:
        assert not is_code(game, text)


def test_strategies_have_one_name_each() -> None:
    for found, name, tie, options in [
        (Optimal(), "optimal", "none", "--strategy optimal"),
        (Optimal(max_depth=5), "optimal max-depth 5", "none", "--strategy optimal --max-depth 5"),
        (Optimal(least_depth=True), "optimal least-depth", "none", "--strategy optimal --least-depth"),
        (Optimal(within=4), "optimal within 4", "none", "--strategy optimal --within 4"),
        (Optimal(shallowest=True), "optimal shallowest", "none", "--strategy optimal --shallowest"),
        (Entropy(H1), "h1", "lex", "--strategy h1"),
        (Entropy(H1, "mix"), "h1", "mix", "--strategy h1 --tie mix"),
        (Entropy(None), "hinf", "lex", "--strategy hinf"),
    ]:
        assert (found.name, found.tie, found.options) == (name, tie, options)
        assert parse_strategy(str(found)) == stored_strategy(name, tie) == found


def test_orders_may_be_written_in_several_ways() -> None:
    for word in ["h1/2", "h0.50", "h0.5"]:
        assert strategy(word, "lex") == Entropy(Fraction(1, 2))


@pytest.mark.parametrize(
    ("words", "options", "said"),
    [
        (("shannon",), {}, "--strategy must be optimal, or h and a number"),
        (("h1", "first"), {}, "--tie must be lex or mix"),
        (("optimal", "lex"), {}, "no tie rule"),
        (("optimal",), {"max_depth": 0}, "--max-depth must be 1 to 20,000"),
        (("optimal",), {"max_depth": 5, "least_depth": True}, "--max-depth and --least-depth"),
        (("h1",), {"max_depth": 5}, "--max-depth 5 needs --strategy optimal"),
        (("h1",), {"least_depth": True}, "--least-depth needs --strategy optimal"),
        (("optimal",), {"within": 0}, "--within must be 1 to 20,000"),
        (
            ("optimal",),
            {"within": 4, "shallowest": True},
            "--within and --shallowest do not go together; give one of them",
        ),
        (("h1",), {"within": 4}, "--within 4 needs --strategy optimal"),
        (("h1",), {"shallowest": True}, "--shallowest needs --strategy optimal"),
    ],
)
def test_strategies_that_cannot_be(words: tuple[str, ...], options: dict[str, int], said: str) -> None:
    with pytest.raises(InputError, match=said):
        strategy(*words, **options)  # type: ignore[arg-type]


def test_names_that_the_tables_do_not_have() -> None:
    for name, tie in [("h1.0", "lex"), ("h1", "none"), ("optimal", "lex"), ("h1 mix", "mix")]:
        with pytest.raises(InputError, match=r"no strategy is named|no tie rule|a strategy is optimal"):
            stored_strategy(name, tie)
