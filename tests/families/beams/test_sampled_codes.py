"""Variants with too many codes, bitsets, simulated games and bounds, on the command line and as a game in play asks."""

from fractions import Fraction
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest
from marks import compiled
from program import answered, build_here, call, refused, told

from tafelwerk.families.beams import hidden_codes
from tafelwerk.families.beams.advice import next_of
from tafelwerk.families.beams.answers import SampledQuery
from tafelwerk.families.beams.rules import VARIANTS, Beam, read_history, strategy
from tafelwerk.solvers.beams import code_samples
from tafelwerk.solvers.beams.code_samples import Effort, SampleKnowledge, SampleSource
from tafelwerk.solvers.beams.codes_left import Knowledge, history_bitset, read_masks
from tafelwerk.solvers.beams.optimal_strategies import depth_two_bound
from tafelwerk.solvers.beams.patterns import make_problem

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
    assert not any(SampleSource(EXPERT).is_one([*first_beams(9)[:out], *first_beams(9)[out + 1 :]]) for out in range(9))


@compiled
@pytest.mark.parametrize("word", ["h1", "hinf", "u", "optimal"])
def test_a_sampled_query_says_how_sure_it_is(word: str) -> None:
    left = SampleKnowledge(EXPERT, first_beams(4), Effort(codes=500, first=50, states=300, runs=5))
    found = next_of(left, strategy(word))
    assert isinstance(found, SampledQuery)
    assert (found.certainty, found.samples, found.level) == ("sampled", 500, 0.95)
    assert found.asked_by == ("h1" if word == "optimal" else word)
    assert found.interval is not None
    assert found.interval[0] <= found.value <= found.interval[1]
    assert found.remaining_interval is not None
    assert 0 < found.effective <= 500
    assert abs(sum(found.answers.values()) / found.remaining - 1) < 0.01


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


def test_bitsets_of_small_variants(tmp_path: Path) -> None:
    """The bytes of the file, their checksum and the numbers of the codes are those of `history_bitset`."""
    text = "1@2 -; 1@4 2,3"
    file = tmp_path / "codes.bin"
    words = ("--variant", "6c3p", "--history", text, "--first", 5, "-o", file)
    found = answered("beams", "bitset", *words, book=tmp_path)
    problem = make_problem(VARIANTS["6c3p"])
    bits = history_bitset(problem.patterns, problem.answers, read_history(text, problem.variant)).tobytes()
    assert file.read_bytes() == bits
    assert (found["bytes"], found["sha256"], found["hex"]) == (len(bits), sha256(bits).hexdigest(), None)
    numbers = np.flatnonzero(np.unpackbits(np.frombuffer(bits, np.uint8), bitorder="little"))
    assert (found["codes"], found["remaining"], found["first"]) == (223_920, len(numbers), numbers[:5].tolist())
    three = answered("beams", "bitset", "--variant", "3c6p", "--history", "1@2 -; 2@4 1,2", book=tmp_path)
    left = Knowledge(make_problem(VARIANTS["3c6p"]), read_history("1@2 -; 2@4 1,2", VARIANTS["3c6p"]))
    assert three["remaining"] == left.remaining == int.from_bytes(bytes.fromhex(three["hex"]), "little").bit_count()


@compiled
def test_simulated_games_are_near_the_exact_mean(tmp_path: Path) -> None:
    """MIX of H_inf on 3c6p: 4.283."""
    words = ("--variant", "3c6p", "--strategy", "hinf", "--tie", "mix", "--games", 200)
    found = answered("beams", "simulate", *words, book=tmp_path)
    assert abs(found["mean"] - 4.28288) < 4 * found["standard_error"]
    assert found["interval"][0] < found["mean"] < found["interval"][1]
    assert (found["certainty"], found["samples"], sum(found["histogram"].values())) == ("sampled", 200, 200)


def test_bounds_are_stored_or_computed_when_asked_to(tmp_path: Path) -> None:
    words = ("beams", "bound", "--variant", "3c6p")
    assert "build beams --variant 3c6p --bound 1000" in refused(call(*words, "--book", tmp_path), 3)
    assert "beams bound --variant 6c6p --compute" in refused(call(*words[:3], "6c6p", "--book", tmp_path), 3)
    least = depth_two_bound(make_problem(VARIANTS["3c6p"]))
    assert Fraction(answered(*words, "--compute", book=tmp_path)["total"]) == least
    build_here("build", "beams", "--variant", "3c6p", "--bound", "16", "--book", tmp_path)
    assert answered(*words, book=tmp_path)["total"] == "7334"
    assert "below 7334 for 1,860 codes, 3.9430 on average" in told(*words, book=tmp_path)
