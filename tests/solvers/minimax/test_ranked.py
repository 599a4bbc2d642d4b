"""Whole games over ranks: retrograde analysis, tic-tac-toe and its relatives, Notakto, pancakes, looking ahead.

The lecture is P. Becker, Wissensbasierte Systeme II, FH Bonn-Rhein-Sieg 2004/05, chapter 2. Notakto: T. E. Plambeck and G.
Whitehead, The secrets of Notakto: winning at X-only tic-tac-toe, 2013.
Memory: Zwick and Paterson, and laws. tests/proofs/minimax compares every position with play card by card.
"""

from functools import cache, reduce
from operator import xor

import numpy as np
import pytest

from tafelwerk.errors import InputError
from tafelwerk.families.games.rules import Rules
from tafelwerk.families.minimax.rules import games
from tafelwerk.families.minimax.rules.chance_games import Objective, Rule
from tafelwerk.solvers.games import solve_own_game
from tafelwerk.solvers.minimax import ranked_games
from tafelwerk.solvers.minimax.chance_games import MemoryTable, solve_memory


def test_three_boards_move_by_move() -> None:
    game = games.notakto(3)
    rank = game.read("XX......./........./X...X..X.")
    after = {game.move_name(rank, label): game.text(to) for label, to in game.successors(rank).items()}
    assert len(after) == 7 + 9 + 6
    assert (after["a2"], after["b4"]) == ("XXXXXXXXX/........./X...X..X.", "XX......./....X..../X...X..X.")
    compiled = ranked_games.notakto(game)
    assert expand(compiled, rank)[1] == game.successors(rank)
    # eight images of the first board, one of the empty one, eight of the last, in any order of the three
    assert len(set(compiled.images(rank))) == len(compiled.images(rank)) == 8 * 1 * 8 * 6
    full = game.read("/".join(["XXXXXXXXX"] * 3))
    assert (full, game.ended(full)) == (games.FINISHED_BOARD * (1 + 512 + 512**2), 1)


@pytest.mark.parametrize("name", ["tictactoe-misere", "tictactoe-wild"])
def test_boards_that_play_leads_to(name: str) -> None:
    """Of all 3^9 boards exactly those are taken."""
    reachable = set(ranked_games.solve_ranked_game(games.GAMES[name]).ranks.tolist())
    for number in range(3**9):
        if number in reachable:
            assert (
                games.board_rank(games.check_board(games.board_text(number), games.TICTACTOE_RULES[name].wild))
                == number
            )
        else:
            with pytest.raises(InputError, match=r"^[XO.]{9}: "):
                games.GAMES[name].read(games.board_text(number))


SIZE = 32
"""Ranks of a game of nothing but its moves."""


@ranked_games.ranked_moves
def _walk(rank: int, successors: ranked_games.Words, labels: ranked_games.Words, variant: int) -> int:
    """One move: to the next rank, of which there are `variant`."""
    successors[0] = rank + 1
    labels[0] = 0
    return 1 if rank + 1 < variant else 0


def expand(game: ranked_games.CompiledGame, rank: int) -> tuple[int, dict[int, int]]:
    """What the compiled moves return, and ranks by label."""
    successors, labels = np.zeros(game.most_moves, np.int64), np.zeros(game.most_moves, np.int64)
    count = int(game.moves(rank, successors, labels, game.variant))
    return count, dict(zip(labels[: max(0, count)].tolist(), successors[: max(0, count)].tolist(), strict=True))


def rules_of(start: int) -> games.RankedGame:
    return games.RankedGame("random", "random", SIZE, start, str, int, lambda rank, label: str(label), lambda rank: {})


def test_distances_that_fit() -> None:
    assert ranked_games.solve_duel(ranked_games.CompiledGame(rules_of(0), 300, _walk, 1, 250)).distances[0] == 249
    with pytest.raises(InputError, match="a distance exceeds 253"):
        ranked_games.solve_duel(ranked_games.CompiledGame(rules_of(0), 300, _walk, 1, 300))


