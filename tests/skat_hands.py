"""Hands of Skat to test bids and discards with, and their weights by name."""

import pytest
from hypothesis import strategies as st

from tafelwerk.families.skat.classifiers import shipped_weights
from tafelwerk.families.skat.rules.cards import Game, Seat, read_cards
from tafelwerk.solvers.machine.jit import INTERPRETED
from tafelwerk.solvers.skat.hand_chances import KINDS, OWN, Chances, Weights

compiled = pytest.mark.skipif(INTERPRETED, reason="minutes without compilation")
seeds = st.integers(0, 2**32)
games = st.sampled_from(list(Game))
seats = st.sampled_from(list(Seat))
WEIGHTS = shipped_weights()
CHANCES = Chances(WEIGHTS)


def mask(names: set[str]) -> int:
    return read_cards(" ".join(names))


def by_name(weights: Weights, game: Game, seat: Seat) -> dict[str, float]:
    """Weights of the first step by their names."""
    kind = KINDS[game]
    return dict(zip(OWN[kind], weights.open[kind, seat], strict=True))
