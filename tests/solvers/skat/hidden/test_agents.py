"""Agents play rounds by the rules; a match is fair to its seats and says everything by its seed."""

from dataclasses import dataclass

import pytest
from skat_rounds import PlainBidder

from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import Game, Seat, bits, read_cards
from tafelwerk.rules.skat.deals import random_deals
from tafelwerk.rules.skat.play import legal
from tafelwerk.rules.skat.rounds import Agent, Choice, GameInPlay, Player, Stage
from tafelwerk.rules.skat.scoring import Contract, Goal, announced_goal
from tafelwerk.solvers.skat.hidden.agents import (
    agent_name,
    match_round,
    play_round,
    read_agent,
    round_name,
    seat_of,
    seated,
)
from tafelwerk.solvers.skat.hidden.match import declarer_goal, random_cards
from tafelwerk.solvers.skat.hidden.player import Chooser

CHOOSER = Chooser()
NAMES = ("random", "pimc:1", "random")


def agent(name: str, least: float = 6.0) -> Agent:
    return read_agent(name, bidder=PlainBidder(least), chooser=CHOOSER)


def test_names() -> None:
    assert agent_name("pimc") == "pimc:100"
    assert agent_name(" PIMC ", 30) == "pimc:30"
    assert agent_name("pimc:007") == "pimc:7"
    assert [agent_name(name) for name in ("open", "random")] == ["open", "random"]
    assert [agent(name).name for name in ("pimc", "open", "random")] == ["pimc:100", "open", "random"]
    for text in ("person", "", "open:3", "pimc100"):
        with pytest.raises(InputError, match=r"there is no player .*; there are pimc:K .*; open .*; random"):
            agent_name(text)
    for text in ("pimc:", "pimc:0", "pimc:-1", "pimc:1e3", "pimc:1000001"):
        with pytest.raises(InputError, match=r"the worlds of pimc:K are 1 to 1000000"):
            agent_name(text)


def test_rounds() -> None:
    """Each round is over; who bids highest plays alone; programs say what they saw."""
    agents = [agent("pimc:1"), agent("random"), agent("random", 30.0)]
    rounds = [play_round(deal, agents, number) for number, deal in enumerate(random_deals(6, 3))]
    for dealt, done in zip(random_deals(6, 3), rounds, strict=True):
        assert (done.dealt, done.stage) == (dealt, Stage.OVER)
        limits = [one.bidder.limit(hand, seat) for seat, one, hand in zip(Seat, agents, dealt.hands, strict=True)]
        assert limits[2] == 0
        assert done.declarer == (limits.index(max(limits)) if max(limits) else None)
        for one in () if done.game is None else done.game.decisions:
            assert one.choice is not None
            assert (one.choice.worlds == 1) == (one.seat is Seat.FOREHAND and len(one.choice.cards) > 1)
    assert {done.declarer for done in rounds} >= {Seat.FOREHAND, Seat.MIDDLEHAND}


def test_all_pass() -> None:
    (dealt,) = random_deals(1, 3)
    done = play_round(dealt, [agent("random", 30.0)] * 3)
    assert (done.declarer, done.game, done.score) == (None, None, None)


def test_seeds() -> None:
    (dealt,) = random_deals(1, 4)
    once, again, other = (play_round(dealt, [agent("random")] * 3, seed) for seed in (1, 1, 2))
    assert once == again
    assert once != other


def test_seats_of_a_match() -> None:
    """Over three rounds each player holds each seat once."""
    assert [seated("ABC", number) for number in range(4)] == [tuple(word) for word in ("ABC", "CAB", "BCA", "ABC")]
    for number in range(6):
        for player, name in enumerate("ABC"):
            assert seated("ABC", number)[seat_of(player, number)] == name


