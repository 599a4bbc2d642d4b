"""How strong a program plays Skat beside another, at mixed tables: `python -m benchmarks.skat_tables`.

A table of one kind against a table of another says little: each plays its own games, and what declarers gain their own
defenders lose. Here both sit at one table. Each deal is played at six: one of the first kind against two of the second at each
seat, and two of the first against one of the second. Points are those of a tournament of three, after Seeger and Fabian, per 36
deals, as a list has them. What the first kind's seats get above the second's is taken table by table and summed over the six;
so luck of the cards cancels, and two kinds that play alike differ by nothing on any deal. The six tables of a deal hang together:
means, errors and flips of signs are over deals.

One of the kinds may be xskat, whose cards a seat program chooses (`--xskat-seat`, `benchmarks.xskat_seat`). Bids, discards and
announcements are then those of our programs: a deal has the same contract at all six tables, and only card play differs. As
xskat-whole it also bids, discards and announces by itself.

How many deals are played is fixed before they are, by a pilot of others: as many as make the interval of the difference as narrow
as was asked for. The deals of the pilot do not count in the result.
"""

import argparse
import math
import multiprocessing
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import cache, partial
from pathlib import Path
from statistics import stdev
from time import perf_counter
from typing import Any, NamedTuple

from benchmarks.harness import machine
from benchmarks.paired import paired
from benchmarks.xskat import SAVED_EVERY, count_of, kept_games, save
from benchmarks.xskat_seat import CARDS, WHOLE, SeatBidder, SeatProgram, seat_cards, seat_program, seat_round
from tafelwerk.errors import InputError
from tafelwerk.families.skat.classifiers import default_bidder, default_chances
from tafelwerk.families.skat.rules.cards import Seat
from tafelwerk.families.skat.rules.contracts import BIDS, Contract, tournament_points
from tafelwerk.families.skat.rules.deals import Deal, random_deals
from tafelwerk.families.skat.rules.knowledge import Knowledge
from tafelwerk.families.skat.rules.limits import agent_name
from tafelwerk.families.skat.rules.rounds import Agent, Announcement, Bidder, Choice, GameInPlay, Player, Program
from tafelwerk.solvers.skat.hidden_players import Chooser, Effort, open_cards, pimc, random_cards
from tafelwerk.solvers.skat.inference import informed_draw
from tafelwerk.tables.answers import QUANTILE

SEED = 20261125
PILOT = 100
"""Deals of the pilot: the first of the seed's sequence."""

HALF_WIDTH = 40.0
"""Half of the interval that is asked for, in points per 36 deals."""

POINTS_NODES, DISCARD_WORLDS, WITHIN = 100_000, 20, 6
"""What is looked at for a card and for a discard: less than in play."""

PER_LIST = 36
"""Deals of a tournament's list."""

SEATINGS = tuple(tuple((seat == place) is alone for seat in range(3)) for alone in (True, False) for place in range(3))
"""The six tables, by whether the first kind has the seat: one of it against two at each seat, then two against one."""


class Task(NamedTuple):
    """A deal to play.

    Attributes:
        number: which of the seed's deals.
        kinds: names of the two programs.
        seed: of the deals and of the programs.
        dealt: who is dealt what.
        xskat_seat: path of the seat program, if a kind is xskat.
    """

    number: int
    kinds: tuple[str, str]
    seed: int
    dealt: Deal
    xskat_seat: str = ""


class Once:
    """A bidder that is asked the same only once: tables of a deal at which it declares alike need one answer."""

    def __init__(self, bidder: Bidder) -> None:
        self._bidder = bidder
        self._said: dict[tuple[Any, ...], Any] = {}

    def limit(self, hand: int, seat: Seat) -> int:
        return int(self._once("limit", hand, seat))

    def hand_contract(self, hand: int, seat: Seat, bid: int) -> Contract | None:
        found: Contract | None = self._once("hand_contract", hand, seat, bid)
        return found

    def announce(self, cards: int, seat: Seat, bid: int, seed: int = 0) -> Announcement:
        found: Announcement = self._once("announce", cards, seat, bid, seed)
        return found

    def _once(self, what: str, *asked: Any) -> Any:
        key = (what, *asked)
        if key not in self._said:
            if len(self._said) > 1000:
                self._said.clear()
            self._said[key] = getattr(self._bidder, what)(*asked)
        return self._said[key]


