"""What MC(k) plays in one position, against the rules of the games and the sum over tied sets."""

from collections import Counter
from collections.abc import Hashable
from fractions import Fraction
from math import inf

import pytest
from naive import games
from naive.selection import law

from tafelwerk.errors import InputError
from tafelwerk.families.montecarlo import estimates, positions
from tafelwerk.families.montecarlo.answers import Choice
from tafelwerk.families.montecarlo.rules import Shares

POSITIONS: list[tuple[str, str | None, games.Game, Hashable]] = [
    ("dsc 10", None, games.double_step_crash_race(10), (0, 10, 1)),
    ("dsc 10", "2 3", games.double_step_crash_race(10), (2, 7, 1)),
    ("dsc 10", "3 6", games.double_step_crash_race(10), (3, 4, 1)),
    ("dsc 10", "8 1", games.double_step_crash_race(10), (8, 9, 1)),
    ("dsc 10", "9 4", games.double_step_crash_race(10), (9, 6, 1)),
    ("dsr 9", None, games.double_step_race(9), (0, 0)),
    ("dsr 9", "3 4", games.double_step_race(9), (3, 4)),
    ("dsr 9", "0 8", games.double_step_race(9), (0, 8)),
    ("esr 3 3 2", None, games.single_step_race(3, 3, 2), ((0, 0, 0), (0, 0, 0))),
    ("esr 3 3 2", "2,1,0 / 1,1,1", games.single_step_race(3, 3, 2), ((0, 1, 2), (1, 1, 1))),
    ("esr 3 3 2", "3,1,1 / 2,2,1", games.single_step_race(3, 3, 2), ((1, 1, 3), (1, 2, 2))),
    ("esr 3 3 3", "2,1,0 / 3,3,1", games.single_step_race(3, 3, 3), ((0, 1, 2), (1, 3, 3))),
    ("esr 2 4 3", "2,1,1,0 / 0,0,0,0", games.single_step_race(2, 4, 3), ((0, 1, 1, 2), (0, 0, 0, 0))),
    ("subtraction 20 --moves 1,2", None, games.subtraction((1, 2), 20, "wins"), 20),
    ("subtraction 20 --moves 1,2", "14", games.subtraction((1, 2), 14, "wins"), 14),
    ("subtraction 20 --moves 2,3,7", "5", games.subtraction((2, 3, 7), 5, "wins"), 5),
    ("subtraction 20 --moves 2,3,7 --overshoot illegal", "5", games.subtraction((2, 3, 7), 5, "illegal"), 5),
    ("subtraction 20 --moves 3,5,11 --overshoot loses", "13", games.subtraction((3, 5, 11), 13, "loses"), 13),
    ("subtraction 9 --moves 3,5,11 --overshoot loses", None, games.subtraction((3, 5, 11), 9, "loses"), 9),
    ("subtraction 2 --moves 1,2,3,4", None, games.subtraction((1, 2, 3, 4), 2, "wins"), 2),
]
IDS = [f"{game} at {at}" for game, at, *_ in POSITIONS]


def asked(words: str, at: str | None, k: float) -> Choice:
    return positions.Choice(words, int(k) if k < inf else k, at).solve()


def expected(game: games.Game, position: Hashable) -> dict[str, tuple[Fraction, int]]:
    """The chance after the moves of each name, and how many candidates go by it."""
    win = games.win_chances(game)
    moves = game.moves(position)
    counts = Counter(label for label, _ in moves)
    return {str(label): (1 - win(after), counts[label]) for label, after in sorted(moves, key=lambda move: move[0])}


def check(found: Choice, right: dict[str, tuple[Fraction, int]], k: int) -> None:
    by_law = law([p for p, _ in right.values()], [count for _, count in right.values()], k)
    assert found.certainty == "certified"
    assert found.error_bound is not None
    assert 0 < found.error_bound < 1e-13
    assert list(found.moves) == list(right)
    for (name, (chance, _)), share in zip(right.items(), by_law, strict=True):
        assert abs(Fraction(found.moves[name]) - share) <= Fraction(found.error_bound)
        assert abs(Fraction(found.wins_float[name]) - chance) <= Fraction(found.error_bound)


