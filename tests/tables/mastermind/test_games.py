"""Games and strategies by their words."""

from fractions import Fraction

import pytest

from tafelwerk.errors import InputError
from tafelwerk.tables.mastermind import Entropy, Named, Optimal, Pegs, strategy


@pytest.mark.parametrize(
    ("word", "alpha", "name"),
    [
        ("h0", Fraction(0), "h0"),
        ("h1", Fraction(1), "h1"),
        ("h0.5", Fraction(1, 2), "h0.5"),
        ("h1/2", Fraction(1, 2), "h0.5"),
        ("h2.50", Fraction(5, 2), "h2.5"),
        ("h4/3", Fraction(4, 3), "h4/3"),
        ("h10", Fraction(10), "h10"),
        ("h1.3378999", Fraction(13378999, 10**7), "h1.3378999"),
        ("hinf", None, "hinf"),
    ],
)
def test_entropies_have_one_name_each(word: str, alpha: Fraction | None, name: str) -> None:
    found = strategy(word)
    assert found == Entropy(alpha)
    assert found.name == name
    assert strategy(found.name) == found
    assert found.tie == "lex"


def test_tie_rules() -> None:
    assert strategy("h1", "mix") == Entropy(Fraction(1), "mix")
    assert strategy("h1", "mix").options == "--strategy h1 --tie mix"
    with pytest.raises(InputError, match="--tie must be lex or mix"):
        strategy("h1", "first")
    with pytest.raises(InputError, match="no tie rule"):
        strategy("optimal", "lex")


def test_optimal_has_criteria() -> None:
    assert strategy("optimal").name == "optimal"
    assert strategy("optimal", max_depth=5).name == "optimal max-depth 5"
    assert strategy("optimal", least_depth=True).name == "optimal least-depth"
    assert strategy("optimal", max_depth=5).options == "--strategy optimal --max-depth 5"
    for wrong in ({"max_depth": 0}, {"max_depth": 5, "least_depth": True}):
        with pytest.raises(InputError, match="--max-depth"):
            strategy("optimal", **wrong)  # type: ignore[arg-type]
    with pytest.raises(InputError, match="goes with --strategy optimal"):
        strategy("h1", max_depth=5)


@pytest.mark.parametrize("word", ["", "h", "h-1", "hx", "1", "shannon", "h1/0", "hnan", "h1e3", "H1", "h٣"])
def test_what_is_no_strategy_is_refused(word: str) -> None:
    with pytest.raises(InputError, match="--strategy must be optimal, or h and a number"):
        strategy(word)


def test_games_have_names() -> None:
    assert Pegs(4, 6).name == "4x6"
    assert Pegs(4, 6, True).name == "4x6 distinct"
    assert Pegs(4, 6, True).options == "--pegs 4 --colors 6 --distinct"
    assert Named("words").options == "--name words"
    assert Optimal().options == "--strategy optimal"


@pytest.mark.parametrize("name", ["", "4x6", "a b", "-x", "a/b", "x" * 65, "ä"])
def test_names_are_words(name: str) -> None:
    with pytest.raises(InputError, match="--name"):
        Named(name)


@pytest.mark.parametrize(("pegs", "colors", "distinct"), [(0, 6, False), (4, 0, False), (5, 4, True), (-1, 6, False)])
def test_what_is_no_game_is_refused(pegs: int, colors: int, distinct: bool) -> None:
    with pytest.raises(InputError, match=r"(--(pegs|colors) must be 1 to|--colors must be at least)"):
        Pegs(pegs, colors, distinct)
