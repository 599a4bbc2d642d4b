"""The solver of whole games against the slow one: random games with cycles, Nim with passes, puzzles."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import minimax_whole as naive

from tafelwerk.errors import InputError
from tafelwerk.rules.minimax.games import GAMES
from tafelwerk.rules.minimax.nim_passes import NIM_PASSES
from tafelwerk.rules.minimax.ranked import ENDLESS, RankedGame
from tafelwerk.solvers.minimax.ranked import games, nim_passes
from tafelwerk.solvers.minimax.ranked.game import DRAWN, LOST, WON, CompiledGame, Words, ranked_moves
from tafelwerk.solvers.minimax.ranked.games import compiled_game
from tafelwerk.solvers.minimax.ranked.retrograde import MoveTables, solve_duel, solve_puzzle

SIZE = 32
"""Positions of a random game; its number is the variant."""

VALUES = {LOST: -1, WON: 1, DRAWN: 0}


@ranked_moves
def _random_moves(rank: int, successors: Words, labels: Words, variant: int) -> int:
    """A game whose moves look random: one position in four is over."""
    state = ((variant * SIZE + rank) * 6364136223846793005 + 1442695040888963407) & (2**62 - 1)
    kind = (state >> 40) % 12
    if kind < 3:
        return -1 - kind
    count = 1 + (state >> 30) % 3
    for i in range(count):
        state = (state * 6364136223846793005 + 1442695040888963407) & (2**62 - 1)
        successors[i] = (state >> 35) % SIZE
        labels[i] = 3 * i
    return count


@ranked_moves
def _walk(rank: int, successors: Words, labels: Words, variant: int) -> int:
    """One move: to the next rank, of which there are `variant`."""
    successors[0] = rank + 1
    labels[0] = 0
    return 1 if rank + 1 < variant else 0


def rules_of(start: int) -> RankedGame:
    return RankedGame("random", "random", SIZE, start, str, int, lambda rank, label: str(label), lambda rank: {})


def expand(game: CompiledGame, rank: int) -> tuple[int, dict[int, int]]:
    """What the compiled moves return, and ranks by label."""
    successors, labels = np.zeros(game.most_moves, np.int64), np.zeros(game.most_moves, np.int64)
    count = int(game.moves(rank, successors, labels, game.variant))
    return count, dict(zip(labels[: max(0, count)].tolist(), successors[: max(0, count)].tolist(), strict=True))


def check(game: CompiledGame) -> None:
    """Every value, distance and mask is that of the slow solver."""
    solution = solve_duel(game)
    replies = naive.reach(game.rules.start, lambda rank: list(expand(game, rank)[1].values()))
    over = {rank: VALUES[expand(game, rank)[0]] for rank, after in replies.items() if not after}
    expected = naive.values(replies, over)
    assert solution.ranks.tolist() == sorted(replies)
    for place, rank in enumerate(solution.ranks.tolist()):
        value, distance = expected[rank]
        assert (solution.values[place], solution.distances[place]) == (value, ENDLESS if distance is None else distance)
        kept = [label for label, other in expand(game, rank)[1].items() if expected[other][0] == -value]
        assert solution.moves[place] == sum(1 << label for label in kept)
        assert solution.place(rank) == place


@given(st.integers(0, 5000), st.integers(0, SIZE - 1))
def test_random_games(number: int, start: int) -> None:
    check(CompiledGame(rules_of(start), SIZE, _random_moves, 3, number))


def test_distances_that_fit() -> None:
    assert solve_duel(CompiledGame(rules_of(0), 300, _walk, 1, 250)).distances[0] == 249
    with pytest.raises(InputError, match="a distance exceeds 253"):
        solve_duel(CompiledGame(rules_of(0), 300, _walk, 1, 300))


def test_nim_with_passes() -> None:
    """Bouton: without passes lost where the exclusive or of the heaps is 0. One pass turns lost positions into won ones."""
    check(nim_passes.NIM_PASSES)
    solution = solve_duel(nim_passes.NIM_PASSES)
    for rank, value in zip(solution.ranks.tolist(), solution.values.tolist(), strict=True):
        heaps = [int(word) for word in NIM_PASSES.text(rank).split()[:3]]
        nimber = heaps[0] ^ heaps[1] ^ heaps[2]
        own, other = NIM_PASSES.text(rank).split()[3]
        if (own, other) == ("-", "-"):
            assert value == (1 if nimber else -1)
        elif own == "p" and other == "-" and not nimber and any(heaps):
            assert value == 1


def test_positions_of_nim_that_are_none() -> None:
    for text in ("1 3 5", "1 3 5 q-", "1 3 8 --", "1 3 x pp", "", "1 2 3 4 pp"):
        with pytest.raises(InputError, match=r"^a (position is three|heap must have 0 to 7)"):
            NIM_PASSES.rank(text)


def test_two_wheels() -> None:
    """Wheels of 4 and 5 places, each turned on by one move and back by another."""
    high, low = np.arange(4)[:, None], np.arange(5)[:, None]
    after_high = np.concatenate([(high + 1) % 4, (high - 1) % 4, high, high], 1)
    after_low = np.concatenate([low, low, (low + 1) % 5, (low - 1) % 5], 1)
    solution = solve_puzzle(MoveTables(after_high.astype(np.int32) * 5, after_low.astype(np.int32)), 7)
    for rank, distance in enumerate(solution.distances.tolist()):
        turns = abs(rank // 5 - 1), abs(rank % 5 - 2)
        assert distance == sum(min(turn, size - turn) for turn, size in zip(turns, (4, 5), strict=True))
    assert solution.values.tolist().index(-1) == 7


@pytest.mark.parametrize("name", [name for name in GAMES if not name.endswith(("-3", "-5", "-6", "-7", "-8"))])
def test_the_rules_in_plain_python_say_what_the_solver_does(name: str) -> None:
    """Positions; of games the moves of kernels, and values where they are over; of puzzles the moves that come nearer."""
    game, solution = GAMES[name], games.solve(GAMES[name])
    assert len(solution.ranks) == game.positions
    for place in range(0, len(solution.ranks), 1 + len(solution.ranks) // 100):
        rank = int(solution.ranks[place])
        assert game.rank(game.text(rank)) == rank
        assert list(game.after(rank)) == sorted(game.after(rank))
        if game.is_puzzle:
            nearer = {
                after: solution.distances[after] < solution.distances[rank] for after in game.after(rank).values()
            }
            best = sum(1 << label for label, after in game.after(rank).items() if nearer[after])
            assert solution.moves[place] == best
            continue
        compiled = compiled_game(game)
        count, after = expand(compiled, rank)
        assert game.after(rank) == after
        assert count >= 0 or game.ended(rank) == VALUES[count]
        assert rank in compiled.images(rank)
