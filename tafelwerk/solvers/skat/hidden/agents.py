"""Agents that play whole rounds of Skat, and matches between three of them.

In a match every deal is played three times, and the agents move on by a seat each time: each of them gets each hand of the deal
once, so that luck of the cards cancels. Chance begins alike in the three rounds of a deal: three agents of one name play the
same round three times and come out even.

What a round is worth in a tournament is counted after Seeger and Fabian: the score of the game, 50 more for a game won and 50
less for one lost, and 40 for each opponent of a lost game at a table of three (International Skat Order, tournament rules).
"""

from collections.abc import Callable, Sequence
from functools import partial

from tafelwerk.errors import InputError
from tafelwerk.rules.skat.cards import Seat
from tafelwerk.rules.skat.deals import Deal, random_deals
from tafelwerk.rules.skat.limits import WORLDS, agent_name
from tafelwerk.rules.skat.round_log import LoggedRound
from tafelwerk.rules.skat.rounds import (
    Agent,
    Bidder,
    Round,
    announce_by,
    begin_round,
    bid_out,
    play_by,
    seat_seed,
)
from tafelwerk.solvers.skat.bidding.chances import Chances
from tafelwerk.solvers.skat.hidden.inference import informed_draw
from tafelwerk.solvers.skat.hidden.match import open_cards, pimc, random_cards
from tafelwerk.solvers.skat.hidden.player import Chooser

SOURCE = "a match of programs"
"""The source of the rounds of a match."""


def read_agent(
    text: str,
    *,
    bidder: Bidder,
    chances: Chances | None = None,
    chooser: Chooser | None = None,
    worlds: int = WORLDS,
    seconds: float | None = None,
) -> Agent:
    """The agent of a name.

    Args:
        text: as for `agent_name`.
        bidder: bids and announces for it.
        chances: by which `informed` weighs deals; no other agent needs them.
        chooser: searches worlds, for any number of agents; None for one with a single thread.
        worlds: as for `agent_name`.
        seconds: the longest that one looks at worlds for a card; None for as long as it takes.

    Raises:
        InputError: it names none.
        ValueError: it is informed, without chances.
    """
    name = agent_name(text, worlds)
    if name == "random":
        return Agent(name, bidder, random_cards)
    if name == "open":
        return Agent(name, bidder, open_cards(chooser))
    word, _, number = name.partition(":")
    draws = None
    if word == "informed":
        if chances is None:
            raise ValueError("an informed agent needs chances")
        draws = partial(informed_draw, chances)
    return Agent(name, bidder, pimc(int(number), chooser, seconds=seconds, draws=draws))


def play_round(dealt: Deal, agents: Sequence[Agent], seed: int = 0) -> Round:
    """A round from the bidding to its end.

    Args:
        dealt: who is dealt what, ten cards each.
        agents: those at forehand, middlehand and rearhand.
        seed: what the seats' seeds are made of.

    Raises:
        InputError: there are not three agents, the deal is a small one, or the seed is negative.
    """
    if len(agents) != 3:
        raise InputError(f"three agents play Skat, not {len(agents)}")
    if seed < 0:
        raise InputError(f"seed is 0 or more, not {seed}")
    limits = [agent.bidder.limit(hand, seat) for seat, hand, agent in zip(Seat, dealt.hands, agents, strict=True)]
    round_ = bid_out(begin_round(dealt), limits)
    if round_.declarer is None:
        return round_
    round_ = announce_by(round_, agents[round_.declarer].bidder, seat_seed(seed, round_.declarer))
    game = round_.game
    if game is None:
        return round_
    return play_by(
        round_,
        [agent.program(game, seat_seed(seed, seat), round_.bid) for seat, agent in zip(Seat, agents, strict=True)],
    )


def seat_of(player: int, number: int) -> Seat:
    """Where a player of a match sits in a round: the first at forehand in rounds 0, 3, 6, ..., then one seat to the left.

    Args:
        player: 0 to 2.
        number: of the round.
    """
    return Seat((player + number) % 3)


def seated(players: Sequence[str], number: int) -> tuple[str, str, str]:
    """The players of a match at forehand, middlehand and rearhand in a round."""
    forehand, middlehand, rearhand = (players[(seat - number) % 3] for seat in Seat)
    return forehand, middlehand, rearhand


def round_name(seed: int, number: int, players: Sequence[str]) -> str:
    """The name of a round of a match: seed, number and players, one name for all three where they are the same."""
    return f"match-{seed}-{number}-{'-'.join(players if len(set(players)) > 1 else players[:1])}"


def match_round(
    players: Sequence[str], seed: int, number: int, agent: Callable[[str], Agent], source: str = SOURCE
) -> LoggedRound:
    """One round of a match: deal number // 3 of the seed's sequence, the players moved on by number % 3 seats.

    Args:
        players: names of three agents in full, in any order; they are as many matches.
        seed: which deals, and where chance begins.
        number: which round, from 0.
        agent: the agent of a name.
        source: what is recorded of where it was played.

    Raises:
        InputError: there are not three players, or the seed has no such deal.
    """
    if len(players) != 3:
        raise InputError(f"three players make a match, not {len(players)}")
    (dealt,) = random_deals(1, seed, number // 3)
    sitting = seated(players, number)
    chance = (seed << 32) + number // 3
    done = play_round(dealt, [agent(name) for name in sitting], chance)
    return LoggedRound(round_name(seed, number, players), done, sitting, source, chance)
