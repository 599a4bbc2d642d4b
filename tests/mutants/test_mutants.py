"""The list of mutants fits the code."""

import ast
from collections import Counter

from mutants import ROOT, read_mutants


def test_every_mutant_can_be_planted() -> None:
    mutants = read_mutants()
    twice = [name for name, count in Counter(mutant.name for mutant in mutants).items() if count > 1]
    assert not twice
    for mutant in mutants:
        mutated = mutant.plant((ROOT / "tafelwerk" / mutant.file).read_text(encoding="utf-8"))
        if mutant.file.endswith(".py"):
            ast.parse(mutated)
        missing = [path for path in mutant.tests if not (ROOT / path).exists()]
        assert mutant.why, mutant.name
        assert mutant.tests, mutant.name
        assert not missing, f"{mutant.name}: {missing}"
