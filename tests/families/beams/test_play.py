"""Beams for several players: turns, what is paid, and how games are taken up again."""

import re
from random import Random

import pytest
from play.games import said, session
from play.test_deduction import beam_answer, beams_codes, word

from tafelwerk.errors import InputError
from tafelwerk.families.beams.play import Match, Round
from tafelwerk.play.session import Line


def match(line: str = "beams play --players 2 --seed 5") -> Match:
    game = session(line)
    assert isinstance(game, Match)
    return game


def table(players: int, seed: int = 5, more: str = "") -> Round:
    game = session(f"beams play --players {players} --seed {seed} {more}")
    assert isinstance(game, Round)
    return game


def step(game: Match, code: str) -> list[object]:
    """Ask what the strategy asks, or answer for a code."""
    if game.game is game.breaker:
        return said(game.take(game.problem.ask(game.breaker.history, 0)))
    return said(game.take(beam_answer(code, game.maker.query)))


def test_two_ask_in_turn_and_the_lower_score_wins() -> None:
    for number in (0, 700, 1859):
        code, game = word(beams_codes()[number]), match()
        turns, last = [], list[object]()
        while not game.over:
            turns.append(game.game is game.breaker)
            last = step(game, code)
        both = 2 * min(len(game.breaker.history), len(game.maker.history))
        assert turns[:both] == [True, False] * (both // 2)
        mine, theirs = (len(one.history) for one in (game.breaker, game.maker))
        wanted = (
            f"A draw: each of us pays {mine}."
            if mine == theirs
            else f"{'You win' if mine < theirs else 'I win'}: you pay {mine}, I pay {theirs}."
        )
        assert str(last[-1]) == wanted
        assert any(code in str(part) for part in last) or mine > theirs


def test_a_match_goes_on_where_it_stood_and_back() -> None:
    code, game = word(beams_codes()[40]), match()
    with pytest.raises(InputError, match="nothing to take back"):
        said(game.undo())
    for _ in range(3):
        step(game, code)
    again = match(game.go_on)
    assert (again.breaker.history, again.maker.history) == (game.breaker.history, game.maker.history)
    assert (again.breaker.code, again.go_on) == (game.breaker.code, game.go_on)
    assert again.game is again.maker
    for breaker, maker, turn in ((1, 1, "breaker"), (1, 0, "maker"), (0, 0, "breaker")):
        said(game.undo())
        assert (len(game.breaker.history), len(game.maker.history)) == (breaker, maker)
        assert game.game is getattr(game, turn)


@pytest.mark.parametrize("players", [3, 5])
def test_all_hear_and_who_asks_pays(players: int) -> None:
    for seed in range(2):
        game, draw = table(players, seed), Random(seed)
        said(game.start())
        last: list[object] = []
        while not game.over:
            assert len(game.history) % (players - 1) == 0
            last = said(game.take(draw.choice(game.legal)))
        scores = dict(re.findall(r"^(\w+): (\d+) \(", "\n".join(map(str, last)), re.MULTILINE))
        asked = [len(range(player, len(game.history), players - 1)) for player in range(players - 1)]
        wrong = [int(score) - number for score, number in zip(scores.values(), asked, strict=True)]
        assert list(scores) == ["you", "B", "C", "D"][: players - 1]
        assert all(number >= 0 for number in wrong)
        least = min(map(int, scores.values()))
        assert isinstance(last[-1], Line)
        best = [name.replace("you", "You") for name, score in scores.items() if int(score) == least]
        wins = "wins" if len(best) == 1 and best != ["You"] else "win"
        assert str(last[-1]) == f"{' and '.join(best)} {wins} with {least}."
        for query, answer in game.history:
            assert beam_answer(game.code, query) == answer


def test_a_user_who_is_finished_pays_wrong_fields_and_the_others_go_on() -> None:
    game = table(3)
    said(game.start())
    said(game.take("1@2"))
    before = len(game.history)
    said(game.undo())
    with pytest.raises(InputError, match="nothing to take back"):
        said(game.undo())
    said(game.take("1@2"))
    with pytest.raises(InputError, match="colour 1 is on 7 of the 18 fields"):
        said(game.take("111111122222333333"))
    filling = "111111222222333333"
    told = "\n".join(map(str, said(game.take(filling))))
    assert game.over
    assert len(game.history) > before
    wrong = sum(mine != other for mine, other in zip(filling, game.code, strict=True))
    assert "You are finished, with" in told
    assert f"you: {1 + wrong} (1 query, {wrong} wrong fields)." in told