def remembered(program: Program) -> Program:
    """The same program with a cache: tables of a deal at which play has been the same so far need one answer.

    Args:
        program: A program whose choice depends only on deal, contract, bid, seed and what the seat knows.
    """
    chosen: dict[tuple[Any, ...], Choice] = {}

    def begun(game: GameInPlay, seed: int, bid: int = BIDS[0], /) -> Player:
        player = program(game, seed, bid)

        def choose(known: Knowledge) -> Choice:
            key = (game.deal, game.contract, bid, seed, known)
            if key not in chosen:
                if len(chosen) > 1000:
                    chosen.clear()
                chosen[key] = player(known)
            return chosen[key]

        return choose

    return begun


@cache
def _chooser() -> Chooser:
    """One a process."""
    return Chooser()


@cache
def _bidder() -> Once:
    """One a process."""
    return Once(default_bidder(worlds=DISCARD_WORLDS, within=WITHIN))


def kind_name(text: str) -> str:
    """The full name of a kind: `xskat`, `xskat-whole`, or an agent's as for `agent_name`."""
    word = text.strip().lower()
    return word if word in (CARDS, WHOLE) else agent_name(text)


@cache
def agent(name: str, xskat_seat: str = "") -> Agent:
    """The kind of player of a name; xskat needs the path of its seat program."""
    word, _, worlds = kind_name(name).partition(":")
    makes: dict[str, Callable[[], Program]] = {
        CARDS: lambda: seat_cards(seat_program(xskat_seat)),
        WHOLE: lambda: seat_cards(seat_program(xskat_seat)),
        "open": lambda: open_cards(_chooser()),
        "random": lambda: random_cards,
        "pimc": lambda: pimc(int(worlds), _chooser(), Effort(POINTS_NODES)),
        "informed": lambda: pimc(
            int(worlds), _chooser(), Effort(POINTS_NODES), partial(informed_draw, default_chances())
        ),
    }
    bidder = SeatBidder(seat_program(xskat_seat)) if word == WHOLE else _bidder()
    return Agent(name, bidder, remembered(makes[word]()))


def measured(task: Task) -> dict[str, Any]:
    """Points by seat at the six tables of a deal, in the order of `SEATINGS`."""
    begun = perf_counter()
    first, second = (agent(kind, task.xskat_seat) for kind in task.kinds)
    points = []
    for seating in SEATINGS:
        players = [first if own else second for own in seating]
        done = seat_round(task.dealt, players, (task.seed << 32) + task.number)
        points.append([tournament_points(done, seat) for seat in Seat])
    return {"number": task.number, "points": points, "seconds": round(perf_counter() - begun, 2)}


def difference(points: Sequence[Sequence[int]], seatings: Sequence[Sequence[bool]] = SEATINGS) -> int:
    """What the first kind's seats get above the second's, in halves of points, over some tables of a deal.

    At each table it is twice the mean of the first kind's seats less that of the second's.
    """
    total = 0
    for seating, by_seat in zip(seatings, points, strict=True):
        ours = [value for value, own in zip(by_seat, seating, strict=True) if own]
        theirs = [value for value, own in zip(by_seat, seating, strict=True) if not own]
        total += sum(ours) * len(theirs) - sum(theirs) * len(ours)
    return total


def per_list(halves: float, tables: int) -> float:
    """Points per 36 deals, of what `difference` gives for a number of tables."""
    return PER_LIST * halves / (2 * tables)


