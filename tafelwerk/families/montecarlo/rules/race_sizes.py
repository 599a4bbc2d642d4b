"""How large a single-step race is, in plain Python: known before its graph is built and before anything is compiled."""

from math import comb
from numbers import Integral

from tafelwerk.errors import InputError

MOST_ESR_POSITIONS = 10_000
"""Positions of one player, C(n + m, m), up to which a single-step race is built: at most some 4.3 million positions of
both."""


def esr_positions(n: int, m: int) -> int:
    """Positions of one player in ESR(n, m, s): the ways to put m like pieces on the squares 0 to n."""
    return comb(n + m, m)


def esr_configurations(n: int, m: int) -> int:
    """Pairs of positions of both players in ESR(n, m, s) in which they have moved equally often, or the opponent once more."""
    states = _gaussian(m, n + 1)
    return sum(here * (here + after) for here, after in zip(states, [*states[1:], 0], strict=True))


def check_esr(n: int, m: int, s: int) -> None:
    """Raise InputError unless ESR(n, m, s) is a game within the limit on its size."""
    given: tuple[tuple[str, object], ...] = (("n", n), ("m", m), ("s", s))
    for name, value in given:
        if not isinstance(value, Integral) or value < 1:
            raise InputError(f"{name}: {value!r} must be an integer of at least 1")
    if s > m:
        raise InputError(f"s: {s} pieces cannot get home where a player has {m}; s may be 1 to {m}")
    # either number above the limit puts the binomial coefficient above it
    if max(n, m) >= MOST_ESR_POSITIONS or esr_positions(n, m) > MOST_ESR_POSITIONS:
        raise InputError(
            f"ESR({n}, {m}, {s}) is too large: C(n + m, m), the positions of one player, "
            f"may be at most {MOST_ESR_POSITIONS}"
        )


def esr_size(n: int, m: int, s: int) -> tuple[int, int]:
    """Positions and edges of `races.esr_graph(n, m, s)`, without building it.

    Raises:
        InputError: as `check_esr`.
    """
    check_esr(n, m, s)
    states, moves = _census(n, m, s)
    positions = edges = 0
    for t, here in enumerate(states):
        opponents = here + (states[t + 1] if t + 1 < len(states) else 0)
        positions += here * opponents
        edges += moves[t] * opponents
    return positions + 1, edges


def _census(n: int, m: int, s: int) -> tuple[list[int], list[int]]:
    """By tempo: a player's undecided positions, and the occupied squares outside home summed over them."""
    length = max(home * n + (m - home) * (n - 1) for home in range(s)) + 1
    states, moves = [0] * length, [0] * length
    for home in range(s):
        for tempo, count in enumerate(_gaussian(m - home, n)):
            states[home * n + tempo] += count
        # a square q is occupied: one piece there, the others anywhere
        others = _gaussian(m - home - 1, n)
        for tempo, count in enumerate(_times_run(others, n)):
            moves[home * n + tempo] += count
    return states, moves


def _gaussian(pieces: int, squares: int) -> list[int]:
    """Multisets of pieces on the squares 0 to squares - 1, by the sum of the squares: a Gaussian binomial coefficient.

    With small <= large the two of pieces and squares - 1: the product of (1 - x^(large + i)) / (1 - x^i), i = 1, ..., small.
    """
    degree = pieces * (squares - 1)
    small, large = sorted((pieces, squares - 1))
    found = [1] + [0] * degree
    for i in range(1, small + 1):
        for place in range(degree, large + i - 1, -1):
            found[place] -= found[place - large - i]
        for place in range(i, degree + 1):
            found[place] += found[place - i]
    return found


def _times_run(polynomial: list[int], length: int) -> list[int]:
    """The polynomial times 1 + x + ... + x^(length - 1)."""
    found, window = [], 0
    for place in range(len(polynomial) + length - 1):
        window += polynomial[place] if place < len(polynomial) else 0
        window -= polynomial[place - length] if place >= length else 0
        found.append(window)
    return found
