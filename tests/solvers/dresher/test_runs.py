"""Games solved as the source does it, by HiGHS."""

from itertools import pairwise

import pytest

from tafelwerk.rules.dresher import METHODS, Method
from tafelwerk.solvers.dresher.reply import guaranteed
from tafelwerk.solvers.dresher.runs import WAYS
from tafelwerk.solvers.dresher.solve import solve


@pytest.mark.parametrize("n", [1, 2, 5, 16, 30, 40, 64])
@pytest.mark.parametrize("method", METHODS)
def test_bounds_close_in_on_the_same_value(n: int, method: Method) -> None:
    bounds: list[tuple[int, float, float]] = []
    game = solve(n, way=WAYS[method], watch=lambda *found: bounds.append(found))
    assert game.value == solve(n).value == guaranteed(game.hider)
    assert [number for number, _, _ in bounds] == list(range(1, game.rounds + 1))
    uppers = [upper for _, upper, _ in bounds]
    assert all(after <= before + 1e-9 for before, after in pairwise(uppers))
    assert max(lower for _, _, lower in bounds) <= float(game.value) + 1e-9
    assert uppers[-1] == pytest.approx(float(game.value))