class Row(NamedTuple):
    """What some tables of each deal show, in points per 36 deals.

    Attributes:
        tables: which.
        deals: how many deals.
        first, second: means of the two kinds' seats.
        difference, error: mean and standard error over deals.
        low, high: 95 % interval of the difference.
        less, more: one-sided p by random flips of the deals' signs.
    """

    tables: str
    deals: int
    first: float
    second: float
    difference: float
    error: float
    low: float
    high: float
    less: float
    more: float


def rows(deals: Sequence[dict[str, Any]]) -> list[Row]:
    """What the deals show, by tables with one of the first kind, with two, and all."""
    return [
        _row(name, deals, places)
        for name, places in (
            ("one against two", range(3)),
            ("two against one", range(3, 6)),
            ("all six", range(6)),
        )
    ]


def _row(name: str, deals: Sequence[dict[str, Any]], places: range) -> Row:
    seatings = [SEATINGS[place] for place in places]
    by_deal = [difference([deal["points"][place] for place in places], seatings) for deal in deals]
    found = paired(by_deal)
    means = [
        PER_LIST
        * sum(
            sum(value for value, own in zip(deal["points"][place], SEATINGS[place], strict=True) if own is kind)
            / SEATINGS[place].count(kind)
            for deal in deals
            for place in places
        )
        / (len(deals) * len(places))
        for kind in (True, False)
    ]
    middle, error = per_list(found.mean, len(places)), per_list(found.error, len(places))
    low, high = middle - QUANTILE * error, middle + QUANTILE * error
    return Row(name, len(deals), means[0], means[1], middle, error, low, high, found.less, found.more)


def games_won(deals: Sequence[dict[str, Any]]) -> dict[tuple[bool, int], tuple[int, int]]:
    """Games played and won, by whether the declarer is of the first kind and how many defenders are.

    The declarer is told by the points: only a declarer loses points, and if a game is won, only the declarer gets any.
    """
    found: dict[tuple[bool, int], tuple[int, int]] = {}
    for deal in deals:
        for seating, by_seat in zip(SEATINGS, deal["points"], strict=True):
            if not any(by_seat):
                continue  # all passed
            declarer = next(seat for seat in range(3) if by_seat[seat] < 0 or (by_seat.count(0) == 2 and by_seat[seat]))
            key = seating[declarer], sum(seating) - seating[declarer]
            played, won = found.get(key, (0, 0))
            found[key] = played + 1, won + (by_seat[declarer] > 0)
    return found


def won_table(kinds: Sequence[str], found: dict[tuple[bool, int], tuple[int, int]]) -> str:
    """Shares of games won, as a table in Markdown."""
    lines = ["| declarer | defenders | games | won |", "|---|---|---|---|"]
    for (own, defenders), (played, won) in sorted(found.items(), reverse=True):
        against = " and ".join(kinds[place >= defenders] for place in range(2))
        lines.append(f"| {kinds[not own]} | {against} | {played} | {100 * won / played:.1f} % |")
    return "\n".join(lines)


def deals_needed(pilot: Sequence[dict[str, Any]], half_width: float) -> int:
    """Deals from which the interval of the difference over all six tables has a half width, by the spread in a pilot."""
    return needed([per_list(difference(deal["points"]), len(SEATINGS)) for deal in pilot], half_width)


def needed(differences: Sequence[float], half_width: float) -> int:
    """Deals from which the interval of a mean difference has a half width, by the spread of a pilot's differences."""
    return max(2, math.ceil((QUANTILE * stdev(differences) / half_width) ** 2))


def table(kinds: Sequence[str], found: Sequence[Row]) -> str:
    """The rows as a table in Markdown."""
    lines = [f"| tables | deals | {kinds[0]} | {kinds[1]} | difference | 95 % interval | p: less | p: more |"]
    lines.append("|---|---|---|---|---|---|---|---|")
    lines += [
        f"| {one.tables} | {one.deals} | {one.first:.0f} | {one.second:.0f} | {one.difference:+.1f} ± {one.error:.1f} | "
        f"{one.low:+.1f} to {one.high:+.1f} | {one.less:.5f} | {one.more:.5f} |"
        for one in found
    ]
    return "\n".join(lines)