def test_match() -> None:
    found = [match_round(NAMES, 5, number, agent) for number in range(6)]
    assert [one.players for one in found] == [seated(NAMES, number) for number in range(6)]
    assert [one.round.dealt for one in found] == [deal for deal in random_deals(2, 5) for _ in range(3)]
    assert [one.seed for one in found] == [(5 << 32) + number // 3 for number in range(6)]
    assert len({one.name for one in found}) == 6
    assert found[4].name == "match-5-4-random-pimc:1-random"
    assert found[4] == match_round(NAMES, 5, 4, agent)
    names = {round_name(seed, number, NAMES) for seed in (1, 11) for number in (1, 11)}
    assert len(names) == 4


def test_equal_players_come_out_even() -> None:
    """Chance begins alike in the three rounds of a deal."""
    rounds = [match_round(["random"] * 3, 6, number, agent).round for number in range(3)]
    assert rounds[0] == rounds[1] == rounds[2]
    assert rounds[0].declarer is not None


@dataclass
class Overbidder(PlainBidder):
    """Forehand holds 45 with anything, and takes up the Skat."""

    least: float = 30.0

    def limit(self, hand: int, seat: Seat) -> int:
        return 0 if seat is Seat.REARHAND else 45


def test_programs_know_the_bid() -> None:
    """A program is told the bid, which moves what the declarer needs."""
    told: list[int] = []

    def program(game: GameInPlay, seed: int, bid: int = 18, /) -> Player:
        told.append(bid)
        return random_cards(game, seed, bid)

    (dealt,) = random_deals(1, 1)
    done = play_round(dealt, [Agent("one", Overbidder(), program)] * 3)
    assert told == [45] * 3
    assert (done.bid, done.declarer) == (45, Seat.FOREHAND)


def test_goal_of_a_declarer() -> None:
    """Spades with one is worth 22, with Schneider 33, with Schwarz 44."""
    cards = read_cards("CJ SA ST SK SQ S9 CA CT HA HT D7 D8")
    spades = Contract(Game.SPADES)
    goals = {bid: declarer_goal(spades, cards, bid) for bid in (18, 22, 23, 33, 35, 44, 45)}
    won, schneider, schwarz = Goal(61, 0, 10), Goal(90, 0, 10), Goal(120, 10, 10)
    assert goals == {18: won, 22: won, 23: schneider, 33: schneider, 35: schwarz, 44: schwarz, 45: won}
    # of a small deal the bid says nothing
    assert declarer_goal(spades, read_cards("CJ SA"), 44) == won


def test_goal_of_a_declarer_without_the_skat() -> None:
    """Hearts Hand without two is worth 40; only the spades jack in the Skat makes it 30."""
    hand = read_cards("HJ DJ HA HT HK HQ H9 CA SA DA")
    hearts = Contract(Game.HEARTS, hand=True)
    assert declarer_goal(hearts, hand, 40) == Goal(61, 0, 10)
    assert declarer_goal(hearts, hand, 45) == Goal(90, 0, 10)
    assert declarer_goal(Contract(Game.NULL, hand=True), hand, 35) == announced_goal(Contract(Game.NULL))


def test_who_draws_worlds_plays_for_what_the_bid_needs() -> None:
    """The declarer does; the defenders hold against what was announced."""
    seen: list[Goal] = []

    class Listening(Chooser):
        def choose(self, worlds, goal, **words):  # type: ignore[no-untyped-def, override]
            seen.append(goal)
            return Choice(bits(legal(worlds[0]))[0])

    one = read_agent("pimc:1", bidder=Overbidder(), chooser=Listening())
    for dealt in random_deals(20, 1):
        seen.clear()
        game = play_round(dealt, [one] * 3).game
        assert game is not None
        needed = declarer_goal(game.contract, game.deal.hands[0] | game.deal.skat, 45)
        if needed != announced_goal(game.contract):
            break
    assert set(seen) == {needed, announced_goal(game.contract)}
    assert len(set(seen)) == 2


def test_faults() -> None:
    (dealt,) = random_deals(1, 1)
    with pytest.raises(InputError, match="three agents play Skat, not 2"):
        play_round(dealt, [agent("random")] * 2)
    with pytest.raises(InputError, match="seed is 0 or more"):
        play_round(dealt, [agent("random")] * 3, -1)
    with pytest.raises(InputError, match="three players make a match, not 1"):
        match_round(["random"], 1, 0, agent)
    with pytest.raises(InputError, match="ten cards in a hand, not 3"):
        play_round(next(random_deals(1, 1, cards_each=3)), [agent("random")] * 3)
