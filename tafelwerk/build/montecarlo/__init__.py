"""Builder of the Monte-Carlo family.

sets        which rows are built together: one duel, a curve, a game, the standard set
tasks       what one worker computes, and estimates of the time it takes
rows        the rows of each task
simulated   simulated games of two agents
graphs      games as graphs, duels and exact positions on them
candidates  one position: its candidates, the law of MC(k) there, the number of positions of a race
explaining  why MC(k) chooses its move, compared with perfect play
computed    answers that the book does not hold, computed for the family's questions
"""

from collections.abc import Callable
from functools import partial

from tafelwerk.build.montecarlo.sets import curve_build, duel_build, duel_task, full, pocket, quick, standard
from tafelwerk.rules.montecarlo import Dsc, Esr, Game, Subtraction, SubtractionRules

__all__ = ["curve_build", "duel_build", "full", "pocket", "quick", "standard", "warm"]


def warm() -> tuple[Callable[[], object], ...]:
    """Small steps that together compile every kernel."""
    ks = tuple(range(1, 40))
    steps: list[Callable[[], object]] = []
    for game in (Esr(2, 3, 1), Dsc(6), Subtraction(SubtractionRules((1, 2, 3)), 12)):
        steps += [duel_task(game, ks, tuple(2 * k for k in ks)).run, duel_task(game, (500, 0), (1000, 0)).run]
        steps.append(partial(_perfect, game))
    steps.append(partial(_simulate, Dsc(6)))
    return tuple(steps)


def _simulate(game: Game) -> None:
    from tafelwerk.build.montecarlo import computed

    computed.simulate(game, "mc:2", "random", 2, 0).run()


def _perfect(game: Game) -> None:
    from tafelwerk.build.montecarlo import computed

    computed.perfect(game, None).run()
    computed.choice(game, 3, None).run()
