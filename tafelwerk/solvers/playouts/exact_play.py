"""The same analysis in exact fractions: random play, the law of MC(k), duels. For small games and small k only.

Source: Jena dissertation on the exact analysis of heuristics for combinatorial games, section 2.4 and appendix B.2.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import lcm

import numpy as np
from flint import fmpq, fmpz, fmpz_poly

from tafelwerk.errors import InputError
from tafelwerk.solvers.playouts.game_graph import GameGraph
from tafelwerk.solvers.playouts.policy import random_shares, share_rows

MOST_BITS = 2**31
"""Most bits that the fractions of a game may take together (256 MiB)."""

MOST_PLAYOUTS = 10_000

Chances = list[fmpq]


@dataclass(frozen=True, slots=True, eq=False)
class ExactDuel:
    """Chances in a duel, one fraction per position; the named agent moves first.

    Attributes:
        win_a, loss_a: chances that agent a, who is to move, wins and loses against b.
        win_b, loss_b: the same for agent b, who is to move, against a.
    """

    win_a: Chances
    loss_a: Chances
    win_b: Chances
    loss_b: Chances


def _check_playouts(k: int) -> None:
    if not isinstance(k, int | np.integer) or not 1 <= k <= MOST_PLAYOUTS:
        raise InputError(f"k must be an integer from 1 to {MOST_PLAYOUTS} for fractions, not {k!r}")


def exact_random(graph: GameGraph) -> tuple[Chances, Chances]:
    """Chances of the player to move to win, and to lose, under random play; one fraction per position.

    Raises:
        InputError: the fractions of the game would take more than MOST_BITS.

    >>> from tafelwerk.solvers.montecarlo.races_and_heaps import subtraction_graph
    >>> exact_random(subtraction_graph([1, 2], 4))
    ([1, 0, 1, 1/2, 1/4, 5/8], [0, 1, 0, 1/2, 3/4, 3/8])
    """
    rows = share_rows(graph, random_shares(graph))
    result = _duel(graph, rows, rows)
    return result.win_a, result.loss_a


def exact_duel(graph: GameGraph, rows_a: Sequence[fmpq], rows_b: Sequence[fmpq]) -> ExactDuel:
    """The duel of two agents.

    Args:
        graph: the game.
        rows_a, rows_b: the agents as chances of every edge; they sum to 1 over each undecided position.

    Raises:
        InputError: a row has a wrong length, or the fractions would take more than MOST_BITS.
    """
    for name, rows in (("rows_a", rows_a), ("rows_b", rows_b)):
        if len(rows) != graph.edges:
            raise InputError(f"{name}: {len(rows)} chances must be {graph.edges}, one per edge")
    return _duel(graph, rows_a, rows_b)


def exact_selection(chances: Sequence[fmpq], counts: Sequence[int], k: int) -> Chances:
    """The law of MC(k): the chance that each group of candidates is chosen.

    f_g = c_g sum_j b_g(j) integral over t in [0, 1] of A_g^(c_g - 1) prod_(l != g) A_l^(c_l) dt, A_l = B_l(j - 1) + t b_l(j),
    where b and B are the mass and the distribution function of the wins of one candidate of the group. The polynomials in t are
    multiplied out over the common denominators.

    Args:
        chances: chance that a candidate of each group wins a playout, from 0 to 1.
        counts: number of candidates in each group, at least 1.
        k: playouts per candidate, from 1 to MOST_PLAYOUTS.

    Returns:
        One fraction per group, for all its candidates together; they sum to 1.

    Raises:
        InputError: an argument is out of range.
    """
    _check_playouts(k)
    if len(chances) != len(counts) or not chances:
        raise InputError(
            f"counts: {len(counts)} numbers for {len(chances)} chances; give one for each chance, and at least one"
        )
    if any(p < 0 or p > 1 for p in chances) or any(c < 1 for c in counts):
        raise InputError("chances and counts: chances must be from 0 to 1 and counts at least 1")
    if len(chances) == 1:
        return [fmpq(1)]
    masses = []
    for p in chances:
        # C(k, j) a^j (d - a)^(k - j), all over d^k: the coefficients of (a x + d - a)^k
        row = (fmpz_poly([p.q - p.p, p.p]) ** k).coeffs()
        masses.append([*row, *[fmpz(0)] * (k + 1 - len(row))])
    below = [fmpz(0)] * len(chances)
    totals = [fmpz(0)] * len(chances)
    # the antiderivatives have denominators up to the number of candidates
    common = fmpz(lcm(*range(1, sum(counts) + 1)))
    for j in range(k + 1):
        factors = [fmpz_poly([b, mass[j]]) for b, mass in zip(below, masses, strict=True)]
        powers = [factor ** (c - 1) for factor, c in zip(factors, counts, strict=True)]
        others = fmpz_poly([1])
        for power in powers:
            others *= power
        for g, c in enumerate(counts):
            if masses[g][j] == 0:
                continue
            integrand = others
            for l, factor in enumerate(factors):  # noqa: E741
                if l != g:
                    integrand = integrand * factor
            antiderivative = sum((x * (common // (i + 1)) for i, x in enumerate(integrand.coeffs())), fmpz(0))
            totals[g] += c * masses[g][j] * antiderivative
        for g, mass in enumerate(masses):
            below[g] = below[g] + mass[j]
    denominator = common
    for p, c in zip(chances, counts, strict=True):
        denominator *= p.q ** (k * c)
    return [fmpq(total, denominator) for total in totals]


def exact_policy_monte_carlo(graph: GameGraph, k: int) -> Chances:
    """MC(k) as one fraction per edge.

    Raises:
        InputError: k is out of the range of exact_selection, or the fractions would take more than MOST_BITS.

    >>> from tafelwerk.solvers.montecarlo.races_and_heaps import subtraction_graph
    >>> exact_policy_monte_carlo(subtraction_graph([1, 2], 4), 1)
    [1, 0, 1, 3/4, 1/4, 5/8, 3/8]
    """
    degree = np.diff(graph.offsets)
    many = int(degree[degree > 1].sum())
    _check_playouts(k)
    # the mass function of one edge holds k + 1 numbers of k bits
    if many * int(k) > MOST_BITS // 64:
        raise InputError(
            f"k: {k} playouts on {many} edges are too many for fractions; edges times k may be at most {MOST_BITS // 64}"
        )
    _, loss = exact_random(graph)
    rows: Chances = []
    known: dict[tuple[tuple[str, int], ...], Chances] = {}
    for i in range(graph.positions):
        edges = graph.edges_of(i)
        if len(edges) == 1:
            rows.append(fmpq(1))
        elif edges:
            chances = [loss[int(graph.successors[edge])] for edge in edges]
            counts = [int(graph.multiplicities[edge]) for edge in edges]
            key = tuple((str(p), c) for p, c in zip(chances, counts, strict=True))
            if key not in known:
                known[key] = exact_selection(chances, counts, k)
            rows.extend(known[key])
    return rows


def _duel(graph: GameGraph, rows_a: Sequence[fmpq], rows_b: Sequence[fmpq]) -> ExactDuel:
    """Backward induction. If no game is drawn, loss is 1 - win."""
    has_draws = bool((graph.payoff == 0).any())
    same = rows_a is rows_b
    offsets, successors, payoff = graph.offsets.tolist(), graph.successors.tolist(), graph.payoff.tolist()
    win_a, loss_a, win_b, loss_b = result = ([], [], [], [])  # type: tuple[Chances, Chances, Chances, Chances]
    bits = 0
    for i in range(graph.positions):
        edges = range(offsets[i], offsets[i + 1])
        if not edges:
            for win, loss in ((win_a, loss_a), (win_b, loss_b)):
                win.append(fmpq(int(payoff[i] == 1)))
                loss.append(fmpq(int(payoff[i] == -1)))
            continue
        for rows, win, loss, rival_win, rival_loss in (
            (rows_a, win_a, loss_a, win_b, loss_b),
            (rows_b, win_b, loss_b, win_a, loss_a),
        ):
            if same and win is win_b:
                win.append(win_a[i])
                loss.append(loss_a[i])
                continue
            used = [(rows[edge], successors[edge]) for edge in edges if rows[edge] != 0]
            chance = sum((f * rival_loss[s] for f, s in used), fmpq(0))
            win.append(chance)
            loss.append(sum((f * rival_win[s] for f, s in used), fmpq(0)) if has_draws else 1 - chance)
            bits += 4 * fmpz(chance.q).bit_length()
        if bits > MOST_BITS:
            raise InputError(
                f"exact fractions of this game ({graph.positions} positions) pass {MOST_BITS} bits together; "
                "ask for floats or a smaller game"
            )
    return ExactDuel(*result)
