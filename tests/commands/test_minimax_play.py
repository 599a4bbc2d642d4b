"""`tafelwerk minimax play`: sessions as they are typed, and what the opponents choose."""

import re
from pathlib import Path
from random import Random

import pytest
from naive import minimax_boards as naive
from program import call, on_pseudo_terminal, refused

from tafelwerk.commands.minimax.games import Playable, playable
from tafelwerk.commands.minimax.opponent import Opponent, check_opponent, opponent, reply
from tafelwerk.commands.session import folded
from tafelwerk.errors import InputError
from tafelwerk.rules.minimax.game import Turn
from tafelwerk.rules.minimax.tictactoe import evaluation
from tafelwerk.solvers.minimax.expectiminimax import position_values
from tafelwerk.solvers.minimax.look_ahead import look_ahead

PERFECT, RANDOM = Opponent("perfect"), Opponent("random")

OF_TWO = (
    "tictactoe",
    "tictactoe-misere",
    "tictactoe-wild",
    "tictactoe-wild-misere",
    "notakto",
    "notakto-2",
    "nim-passes",
    "grundy:12",
    "octal:0.77:7+4",
    "subtraction:1,3,4:11",
)


def play(*words: str, typed: list[str]) -> str:
    done = call("minimax", "play", *words, stdin="".join(f"{line}\n" for line in typed))
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def finished(*words: str) -> list[str]:
    """The lines of a game whose user types the first move there is, until it ends."""
    typed: list[str] = []
    while True:
        lines = play(*words, typed=[*typed, "moves"]).splitlines()
        if "after" in lines[-1] or len(typed) > 40:
            return lines
        possible = next(line for line in reversed(lines) if line.startswith("Possible: "))
        typed.append(re.split(r", | and ", possible.removeprefix("Possible: "))[0])


@pytest.mark.parametrize("side", ["first", "second"])
@pytest.mark.parametrize("name", OF_TWO)
def test_a_game_to_its_end(name: str, side: str) -> None:
    last = finished(name, "--as", side, "--against", "random", "--seed", "3")[-1]
    assert re.match(r"(You win|Drawn|random wins) after \d+ moves?: .*\.$", last)
    assert last == finished(name, "--as", side, "--against", "random", "--seed", "3")[-1]


def test_a_session() -> None:
    said = play(
        "tictactoe", "--seed", "1", "--position", "XO.X.O...", typed=["x", "9", "0", "hint", "?", "moves", "board", "6"]
    )
    assert said.splitlines() == [
        "Tic-tac-toe. Three of your own in a row win; X begins.",
        "You are first; perfect is second.",
        "Type a field, such as 4. hint: what every move is worth; moves; undo; board; quit; help or ?.",
        " X | O | 2 ",
        "---+---+---",
        " X | 4 | O ",
        "---+---+---",
        " 6 | 7 | 8 ",
        "move 1, yours: x",
        "'x' is no move here. Possible: 2, 4, 6, 7 and 8.",
        "move 1, yours: 9",
        "'9' is no move here. Possible: 2, 4, 6, 7 and 8.",
        "move 1, yours: 0",
        "'0' is no move here. Possible: 2, 4, 6, 7 and 8.",
        "move 1, yours: hint",
        "wins in 1 ply: 6",
        "wins in 3 plies: 4 and 8",
        "draws: 2 and 7",
        "move 1, yours: ?",
        "Type a field, such as 4. hint: what every move is worth; moves; undo; board; quit; help or ?.",
        "move 1, yours: moves",
        "Possible: 2, 4, 6, 7 and 8",
        "The game so far: no move",
        "move 1, yours: board",
        " X | O | 2 ",
        "---+---+---",
        " X | 4 | O ",
        "---+---+---",
        " 6 | 7 | 8 ",
        "move 1, yours: 6",
        " X | O | 2 ",
        "---+---+---",
        " X | 4 | O ",
        "---+---+---",
        " X | 7 | 8 ",
        "You win after 1 move: 6.",
    ]


def test_taking_back() -> None:
    said = play("tictactoe", "--against", "random", "--seed", "5", typed=["undo", "4", "undo", "4", "hint"])
    lines = said.splitlines()
    assert "There is nothing to take back." in lines
    answers = [line for line in lines if line.startswith("move 2: random plays ")]
    # the same position is answered alike
    assert len(answers) == 2
    assert answers[0] == answers[1]
    assert f"Taken back: 4, {answers[0].split()[-1]}" in lines


@pytest.mark.parametrize("name", OF_TWO)
def test_the_line_that_goes_on(name: str) -> None:
    """Who leaves is given a line by which the same opponent gives the same answers."""
    words = (name, "--as", "second", "--against", "random", "--seed", "11")
    first = finished(*words)
    typed = [line.split(": ", 1)[1] for line in first if re.match(r"move \d+, yours: (?!moves)", line)]
    last = play(*words, typed=typed[:1]).splitlines()[-1]
    assert last.startswith(f"To go on: tafelwerk minimax play {name} --as ")
    if not typed[1:]:
        return
    done = re.fullmatch(r'To go on: tafelwerk minimax (play .*) --position "(.*)"', last)
    assert done is not None
    again = call("minimax", *done[1].split(), "--position", done[2], stdin="\n".join(typed[1:]) + "\n")
    assert (again.returncode, again.stderr) == (0, "")
    outcome = first[-1].split(" after")[0]
    assert again.stdout.splitlines()[-1].startswith(f"{outcome} after ")


