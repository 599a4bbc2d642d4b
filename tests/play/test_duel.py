"""Opponents of duels against solvers that are written down a second time, and what is refused."""

import re
from random import Random

import numpy as np
import pytest
from naive.minimax_trees import values as position_values
from naive.switching_policies import player_of
from play.games import said, session
from program import call

from tafelwerk.errors import InputError
from tafelwerk.families.minimax import play as minimax
from tafelwerk.families.minimax.play import playable
from tafelwerk.families.minimax.rules.games import LINES_OPEN
from tafelwerk.families.switching.bridg_it import reply
from tafelwerk.families.switching.rules import parse_agent
from tafelwerk.play.duel import Duel
from tafelwerk.rules.game_trees import Turn
from tafelwerk.solvers.minimax.game_search import Horizon, Search
from tafelwerk.solvers.switching.switching_agents import agent_policy
from tafelwerk.solvers.switching.switching_graph import FREE
from tafelwerk.solvers.switching.switching_positions import board_positions

OTHERS = ("grundy:13", "octal:0.77:5+4", "subtraction:1,3,4:11", "notakto", "nim-passes", "tictactoe-misere")


@pytest.mark.parametrize("name", OTHERS)
def test_perfect_play_of_other_games(name: str) -> None:
    """What every move is worth, against a search of the game."""
    game = playable(name)
    values = position_values(game.rules)
    for state, value in Random(3).sample(sorted(values.items()), min(40, len(values))):
        if game.rules.is_over(state):
            continue
        sign = 1 if game.rules.to_move(state) is Turn.MAX else -1
        for move, outcome in game.outcomes(state).items():
            assert outcome.value == sign * values[game.rules.after(state, move)]
        assert {values[game.rules.after(state, move)] for move in game.best(state)} == {value}


@pytest.mark.parametrize("depth", [1, 2])
def test_looking_ahead(depth: int) -> None:
    game = playable("tictactoe")
    other = game.opponent(f"look-ahead:{depth}", game.start)
    for board in ("....X....", "XO.......", "X.O.XO...", "XOXO.X.O."):
        state = game.read_state(board)
        wanted = set(Search(Horizon(game.rules, lambda state: LINES_OPEN(state[0]), depth, state)).best())
        assert {other.choose(state, Random(seed)) for seed in range(60)} == wanted
    # a game without an evaluation: what is decided within the depth is seen
    heaps = playable("grundy:5")
    other = heaps.opponent(f"look-ahead:{depth}", heaps.start)
    assert {other.choose(heaps.start, Random(seed)) for seed in range(30)} <= set(heaps.rules.moves(heaps.start))
    assert other.choose(((3,), Turn.MAX), Random(1)) == (3, (1, 2))


def test_random_play_does_everything() -> None:
    game = playable("nim-passes")
    other = game.opponent("random", game.start)
    assert {other.choose(game.start, Random(seed)) for seed in range(300)} == set(game.rules.moves(game.start))
    lines = [f"{heap:>2}  {'o ' * heap}".rstrip() for heap in (1, 60)]
    assert str(minimax.Heaps((1, 60, 61))).splitlines() == [*lines, "61  ..."], "drawn up to sixty tokens"


@pytest.mark.parametrize("name", ["perfect", "temperature:0.3", "gauss-seidel:1", "mc:2", "mc:inf"])
def test_moves_are_those_of_the_agent(name: str) -> None:
    """Over many games its choices come near the chances of its law, and it never makes a move of chance 0."""
    positions, agent = board_positions(2), parse_agent(name)
    policy = agent_policy(positions, agent)
    for number in np.flatnonzero(positions.won == FREE)[::17].tolist():
        player, draw = player_of(int(positions.to_move[number])), Random(5)
        moves = [reply(positions.graph, positions.states(number), player, agent, draw) for _ in range(200)]
        for place in positions.game.edges_of(number):
            share = moves.count(int(positions.game.labels[place])) / len(moves)
            chance = float(policy.chances[place])
            assert abs(share - chance) <= 5 * (chance * (1 - chance) / len(moves)) ** 0.5


def test_opponents_that_do_not_answer_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    game = playable("tictactoe")
    # 9 boards of one mark and 72 of two are looked at once each
    with monkeypatch.context() as patch:
        patch.setattr(minimax, "MOST_LOOKED_AT", 9 + 9 * 8 + 72 * 7)
        assert game.opponent(" Look-Ahead:03 ", game.start).name == "look-ahead:3"
        with pytest.raises(InputError, match="searches more than 585 moves here; choose a smaller depth"):
            game.opponent("look-ahead:4", game.start)
    assert game.opponent("look-ahead:9", game.start).name == "look-ahead:9"


@pytest.mark.parametrize("line", ["burnt-pancakes-4 --seed 8", "nim-passes", "tictactoe --at XO......."])
def test_whoever_follows_the_hints_plays_perfectly(line: str) -> None:
    """The first line of a hint names what is quickest; as many plies as it says are left."""
    game, plies = session(f"minimax play {line}"), list[int]()
    assert isinstance(game, Duel)
    said(game.start())
    while not game.over:
        best = str(said(game.take("hint"))[0])
        plies.append(int(re.findall(r" in (\d+) ", best)[0]))
        end = said(game.take(re.split(r", | and ", best.split(": ")[1])[0]))[-1]
    step = 2 if game.game.sides else 1
    assert plies == [*range(plies[0], 0, -step)]
    assert re.match(r"You win|Sorted after \d flips?, the fewest possible", str(end))


@pytest.mark.parametrize(
    ("agent", "role"),
    [("perfect", "short"), ("perfect", "cut"), ("mc:inf", "cut"), ("gauss-seidel:2", "short")],
)
def test_games_of_bridg_it_end_as_they_say(agent: str, role: str) -> None:
    game, draw = session(f"switching play --order 2 --as {role} --against {agent} --seed 3"), Random(agent)
    said(game.start())
    while not game.over:
        end = said(game.take(draw.choice(game.legal)))
    joined = "A and B are joined" in str(end[-2])
    assert ("you win" in str(end[-2])) == (joined == (role == "short"))
    moves = str(end[-1]).removeprefix("The game: ")
    done = call("switching", "move", "--order", "2", "--moves", moves)
    assert f"the game is over: {'Short' if joined else 'Cut'} has won" in done.stdout
    assert (agent, role) != ("perfect", "short") or not joined
