"""Which of two programs plays the cards of Skat better, contracts being equal: `python -m benchmarks.skat_play`.

Mixed tables (`benchmarks.skat_tables`) compare whole rounds. Programs that bid alike differ by their cards alone, and there a
sharper measure will do. Each deal has one contract, announced by features of the hand. It is played twice: by the second kind at
all seats, and with the first kind in place of the declarer, or of both defenders. Seeds belong to seats, so that the two games
are the same up to the first card that the kinds choose differently, and that part is looked at once. A deal on which they choose
alike, or that all pass, differs by nothing.

Points are those of a tournament of three, after Seeger and Fabian: what the declarer gets above the mean of the defenders. Each
seat declares a third of the deals, hence a third of that, per 36 deals, as a list has them. Means, errors and flips of signs are
over deals. A pilot of other deals fixes their number.
"""

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from benchmarks.paired import paired
from benchmarks.skat_tables import PER_LIST, PILOT, Task, add_options, agent, measure_all, needed, remembered
from benchmarks.skat_tried import TRIED
from tafelwerk.families.skat.classifiers import default_bidder
from tafelwerk.families.skat.rules.cards import Seat
from tafelwerk.families.skat.rules.contracts import BIDS, tournament_points
from tafelwerk.families.skat.rules.deals import random_deals
from tafelwerk.families.skat.rules.limits import agent_name
from tafelwerk.families.skat.rules.rounds import Program, Round, announce_by, begin_round, bid_out, play_by, seat_seed
from tafelwerk.tables.answers import QUANTILE

SEED = 20261126
HALF_WIDTH = 60.0
"""Half of the interval that is asked for, in points per 36 deals: a quarter of an hour of one processor."""

SIDES = ("declarer", "defenders")


def kind_name(text: str) -> str:
    """The full name of a kind.

    Raises:
        InputError: no kind has that name.
    """
    word, _, worlds = text.partition(":")
    return text if word in TRIED and worlds.isdecimal() else agent_name(text)


def kind_of(name: str, round_: Round) -> Program:
    """The kind of a name, at an announced round; it is asked the same only once, since the two games of a deal begin alike."""
    word, _, worlds = name.partition(":")
    if word not in TRIED:
        return agent(name).program
    kind = TRIED[word](int(worlds))
    return remembered(lambda game, seed, bid=BIDS[0], /: kind(round_, seed))


def announced(task: Task) -> Round:
    """A deal after the announcement, or after all have passed."""
    bidder = default_bidder(worlds=0)
    limits = [bidder.limit(hand, seat) for seat, hand in zip(Seat, task.dealt.hands, strict=True)]
    round_ = bid_out(begin_round(task.dealt), limits)
    return round_ if round_.declarer is None else announce_by(round_, bidder)


def measured(task: Task, side: str) -> dict[str, Any]:
    """What the declarer gets with the first kind on one side, and without it."""
    begun = perf_counter()
    found: dict[str, Any] = {"number": task.number, "ends": []}
    round_ = announced(task)
    if round_.game is not None:
        declarer = round_.game.declarer
        seeds = [seat_seed((task.seed << 32) + task.number, seat) for seat in Seat]
        programs = [kind_of(name, round_) for name in task.kinds]
        first, second = ([program(round_.game, seed, round_.bid) for seed in seeds] for program in programs)
        for used in (first, second):
            own = [(seat is declarer) is (side == "declarer") for seat in Seat]
            done = play_by(round_, [used[seat] if own[seat] else second[seat] for seat in Seat])
            assert done.game is not None
            assert done.score is not None
            by_seat = [tournament_points(done, seat) for seat in Seat]
            found["ends"].append(
                {
                    "above": 3 * by_seat[declarer] - sum(by_seat),
                    "card_points": done.game.position.declarer_points,
                    "won": int(done.score.won),
                }
            )
        found["game"] = round_.game.contract.game.value
    return found | {"seconds": round(perf_counter() - begun, 2)}


def difference(deal: dict[str, Any], side: str) -> int:
    """What the first kind gains on a deal: what the declarer gets above the defenders' mean, in halves of points."""
    if not deal["ends"]:
        return 0
    first, second = (one["above"] for one in deal["ends"])
    gain: int = first - second
    return gain if side == "declarer" else -gain