def test_quit_and_the_end_of_input() -> None:
    for typed in (["quit"], ["4", "q"], []):
        assert play("tictactoe", typed=typed).splitlines()[-1].startswith("To go on: ")
    done = call("minimax", "play", "grundy:7", "--seed", "2", stdin="2+5\nhint\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[-1].startswith("To go on: ")


def test_an_opponent_that_ends_the_game_at_once() -> None:
    assert play("grundy:3", "--as", "second", typed=["hint"]).splitlines() == [
        "Grundy's game. Who cannot move loses.",
        "You are second; perfect is first.",
        "move 1: perfect plays 3 to 1+2",
        "1  o",
        "2  o o",
        "perfect wins after 1 move: 3 to 1+2.",
    ]


def test_heaps_as_they_are_typed() -> None:
    said = play("octal:0.77:5+3", "--seed", "4", typed=["hint", "7", "two", "1+1+1", "5 to 2", "1+2"]).splitlines()
    assert "wins: 5 to 3 and 5 to 1+2" in said
    possible = "Possible: 3 to 2, 3 to 1+1, 3 to 1, 5 to 4, 5 to 1+3, 5 to 2+2, 5 to 3 and 5 to 1+2."
    for word in ("7", "two", "1+1+1", "5 to 2"):
        assert f"'{word}' is no move here. {possible}" in said
    assert any(line.startswith("move 2: perfect plays ") for line in said)
    assert said[-1].startswith("To go on: ")
    several = play("subtraction:1,2:4+5", typed=["3", "5 to 3"])
    assert "'3' may be 4 to 3 or 5 to 3: write the heap too." in several.splitlines()
    assert "move 2: perfect plays " in several
    assert play("subtraction:1,2:2", typed=["0"]).splitlines()[-1] == "You win after 1 move: 2 to 0."


def test_moves_as_they_are_typed() -> None:
    said = play("nim-passes", "--seed", "1", typed=["hint", "2 1", "1", "2 2", "P"]).splitlines()
    assert "wins in 9 plies: 3 from heap 3" in said
    assert any(line.startswith("'2 1' is no move here. Possible: 1 from heap 1, ") for line in said)
    assert "'1' may be 1 from heap 1, 1 from heap 2 or 1 from heap 3: write more of it." in said
    moved = play("nim-passes", "--seed", "1", typed=["2 2", "moves"]).splitlines()
    assert any(line.startswith("The game so far: 2 from heap 2, ") for line in moved)
    assert any(
        line.startswith("The game so far: pass, ") for line in play("nim-passes", typed=["P", "moves"]).splitlines()
    )
    assert "'4' may be X4 or O4: write more of it." in play("tictactoe-wild", typed=["4"]).splitlines()


def test_lines_fit_a_terminal(tmp_path: Path) -> None:
    said = on_pseudo_terminal(
        "minimax", "play", "nim-passes", "--seed", 1, columns=60, book=tmp_path, typed="hint\nmoves\nquit\n"
    )
    lines = said.splitlines()
    kept = [line for line in lines if line.startswith("To go on: ")]
    assert len(kept) == 1  # a command to be copied stays one line
    assert kept[0].endswith('--position "1 3 5 pp"')
    assert all(len(line) <= 60 for line in lines if line not in kept)
    assert "is to move can still pass" in said
    aim = "Nim with passes. Take any number from one heap, or pass, once each; who takes the last token wins."
    assert aim in " ".join(lines)
    assert aim in play("nim-passes", typed=[]).splitlines()


def test_folding() -> None:
    assert folded("one two three\n  a  b", 7) == "one two\nthree\n  a  b"
    assert folded("unfoldable-words stay", 5) == "unfoldable-words\nstay"
    assert folded("", 5) == ""


def test_the_puzzle() -> None:
    """Who follows the hints sorts the stack with as few flips as can be."""
    typed: list[str] = []
    while True:
        said = play("burnt-pancakes-4", "--seed", "8", typed=[*typed, "hint"]).splitlines()
        if said[-1].startswith("Sorted"):
            break
        typed.append(_best(said))
    assert said[-1] == f"Sorted after {len(typed)} flip{'s' * (len(typed) > 1)}, as few as can be: {' '.join(typed)}."
    told = play(
        "burnt-pancakes-2", "--position", "-1 2", typed=["3", "x", "hint", "2", "undo", "undo", "flip 1"]
    ).splitlines()
    assert "'3' is no flip. Possible: 1 and 2." in told
    assert "1 flip left." in told
    assert "1: 1 2, then 0  best" in told
    assert "There is nothing to take back." in told
    assert told[-1] == "Sorted after 1 flip, as few as can be: 1."
    longer = play("burnt-pancakes-2", "--position", "-1 2", typed=["2", "2", "1"]).splitlines()
    assert longer[-1] == "Sorted after 3 flips, 1 would have done: 2 2 1."
    assert 'To go on: tafelwerk minimax play burnt-pancakes-2 --position "-2 1"' in play(
        "burnt-pancakes-2", "--position", "-1 2", typed=["2"]
    )


def _best(said: list[str]) -> str:
    """The flip that the last hint names."""
    last = max(place for place, line in enumerate(said) if line.endswith(("flip left.", "flips left.")))
    return next(line for line in said[last:] if line.endswith("  best")).split(":")[0]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("chess",), "is no game of two"),
        (("tictactoe", "--as", "white"), "--as must be first or second, not 'white'"),
        (("tictactoe", "--against", "god"), "--against is perfect, random or look-ahead:D"),
        (("tictactoe", "--against", "look-ahead:0"), "--against is perfect, random or look-ahead:D"),
        (("tictactoe", "--against", "look-ahead:x"), "--against is perfect, random or look-ahead:D"),
        (("tictactoe", "--position", "XXX......"), "X begins"),
        (("tictactoe", "--position", "XXXOO...."), "the game is over at 'XXXOO....'"),
        (("nim-passes", "--position", "7 7 7 pp"), "no play from the start of Nim with passes leads to '7 7 7 pp'"),
        (("grundy:7", "--position", "9"), "a heap larger than the game begins with: 7"),
        (("grundy:2",), "the game is over at '2'"),
        (("burnt-pancakes-3", "--against", "random"), "--against is for games of two"),
        (("burnt-pancakes-3", "--as", "first"), "--as is for games of two"),
        (("burnt-pancakes-3", "--position", "1 2"), "a stack of 3 is"),
        (("burnt-pancakes-3", "--position", "1 2 3"), "the stack is sorted"),
        (("burnt-pancakes-30",), "is no game of the list"),
    ],
)
def test_bad_questions(words: tuple[str, ...], told: str) -> None:
    assert told in refused(call("minimax", "play", *words), 2)


