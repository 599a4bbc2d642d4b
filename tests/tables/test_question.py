"""What an answer says of itself."""

import pytest
from scipy.stats import binomtest

from tafelwerk.tables.question import sampled_share


@pytest.mark.parametrize(("wins", "games"), [(0, 10), (3, 10), (10, 10), (737, 2000)])
def test_intervals_are_wilson_s(wins: int, games: int) -> None:
    said = sampled_share(wins / games, games, 0.01)
    expected = binomtest(wins, games).proportion_ci(0.95, "wilson")
    assert said["interval"] == pytest.approx((expected.low, expected.high), abs=1e-12)
    assert (said["level"], said["samples"]) == (0.95, games)
