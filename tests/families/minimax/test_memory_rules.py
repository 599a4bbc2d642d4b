"""Positions of Memory, and turns in words."""

from typing import Any

import pytest

from tafelwerk.errors import InputError
from tafelwerk.families.minimax.rules.memory import First, MemoryPosition, Plan, Second, plans_of


def test_plans_by_their_words() -> None:
    words = ("unseen then known", "unseen then take", "unseen then unseen after a match", "known then unseen", "pass")
    unseen = Plan(First.UNSEEN, (Second.KNOWN,), (Second.TAKE, Second.UNSEEN))
    plans = (unseen, Plan(First.KNOWN), Plan(First.PASS))
    assert plans_of(words, 3) == plans
    assert tuple(phrase for plan in plans for phrase in plan.words) == words
    # nothing known: nothing to match; nothing said of a match: it is taken
    assert plans_of(("unseen then unseen",), 0) == (Plan(First.UNSEEN, (Second.UNSEEN,)),)
    assert plans_of(("unseen then unseen",), 1) == (Plan(First.UNSEEN, (Second.UNSEEN,), (Second.TAKE,)),)


def test_what_is_no_position() -> None:
    """Beside tests/refusals: what no command line says."""
    positions: dict[str, tuple[Any, ...]] = {
        "pairs: must be 1 to 100, not 101": (101, 0),
        "not True": (True, 0),
        "not -1": (3, -1),
        "objective cannot be 'draw'; it may be gain or win": (3, 1, "pass", "draw"),
        "-3 to 3, not 4: with more the game is decided": (3, 1, "pass", "win", 4),
        "lead: must be a whole number of pairs, not 0.5": (3, 1, "pass", "win", 0.5),
    }
    for told, words in positions.items():
        with pytest.raises(InputError, match=told):
            MemoryPosition(*words)
