"""Check the value of Beams 3c6p with a codemaker who chooses and early finishing: its two mixtures are a certificate.

Only the rules and the programs of `tafelwerk.proofs` are used, nothing that computed the answer.
"""

import json
import sys
from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import lcm
from pathlib import Path
from typing import Any

import numpy as np

from tafelwerk.proofs.beams.strategy_costs import code_classes, least_cost
from tafelwerk.proofs.claims import Faults
from tafelwerk.proofs.stored_trees import walk

VARIANT = "3c6p"


def faults_of(answer: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with an answer of `tafelwerk beams adversary --finish early --show-trees --json`; nothing if it is proved.

    Args:
        answer: the document.
    """
    game = code_classes(VARIANT, early=True)
    value, sizes = Fraction(answer["value"]), np.bincount(game.of).tolist()
    chances = {code: Fraction(chance) for code, chance in answer["codemaker"].items()}
    if list(chances) != list(game.first):
        yield "the classes are not those of the variant"
        return
    yield from _codemaker_faults(value, list(chances.values()), game.of.tolist())
    means, shares = [Fraction(0)] * len(sizes), Fraction(0)
    for number, strategy in enumerate(answer["mixture"]):
        nodes = [
            (index, None if parent < 0 else parent, None if parent < 0 else reply, query)
            for index, (parent, reply, query) in enumerate(strategy["tree"])
        ]
        walked = walk(game.rules, nodes, faults := Faults(), f"strategy {number}")
        if walked is None:
            yield from faults.texts
            return
        share, totals = Fraction(strategy["chance"]), np.bincount(game.of, walked.spent, len(sizes)).tolist()
        shares += share
        means = [
            mean + share * Fraction(int(total), size) for mean, total, size in zip(means, totals, sizes, strict=True)
        ]
    if shares != 1 or max(means) != value:
        yield f"the breaker's mixture has chances that sum to {shares}, and takes {max(means)} for some code, not {value}"


def _codemaker_faults(value: Fraction, chances: list[Fraction], of: list[int]) -> Iterator[str]:
    """That the chances of the classes are chances, and that no strategy costs less than the value against them."""
    common = lcm(*(chance.denominator for chance in chances))
    weights = [int(chances[group] * common) for group in of]
    if min(weights) < 0 or sum(weights) != common:
        yield "the codemaker's chances do not sum to 1"
        return
    least = least_cost(VARIANT, weights, int(value * common) + 1, early=True)
    if least != value * common:
        yield f"the least mean against the codemaker is not {value}, but {Fraction(least, common)} or more"


def main() -> None:
    """Check the document in a file; exit code 1 if it is not proved."""
    answer = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    faults = list(faults_of(answer))
    proved = f"Beams {VARIANT}, finishing early: the value is {answer['value']}"
    sys.stdout.write("\n".join(faults or [proved]) + "\n")
    sys.exit(bool(faults))