@pytest.mark.parametrize("name", ["tictactoe", "tictactoe-misere", "tictactoe-wild"])
def test_perfect_play_on_the_board(name: str) -> None:
    """The winner is quick and the loser slow, against plain recursion; every such move comes."""
    game, draw = playable(name), Random(1)
    rules = naive.ThreeInARow("misere" in name, "wild" in name)
    boards = sorted(board for board in rules.reachable() if rules.moves(board))
    for board in Random(2).sample(boards, 150):
        text = "".join(board)
        moves = {
            f"{mark if 'wild' in name else ''}{field}": rules.solve(after) for field, mark, after in rules.moves(board)
        }
        found = {game.move_name(text, move): outcome for move, outcome in game.outcomes(text).items()}
        assert {move: (-one.value, one.distance) for move, one in found.items()} == moves
        value, distance = rules.solve(board)
        best = {
            move for move, after in moves.items() if after[0] == -value and (value == 0 or after[1] == distance - 1)
        }
        assert {game.move_name(text, move) for move in game.best(text)} == best
        assert game.move_name(text, reply(game, text, PERFECT, draw)) in best


@pytest.mark.parametrize("name", ["grundy:13", "octal:0.77:5+4", "subtraction:1,3,4:11", "notakto", "nim-passes"])
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


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_looking_ahead(depth: int) -> None:
    game, other = playable("tictactoe"), opponent(f"look-ahead:{depth}")
    for board in ("....X....", "XO.......", "X.O.XO...", "XOXO.X.O."):
        wanted = set(look_ahead(game.rules, evaluation, depth, board).moves)
        assert {reply(game, board, other, Random(seed)) for seed in range(60)} == wanted
    # a game without an evaluation: what is decided within the depth is seen
    heaps = playable("grundy:5")
    assert {reply(heaps, heaps.start, other, Random(seed)) for seed in range(30)} <= set(heaps.rules.moves(heaps.start))
    assert reply(heaps, ((3,), Turn.MAX), other, Random(1)) == (3, (1, 2))


def test_random_play_does_everything() -> None:
    game: Playable = playable("nim-passes")
    found = {reply(game, game.start, RANDOM, Random(seed)) for seed in range(300)}
    assert found == set(game.rules.moves(game.start))


def test_opponents_that_do_not_answer_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from tafelwerk.commands.minimax import opponent as opponents

    # 9 boards of one mark and 72 of two are looked at once each
    monkeypatch.setattr(opponents, "MOST_LOOKED_AT", 9 + 9 * 8 + 72 * 7)
    assert opponent(" Look-Ahead:07 ") == Opponent("look-ahead:7", 7)
    check_opponent(playable("tictactoe"), ".........", opponent("look-ahead:3"))
    with pytest.raises(InputError, match="looks at more than 585 moves here; choose a smaller depth"):
        check_opponent(playable("tictactoe"), ".........", opponent("look-ahead:4"))
    monkeypatch.undo()
    # all of tic-tac-toe is looked at
    check_opponent(playable("tictactoe"), ".........", opponent("look-ahead:9"))
    told = refused(call("minimax", "play", "notakto-2", "--against", "look-ahead:12"), 2)
    assert "choose a smaller depth" in told
