"""Agents by name, their goals, and their play: who sees all cards gives nothing away, who draws worlds beats chance."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from skat_questions import random_game, worth
from skat_rounds import PlainBidder

from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import Game, Seat, read_cards
from tafelwerk.rules.skat.deals import random_deals
from tafelwerk.rules.skat.play import start
from tafelwerk.rules.skat.rounds import GameInPlay, Program, begin, play_out
from tafelwerk.rules.skat.scoring import Contract, Goal, announced_goal
from tafelwerk.solvers.skat.hidden.agents import agent_name, declarer_goal, open_cards, pimc, random_cards, read_agent
from tafelwerk.solvers.skat.hidden.player import Chooser

CHOOSER = Chooser()
OPEN = open_cards(CHOOSER)
FEW_WORLDS = pimc(12, CHOOSER)
WON, SCHNEIDER, SCHWARZ = Goal(61, 0, 10), Goal(90, 0, 10), Goal(120, 10, 10)


def games(number: int, cards_each: int) -> list[GameInPlay]:
    """Games with trumps, each game and seat in turn."""
    contracts = [(game, seat) for game in Game if game is not Game.NULL for seat in Seat]
    deals = random_deals(number, 2, cards_each=cards_each)
    chosen = [contracts[place % len(contracts)] for place in range(number)]
    return [begin(deal, Contract(game), seat) for deal, (game, seat) in zip(deals, chosen, strict=True)]


def played(started: Sequence[GameInPlay], alone: Program, others: Program, seed: int = 0) -> list[GameInPlay]:
    """The games played to their end by a program for the declarer and one for the defenders."""
    return [
        play_out(
            game, [(alone if seat is game.declarer else others)(game, 3 * (seed + number) + seat) for seat in Seat]
        )
        for number, game in enumerate(started)
    ]


def points(*match: object) -> int:
    return sum(game.position.declarer_points for game in played(*match))  # type: ignore[arg-type]


def test_names() -> None:
    assert [agent_name(name) for name in ("open", "random", "pimc", "pimc:007")] == [
        "open",
        "random",
        "pimc:100",
        "pimc:7",
    ]
    assert agent_name(" PIMC ", 30) == "pimc:30"
    for name in ("open", "random", "pimc:5"):
        assert read_agent(name, bidder=PlainBidder(), chooser=CHOOSER).name == name
    for text in ("person", "", "open:3", "pimc100"):
        with pytest.raises(InputError, match=r"unknown player .*; players are pimc:K .*; open .*; random"):
            agent_name(text)
    for text in ("pimc:", "pimc:0", "pimc:-1", "pimc:1e3", "pimc:1000001"):
        with pytest.raises(InputError, match=r"K of pimc:K must be from 1 to 1000000"):
            agent_name(text)


@given(st.integers(0, 2**32), st.integers(1, 4))
def test_who_sees_all_cards_gives_nothing_away(seed: int, cards_each: int) -> None:
    deal, game, declarer, _ = random_game(seed, cards_each)
    first, value = begin(deal, Contract(game), declarer), worth(start(deal, game, declarer))

    def plays(alone: Program, others: Program) -> int:
        (done,) = played([first], alone, others, seed)
        return int(done.won) if game is Game.NULL else done.position.declarer_points

    assert plays(OPEN, OPEN) == value
    assert plays(OPEN, random_cards) >= value
    assert plays(random_cards, OPEN) <= value


def test_who_draws_worlds_beats_chance() -> None:
    small = games(15, 5)
    against_worlds, against_chance = (points(small, random_cards, others) for others in (FEW_WORLDS, random_cards))
    assert points(small, FEW_WORLDS, FEW_WORLDS) > against_worlds + 60
    assert points(small, FEW_WORLDS, random_cards) > against_chance + 60
    assert against_worlds < against_chance - 60


def test_seeds() -> None:
    small = games(3, 6)
    for program in (pimc(3), random_cards):
        assert played(small, program, program, 1) == played(small, program, program, 1)
        assert played(small, program, program, 1) != played(small, program, program, 2)
    two_threads = pimc(12, Chooser(2))
    assert played(small, FEW_WORLDS, FEW_WORLDS) == played(small, two_threads, two_threads)


def test_goal_of_a_declarer() -> None:
    """Spades with one is worth 22, with Schneider 33, with Schwarz 44."""
    cards, spades = read_cards("CJ SA ST SK SQ S9 CA CT HA HT D7 D8"), Contract(Game.SPADES)
    wanted = {18: WON, 22: WON, 23: SCHNEIDER, 33: SCHNEIDER, 35: SCHWARZ, 44: SCHWARZ, 45: WON}
    assert {bid: declarer_goal(spades, cards, bid) for bid in wanted} == wanted
    # in a small deal the bid does not count
    assert declarer_goal(spades, read_cards("CJ SA"), 44) == WON


def test_goal_of_a_declarer_without_the_skat() -> None:
    """Hearts Hand without two is worth 40; only the spades jack in the Skat makes it 30."""
    hand, hearts = read_cards("HJ DJ HA HT HK HQ H9 CA SA DA"), Contract(Game.HEARTS, hand=True)
    assert declarer_goal(hearts, hand, 40) == WON
    assert declarer_goal(hearts, hand, 45) == SCHNEIDER
    assert declarer_goal(Contract(Game.NULL, hand=True), hand, 35) == announced_goal(Contract(Game.NULL))