def test_nim_with_passes() -> None:
    """Bouton: without passes lost where the exclusive or of the heaps is 0. One pass turns lost positions into won ones."""
    solution = ranked_games.solve_duel(ranked_games.NIM)
    for rank, value in zip(solution.ranks.tolist(), solution.values.tolist(), strict=True):
        *heaps, passes = games.NIM_PASSES.text(rank).split()
        nimber = reduce(xor, map(int, heaps))
        if passes == "--":
            assert value == (1 if nimber else -1)
        elif passes == "p-" and not nimber and heaps != ["0", "0", "0"]:
            assert value == 1


def test_two_wheels() -> None:
    """Wheels of 4 and 5 places, each turned on by one move and back by another."""
    high, low = np.arange(4)[:, None], np.arange(5)[:, None]
    after_high = np.concatenate([(high + 1) % 4, (high - 1) % 4, high, high], 1)
    after_low = np.concatenate([low, low, (low + 1) % 5, (low - 1) % 5], 1)
    solution = ranked_games.solve_puzzle(
        ranked_games.MoveTables(after_high.astype(np.int32) * 5, after_low.astype(np.int32)), 7
    )
    for rank, distance in enumerate(solution.distances.tolist()):
        turns = abs(rank // 5 - 1), abs(rank % 5 - 2)
        assert distance == sum(min(turn, size - turn) for turn, size in zip(turns, (4, 5), strict=True))
    assert solution.values.tolist().index(-1) == 7


@pytest.mark.parametrize(
    "game",
    [
        games.TICTACTOE,
        games.TICTACTOE_RULES["tictactoe-misere"],
        games.notakto(),
        games.NIM_PASSES,
        games.burnt_pancakes(4),
    ],
    ids=str,
)
def test_a_listed_game_is_solved_as_one_of_the_users_own(game: games.RankedGame | games.TicTacToe) -> None:
    """Without its ranks: the same positions, values, distances and best moves."""
    ranked = games.GAMES[game.name]
    solution, own = ranked_games.solve_ranked_game(ranked), solve_own_game(Rules(game), 10_000)
    assert len(own.graph) == len(solution.ranks)
    for text, value, distance, best in zip(own.graph.texts, own.values, own.distances, own.best, strict=True):
        rank = ranked.read(text)
        place = solution.place(rank)
        assert place is not None
        assert distance == int(solution.distances[place])
        if ranked.is_puzzle:
            assert value == 1
            assert best == [str(label) for label in range(4) if int(solution.moves[place]) >> label & 1]
            continue
        assert value == int(solution.values[place])
        kept = {
            label: solution.place(after)
            for label, after in ranked.successors(rank).items()
            if int(solution.moves[place]) >> label & 1
        }
        fast = [label for label, after in kept.items() if not value or solution.distances[after] == distance - 1]
        assert best == [str(label) for label in fast]


PAIRS = {Objective.GAIN: 20, Objective.WIN: 8}


@cache
def table(rule: Rule, objective: Objective = Objective.GAIN, pairs: int | None = None) -> MemoryTable:
    return solve_memory(PAIRS[objective] if pairs is None else pairs, rule, objective)


def test_form_of_zwick_and_paterson() -> None:
    """With passes: pass if n + k is odd and k at least 2 (n + 1) / 3; else, with k above 0, a known second card if n + k is
    even or n, k is 6, 1; else two unseen cards.
    """
    other = []
    for pairs in range(1, PAIRS[Objective.GAIN] + 1):
        for known in range(pairs):
            odd = (pairs + known) % 2 == 1
            if known and odd and 3 * known >= 2 * (pairs + 1):
                form = "pass"
            elif known and (not odd or (pairs, known) == (6, 1)):
                form = "unseen then known"
            else:
                form = "unseen then unseen"
            words = {word for plan in table(Rule.PASS).actions(pairs, known) for word in plan.words}
            assert form in words
            # with nothing else to show, the order of a known and an unseen card is of no account
            if words - ({"known then unseen"} if known == 1 else set()) != {form}:
                other.append((pairs, known, words))
    assert other == [(4, 3, {"unseen then unseen", "pass"})]
