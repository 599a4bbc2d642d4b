"""A small book of Beams that several tests read."""

from fractions import Fraction
from pathlib import Path

import pytest
from sharing import made_once

from tafelwerk.build.runner import run
from tafelwerk.families.beams.builds import StrategyBuild, VariantBuild
from tafelwerk.families.beams.rules import Entropy

H1 = Entropy(Fraction(1))


def _make(path: Path) -> None:
    run(path, [StrategyBuild("3c6p", H1), VariantBuild("3c6p")], executor="inline")


def h1_book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """H_1 on three colours of six fields, built as a whole."""
    return made_once(tmp_path_factory, "beams-h1", _make, "beams")
