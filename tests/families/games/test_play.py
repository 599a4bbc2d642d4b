"""Games of the user's own in play: the program keeps what it can, chance is drawn alike, and games are taken up again."""

from dataclasses import replace
from fractions import Fraction
from functools import reduce
from itertools import product
from operator import xor
from pathlib import Path
from random import Random
from shlex import split
from typing import Any

import pytest
from solvers.games.test_solving import Nim, SortedNim, Steps

from tafelwerk.errors import InputError
from tafelwerk.families.games.builds import holding
from tafelwerk.families.games.pictures import best_replies
from tafelwerk.families.games.play import OwnGame, OwnRules, State
from tafelwerk.families.games.questions import position_value
from tafelwerk.families.games.rules import Rules
from tafelwerk.play.duel import Duel
from tafelwerk.play.session import Line


class Rolls:
    """Add each roll to your score or to the other's; who reaches 5 first loses."""

    def start(self) -> tuple[int, int, int]:
        return (0, 0, 0)

    def chance(self, position: tuple[int, int, int]) -> list[tuple[Fraction, Any]] | None:
        own, other, die = position
        return None if die else [(Fraction(1, 2), (own, other, 1)), (Fraction(1, 2), (own, other, 2))]

    def moves(self, position: tuple[int, int, int]) -> list[str]:
        return ["mine", "yours"]

    def after(self, position: tuple[int, int, int], move: str) -> tuple[int, int, int]:
        own, other, die = position
        return (other, own + die, 0) if move == "mine" else (other + die, own, 0)

    def outcome(self, position: tuple[int, int, int]) -> int | None:
        own, other, _ = position
        return -1 if own >= 5 else 1 if other >= 5 else None


def texts_of(lines: Any) -> list[str]:
    return [str(one) for one in lines]


def begin(book: Any, game: Any, side: str = "first", seed: int = 0, history: str = "") -> tuple[Duel, list[str]]:
    own = OwnGame(Rules(game), book, type(game).__name__)
    duel = Duel(own, side, own.read_state(history), "perfect", seed)
    return duel, texts_of(duel.start())


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("own") / "book"


@pytest.mark.parametrize("game", [Nim(3, 4, 5), SortedNim(1, 2, 3), Rolls()], ids=lambda game: type(game).__name__)
def test_games_come_to_an_end_and_perfect_play_keeps_a_won_game(folder: Path, game: Any) -> None:
    rules = Rules(game)
    with holding(folder, rules) as book:
        for seed, side in product(range(3), ("first", "second")):
            draw = Random(seed)
            duel, lines = begin(book, game, side, seed)
            assert lines[1] == (
                "You begin; perfect play answers." if side == "first" else "Perfect play begins; you answer."
            )
            while not duel.is_over:
                assert duel.is_yours()
                again, _ = begin(book, game, side, seed, history="; ".join(duel.names))
                assert again.states == duel.states
                move, before = draw.choice(duel.legal), duel.state
                texts_of(duel.take(move))
                if not duel.is_over and draw.random() < 0.2:
                    texts_of(duel.undo())
                    assert duel.state == before
                    texts_of(duel.take(move))
            if isinstance(game, Nim) and (reduce(xor, game.heaps) != 0) == (side == "second"):
                assert duel.game.rules.utility(duel.state) == (1 if side == "second" else -1)


@pytest.mark.parametrize("game", [Nim(3, 4, 5), SortedNim(1, 2, 3), Rolls()], ids=lambda game: type(game).__name__)
@pytest.mark.parametrize("side", [0, 1])
def test_who_follows_a_sheet_gets_the_value_at_least(folder: Path, game: Any, side: int) -> None:
    rules = Rules(game)
    own = OwnRules(rules)
    with holding(folder, rules) as book:
        plan = dict(pair for replies in best_replies(book, rules, own, side) for pair in replies)
        value = position_value(book, rules, own.start.position).value * (-1) ** side

    def worst(state: State) -> Fraction:
        node, moves = own.node(state), own.moves(state)
        if own.is_over(state):
            return Fraction(own.utility(state) * (-1) ** side)
        if not node.weights and state.mover == side:
            moves = [list(node.names).index(plan[rules.text(state.position)])]
        values = [worst(replace(own.after(state, move), path=())) for move in moves]
        means = (share * part for share, part in zip(node.weights, values, strict=False))
        return sum(means, Fraction(0)) if node.weights else min(values)

    assert worst(own.start) == value


def test_hints_and_words(folder: Path) -> None:
    with holding(folder, Rules(Rolls())) as book:
        duel, lines = begin(book, Rolls(), seed=1)
        assert lines[0] == "Rolls. Add each roll to your score or to the other's; who reaches 5 first loses."
        assert "move 1: chance leads to " in lines[3]
        assert texts_of(duel.hint())[0].startswith("worth ")
        assert duel.go_on.startswith("tafelwerk games play Rolls --as first --against perfect --seed 1 --history ")
        assert begin(book, Rolls(), seed=1, history=split(duel.go_on)[-1])[0].states == duel.states
        with pytest.raises(InputError, match="'neither' is not a move here"):
            texts_of(duel.take("neither"))
    with holding(folder, Rules(Nim(1, 2))) as book:
        duel, _ = begin(book, Nim(1, 2))
        assert texts_of(duel.hint()) == ["wins in 3 moves: [1,1]", "loses in 2 moves: [0,1] and [1,2]"]
        assert isinstance(next(iter(duel.board())), Line)
        assert duel.game.read_move(duel.state, "1 1") == 1
        with pytest.raises(InputError, match="--history: the game is over before"):
            duel.game.read_state("[0,1]; [1,2]; [0,1]")


def test_a_puzzle_is_played_alone(folder: Path) -> None:
    with holding(folder, Rules(Steps())) as book:
        own = OwnGame(Rules(Steps()), book, "steps.py")
        duel = Duel(own, "alone", own.start, "perfect", 3)
        texts_of(duel.start())
        assert texts_of(duel.hint()) == ["wins in 5 moves: double"]
        for move in ("double", "double", "double", "subtract"):
            texts_of(duel.take(move))
        lines = texts_of(duel.take("double"))
        assert duel.is_over
        assert lines[-1] == "The game is over, worth 1 to you, after 5 moves: double, double, double, subtract, double."
        assert duel.go_on.startswith("tafelwerk games play steps.py --seed 3 --history ")
