"""Rounds are played by the rules; a match is fair to its seats and reproducible from its seed."""

import pytest
from skat_rounds import PlainBidder

from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import Seat, bits
from tafelwerk.rules.skat.deals import random_deals
from tafelwerk.rules.skat.play import legal
from tafelwerk.rules.skat.rounds import Agent, Choice, Stage
from tafelwerk.rules.skat.scoring import Goal, announced_goal
from tafelwerk.solvers.skat.hidden.agents import declarer_goal, read_agent
from tafelwerk.solvers.skat.hidden.match import match_round, play_round, round_name, seat_of, seated
from tafelwerk.solvers.skat.hidden.player import Chooser

CHOOSER = Chooser()
NAMES = ("random", "pimc:1", "random")


def agent(name: str, least: float = 6.0) -> Agent:
    return read_agent(name, bidder=PlainBidder(least), chooser=CHOOSER)


class Overbidder(PlainBidder):
    """Forehand holds 45 with anything, and takes up the Skat."""

    def limit(self, hand: int, seat: Seat) -> int:
        return 0 if seat is Seat.REARHAND else 45


def test_rounds() -> None:
    """Each round is over; who bids highest plays alone; programs tell how many worlds they searched."""
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
    passed = play_round(next(random_deals(1, 3)), [agent("random", 30.0)] * 3)
    assert (passed.declarer, passed.game, passed.score) == (None, None, None)


def test_match() -> None:
    """Over three rounds of a deal each player holds each seat once."""
    assert [seated("ABC", number) for number in range(4)] == [tuple(word) for word in ("ABC", "CAB", "BCA", "ABC")]
    assert all(
        seated("ABC", number)[seat_of(player, number)] == "ABC"[player] for number in range(6) for player in range(3)
    )
    found = [match_round(NAMES, 5, number, agent) for number in range(6)]
    assert [one.players for one in found] == [seated(NAMES, number) for number in range(6)]
    assert [one.round.dealt for one in found] == [deal for deal in random_deals(2, 5) for _ in range(3)]
    assert [one.seed for one in found] == [(5 << 32) + number // 3 for number in range(6)]
    assert len({one.name for one in found}) == 6
    assert found[4].name == "match-5-4-random-pimc:1-random"
    assert found[4] == match_round(NAMES, 5, 4, agent)
    assert len({round_name(seed, number, NAMES) for seed in (1, 11) for number in (1, 11)}) == 4


def test_equal_players_come_out_even() -> None:
    """Random seeds are the same in the three rounds of a deal."""
    rounds = [match_round(["random"] * 3, 6, number, agent).round for number in range(3)]
    assert rounds[0] == rounds[1] == rounds[2]
    assert rounds[0].declarer is not None


def test_the_declarer_plays_for_the_bid() -> None:
    """The defenders hold against what was announced."""
    seen: list[Goal] = []

    class Listening(Chooser):
        def choose(self, worlds, goal, effort):  # type: ignore[no-untyped-def, override]
            seen.append(goal)
            return Choice(bits(legal(worlds[0]))[0])

    one = read_agent("pimc:1", bidder=Overbidder(30.0), chooser=Listening())
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
    for message, agents, seed, deal in (
        ("three agents play Skat, not 2", 2, 0, dealt),
        ("seed is 0 or more", 3, -1, dealt),
        ("ten cards per hand, not 3", 3, 0, next(random_deals(1, 1, cards_each=3))),
    ):
        with pytest.raises(InputError, match=message):
            play_round(deal, [agent("random")] * agents, seed)
    with pytest.raises(InputError, match="three players make a match, not 1"):
        match_round(["random"], 1, 0, agent)
