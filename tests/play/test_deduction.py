"""Breakers and makers against rules and strategies that are written down a second time.
Opponents of duels against solvers that are written down a second time, and what is refused.
"""

import re
from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from random import Random

import numpy as np
import pytest
from naive import beams as naive_beams
from naive import words as naive
from naive.minimax_trees import values as position_values
from naive.switching_policies import player_of
from play.games import said, session
from program import call

from tafelwerk.errors import InputError
from tafelwerk.families.beams.rules import VARIANTS
from tafelwerk.families.minimax import play as minimax
from tafelwerk.families.minimax.play import playable
from tafelwerk.families.minimax.rules.games import LINES_OPEN
from tafelwerk.families.switching.bridg_it import reply
from tafelwerk.families.switching.rules import parse_agent
from tafelwerk.play.deduction import Deducing
from tafelwerk.play.duel import Duel
from tafelwerk.rules.game_trees import Turn
from tafelwerk.solvers.minimax.game_search import Horizon, Search
from tafelwerk.solvers.switching.switching_agents import agent_policy
from tafelwerk.solvers.switching.switching_graph import FREE
from tafelwerk.solvers.switching.switching_positions import board_positions

BOARD = naive_beams.lines(3)
PEGS = "mastermind play --pegs 3 --colors 4"


@cache
def beams_codes() -> list[tuple[int, ...]]:
    found: list[tuple[int, ...]] = naive_beams.codes(VARIANTS["3c6p"])
    return found


def word(code: tuple[int, ...]) -> str:
    return "".join(str(colour + 1) for colour in code)


def beam_answer(code: str, query: str) -> str:
    colour, diagonal = (int(number) - 1 for number in query.split("@"))
    line = BOARD[diagonal]
    hits = naive_beams.answer(tuple(int(digit) - 1 for digit in code), colour, line)
    return ",".join(str(line.index(field) + 1) for field in sorted(hits)) or "-"


def number_answer(code: str, query: str) -> str:
    return "correct" if code == query else "higher" if int(code) > int(query) else "lower"


Answered = Callable[[str, str], str]

GAMES: dict[str, tuple[list[str] | None, Answered]] = {
    PEGS: (["".join(word) for word in product("ABCD", repeat=3)], lambda code, query: naive.mastermind(query, code)),
    "beams play": (None, beam_answer),
    "dresher play 11": ([str(number) for number in range(1, 12)], number_answer),
}
EVERY = pytest.mark.parametrize("line", GAMES)


def codes(line: str) -> Sequence[str]:
    return GAMES[line][0] or [word(code) for code in beams_codes()]


def left(line: str, history: Sequence[tuple[str, str]]) -> list[str]:
    """The codes that a history leaves."""
    return [code for code in codes(line) if all(GAMES[line][1](code, query) == told for query, told in history)]


def begun(line: str, role: int, seed: int = 0, more: str = "") -> Deducing:
    role_names = ("searcher", "hider") if "dresher" in line else ("breaker", "maker")
    return session(f"{line} --as {role_names[role]} --seed {seed} {more}")


@EVERY
def test_a_hidden_code_is_one_that_is_left_and_stays(line: str) -> None:
    first = begun(line, 0, 1)
    query = first.problem.ask((), 0)
    past = (query, GAMES[line][1](first.code, query))
    secrets = set()
    for seed in range(3):
        game, draw = begun(line, 0, seed, f'--history "{" ".join(past)}"'), Random(seed)
        secret = game.code
        assert secret in left(line, [past])
        secrets.add(secret)
        while not game.over and len(game.history) < 3:
            said(game.take(draw.choice(game.legal)))
            query, answer = game.history[-1]
            assert answer == GAMES[line][1](secret, query)
            assert game.problem.remaining(game.history) == len(left(line, game.history))
            assert game.code == secret
        assert game.over or session(game.go_on).code == secret
        while game.history:
            said(game.undo())
            assert game.begin <= len(game.history)
    assert len(secrets) > 1


def test_the_order_of_pieces_hides_a_code_that_is_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tafelwerk.families.beams.hidden_codes.DRAWN", 0)
    test_a_hidden_code_is_one_that_is_left_and_stays("beams play")


@EVERY
def test_maker_is_found_out(line: str) -> None:
    """A truthful maker's code is."""
    for code in Random(3).sample(list(codes(line)), 2):
        game = begun(line, 1, 2)
        while not game.over:
            asked = game.query
            assert set(game.legal) == {GAMES[line][1](other, asked) for other in left(line, game.history)}
            told = said(game.take(GAMES[line][1](code, asked)))
        assert left(line, [pair for pair in game.history if "@" in pair[0] or "beams" not in line])[0] == code
        assert any(code in str(part) for part in told)


def test_guesses_where_no_query_is_left_cost_their_wrong_fields() -> None:
    """One colour alone was asked for, on every diagonal."""
    history = [(f"1@{line}", beam_answer(word(beams_codes()[5]), f"1@{line}")) for line in range(1, 16)]
    option = f'--history "{"; ".join(map(" ".join, history))}"'
    remaining = set(left("beams play", history))
    among = [code for code in beams_codes() if word(code) in remaining]
    least = min(sum(naive_beams.wrong_fields(mine, code) for code in among) for mine in among)
    maker = begun("beams play", 1, 4, option)
    guess = tuple(int(digit) - 1 for digit in maker.query)
    assert sum(naive_beams.wrong_fields(guess, code) for code in among) == least
    assert set(maker.legal) == {str(naive_beams.wrong_fields(guess, code)) for code in among}
    fields = [number for number, colours in enumerate(zip(*among, strict=True)) if len(set(colours)) > 1]
    secret = begun("beams play", 0, 4, option).code
    hidden = tuple(int(digit) - 1 for digit in secret)
    for code in (*Random(1).sample(among, 3), hidden):
        wrong = naive_beams.wrong_fields(code, hidden)
        paid = (
            f"You pay {15 + wrong}: 15 queries and {wrong} wrong fields." if wrong else "Solved. You pay 15: 15 queries"
        )
        for typed in (word(code), "".join(word(code)[field] for field in fields)):
            game = begun("beams play", 0, 4, option)
            assert any(str(part).startswith(paid) for part in said(game.take(typed)))
            assert game.over
    outside = next(word(code) for code in beams_codes() if code not in among)
    with pytest.raises(Exception, match="this code is excluded: it contradicts '1@"):
        said(begun("beams play", 0, 4, option).take(outside))


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
