"""Breakers and makers against rules and strategies that are written down a second time."""

from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from random import Random

import pytest
from naive import beams as naive_beams
from naive import words as naive
from play.games import said, session

from tafelwerk.families.beams.rules import VARIANTS
from tafelwerk.play.deduction import Deducing

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