def limit(game: games.Game, position: Hashable) -> dict[str, float]:
    best = Counter(str(label) for label, _ in games.limit_candidates(game, position))
    return {name: best[name] / best.total() for name in expected(game, position)}


@pytest.mark.parametrize(("words", "at", "game", "position"), POSITIONS, ids=IDS)
def test_choices(
    words: str, at: str | None, game: games.Game, position: Hashable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of MC(k), MC(inf) and random play; then without fractions, as in larger games."""
    right = expected(game, position)
    chances = {name: chance for name, (chance, _) in right.items()}
    for k in (1, 2, 5, 12):
        found = asked(words, at, k)
        check(found, right, k)
        assert found.wins == chances
    endless = asked(words, at, inf)
    assert (endless.certainty, endless.error_bound, endless.wins) == ("exact", None, chances)
    assert endless.moves == limit(game, position)
    at_random = positions.Random(words, at).solve()
    assert at_random.win == games.win_chances(game)(position)
    if at is not None or not words.startswith("esr"):
        assert at_random.by_move == chances
    monkeypatch.setattr(estimates, "EXACT_RANDOM_EDGES", 0)
    monkeypatch.setattr(estimates, "EXACT_HEAP_WORK", 0.0)
    rounded = asked(words, at, 7)
    check(rounded, right, 7)
    assert rounded.wins is None
    assert asked(words, at, inf).moves == endless.moves


def test_a_vector_of_chances() -> None:
    chances = [Fraction(1, 3), Fraction(1, 2), Fraction(1, 3), Fraction(0), Fraction(1)]
    for some, k in ((chances[:4], 6), (chances, 3), (chances[:1], 4), (chances[3:], 2)):
        found = positions.Law(Shares(tuple(some)), k).solve()
        check(found, {str(i): (p, 1) for i, p in enumerate(some, 1)}, k)
    assert positions.Law(Shares(tuple(chances[:3])), inf).solve().moves == {"1": 0.0, "2": 1.0, "3": 0.0}


def test_many_playouts_are_certified() -> None:
    found = asked("subtraction 200 --moves 1,2", "50", 10**15)
    assert found.error_bound is not None
    assert found.error_bound < 1e-13
    assert abs(sum(found.moves.values()) - 1) <= 2 * found.error_bound
    with pytest.raises(InputError, match="too many for 1,000 different chances"):
        positions.Law(Shares(tuple(Fraction(i, 1001) for i in range(1000))), 10**10).solve()


@pytest.mark.parametrize("heap", [13_000, 14_600, 30_000])
def test_fractions_end_where_they_grow_too_long(heap: int) -> None:
    game = f"subtraction {heap} --moves 1,2"
    at_random, found = positions.Random(game).solve(), positions.Choice(game, 10).solve()
    assert (at_random.win is None) == (found.wins is None) == (heap > 13_000)
    assert len(str(at_random.win)) < 10_000
    assert abs(at_random.win_float - 0.5) < 1e-15
    assert found.moves == {"1": 0.5, "2": 0.5}


def test_a_heap_of_none_has_no_choice() -> None:
    for k in (3, inf):
        with pytest.raises(InputError, match=r"S\(1,2\)\(0\) is over"):
            positions.Choice("subtraction 0 --moves 1,2", k).solve()


def test_published_sizes() -> None:
    """The dissertation's example 2.2; of the 21,434 pairs 5,148 are undecided and come up."""
    found = positions.Size("esr 5 6 1").solve()
    assert (found.player_positions, found.configurations, found.undecided) == (462, 21_434, 5_148)


@pytest.mark.parametrize(
    ("words", "game"),
    [
        ("esr 3 2 2", games.single_step_race(3, 2, 2)),
        ("dsr 6", games.double_step_race(6)),
        ("esr 2 3 1", games.single_step_race(2, 3, 1)),
    ],
)
def test_sizes(words: str, game: games.Game) -> None:
    found, seen = positions.Size(words).solve(), games.undecided(game)
    assert found.undecided == len(seen)
    assert found.candidates == sum(len(game.moves(position)) for position in seen)
