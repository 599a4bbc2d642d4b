"""Games to learn from: trials of random deals, solved with open cards, and some of them played out with hidden cards."""

from collections.abc import Iterator, Mapping
from functools import cache
from random import Random

from tafelwerk.build.task import Rows
from tafelwerk.families.skat.deal_rows import judge
from tafelwerk.families.skat.rules.cards import Game, Seat
from tafelwerk.families.skat.rules.deals import deal_number, random_deals
from tafelwerk.families.skat.rules.play import start
from tafelwerk.families.skat.rules.rounds import begin, play_out, seat_seed
from tafelwerk.families.skat.rules.scoring import Contract
from tafelwerk.solvers.skat.bidding.features import KINDS
from tafelwerk.solvers.skat.bidding.trials import IN_DOUBT, Trial, trials
from tafelwerk.solvers.skat.hidden.agents import pimc
from tafelwerk.solvers.skat.hidden.player import Chooser, Effort

POINTS_NODES = 100_000
"""Positions searched for the points of tied cards in playouts."""


@cache
def chooser() -> Chooser:
    """The worker's chooser, shared by all its games."""
    return Chooser()


def trial_rows(seed: int, first: int, last: int) -> Rows:
    """Rows of table trials: trials of deals number `first` to `last` of a seed, solved."""
    return [
        {
            "seed": seed,
            "number": number,
            "game": trial.game.value,
            "declarer": trial.declarer.word,
            "deal": deal_number(trial.deal),
            "hand": trial.deal.hands[trial.declarer],
            "skat": trial.deal.skat,
            "won": judge(trial.game is Game.NULL).won(start(trial.deal, trial.game, trial.declarer)),
        }
        for number, trial in trials_of(seed, first, last)
    ]


def playout_tables(seed: int, first: int, last: int, worlds: int) -> Mapping[str, Rows]:
    """Rows of playouts and their cards: one trial per deal number `first` to `last` of a seed, with `worlds` per card."""
    rows, cards = [], []
    for number in range(first, last + 1):
        trial = trial_in_doubt(seed, number)
        if trial is None:
            continue
        program = pimc(worlds, chooser(), Effort(POINTS_NODES))
        game = begin(trial.deal, Contract(trial.game), trial.declarer)
        over = play_out(game, [program(game, seat_seed(number, seat)) for seat in Seat])
        key = {"seed": seed, "number": number, "game": trial.game.value, "worlds": worlds}
        points = None if trial.game is Game.NULL else over.position.declarer_points
        rows.append({**key, "won": over.won, "points": points})
        for place, (card, choice) in enumerate(zip(over.cards, over.choices, strict=True), 1):
            seen = () if choice is None else choice.cards
            looked = max((outcome.points_worlds for outcome in seen), default=0)
            cards.append({**key, "place": place, "card": card, "points_worlds": looked})
    return {"playouts": rows, "playout_cards": cards}


def trials_of(seed: int, first: int, last: int) -> Iterator[tuple[int, Trial]]:
    """Trials of deals number `first` to `last` of a seed, each with the number of its deal."""
    for number, dealt in enumerate(random_deals(last - first + 1, seed, first), first):
        for trial in trials(dealt, Seat(number % 3), Random((seed << 32) + number)):
            yield number, trial


def trial_in_doubt(seed: int, number: int) -> Trial | None:
    """The trial of a deal that is played out; None if no trial is in doubt."""
    found = []
    for _, trial in trials_of(seed, number, number):
        least, most = IN_DOUBT[KINDS[trial.game]]
        if least <= trial.strength <= most:
            found.append(trial)
    return found[int(Random((seed << 32) + number).random() * len(found))] if found else None
