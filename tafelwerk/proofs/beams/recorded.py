"""Answers in records of long runs that can be computed again."""

from collections.abc import Mapping
from math import factorial
from typing import Any

from tafelwerk.proofs.beams.board import GAMES
from tafelwerk.proofs.beams.variants import is_counted, patterns_of, shapes_of


def judged(answer: Mapping[str, Any]) -> tuple[bool, list[str]]:
    """Whether an answer can be computed again as a whole, and its faults as far as it can.

    Args:
        answer: an answer of a record. The costs of strategies are not computed again: that takes minutes or hours.
    """
    question = answer["question"]
    if question["command"] != "beams counts":
        return False, []
    game = GAMES[question["variant"]]
    patterns = patterns_of(game) if is_counted(question["variant"]) else answer["patterns"]
    expected = {
        "question": {"command": "beams counts", "variant": question["variant"]},
        "pieces": shapes_of(game),
        "patterns": patterns,
        "codes": patterns * factorial(game.colours),
        "diagonals": game.lines,
    }
    wrong = [
        f"{key} {answer.get(key)} should be {expected.get(key)}"
        for key in sorted({*expected, *answer})
        if answer.get(key) != expected.get(key)
    ]
    return is_counted(question["variant"]), wrong
