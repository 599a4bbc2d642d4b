"""Memory: rows of its tasks, its builds, what is computed on a miss."""

from fractions import Fraction

import pytest

from tafelwerk.build.computation import BUDGET
from tafelwerk.build.minimax import computed, memory
from tafelwerk.build.minimax.memory import Turns
from tafelwerk.errors import InputError
from tafelwerk.solvers.minimax.memory import value
from tafelwerk.rules.minimax.memory import Objective, Rule
from tafelwerk.tables.minimax.memory import OBJECTIVES, RULES, memory_build_line


def test_rows() -> None:
    rows = Turns(3, "pass", "gain").run()
    assert list(zip(rows["pairs"].tolist(), rows["known"].tolist(), strict=True)) == [
        (left, known) for left in (1, 2, 3) for known in range(left + 1)
    ]
    assert rows["lead"].tolist() == [0] * 9
    assert list(zip(rows["value_num"], rows["value_den"], strict=True))[5:7] == [("-1", "5"), ("-1", "5")]
    assert rows["value"][5] == -0.2
    assert rows["actions"][6] == "unseen then known; known then unseen"


@pytest.mark.parametrize("rule", RULES)
def test_rows_of_the_chance_to_win(rule: str) -> None:
    task = Turns(3, rule, "win")
    rows = task.run()
    assert len(rows["value"]) == task.expected_rows() == 2 * 3 + 3 * 5 + 4 * 7
    for place in range(len(rows["value"])):
        left, known, lead = (int(rows[name][place]) for name in ("pairs", "known", "lead"))
        found = Fraction(int(rows["value_num"][place]), int(rows["value_den"][place]))
        assert found == value(left, known, rule=Rule(rule), objective=Objective.WIN, lead=lead)


def test_what_is_computed() -> None:
    asked = (4, 2, "forced", "win", 1)
    wanted = computed.memory(*asked)
    found = wanted.run()
    assert (found.pairs, found.known, found.rule, found.objective, found.lead) == asked
    assert found.value == value(4, 2, rule=Rule.FORCED, objective=Objective.WIN, lead=1)
    assert found.actions
    assert wanted.build is not None
    assert wanted.build.name == "minimax memory --pairs 4 --rule forced --objective win"
    fifty, hundred = (computed.memory(pairs, 7, "pass", "gain", None).operations for pairs in (50, 100))
    assert fifty <= BUDGET < hundred
    twelve, thirty = (computed.memory(pairs, 7, "pass", "win", 0).operations for pairs in (12, 30))
    assert twelve <= BUDGET < thirty


def test_builds() -> None:
    standard, quick = list(memory.standard()), list(memory.quick())
    held = {build.digest for build in standard}
    assert len(held) == len(quick) == 4
    for rule in RULES:
        for objective in OBJECTIVES:
            build = memory.memory_build(5, rule, objective)
            assert f"tafelwerk build {build.name}" == memory_build_line(5, rule, objective)
            assert build.is_held(held)
            assert not memory.memory_build(60 if objective == "gain" else 13, rule, objective).is_held(held)
    assert all(build.is_held(held) for build in quick)
    held = {build.digest for build in memory.full()}
    assert all(build.is_held(held) for build in (*standard, *quick))


@pytest.mark.parametrize("task", [Turns(6, "pass", "gain"), Turns(5, "forced", "win")])
def test_rows_that_are_expected(task: Turns) -> None:
    assert task.expected_rows() == len(task.run()["pairs"])


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ((0,), "not 0"),
        ((101,), "1 to 100 pairs"),
        ((5, "none"), "rule: 'none'"),
        ((5, "pass", "none"), "objective: 'none'"),
        ((31, "pass", "win"), "not 31"),
    ],
)
def test_what_cannot_be_built(words: tuple[int, str, str], told: str) -> None:
    with pytest.raises(InputError) as caught:
        memory.memory_build(*words)
    assert told in str(caught.value)
