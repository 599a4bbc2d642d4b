"""Beams for several players: turns, what is paid, and how games are taken up again.
Variants with too many codes, bitsets, simulated games and bounds, on the command line and as a game in play asks.
"""

import re
from hashlib import sha256
from pathlib import Path
from random import Random

import numpy as np
import pytest
from marks import compiled
from play.games import said, session
from play.test_deduction import beam_answer, beams_codes, word
from program import answered, call, refused

from tafelwerk.errors import InputError
from tafelwerk.families.beams import hidden_codes
from tafelwerk.families.beams.advice import next_of
from tafelwerk.families.beams.answers import SampledQuery
from tafelwerk.families.beams.rules import VARIANTS, Beam, read_history, strategy
from tafelwerk.families.beams.several_players import Match, Round
from tafelwerk.play.session import Line
from tafelwerk.solvers.beams import code_samples
from tafelwerk.solvers.beams.code_samples import Effort, SampleKnowledge, SampleSource
from tafelwerk.solvers.beams.codes_left import history_bitset, read_masks
from tafelwerk.solvers.beams.patterns import make_problem


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


EXPERT = VARIANTS["6c10p"]
PUZZLE = "5@10 1; 6@11 6; 2@12 2,4; 5@14 1,2; 6@15 5,6; 1@16 2,4,5,6; 1@20 3,4; 3@21 2,5; 4@23 2,3,4"


def first_beams(number: int) -> tuple[Beam, ...]:
    return read_history(PUZZLE, EXPERT)[:number]


@compiled
def test_nine_beams_leave_one_code_of_the_experts_game(tmp_path: Path) -> None:
    found = answered("beams", "next", "--variant", "6c10p", "--history", PUZZLE, book=tmp_path)
    assert (found["certainty"], found["source"]) == ("exact", "computed")
    masks = read_masks(EXPERT, found["solved"])
    assert all(SampleSource(EXPERT).answer(masks, colour, line) == hits for colour, line, hits in first_beams(9))
    assert SampleSource(EXPERT).is_one(first_beams(9))
    for out in (0, 5, 8):
        assert not SampleSource(EXPERT).is_one([*first_beams(out), *first_beams(9)[out + 1 :]])


@compiled
def test_a_sampled_query_says_how_sure_it_is() -> None:
    left = SampleKnowledge(EXPERT, first_beams(4), Effort(codes=500, first=50, states=300, runs=5))
    for written, asked_by in (("hinf", "hinf"), ("u", "u"), ("optimal", "h1")):
        query = next_of(left, strategy(written))
        assert isinstance(query, SampledQuery)
        assert (query.certainty, query.samples, query.level, query.asked_by) == ("sampled", 500, 0.95, asked_by)
        assert query.interval is not None
        assert query.interval[0] <= query.value <= query.interval[1]
        assert query.remaining_interval is not None
        assert 0 < query.effective <= 500
        assert abs(sum(query.answers.values()) / query.remaining - 1) < 0.01


@compiled
def test_the_hidden_code_stays_after_its_own_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """With beams that no code drawn beforehand allows; codes are drawn with little effort."""
    monkeypatch.setattr(code_samples, "Effort", lambda codes: Effort(codes, states=100, runs=2))
    history = first_beams(8)
    masks = read_masks(EXPERT, hidden_codes.hide("6c10p", history, 4, Path()))
    more = [Beam(1, line, SampleSource(EXPERT).answer(masks, 1, line)) for line in range(4)]
    assert read_masks(EXPERT, hidden_codes.hide("6c10p", (*history, *more), 4, Path())) == masks


@compiled
def test_answers_that_leave_no_code_of_the_experts_game(tmp_path: Path) -> None:
    words = ("beams", "next", "--variant", "6c10p", "--book", tmp_path, "--history")
    said = refused(call(*words, "1@1 1,2,3,4,5; 1@9 1,2,3,4,5"), 2)
    assert "leaves no code: it contradicts '1@1 1,2,3,4,5'" in said


def test_a_bitset_as_a_file(tmp_path: Path) -> None:
    """The bytes, their checksum and the numbers of the codes are those of `history_bitset`."""
    file, problem = tmp_path / "codes.bin", make_problem(VARIANTS["6c3p"])
    words = ("--variant", "6c3p", "--history", "1@2 -; 1@4 2,3", "--first", 5, "-o", file)
    answer = answered("beams", "bitset", *words, book=tmp_path)
    history = read_history("1@2 -; 1@4 2,3", problem.variant)
    bits = history_bitset(problem.patterns, problem.answers, history).tobytes()
    assert file.read_bytes() == bits
    assert (answer["bytes"], answer["sha256"], answer["hex"]) == (len(bits), sha256(bits).hexdigest(), None)
    numbers = np.flatnonzero(np.unpackbits(np.frombuffer(bits, np.uint8), bitorder="little"))
    assert (answer["remaining"], answer["first"]) == (len(numbers), numbers[:5].tolist())


@compiled
def test_simulated_games_are_near_the_exact_mean(tmp_path: Path) -> None:
    """MIX of H_inf on 3c6p: 4.283."""
    words = ("--variant", "3c6p", "--strategy", "hinf", "--tie", "mix", "--games", 200)
    found = answered("beams", "simulate", *words, book=tmp_path)
    assert abs(found["mean"] - 4.28288) < 4 * found["standard_error"]
    assert found["interval"][0] < found["mean"] < found["interval"][1]
    assert (found["certainty"], found["samples"], sum(found["histogram"].values())) == ("sampled", 200, 200)
