"""What MC(k) plays in one position, against the rules of the games and the sum over tied sets.
Games, rules, positions and biases are read as they are written.
"""

from collections import Counter
from fractions import Fraction
from math import inf
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import games
from naive.selection import law

from tafelwerk.errors import InputError
from tafelwerk.families.montecarlo import estimates, positions, rules
from tafelwerk.families.montecarlo.answers import Choice
from tafelwerk.families.montecarlo.rules import Shares

GAMES = {
    "dsc 10": games.double_step_crash_race(10),
    "dsr 9": games.double_step_race(9),
    "esr 3 3 2": games.single_step_race(3, 3, 2),
    "esr 3 3 3": games.single_step_race(3, 3, 3),
    "esr 2 4 3": games.single_step_race(2, 4, 3),
    "subtraction 20 --moves 1,2": games.subtraction((1, 2), 20, "wins"),
    "subtraction 9 --moves 2,3,7": games.subtraction((2, 3, 7), 9, "wins"),
    "subtraction 9 --moves 2,3,7 --overshoot illegal": games.subtraction((2, 3, 7), 9, "illegal"),
    "subtraction 20 --moves 3,5,11 --overshoot loses": games.subtraction((3, 5, 11), 20, "loses"),
}


def text(words: str, position: Any) -> str:
    """A position as it is written: of races what both have gone."""
    if words.startswith("dsc"):
        own, other, way = position
        return f"{own} {10 - other}" if way == 1 else f"{10 - own} {other}"
    if words.startswith("esr"):
        return " / ".join(",".join(map(str, pieces)) for pieces in position)
    return " ".join(map(str, position)) if isinstance(position, tuple) else str(position)


def check(found: Choice, right: dict[str, tuple[Fraction, int]], k: int) -> None:
    """Right: the chance after the moves of each name, and how many candidates go by it."""
    by_law = law([p for p, _ in right.values()], [count for _, count in right.values()], k)
    assert found.certainty == "certified"
    assert found.error_bound is not None
    assert 0 < found.error_bound < 1e-13
    assert list(found.moves) == list(right)
    for (name, (chance, _)), share in zip(right.items(), by_law, strict=True):
        assert abs(Fraction(found.moves[name]) - share) <= Fraction(found.error_bound)
        assert abs(Fraction(found.wins_float[name]) - chance) <= Fraction(found.error_bound)


@pytest.mark.parametrize("words", GAMES)
def test_choices(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of MC(k), MC(inf) and random play; then without fractions, as in larger games."""
    game = GAMES[words]
    win = games.win_chances(game)
    undecided = sorted(games.undecided(game) - {game.start}, key=repr)
    for position in (game.start, *Random(words).sample(undecided, 4)):
        at = None if position == game.start else text(words, position)
        moves = game.moves(position)
        counts = Counter(label for label, _ in moves)
        right = {
            str(label): (1 - win(after), counts[label]) for label, after in sorted(moves, key=lambda move: move[0])
        }
        chances = {name: chance for name, (chance, _) in right.items()}
        for k in (1, 5):
            found = positions.Choice(words, k, at).solve()
            check(found, right, k)
            assert found.wins == chances
        best = Counter(str(label) for label, _ in games.limit_candidates(game, position))
        endless = positions.Choice(words, inf, at).solve()
        assert (endless.certainty, endless.error_bound, endless.wins) == ("exact", None, chances)
        assert endless.moves == {name: best[name] / best.total() for name in right}
        at_random = positions.Random(words, at).solve()
        assert at_random.win == win(position)
        if at is not None or not words.startswith("esr"):
            assert at_random.by_move == chances
        with monkeypatch.context() as patch:
            patch.setattr(estimates, "EXACT_RANDOM_EDGES", 0)
            patch.setattr(estimates, "EXACT_HEAP_WORK", 0.0)
            rounded = positions.Choice(words, 7, at).solve()
            check(rounded, right, 7)
            assert rounded.wins is None
            assert positions.Choice(words, inf, at).solve().moves == endless.moves


def test_a_vector_of_chances() -> None:
    chances = [Fraction(1, 3), Fraction(1, 2), Fraction(1, 3), Fraction(0), Fraction(1)]
    for some, k in ((chances[:4], 6), (chances, 3), (chances[:1], 4), (chances[3:], 2)):
        found = positions.Law(Shares(tuple(some)), k).solve()
        check(found, {str(i): (p, 1) for i, p in enumerate(some, 1)}, k)
    assert positions.Law(Shares(tuple(chances[:3])), inf).solve().moves == {"1": 0.0, "2": 1.0, "3": 0.0}


@pytest.mark.parametrize("heap", [13_000, 14_600])
def test_fractions_end_where_they_grow_too_long(heap: int) -> None:
    game = f"subtraction {heap} --moves 1,2"
    at_random, found = positions.Random(game).solve(), positions.Choice(game, 10).solve()
    assert (at_random.win is None) == (found.wins is None) == (heap > 13_000)
    assert len(str(at_random.win)) < 10_000
    assert found.moves == {"1": 0.5, "2": 0.5}


RULES = st.builds(
    rules.SubtractionRules,
    st.lists(st.integers(1, 60), min_size=1, max_size=6, unique=True).map(lambda moves: tuple(sorted(moves))),
    st.sampled_from(rules.OVERSHOOTS),
)
ANY_GAME = st.one_of(
    st.builds(rules.Dsc, st.integers(1, 2000)),
    st.builds(rules.Dsr, st.integers(1, 2000)),
    st.tuples(st.integers(1, 9), st.integers(1, 5)).map(lambda sizes: rules.Esr(*sizes, 1)),
    st.builds(rules.Subtraction, RULES, st.integers(0, 10**5)),
)
HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)
THREE = rules.Shares((HALF, QUARTER, QUARTER))


@given(ANY_GAME, RULES)
def test_games_and_rules_are_read_as_they_are_written(game: rules.Game, heaps: rules.SubtractionRules) -> None:
    assert rules.parse_game(str(game)) == game
    text = f"{heaps.text} --overshoot {heaps.overshoot}"
    assert rules.parse_rules(str(heaps)) == rules.parse_rules(text) == heaps


@given(
    st.integers(1, 6).flatmap(
        lambda n: st.tuples(st.just(n), *[st.lists(st.integers(0, n), min_size=3, max_size=3)] * 2)
    )
)
def test_pieces_in_any_order(asked: tuple[int, list[int], list[int]]) -> None:
    n, own, other = asked
    game = rules.Esr(n, 3, 3)
    words = " / ".join(",".join(map(str, pieces)) for pieces in (own, other))
    if max(own.count(n), other.count(n)) == 3:
        with pytest.raises(InputError, match="3 home, and 3 win"):
            rules.read_position(game, words)
        return
    found = rules.read_position(game, words)
    assert (found is None) == (sum(own) + sum(other) == 0)
    if found is not None:
        assert (sorted(found.own), sorted(found.other)) == (sorted(own), sorted(other))
