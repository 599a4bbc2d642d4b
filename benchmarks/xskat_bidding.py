"""How our player of Skat bids beside xskat 4.0 (Debian package xskat): `python -m benchmarks.xskat_bidding`.

xskat plays random deals of its own; our player bids, discards, announces and plays all three hands of the same deals. What is
counted: deals declared, games won, what they scored. Both play their own games to the end, so that bidding and play are
measured together.

What is measured is kept in a file, from which a run that was stopped goes on.
"""

import argparse
import multiprocessing
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from math import sqrt
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from benchmarks.harness import machine
from benchmarks.xskat import MISSING, SAVED_EVERY, count_of, find_xskat, kept_games, played_games, save
from tafelwerk.families.skat.classifiers import default_bidder
from tafelwerk.families.skat.log_formats import read_log
from tafelwerk.families.skat.rules.cards import Seat
from tafelwerk.families.skat.rules.contracts import tournament_points
from tafelwerk.families.skat.rules.deals import Deal
from tafelwerk.families.skat.rules.matches import play_round
from tafelwerk.families.skat.rules.rounds import Agent, Round
from tafelwerk.solvers.skat.hidden_players import Chooser, Effort, pimc

SEED = 20261123
WORLDS, POINTS_NODES = 10, 100_000
DISCARD_WORLDS, WITHIN = 20, 6
"""What our player looks at for a card and for a discard: less than in play, so that thousands of games end within an hour."""

_GAMES = ("clubs", "spades", "hearts", "diamonds", "grand", "null")


class Task(NamedTuple):
    """A deal to play.

    Attributes:
        number: which of the seed's deals.
        dealt: who was dealt what.
        theirs: what became of it in xskat's hands.
        worlds: how many our player looks at for a card.
        seed: of the deals and of our player.
    """

    number: int
    dealt: Deal
    theirs: dict[str, Any]
    worlds: int
    seed: int


@cache
def _agent(worlds: int) -> Agent:
    """One a process."""
    return Agent(
        "ours", default_bidder(worlds=DISCARD_WORLDS, within=WITHIN), pimc(worlds, Chooser(), Effort(POINTS_NODES))
    )


def outcome(round_: Round) -> dict[str, Any]:
    """What became of a round."""
    if round_.declarer is None or round_.game is None or round_.score is None:
        return {"declared": False}
    score, contract = round_.score, round_.game.contract
    return {
        "declared": True,
        "game": contract.game.value,
        "hand": contract.hand,
        "ouvert": contract.ouvert,
        "bid": round_.bid,
        "won": score.won,
        "overbid": score.overbid,
        "score": score.score,
        "tournament": [tournament_points(round_, seat) for seat in Seat],
    }


def measured(task: Task) -> dict[str, Any]:
    """What comes out on a deal."""
    begun = perf_counter()
    ours = play_round(task.dealt, [_agent(task.worlds)] * 3, (task.seed << 32) + task.number)
    return {
        "number": task.number,
        "ours": outcome(ours),
        "xskat": task.theirs,
        "seconds": round(perf_counter() - begun, 2),
    }


def rows(deals: Sequence[dict[str, Any]]) -> Iterator[tuple[str, ...]]:
    """What the deals show, lines of a table: ours and xskat's."""
    sides = [[deal[who] for deal in deals] for who in ("ours", "xskat")]
    declared = [[one for one in side if one["declared"]] for side in sides]

    def line(what: str, texts: Sequence[str]) -> tuple[str, ...]:
        return (what, *texts)

    yield line("deals declared", [f"{len(games)} of {len(deals)}" for games in declared])
    yield line("games won", [_share([one["won"] for one in games]) for games in declared])
    yield line("overbid", [str(sum(one["overbid"] for one in games)) for games in declared])
    yield line("Hand", [_won_of([one for one in games if one["hand"]]) for games in declared])
    for game in _GAMES:
        yield line(game, [_won_of([one for one in games if one["game"] == game]) for games in declared])
    yield line("score a deal", [f"{sum(one['score'] for one in games) / len(deals):.1f}" for games in declared])


def _share(won: Sequence[bool]) -> str:
    if not won:
        return "none"
    mean = sum(won) / len(won)
    return f"{100 * mean:.1f} ± {100 * sqrt(mean * (1 - mean) / len(won)):.1f} %"


def _won_of(games: Sequence[dict[str, Any]]) -> str:
    return f"{len(games)}, won {_share([one['won'] for one in games])}" if games else "0"


def main(words: Sequence[str] | None = None) -> int:
    """Measure, and show a table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.xskat_bidding", description="Bidding beside xskat.")
    parser.add_argument("--deals", type=count_of, default=5000, help="how many")
    parser.add_argument("--seed", type=int, default=SEED, help="of the deals, and of our player")
    parser.add_argument("--worlds", type=count_of, default=WORLDS, help="that our player looks at for a card")
    parser.add_argument("--jobs", type=count_of, default=2, help="processes")
    parser.add_argument("--out", type=Path, help="the file of what was measured, to go on from")
    asked = parser.parse_args(words)
    program = find_xskat()
    if program is None:
        print(MISSING)
        return 0
    out = asked.out or Path(f"xskat-bidding-{asked.seed}-{asked.worlds}.json")
    parameters = {"measure": "bidding", "seed": asked.seed, "worlds": asked.worlds}
    rounds, _ = read_log("".join(played_games(program, asked.deals, asked.seed)))
    tasks = [Task(number, done.dealt, outcome(done), asked.worlds, asked.seed) for number, done in enumerate(rounds)]
    kept = kept_games(out, parameters)
    todo = [task for task in tasks if task.number not in kept]
    begun = perf_counter()
    with ProcessPoolExecutor(asked.jobs, multiprocessing.get_context("spawn")) as pool:
        for done, deal in enumerate(pool.map(measured, todo, chunksize=4), 1):
            kept[deal["number"]] = deal
            if done % (10 * SAVED_EVERY) == 0 or done == len(todo):
                save(out, {"parameters": parameters, "machine": machine(), "games": [kept[n] for n in sorted(kept)]})
                rate = (perf_counter() - begun) / done
                print(f"{done} of {len(todo)} deals, {rate * (len(todo) - done) / 60:.0f} min left", file=sys.stderr)
    print("| | ours | xskat |\n|---|---|---|")
    for cells in rows([kept[task.number] for task in tasks]):
        print(f"| {' | '.join(cells)} |")
    print(f"\n{parameters}, {len(tasks)} deals. Rounds in {out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
