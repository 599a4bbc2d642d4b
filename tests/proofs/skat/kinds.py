"""Kinds of error in a book of Skat."""

from pathlib import Path
from random import Random

from mutations import Mutation, Planted
from skat_rounds import PlainBidder, random_round

from tafelwerk.build import skat
from tafelwerk.build.runner import run
from tafelwerk.build.skat import sets
from tafelwerk.rules.skat.deals import random_deal
from tafelwerk.rules.skat.round_log import LoggedRound
from tafelwerk.solvers.skat.hidden.agents import read_agent
from tafelwerk.solvers.skat.hidden.match import match_round
from tafelwerk.solvers.skat.hidden.player import Chooser
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

LIES = (
    Mutation(
        "statistics.nodes: minimax off by one",
        "UPDATE statistics SET nodes = nodes - 1 WHERE {rows}",
        "statistics",
        "step = 'minimax'",
    ),
    Mutation(
        "statistics: all steps of a deal off by one",
        "UPDATE statistics SET points = points + 1 WHERE (deal, points IS NULL) IN"
        " (SELECT (deal, false) FROM statistics WHERE {rows})",
        "statistics",
        "points IS NOT NULL AND points + 1 <> target",
    ),
    Mutation(
        "statistics: all steps of a deal agree on another winner",
        "UPDATE statistics SET won = NOT won WHERE deal IN (SELECT deal FROM statistics WHERE {rows})",
        "statistics",
    ),
    Mutation(
        "results: one opening, and the points fit",
        "UPDATE results SET openings = list_transform(openings, lambda x, i: CASE WHEN i = 2 THEN x + 1 ELSE x END)"
        " WHERE {rows};UPDATE results SET points = CASE WHEN declarer = 'forehand' THEN list_max(openings)"
        " ELSE list_min(openings) END, won = (CASE WHEN declarer = 'forehand' THEN list_max(openings)"
        " ELSE list_min(openings) END >= 61) WHERE game <> 'null'",
        "results",
        "game <> 'null'",
    ),
    Mutation(
        "results: a Null turned",
        "UPDATE results SET openings = list_transform(openings, lambda x: 1 - x), won = NOT won WHERE {rows}",
        "results",
        "game = 'null' AND len(list_distinct(openings)) = 1",
    ),
    Mutation(
        "plays: a value and those around it",
        'UPDATE plays SET "after" = "after" + 1 WHERE {rows};UPDATE plays p SET "before" = q."after" FROM plays q'
        " WHERE p.name = q.name AND p.place = q.place + 1",
        "plays",
        "place < 28 AND name LIKE 'kupf%'",
    ),
    Mutation(
        "a game deleted",
        "DELETE FROM plays WHERE name = 'kupferschmid-3';DELETE FROM games WHERE name = 'kupferschmid-3'",
        "games",
    ),
    Mutation(
        "decisions of a card deleted",
        "DELETE FROM decisions WHERE (name, place) IN (SELECT (name, place) FROM decisions WHERE {rows})",
        "decisions",
        WHERE["decisions"],
    ),
    Mutation(
        "playouts: a point less, and won fits",
        "UPDATE playouts SET points = points - 1, won = points >= 62 WHERE {rows}",
        "playouts",
        "points IS NOT NULL",
    ),
    Mutation(
        "playouts: cards swapped",
        "UPDATE playout_cards c SET card = o.card FROM playout_cards o WHERE (c.seed, c.number) = (o.seed, o.number)"
        " AND c.place + o.place = 55 AND c.place IN (27, 28) AND c.number IN (SELECT number FROM playout_cards WHERE {rows})",
        "playout_cards",
        "place = 28 AND game <> 'null'",
    ),
    Mutation("a positions' game deleted", "DELETE FROM positions WHERE game = 'null'", "positions"),
    Mutation(
        "a weight in its last digit",
        "UPDATE models SET weight = round(weight + 1e-6, 6) WHERE {rows}",
        "models",
        "model = 'open'",
    ),
    Mutation(
        "positions: a value off by one",
        "UPDATE positions SET lower = lower + 1, upper = upper + 1 WHERE {rows}",
        "positions",
        "game <> 'null'",
    ),
)

FIRST = ("deals", "samples", "games", "models", "validations")
"""Tables that the claims prove which come first."""


def make(folder: Path) -> None:
    small = random_deal(Random(1), 4)
    bidder, chooser = PlainBidder(), Chooser()
    names = ("pimc:2", "random", "pimc:2")
    played = [
        match_round(names, 2, number, lambda name: read_agent(name, bidder=bidder, chooser=chooser))
        for number in (0, 3)
    ]
    drawn = [LoggedRound(f"drawn-{seed}", random_round(seed), ("a", "b", "pimc:9"), "a test") for seed in range(10)]
    builds = [
        *skat.trial_builds(DEALS),
        *skat.playout_builds(DEALS),
        *sets.sample_builds(1),
        *sets.win_builds(6),
        *sets.ladder_builds(4, 5),
        sets.published_build(),
        sets.null_build(),
        *(sets.given_build(random_deal(Random(seed), 5)) for seed in (2, 3)),
        sets.given_build(small, (("spades", "forehand"), ("null", "middlehand")), whole=True),
        *sets.log_builds([*played, *drawn]),
    ]
    run(folder, builds, executor="inline")
    with Book(folder) as opened:
        models = tuple(skat.derived(opened))
    run(folder, models, executor="inline")


PLANTED = Planted(
    "skat",
    make,
    LIES,
    own=OWN,
    where=WHERE,
    quick=lambda place, kind: place % 4 == 0 and kind.table in FIRST,
    sound={"units": 25},
)