def measure_all(
    tasks: Sequence[Task],
    jobs: int,
    out: Path,
    parameters: dict[str, Any],
    measure: Callable[[Task], dict[str, Any]] = measured,
) -> list[dict[str, Any]]:
    """Play the deals that a file lacks, and keep them there."""
    kept = kept_games(out, parameters)
    todo = [task for task in tasks if task.number not in kept]
    begun = perf_counter()
    if todo:
        with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
            for done, future in enumerate(as_completed([pool.submit(measure, task) for task in todo]), 1):
                deal = future.result()
                kept[deal["number"]] = deal
                if done % SAVED_EVERY == 0 or done == len(todo):
                    games = [kept[number] for number in sorted(kept)]
                    save(out, {"parameters": parameters, "machine": machine(), "games": games})
                    rate = (perf_counter() - begun) / done
                    left = rate * (len(todo) - done) / 60
                    print(f"{done} of {len(todo)} deals, {rate:.2f} s each, {left:.0f} min left", file=sys.stderr)
    return [kept[task.number] for task in tasks]


def add_options(parser: argparse.ArgumentParser, half_width: float, seed: int) -> None:
    """Add the options of a measurement: the half width, the seed, the number of processes, and the file."""
    parser.add_argument("--half-width", type=float, default=half_width, help="of the interval, in points per 36 deals")
    parser.add_argument("--seed", type=int, default=seed, help="of the deals, and of the programs")
    parser.add_argument("--jobs", type=count_of, default=2, help="processes")
    parser.add_argument("--out", type=Path, help="the file of what was measured, to go on from")


def main(words: Sequence[str] | None = None) -> int:
    """Play the pilot, or the deals that it asks for, and show a table."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.skat_tables", description="Two programs at mixed tables."
    )
    parser.add_argument("measure", choices=("pilot", "result"), help="the pilot, or the deals that it asks for")
    parser.add_argument("first", type=kind_name, help="a program, as pimc:30, or xskat or xskat-whole")
    parser.add_argument("second", type=kind_name, help="the other one")
    parser.add_argument("--xskat-seat", default="", metavar="PATH", help="the program that chooses xskat's cards")
    add_options(parser, HALF_WIDTH, SEED)
    asked = parser.parse_args(words)
    kinds = (asked.first, asked.second)
    if bool({CARDS, WHOLE} & set(kinds)) != bool(asked.xskat_seat):
        parser.error("xskat needs a seat program, and no other kind does: give xskat and --xskat-seat PATH together")
    out = asked.out or Path(f"skat-tables-{asked.seed}-{'-'.join(kinds).replace(':', '')}.json")
    parameters = {"kinds": list(kinds), "seed": asked.seed, "points_nodes": POINTS_NODES}

    def played(first: int, count: int) -> list[dict[str, Any]]:
        dealt = random_deals(count, asked.seed, first)
        tasks = [Task(first + number, kinds, asked.seed, one, asked.xskat_seat) for number, one in enumerate(dealt)]
        return measure_all(tasks, asked.jobs, out, parameters)

    try:
        if asked.xskat_seat:
            SeatProgram(asked.xskat_seat).close()
        pilot = played(0, PILOT)
        count = deals_needed(pilot, asked.half_width)
        deals = pilot if asked.measure == "pilot" else played(PILOT, count)
    except InputError as fault:
        parser.error(str(fault))
    print(table(kinds, rows(deals)))
    print(f"\n{won_table(kinds, games_won(deals))}")
    print(f"\n{parameters}; points per {PER_LIST} deals. For ± {asked.half_width:g}: {count} deals. Deals in {out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
