"""`tafelwerk skat bench`: the ladder from minimax to the fast solver, measured on the same random deals."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from math import sqrt
from statistics import fmean, stdev
from time import process_time
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tafelwerk.commands.common import BookOption, JsonOption, answer, at_least, note, table
from tafelwerk.commands.skat.words import SeedOption, app, counted, drawn_deals
from tafelwerk.solvers.skat.cards import Game, Seat, points
from tafelwerk.solvers.skat.deals import Deal
from tafelwerk.solvers.skat.rules import Position, start

if TYPE_CHECKING:
    from tafelwerk.solvers.skat.ladder import Step

MOST_CARDS = {"minimax": 6, "ab": 7}
"""Cards in a hand up to which the slow steps are measured."""

LIMIT = 1_000_000_000
"""Positions after which a step gives a deal up."""

FOR_POINTS = tuple(game for game in Game if game is not Game.NULL)


@dataclass(frozen=True, slots=True)
class Task:
    """A deal to be measured: deals go round the games and the seats.

    Attributes:
        deal: who holds what.
        game: what is played.
        declarer: who plays alone.
        target: points that win: more than half of those in the deal, 61 of 120.
    """

    deal: Deal
    game: Game
    declarer: Seat
    target: int

    @property
    def position(self) -> Position:
        """The position before the first card."""
        return start(self.deal, self.game, self.declarer)


Solve = Callable[[Task], tuple[int, int | None, bool | None]]
"""Nodes, points and who wins; None for what was not asked or not found out."""


@dataclass(slots=True)
class Measured:
    """What one step took, a number a deal.

    Attributes:
        step: its short name.
        words: what it is.
        exact: whether it found the points, or only who wins.
        nodes: positions looked at.
        milliseconds: of one core.
        stopped: deals that were given up; they count with what was spent.
        found: what was found on each deal: points and won, None where that was not asked or not found out.
    """

    step: str
    words: str
    exact: bool
    nodes: list[int] = field(default_factory=list)
    milliseconds: list[float] = field(default_factory=list)
    stopped: int = 0
    found: list[tuple[int | None, bool | None]] = field(default_factory=list)

    def measure(self, solve: Solve, task: Task) -> None:
        """Add one deal."""
        begin = process_time()
        nodes, value, won = solve(task)
        self.milliseconds.append(1000 * (process_time() - begin))
        self.nodes.append(nodes)
        self.stopped += won is None
        self.found.append((value, won))


@app.command()
def bench(
    book: BookOption,
    deals: Annotated[
        int, typer.Option("--deals", callback=at_least(1), metavar="N", help="Random deals that every step solves.")
    ] = 10,
    cards: Annotated[int, typer.Option("--cards", metavar="K", help="Cards in a hand, 1 to 10.")] = 10,
    seed: SeedOption = 0,
    limit: Annotated[
        int,
        typer.Option("--limit", callback=at_least(1), metavar="N", help="Positions after which a deal is given up."),
    ] = LIMIT,
    json: JsonOption = False,
) -> None:
    """The ladder from minimax to the fast solver: positions and milliseconds of one core a deal, each step on the same deals.

    Minimax is measured up to 6 cards in a hand, alpha-beta up to 7. Deals go round the suit games, Grand and the seats.

    Example: tafelwerk skat bench --deals 20 --cards 6
    """
    tasks = [_task(number, deal) for number, deal in enumerate(drawn_deals(deals, seed, cards))]
    found = list(_measured(tasks, limit))
    _compare(found)
    document = {
        "deals": deals,
        "cards": cards,
        "seed": seed,
        "limit": limit,
        "steps": [_document(one) for one in found],
        "certainty": "sampled",
        "source": "computed",
    }
    answer(json, document, lambda: _layout(found, deals, cards))


def _task(number: int, deal: Deal) -> Task:
    total = points(deal.hands[0] | deal.hands[1] | deal.hands[2] | deal.skat)
    turns = len(FOR_POINTS)
    return Task(deal, FOR_POINTS[number % turns], Seat(number // turns % 3), total // 2 + 1)


def _measured(tasks: list[Task], limit: int) -> Iterator[Measured]:
    """Every step on every deal, the fast solver last."""
    from tafelwerk.solvers.skat.ladder import Step

    cards = tasks[0].deal.cards_each
    small = _task(0, Deal((0b1, 0b10, 0b100)))
    for step in Step:
        if cards > MOST_CARDS.get(step.value, 10):
            continue
        yield _one(Measured(step.value, step.words, step.exact), _rung(step, limit), tasks, small)
    yield _one(Measured("fast_win", "the fast solver, who wins", False), _fast_win(), tasks, small)
    yield _one(Measured("fast_points", "the fast solver, points", True), _fast_points(), tasks, small)


def _one(
    measured: Measured,
    solve: Solve,
    tasks: list[Task],
    small: Task,
) -> Measured:
    solve(small)  # loads the kernels
    for task in tasks:
        measured.measure(solve, task)
    note(f"{measured.words}: {fmean(measured.nodes):,.0f} positions, {fmean(measured.milliseconds):,.2f} ms a deal")
    return measured


def _rung(step: "Step", limit: int) -> Solve:
    from tafelwerk.solvers.skat.ladder import climb

    def solve(task: Task) -> tuple[int, int | None, bool | None]:
        found = climb(task.deal, task.game, task.declarer, step, target=task.target, limit=limit)
        return found.nodes, found.value, found.won

    return solve


def _fast_win() -> Solve:
    """The fast solver asked who wins; its table serves all deals in turn."""
    from tafelwerk.solvers.skat.doubledummy import DoubleDummy

    solver = DoubleDummy()

    def solve(task: Task) -> tuple[int, int | None, bool | None]:
        before = solver.nodes
        won = solver.won(task.position, task.target)
        return solver.nodes - before, None, won

    return solve


def _fast_points() -> Solve:
    """The same asked for the points."""
    from tafelwerk.solvers.skat.doubledummy import DoubleDummy

    solver = DoubleDummy()

    def solve(task: Task) -> tuple[int, int | None, bool | None]:
        before = solver.nodes
        value = solver.points(task.position)
        return solver.nodes - before, value, value >= task.target

    return solve


def _compare(found: list[Measured]) -> None:
    """Every step must have found the same: else one of them is wrong.

    Raises:
        AssertionError: they differ.
    """
    for one in found:
        for number, ((value, won), (true_value, true_won)) in enumerate(zip(one.found, found[-1].found, strict=True)):
            if value not in (None, true_value) or won not in (None, true_won):
                raise AssertionError(f"deal {number}: {one.step} found {value, won}, not {true_value, true_won}")


def _document(one: Measured) -> dict[str, Any]:
    several = len(one.nodes) > 1
    return {
        "step": one.step,
        "words": one.words,
        "exact": one.exact,
        "nodes": fmean(one.nodes),
        "error": stdev(one.nodes) / sqrt(len(one.nodes)) if several else None,
        "most_nodes": max(one.nodes),
        "milliseconds": fmean(one.milliseconds),
        "most_milliseconds": max(one.milliseconds),
        "stopped": one.stopped,
    }


def _layout(found: list[Measured], deals: int, cards: int) -> Any:
    from rich.console import Group
    from rich.text import Text

    heading = (
        f"{counted(deals, 'random deal')}, {counted(cards, 'card')} in a hand: mean of positions and of milliseconds."
    )
    rows = [
        (
            one.words,
            "points" if one.exact else "who wins",
            round(fmean(one.nodes)),
            f"{fmean(one.milliseconds):10,.2f}",
            one.stopped or None,
        )
        for one in found
    ]
    stopped = any(one.stopped for one in found)
    columns = ("step", "finds", "positions", "        ms", "given up")
    chosen = columns if stopped else columns[:-1]
    return Group(Text(heading), table(chosen, [row if stopped else row[:-1] for row in rows]))
