"""What the chances of hands are worth: `python -m benchmarks.skat_hands`.

Ten cards are dealt again and again, the other cards anew each time and the seats in turn. The declarer takes up the Skat, lays
away what the features say, and our player plays all three hands. The chance told is the mean of those after the Skat was taken
up; the standard error of the share won is what it would be if that were right.
"""

import argparse
import multiprocessing
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from math import sqrt
from random import Random
from typing import NamedTuple

from benchmarks.xskat import count_of
from tafelwerk.families.skat.classifiers import shipped_weights
from tafelwerk.families.skat.rules.cards import ALL_CARDS, Game, Seat, bits, cards_text, mask_of, read_cards
from tafelwerk.families.skat.rules.contracts import BIDS, Contract
from tafelwerk.families.skat.rules.deals import Deal
from tafelwerk.families.skat.rules.rounds import begin, play_out, seat_seed
from tafelwerk.solvers.skat.hand_chances import Chances
from tafelwerk.solvers.skat.hidden_players import Chooser, Effort, pimc
from tafelwerk.solvers.skat.model_bidder import Announcer

SEED = 5
WORLDS, POINTS_NODES = 20, 100_000
"""What is looked at for a card."""

HANDS = (
    ("DJ CT CQ C8 ST S8 HT H9 DT D9", Game.GRAND),
    ("CA CT CK C9 ST S9 S7 HA H8 DA", Game.GRAND),
    ("CQ C8 SA S8 S7 HK HQ H9 DK D9", Game.GRAND),
    ("CQ C8 SA S8 S7 HK HQ H9 DK D9", Game.HEARTS),
    ("DJ CT CQ C8 ST S8 HT H9 DT D9", Game.NULL),
    ("HJ DJ CA C9 SK S8 HT H8 DA D7", Game.SPADES),
    ("HJ SA ST SK S9 S8 CA C7 D9 D8", Game.SPADES),
    ("CJ SJ CA CT C9 C8 DA DT HA H7", Game.GRAND),
)
"""Hopeless, doubtful and strong ones."""


class Task(NamedTuple):
    """A hand to play once.

    Attributes:
        hand: mask of ten cards.
        game: what is played.
        number: of the deal.
        seed: of the deals and of our player.
    """

    hand: int
    game: Game
    number: int
    seed: int


@cache
def _announcer() -> Announcer:
    """One a process."""
    return Announcer(Chances(shipped_weights()), worlds=0)


@cache
def _chooser() -> Chooser:
    """One a process."""
    return Chooser()


def measured(task: Task) -> tuple[float, bool]:
    """The chance told, and whether the game was won."""
    others = bits(ALL_CARDS ^ task.hand)
    Random((task.seed << 32) + task.number).shuffle(others)
    declarer, contract = Seat(task.number % 3), Contract(task.game)
    cards = task.hand | mask_of(others[:2])
    found = _announcer().candidates(cards, declarer, BIDS[0], games=(task.game,))
    best = next(one for one in found if one.contract == contract)
    rest = iter((mask_of(others[2:12]), mask_of(others[12:])))
    forehand, middlehand, rearhand = (cards ^ best.skat if seat is declarer else next(rest) for seat in Seat)
    game = begin(Deal((forehand, middlehand, rearhand), best.skat), contract, declarer)
    program = pimc(WORLDS, _chooser(), Effort(POINTS_NODES))
    seed = (task.seed << 32) + task.number
    return best.chance, play_out(game, [program(game, seat_seed(seed, seat)) for seat in Seat]).won


def main(words: Sequence[str] | None = None) -> int:
    """Measure, and show a table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.skat_hands", description="Chances told and games won.")
    parser.add_argument("--hand", help="ten cards; else some hopeless, doubtful and strong ones")
    parser.add_argument("--game", type=Game, choices=list(Game), help="what is played; needed with --hand")
    parser.add_argument("--deals", type=count_of, default=100, help="how often each is played")
    parser.add_argument("--seed", type=int, default=SEED, help="of the deals, and of our player")
    parser.add_argument("--jobs", type=count_of, default=2, help="processes")
    asked = parser.parse_args(words)
    if (asked.hand is None) != (asked.game is None):
        parser.error("--hand and --game go together")
    named = HANDS if asked.hand is None else ((asked.hand, asked.game),)
    hands = [(read_cards(text), game) for text, game in named]
    if (wrong := hands[0][0].bit_count()) != 10:
        parser.error(f"a hand has 10 cards, not {wrong}")
    print("| hand | game | chance told | won |\n|---|---|---|---|")
    with ProcessPoolExecutor(asked.jobs, multiprocessing.get_context("spawn")) as pool:
        for hand, game in hands:
            tasks = [Task(hand, game, number, asked.seed) for number in range(asked.deals)]
            chances, won = zip(*pool.map(measured, tasks, chunksize=4), strict=True)
            told, share = sum(chances) / len(tasks), sum(won) / len(tasks)
            error = sqrt(told * (1 - told) / len(tasks))
            print(
                f"| {cards_text(hand)} | {game} | {100 * told:.1f} % | {100 * share:.1f} ± {100 * error:.1f} % |",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
