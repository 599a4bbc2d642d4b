"""Kinds of error in a book of Skat."""

from pathlib import Path
from random import Random

from mutations import Planted, lies
from skat_rounds import plain_agent, random_round

from tafelwerk.build.runner import run
from tafelwerk.families.skat import builds as skat
from tafelwerk.families.skat.rules.deals import random_deal
from tafelwerk.families.skat.rules.matches import match_round
from tafelwerk.tables.book import Book

DEALS = 15
"""Deals whose trials are solved and played out: the fewest that models are fitted to."""


MATCH = "source = 'a match of programs'"
OWN: dict[str, str | None] = {
    "samples.deal": "deal + 1",
    "wins.deal": "deal + 1",
    "validations.false_positives": "false_positives + 1",
    # in its last bits a mean hangs on the order of its sum
    "validations.loss": "coalesce(loss + 1e-9, 0)",
    "rounds.calls": "'middlehand passes'",
    "rounds.forehand": "'pimc:9'",
    "rounds.middlehand": "'pimc:9'",
    "rounds.rearhand": "'pimc:9'",
}
WHERE = {
    # what others recorded is as they say
    **{f"rounds.{name}": MATCH for name in ("forehand", "middlehand", "rearhand", "seed", "source", "calls")},
    "decisions": f"name IN (SELECT name FROM rounds WHERE {MATCH})",
    "rounds.hand": "bid > 0",
}


def make(folder: Path) -> None:
    small = random_deal(Random(1), 4)
    played = [match_round(("pimc:2", "random", "pimc:2"), 2, number, plain_agent) for number in (0, 3)]
    drawn = [random_round(seed).with_record(f"drawn-{seed}", ("a", "b", "pimc:9"), "a test") for seed in range(10)]
    builds = [
        *skat.Trials(DEALS).sections(),
        *skat.Playouts(DEALS).sections(),
        *skat.RandomDeals(1).sections(),
        *skat.Wins(6).sections(),
        *skat.Ladder(4, cards=5).sections(),
        skat.PublishedGames(),
        skat.NullCounts(),
        *(skat.GivenDeal(random_deal(Random(seed), 5)) for seed in (2, 3)),
        skat.GivenDeal(small, (("spades", "forehand"), ("null", "middlehand")), whole=True),
        *skat.log_builds([*played, *drawn]),
    ]
    run(folder, builds, executor="inline")
    with Book(folder) as opened:
        models = tuple(skat.derived(opened))
    run(folder, models, executor="inline")


PLANTED = Planted(
    "skat",
    make,
    lies("skat"),
    own=OWN,
    where=WHERE,
    # who played a round shows only in every decision played once more
    slow=("rounds.forehand", "rounds.middlehand", "rounds.rearhand", "rounds.seed"),
    coarse=("null_deals",),
    sound={"units": 12},
)
