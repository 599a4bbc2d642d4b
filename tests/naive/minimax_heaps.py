"""Taking-and-breaking games by their definition: all positions, plain recursion."""

from collections.abc import Iterator, Sequence
from functools import cache

from hypothesis import strategies as st

from tafelwerk.families.minimax.rules.heaps import HeapGame

Heaps = tuple[int, ...]

GAMES = st.builds(
    lambda first, middle, last, equal: HeapGame("random", (first, *middle, last), equal),
    st.sampled_from([0, 4]),
    st.lists(st.integers(0, 7), max_size=4),
    st.integers(1, 7),
    st.booleans(),
)
"""Random games, to be compared with these."""


@cache
def lefts(game: HeapGame, heap: int) -> set[Heaps]:
    """What a move can leave: bit j of digit k says whether k tokens may be taken so that j heaps are left."""
    found: set[Heaps] = set()
    for taken, digit in enumerate(game.digits):
        rest = heap - taken
        found |= {() for _ in range(1) if digit & 1 and rest == 0}
        found |= {(a,) for a in range(1, rest + 1) if digit & 2 and a == rest}
        found |= {(a, b) for b in range(1, rest + 1) for a in range(1, b + 1) if digit & 4 and a + b == rest}
    return {left for left in found if game.equal_parts or len(set(left)) == len(left)}


class Play:
    """Any heaps of any games, each (game, heap), until nobody can move: no theory but that heaps without a move do not count."""

    def __init__(self, misere: bool) -> None:
        self.misere = misere
        self.won = cache(self._won)

    def moves(
        self, position: Sequence[tuple[HeapGame, int]]
    ) -> Iterator[tuple[int, Heaps, tuple[tuple[HeapGame, int], ...]]]:
        for place, (game, heap) in enumerate(position):
            for left in lefts(game, heap):
                parts = [(game, part) for part in left if lefts(game, part)]
                after = [*position[:place], *parts, *position[place + 1 :]]
                yield place, left, tuple(sorted(after, key=lambda one: (one[0].name, one[1])))

    def _won(self, position: tuple[tuple[HeapGame, int], ...]) -> bool:
        after = [next_one for _, _, next_one in self.moves(position)]
        return self.misere if not after else any(not self.won(one) for one in after)

    def winning(self, position: Sequence[tuple[HeapGame, int]]) -> set[tuple[int, Heaps]]:
        return {(place, left) for place, left, after in self.moves(position) if not self.won(after)}
