"""Stored rows of Memory proved anew: right ones pass, wrong ones are named."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from altered import Altered
from minimax_books import small_book

from tafelwerk.build.minimax import memory
from tafelwerk.build.minimax.memory_proof import CardByCard
from tafelwerk.solvers.minimax.memory import Objective, Rule, solve
from tafelwerk.tables.book import open_book
from tafelwerk.tables.checks import Check
from tafelwerk.tables.minimax.memory import OBJECTIVES, RULES


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_book(tmp_path_factory)


@pytest.fixture(scope="module")
def altered(book: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Altered]:
    with Altered(book, "minimax", tmp_path_factory.mktemp("altered")) as opened:
        yield opened


def checked(path: Path, sample: int | None = None) -> dict[str, Check]:
    with open_book(path) as opened:
        return {check.name.removeprefix("minimax.memory: "): check for check in memory.verify(opened, sample)}


def test_what_is_right(book: Path) -> None:
    found = checked(book)
    assert [check for check in found.values() if not check.ok] == []
    assert list(found) == ["pass, gain", "pass, win", "forced, gain", "forced, win"]
    assert found["pass, gain"].detail.startswith("65 of 65 positions")
    assert all(check.ok for check in checked(book, 5).values())


def test_nothing_to_prove(tmp_path: Path) -> None:
    assert checked(tmp_path) == {}


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("objective", OBJECTIVES)
def test_card_by_card(rule: str, objective: str) -> None:
    """Positions with full pairs and after a pass too, which the book does not hold."""
    game = CardByCard(5, rule, objective)
    table = solve(5, Rule(rule), Objective(objective))
    assert len(game.values) > 50
    for (full, known, fresh, passed, lead), value in game.values.items():
        left = full + known + fresh
        assert str(value) == str(table.value(left, known, full, lead, passed))
        plans = table.actions(left, known, full, lead, passed)
        if left:
            assert game.turns((full, known, fresh, passed, lead)) == {words for plan in plans for words in plan.words}


@pytest.mark.parametrize(
    ("damage", "name"),
    [
        ("UPDATE memory SET value_num = '1' WHERE pairs = 3 AND known = 1", "pass, gain"),
        ("UPDATE memory SET value_num = '-2', value_den = '10' WHERE pairs = 3 AND known = 1", "pass, gain"),
        ("UPDATE memory SET value = -0.25 WHERE pairs = 3 AND known = 1", "forced, gain"),
        ("UPDATE memory SET actions = 'pass' WHERE pairs = 3 AND known = 1", "forced, win"),
        ("UPDATE memory SET actions = 'unseen then known' WHERE pairs = 3 AND known = 1", "pass, gain"),
        ("DELETE FROM memory WHERE pairs = 2 AND known = 0", "pass, win"),
        ("UPDATE memory SET lead = 1 WHERE objective = 'gain' AND pairs = 3 AND known = 1", "forced, gain"),
    ],
)
def test_what_is_wrong_is_found(damage: str, name: str, altered: Altered) -> None:
    found = altered.named(f"memory: {name}", damage, partial(memory.verify, sample=None))
    assert not found.ok
    assert "WRONG" in found.detail