def per_list(halves: float) -> float:
    """Points per 36 deals of one seat, of what `difference` gives for one deal."""
    return PER_LIST * halves / 6


class Row(NamedTuple):
    """What some deals show for one side.

    Attributes:
        deals: how many.
        played: how many of them were not passed.
        won: share of games won by the declarer with the first kind on the side, and without it.
        turned: games that only the first kind wins for its side, and those that it alone loses.
        difference, error: mean and standard error over deals, points per 36 deals.
        low, high: 95 % interval of the difference.
        less, more: one-sided p by random flips of the deals' signs.
    """

    deals: int
    played: int
    won: tuple[float, float]
    turned: tuple[int, int]
    difference: float
    error: float
    low: float
    high: float
    less: float
    more: float


def row(deals: Sequence[dict[str, Any]], side: str) -> Row:
    """What the deals show."""
    ends = [deal["ends"] for deal in deals if deal["ends"]]
    won = [sum(pair[place]["won"] for pair in ends) / max(1, len(ends)) for place in (0, 1)]
    more, less = (sum(pair[a]["won"] > pair[1 - a]["won"] for pair in ends) for a in (0, 1))
    found = paired([difference(deal, side) for deal in deals])
    middle, error = per_list(found.mean), per_list(found.error)
    low, high = middle - QUANTILE * error, middle + QUANTILE * error
    turned = (more, less) if side == "declarer" else (less, more)
    return Row(len(deals), len(ends), (won[0], won[1]), turned, middle, error, low, high, found.less, found.more)


def table(kinds: Sequence[str], side: str, found: Row) -> str:
    """The row as a table in Markdown."""
    return "\n".join(
        [
            "| first | second | side | deals | played | declarer wins | games turned | difference | 95 % interval "
            "| p: less | p: more |",
            "|---|---|---|---|---|---|---|---|---|---|---|",
            f"| {kinds[0]} | {kinds[1]} | {side} | {found.deals} | {found.played} "
            f"| {100 * found.won[0]:.1f} %, else {100 * found.won[1]:.1f} % | +{found.turned[0]} -{found.turned[1]} "
            f"| {found.difference:+.1f} ± {found.error:.1f} | {found.low:+.1f} to {found.high:+.1f} "
            f"| {found.less:.5f} | {found.more:.5f} |",
        ]
    )


def main(words: Sequence[str] | None = None) -> int:
    """Play the pilot, or the deals that it asks for, and show a table."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.skat_play", description="Two programs at the cards of the same contracts."
    )
    parser.add_argument("measure", choices=("pilot", "result"), help="the pilot, or the deals that it asks for")
    parser.add_argument("side", choices=SIDES, help="the side that the first kind plays; the second plays the other")
    parser.add_argument("first", type=kind_name, help="a program, as informed:20")
    parser.add_argument("second", type=kind_name, help="the one that it replaces")
    add_options(parser, HALF_WIDTH, SEED)
    asked = parser.parse_args(words)
    kinds = (asked.first, asked.second)
    out = asked.out or Path(f"skat-play-{asked.seed}-{asked.side}-{'-'.join(kinds).replace(':', '')}.json")
    parameters = {"kinds": list(kinds), "side": asked.side, "seed": asked.seed}

    def played(first: int, count: int) -> list[dict[str, Any]]:
        dealt = random_deals(count, asked.seed, first)
        tasks = [Task(first + number, kinds, asked.seed, one) for number, one in enumerate(dealt)]
        return measure_all(tasks, asked.jobs, out, parameters, partial(measured, side=asked.side))

    pilot = played(0, PILOT)
    count = needed([per_list(difference(deal, asked.side)) for deal in pilot], asked.half_width)
    deals = pilot if asked.measure == "pilot" else played(PILOT, count)
    print(table(kinds, asked.side, row(deals, asked.side)))
    print(f"\nPoints per {PER_LIST} deals. For ± {asked.half_width:g}: {count} deals. Deals in {out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
