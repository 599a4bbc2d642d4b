"""What the book does not hold of this family, computed: a function a question, each with its estimate of work."""

from fractions import Fraction
from pathlib import Path

from tafelwerk.build.computation import Computation
from tafelwerk.build.switching.playing import certified_pairings, sampled
from tafelwerk.build.switching.policies import is_stored, stored_policy
from tafelwerk.build.switching.sets import check_sample, order_build, pairing_build
from tafelwerk.build.switching.tasks import (
    game_operations,
    opening_count,
    opening_operations,
    pairing_operations,
)
from tafelwerk.solvers.switching.agent_names import parse_agent
from tafelwerk.solvers.switching.board import make_board
from tafelwerk.solvers.switching.shannon import analyse
from tafelwerk.solvers.switching.simulation import simulate
from tafelwerk.tables.builds.switching import is_whole
from tafelwerk.tables.switching import GAMES, SEED, Opening, Pairing, Rate, checked_order, exact_pairing, known_chance


def rate(order: int) -> Computation[Rate]:
    """Heuristic against heuristic."""
    return Computation(_rate_operations(order), lambda: _rate(order), order_build(order))


def pairing(
    order: int, cut: str, short: str, games: int | None, seed: int | None, book: Path | None = None
) -> Computation[Pairing]:
    """Two agents by their names: as a fraction where one is known, certified on a small board, else sampled.

    Args:
        order: of the board.
        cut, short: the agents.
        games, seed: of a sample; None: the usual.
        book: where what the agents do in every position is looked for first.

    Raises:
        InputError: there is no such board, or no such games can be played.
    """
    checked_order(order)
    known = known_chance(cut)
    if known is not None and games is None:
        return Computation(1.0, lambda: exact_pairing(order, cut, short, known))
    if cut == short == "heuristic" and games is None:
        return Computation(
            _rate_operations(order), lambda: exact_pairing(order, cut, short, 1 - _rate(order).cut), order_build(order)
        )
    if is_whole(order):
        build = pairing_build(order, cut, short, games, seed)
        held = [name for name in (cut, short) if is_stored(book, order, name)]
        work = pairing_operations(order, {cut, short}.difference(held), 1)

        def paired() -> Pairing:
            known = {name: stored_policy(book, order, name) for name in held if book is not None}
            return certified_pairings(order, ((cut, short),), {name: rows for name, rows in known.items() if rows})[0]

        return Computation(work, paired, build)
    check_sample(cut, short, games, seed)
    played, drawn = GAMES if games is None else games, SEED if seed is None else seed
    agents = parse_agent(cut), parse_agent(short)

    def play() -> Pairing:
        return sampled(order, cut, short, simulate(make_board(order).graph, *agents, played, drawn), drawn)

    work = played * sum(game_operations(order, agent) for agent in agents)
    return Computation(work, play, pairing_build(order, cut, short, games, seed))


def _rate_operations(order: int) -> float:
    return opening_operations(order) * opening_count(order)


def _rate(order: int) -> Rate:
    board, found = make_board(order), analyse(order)
    rows = [
        Opening(edge, board.name(edge), each.images[0], each.rate, each.shortest, each.longest, Fraction(each.gap))
        for each in found.openings
        for edge in each.images
    ]
    return Rate(order, tuple(sorted(rows, key=lambda row: row.edge)))
